# powercut.t
#	Power fails under load: of what was written but not synced the disk has a
#	part by chance, sector by sector.  Every acknowledged commit is there
#	afterwards, nothing half-done is, and checkpoints have synced what they must.
#
# powercut.c, preloaded into the server, keeps a copy of what was synced.  The
# crashed directory is made of the two: what is in both is sure; of the rest each
# sector of 512 bytes, each length and each name is taken from either by chance.
# In every other round the server is killed or stopped in the middle of recovery
# before, with the power on: what such a recovery wrote counts, too.
# POWERCUT_ROUNDS sets the rounds (4), POWERCUT_SEED repeats one.
use strict;
use warnings;
use Cwd qw(abs_path);
use File::Find;
use File::Path qw(make_path remove_tree);
use Narwal::Cluster;
use POSIX ();
use Test::More;
use Time::HiRes qw(sleep time);

my $seed = $ENV{POWERCUT_SEED} // int time;
my $rounds = $ENV{POWERCUT_ROUNDS} // 4;
srand $seed;
diag("seed $seed");

my $source = "$ENV{NARWAL_TESTDIR}/recovery/powercut.c";
my $library = Narwal::Cluster::workdir() . '/powercut.so';
my ($rc, $out, $err) = Narwal::Cluster::run_command('cc', '-O1', '-Wall', '-shared', '-fPIC', '-o', $library, $source, '-ldl');
plan skip_all => "cannot compile powercut.c: $err" if $rc;

# Relative names of all files (and directories) below a directory.
sub names_below
{
	my ($dir) = @_;
	my %names;
	find({ no_chdir => 1, wanted => sub { $names{ substr $File::Find::name, length($dir) + 1 } = -d $_ ? 'd' : 'f' if length $File::Find::name > length $dir } }, $dir);
	return \%names;
}

# One file's content after the cut: sectors of either.
sub mixed
{
	my ($synced, $written) = @_;
	return $synced if $synced eq $written;
	my $length = rand() < 0.5 ? length $written : length $synced;
	my $result = '';
	for (my $at = 0; $at < $length; $at += 512)
	{
		my ($a, $b) = map { $at < length $_ ? substr($_, $at, 512) : '' } $synced, $written;
		my $sector = $a eq $b || rand() < 0.5 ? $a : $b;
		$result .= $sector . "\0" x (512 - length $sector);
	}
	return substr $result, 0, $length;
}

