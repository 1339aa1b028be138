# initdb.t
#	The options of initdb, what it makes of them (read back from the server and
#	by stock's pg_controldata), and what it leaves behind when it fails.
use strict;
use warnings;
use Narwal::Cluster;
use Test::More;

my $bin = Narwal::Cluster::narwal_bin();
my $dir = Narwal::Cluster->new('work')->dir;
my $password_file = "$dir/pw";
Narwal::Cluster::spew($password_file, "s3cret pass\nsecond line\n");

sub initdb { return Narwal::Cluster::run_command("$bin/initdb", '-N', @_); }

sub control
{
	my ($data) = @_;
	my (undef, $out) = Narwal::Cluster::run_command("$bin/pg_controldata", $data);
	return { map { /^(.*?):\s+(.*)$/ ? ($1 => $2) : () } split /\n/, $out };
}

# ---- all options at once, and a name that no shell may see ----
my $c = Narwal::Cluster->new(q(it's $HOME "x" `id`), user => 'boss');
my ($rc, $out, $err) = initdb('-D', $c->data_dir, '-U', 'boss', '-A', 'scram-sha-256', "--pwfile=$password_file", '-k', '-E', 'LATIN1', '--locale=C',
	'--wal-segsize=2', '-X', "$dir/wal", '-g', '-T', 'simple');
is($rc, 0, 'a data directory with quotes and a dollar sign in its name') or diag($err);
my $control = control($c->data_dir);
is($control->{'Bytes per WAL segment'}, 2 * 1024 * 1024, '--wal-segsize');
is($control->{'Data page checksum version'}, 1, '-k');
is(readlink($c->data_dir . '/pg_wal'), "$dir/wal", '-X');
is((stat $c->data_dir)[2] & 07777, 0750, '-g');
is((stat $c->data_dir . '/PG_VERSION')[2] & 07777, 0640, '-g for files');
$c->set_test_conf;
$c->start;
{
	local $ENV{PGPASSWORD} = 's3cret pass';
	my %is = (server_encoding => 'LATIN1', lc_collate => 'C', data_checksums => 'on', wal_segment_size => '2MB', password_encryption => 'scram-sha-256', data_directory_mode => '0750',
		default_text_search_config => 'pg_catalog.simple');
	for my $setting (sort keys %is)
	{
		(undef, $out, $err) = $c->psql("SHOW $setting");
		is($out, "$is{$setting}\n", "$setting is $is{$setting}") or diag($err);
	}
	(undef, $out) = $c->psql("SELECT string_agg(datname || ' ' || pg_encoding_to_char(encoding) || ' ' || datallowconn, ', ' ORDER BY oid) FROM pg_database");
	is($out, "template1 LATIN1 true, template0 LATIN1 false, postgres LATIN1 true\n", 'three databases');
	$ENV{PGPASSWORD} = 's3cret';
	($rc) = $c->psql('SELECT 1');
	isnt($rc, 0, 'another password is refused');
}
($rc, $out, $err) = $c->run('pg_ctl', '-D', $c->data_dir, '-l', $c->log_file, '-w', 'restart');
is($rc, 0, 'pg_ctl restarts it with the options that it had') or diag($out, $err);
$c->stop;
($rc, $out, $err) = Narwal::Cluster::run_command("$bin/pg_ctl", 'initdb', '-s', '-D', "$dir/a \$b", '-o', "-N --locale=C -U 'the boss'");
is($rc, 0, 'pg_ctl initdb takes options apart and directories whole') or diag($err);
ok(-e "$dir/a \$b/PG_VERSION", 'there is the directory');

# ---- defaults ----
{
	local $ENV{PGDATA} = "$dir/by_env";
	($rc) = initdb('--locale=C.UTF-8', '--no-data-checksums');
	is($rc, 0, 'the directory from PGDATA');
	is(control("$dir/by_env")->{'Data page checksum version'}, 0, '--no-data-checksums');
	is((stat "$dir/by_env")[2] & 07777, 0700, 'others may not read it');
}

# ---- refusals: an exit code, a message, and nothing changed ----
mkdir "$dir/full";
Narwal::Cluster::spew("$dir/full/precious", 'x');
my @refused = (
	[ 'a directory that is not empty', qr/exists but is not empty/, '-D', "$dir/full" ],
	[ 'no directory', qr/no data directory specified/ ],
	[ 'an unknown encoding', qr/"NONSENSE" is not a valid server encoding name/, '-D', "$dir/no", '-E', 'NONSENSE' ],
	[ 'an unknown locale', qr/invalid locale name "xx_YY"/, '-D', "$dir/no", '--locale=xx_YY' ],
	[ 'an encoding that the locale does not have', qr/encoding mismatch/, '-D', "$dir/no", '-E', 'LATIN1', '--locale=C.UTF-8' ],
	[ 'a segment size that is no power of two', qr/must be a power of 2 between 1 and 1024/, '-D', "$dir/no", '--wal-segsize=3' ],
	[ 'a role name that is reserved', qr/role names cannot begin with "pg_"/, '-D', "$dir/no", '-U', 'pg_boss' ],
	[ 'an unknown method', qr/invalid authentication method "magic"/, '-D', "$dir/no", '-A', 'magic' ],
	[ 'passwords without a password', qr/must specify a password for the superuser/, '-D', "$dir/no", '-A', 'scram-sha-256' ],
	[ 'a password file that is not there', qr/could not open file/, '-D', "$dir/no", "--pwfile=$dir/none" ],
	[ 'a WAL directory that is not absolute', qr/WAL directory location must be an absolute path/, '-D', "$dir/no", '-X', 'wal' ],
	[ 'an unknown option', qr/--help/, '-D', "$dir/no", '--nonsense' ],
	[ 'too many arguments', qr/too many command-line arguments/, "$dir/no", 'more' ],
);
delete local $ENV{PGDATA};
for my $case (@refused)
{
	my ($what, $message, @args) = @$case;
	($rc, $out, $err) = initdb(@args);
	is($rc, 1, "$what: exit code");
	like($err, $message, "$what: message");
	if (Narwal::Cluster::have_stock())
	{
		my ($theirs) = Narwal::Cluster::run_command("$Narwal::Cluster::STOCK_BIN/initdb", '-N', @args);
		is($theirs, 1, "$what: stock refuses too");
	}
}
ok(!-e "$dir/no", 'a refusal makes nothing');
is(join(' ', map { s,.*/,,r } glob "$dir/full/*"), 'precious', 'and removes nothing');

# ---- a failure on the way removes what was made ----
system('cp', '-a', $bin =~ s,/bin$,,r, "$dir/inst") == 0 or die;
my $views = "$dir/inst/share/postgresql/system_views.sql";
sub broken { return Narwal::Cluster::run_command("$dir/inst/bin/initdb", '-N', '--locale=C', '-D', @_); }
($rc) = broken("$dir/moved");
is($rc, 0, 'an installation that was moved works');
my $text = Narwal::Cluster::slurp($views);
Narwal::Cluster::spew($views, "$text\n\nSELECT 1 / 0;\n");
mkdir "$dir/mine";
for my $where (qw(new mine))
{
	($rc, $out, $err) = broken("$dir/$where");
	is($rc, 1, "$where: an error in the SQL is fatal");
	like($err, qr/division by zero/, "$where: and told");
}
ok(!-e "$dir/new", 'the directory is gone');
is(join(' ', glob "$dir/mine/*"), '', 'one that was there is empty again');
($rc) = broken("$dir/kept", '-n');
ok($rc == 1 && -e "$dir/kept/PG_VERSION", '--no-clean keeps it');
unlink $views;
($rc, $out, $err) = broken("$dir/new");
ok($rc == 1 && $err =~ /installation is not complete/, 'an incomplete installation is told');
done_testing();