sub cut_power
{
	my ($real, $shadow, $image) = @_;
	my ($written, $synced) = (names_below($real), names_below($shadow));
	make_path($image);
	chmod 0700, $image;
	for my $name (sort { length $a <=> length $b } keys %{ { %$written, %$synced } })
	{
		next if $name =~ /^postmaster\.(pid|opts)$/;
		if (($written->{$name} // $synced->{$name}) eq 'd') { mkdir "$image/$name", 0700 if exists $synced->{$name} || rand() < 0.5; next; }
		next unless exists $synced->{$name} && exists $written->{$name} or rand() < 0.5;
		my ($parent) = "$image/$name" =~ m,^(.*)/,;
		next unless -d $parent;
		my ($old, $new) = map { Narwal::Cluster::slurp($_) } "$shadow/$name", "$real/$name";
		Narwal::Cluster::spew("$image/$name", exists $written->{$name} ? mixed($old, $new) : $old);
		chmod 0600, "$image/$name";
	}
}

# Write until the server dies; leave the numbers of acknowledged transactions.
sub client
{
	my ($c, $k, $from, $file) = @_;
	open STDOUT, '>', $file;
	open STDERR, '>', '/dev/null';
	$SIG{PIPE} = 'IGNORE';
	open my $psql, '|-', "$Narwal::Cluster::STOCK_BIN/psql", '-XAtq', '-d', $c->connstr, '-f', '-';
	$psql->autoflush(1);
	for my $n ($from .. $from + 100_000)
	{
		my $ddl = ('', "CREATE TABLE made_${k}_$n (a int PRIMARY KEY); INSERT INTO made VALUES ('made_${k}_$n', 0); ",
			"TRUNCATE cut_$k; INSERT INTO cut_$k VALUES ($n); ",
			"CREATE TABLE copy_${k}_$n AS SELECT * FROM log WHERE client = $k LIMIT 200; CREATE INDEX ON copy_${k}_$n (pad); INSERT INTO made SELECT 'copy_${k}_$n', count(*) FROM copy_${k}_$n; ",
			$n > 21 && "DROP TABLE copy_${k}_" . ($n - 21) . "; DELETE FROM made WHERE name = 'copy_${k}_" . ($n - 21) . "'; ")[ ($n + $k) % 10 ] || '';
		print $psql "BEGIN; ${ddl}UPDATE pair SET n = n - 1 WHERE id = $k; INSERT INTO log VALUES ($k, $n, md5('$n') || repeat('p', $n % 300)); UPDATE pair SET n = n + 1 WHERE id = $k + 10; COMMIT;\n\\echo $n\n" or last;
		print $psql "CHECKPOINT;\n" if $n % 41 == 7 * $k;
	}
	close $psql;
	POSIX::_exit(0);
}

my @methods = qw(fdatasync fsync open_datasync open_sync);
for my $round (1 .. $rounds)
{
	my $c = Narwal::Cluster->new("power$round")->init('--wal-segsize=1');
	my $method = $methods[ $round % @methods ];
	my $name = "round $round ($method)";
	# Under minimal, new relations are synced at commit instead of logged.
	$c->append_conf('wal_level = ' . ($round % 3 == 2 ? "minimal\nmax_wal_senders = 0" : 'replica'));
	$c->append_conf("wal_sync_method = $method\nshared_buffers = 1MB\nmax_wal_size = 4MB\nmin_wal_size = 2MB\nbgwriter_delay = 10ms\ncheckpoint_timeout = 30s\nlog_error_verbosity = default\nwal_consistency_checking = all\nwal_compression = "
		. (qw(off pglz lz4 zstd))[ $round % 4 ]);
	my ($real, $shadow, $image) = (abs_path($c->data_dir), $c->dir . '/shadow', $c->dir . '/image');
	system('cp', '-a', $real, $shadow) == 0 or die;
	my $watched = sub {
		my ($start) = @_;
		local $ENV{LD_PRELOAD} = $library;
		local $ENV{POWERCUT_REAL} = $real;
		local $ENV{POWERCUT_SHADOW} = $shadow;
		$start->();
	};
	$watched->(sub { $c->start });
	$c->sql("CREATE TABLE pair (id int PRIMARY KEY, n int) WITH (fillfactor = 50); INSERT INTO pair SELECT i, 0 FROM generate_series(1, 20) i;
		CREATE TABLE log (client int, n int, pad text, PRIMARY KEY (client, n)); CREATE INDEX log_pad ON log (pad); CREATE TABLE made (name text, n int);
		CREATE TABLE cut_1 (a int); CREATE TABLE cut_2 (a int); CREATE TABLE cut_3 (a int); CREATE TABLE empty (a int); CREATE UNLOGGED TABLE un (a int); CHECKPOINT");
	my @pids;
	for my $k (1 .. 3)
	{
		my $pid = fork // die "fork: $!";
		client($c, $k, 1, $c->dir . "/client.$k") if $pid == 0;
		push @pids, $pid;
	}
	sleep 1 + rand 2;
	$c->kill9;
	waitpid $_, 0 for @pids;
	for my $restart (1 .. ($round % 2 ? 3 : 0))
	{
		$watched->(sub { $c->run('pg_ctl', '-D', $real, '-l', $c->log_file, '-W', 'start') });
		for (1 .. 2000) { last if -s "$real/postmaster.pid"; sleep 0.005; }
		($c->{pid}) = Narwal::Cluster::slurp("$real/postmaster.pid") =~ /^(\d+)\n/;
		sleep rand 0.3;
		$restart == 2 ? $c->stop('fast') : $c->kill9;
	}
	cut_power($real, $shadow, $image);
	rename $real, "$real.before";
	rename $image, $real;
	my $started = eval { $c->start; 1 };
	ok($started, "$name: recovers") or do { diag($@); last; };
	my @problems;
	my $total = 0;
	for my $k (1 .. 3)
	{
		my @numbers = grep { /^\d+$/ } split /\n/, Narwal::Cluster::slurp($c->dir . "/client.$k");
		my $last = @numbers ? $numbers[-1] : 0;
		$total += $last;
		my ($count, $max) = split /\|/, $c->value("SELECT count(*), COALESCE(max(n), 0) FROM log WHERE client = $k");
		push @problems, "client $k: acknowledged $last, found up to $max" if $max < $last || $max > $last + 1;
		push @problems, "client $k: $count rows for numbers up to $max" if $count != $max;
		my $truncated = $c->value("SELECT count(*) FROM cut_$k");
		push @problems, "cut_$k has $truncated rows" if $truncated > 1;
	}
	push @problems, 'pairs disagree' if $c->value('SELECT sum(n) FROM pair') != 0;
	push @problems, 'pairs and log disagree' if $c->value('SELECT sum(n) FROM pair WHERE id > 10') != $c->value('SELECT count(*) FROM log');
	push @problems, "an empty table: " . $_ for grep { $_ ne '0' } $c->value('SELECT count(*) FROM empty'), $c->value('SELECT count(*) FROM un');
	for my $row (split /\n/, $c->value('SELECT name, n FROM made'))
	{
		my ($made, $expected) = split /\|/, $row;
		my ($code, $count, $text) = $c->psql("SELECT count(*) FROM $made; INSERT INTO $made VALUES (1)");
		push @problems, "$made: $text" if $code;
		push @problems, "$made has $count of $expected rows" if !$code && $count != $expected;
	}
	is_deeply(\@problems, [], "$name: all of $total acknowledged commits are there, nothing half-done") or diag("POWERCUT_SEED=$seed");
	unlike(Narwal::Cluster::slurp($c->log_file), qr/inconsistent page|TRAP|PANIC/, "$name: replay made every page what it was");
	$c->stop;
	if (Narwal::Cluster::have_stock())
	{
		my $s = Narwal::Cluster->new("judge$round", stock => 1)->init_from($c);
		$s->start;
		my ($code, $said, $complaint) = Narwal::Cluster::run_command("$Narwal::Cluster::STOCK_BIN/pg_amcheck", '-h', $s->socket_dir, '-p', $s->port, '-U', 'postgres', '-d', 'postgres', '--install-missing', '--heapallindexed');
		is($code, 0, "$name: stock's pg_amcheck passes") or diag("$said$complaint");
		$s->stop;
		remove_tree($s->dir);
	}
	remove_tree($c->dir);
}
done_testing();
