# walstore_archive.t
#	A stock server archives through pg_walstore under load; after the cluster is
#	gone, a base backup and the archive bring it back to a named point, on a new
#	timeline, whose archive brings it back again; a standby lives by
#	restore_command alone.
use strict;
use warnings;
use File::Path qw(make_path remove_tree);
use Narwal::Cluster;
use Test::More;

plan skip_all => 'stock PostgreSQL 15 is not installed' unless Narwal::Cluster::have_stock();

my $tool = Narwal::Cluster::narwal_bin() . '/pg_walstore';
my $dir = Narwal::Cluster::workdir();
my $archive = "$dir/archive";
make_path($archive);

my $archiving = <<"CONF";
archive_mode = on
archive_command = '$tool archive "%p" $archive'
CONF
my $restoring = "restore_command = '$tool restore -D $archive %f \"%p\"'\n";

my $digest = q{SELECT md5(string_agg(t::text, ',' ORDER BY aid)) FROM pgbench_accounts t}
	. q{ UNION ALL SELECT count(*)::text FROM pgbench_history UNION ALL SELECT sum(tbalance)::text FROM pgbench_tellers};

# pgbench against a cluster
sub load
{
	my ($c, @args) = @_;
	my ($rc, $out, $err) = $c->run('pgbench', '-h', $c->socket_dir, '-p', $c->port, '-U', 'postgres', '-n', @args, 'postgres');
	is($rc, 0, "pgbench @args") or diag($err);
}

# all WAL so far in the archive
sub settle
{
	my ($c) = @_;
	my $last = $c->value('SELECT pg_walfile_name(pg_switch_wal())');
	ok($c->poll("SELECT last_archived_wal >= '$last' FROM pg_stat_archiver"), "$last is archived");
}

# a new cluster from the backup, to recover as the settings say
sub from_backup
{
	my ($name, $signal, $conf) = @_;
	my $c = Narwal::Cluster->new($name, stock => 1);
	$c->init_from("$dir/backup");
	Narwal::Cluster::spew($c->data_dir . "/$signal.signal", '');
	$c->append_conf($restoring . $conf);
	chmod 0700, $c->data_dir;
	return $c;
}

# ---- primary, backup, load ----

my $primary = Narwal::Cluster->new('primary', stock => 1)->init('--wal-segsize=1');
$primary->append_conf("wal_level = replica\nmax_wal_senders = 4\nwal_compression = lz4\nfsync = off\n$archiving");
$primary->start;
load($primary, '-i', '-q', '-s', 2);
my ($rc, $out, $err) = $primary->run('pg_basebackup', '-h', $primary->socket_dir, '-p', $primary->port, '-U', 'postgres',
	'-D', "$dir/backup", '-X', 'none', '-c', 'fast');
is($rc, 0, 'base backup') or diag($err);
load($primary, '-c', 8, '-t', 250);
$primary->sql(q{SELECT pg_create_restore_point('noon')});
my $noon = $primary->value($digest);
load($primary, '-c', 8, '-t', 150);
my $evening = $primary->value($digest);
settle($primary);
isnt($noon, $evening, 'the data changed after the restore point');
is($primary->value('SELECT failed_count FROM pg_stat_archiver'), 0, 'no archive command failed');

my @stores = glob "$archive/*.wst";
my $stored = 0;
$stored += -s $_ for @stores;
cmp_ok(scalar @stores, '>', 5, scalar(@stores) . ' stores in the archive');
cmp_ok($stored, '<', 0.4 * @stores * 1024 * 1024, 'which takes ' . int($stored / 1024) . ' of ' . @stores * 1024 . ' kB');
is_deeply([grep { !/(\.wst|\.backup|\.history)$/ } glob "$archive/*"], [], 'nothing else but backup labels and histories');

# ---- standby by restore_command ----

my $standby = from_backup('standby', 'standby', "hot_standby = on\n");
$standby->start;
ok($standby->poll("SELECT count(*) = (SELECT 8 * 400) FROM pgbench_history"), 'the standby has all transactions');
is($standby->value($digest), $evening, 'and the primary\'s data');
load($primary, '-c', 4, '-t', 50);
my $night = $primary->value($digest);
settle($primary);
ok($standby->poll("SELECT count(*) = (SELECT 8 * 400 + 200) FROM pgbench_history"), 'it follows');
is($standby->value($digest), $night, 'with the same data');
$standby->stop;

# ---- the cluster is lost ----

$primary->kill9;
remove_tree($primary->data_dir);
my $restored = from_backup('restored', 'recovery', "recovery_target_name = 'noon'\nrecovery_target_action = promote\n$archiving");
$restored->start;
ok($restored->poll('SELECT NOT pg_is_in_recovery()'), 'recovery ends at the restore point');
is($restored->value($digest), $noon, 'with the data of then');
is($restored->value('SELECT timeline_id FROM pg_control_checkpoint()'), 2, 'on a new timeline');
load($restored, '-c', 2, '-t', 50);
my $second = $restored->value($digest);
settle($restored);
ok(-e "$archive/00000002.history", 'whose history file is archived');
$restored->stop;
remove_tree($restored->data_dir);

my $again = from_backup('again', 'recovery', "recovery_target_timeline = latest\n");
$again->start;
ok($again->poll('SELECT NOT pg_is_in_recovery()'), 'recovery along the second timeline ends');
is($again->value($digest), $second, 'with its data');
$again->stop;

# ---- a damaged store stops recovery, instead of ending it early ----

my $victim = (sort glob "$archive/00000001*.wst")[-3];
my $bytes = Narwal::Cluster::slurp($victim);
substr($bytes, length($bytes) - 500, 1) ^= "\x01";
Narwal::Cluster::spew($victim, $bytes);
remove_tree($again->data_dir);
my $stopped = from_backup('stopped', 'recovery', "recovery_target_timeline = 1\nhot_standby = off\n");
$stopped->start(may_fail => 1);
for (1 .. 600)
{
	last unless defined $stopped->{pid} && $stopped->children;
	select undef, undef, undef, 0.1;
}
ok(!defined $stopped->{pid} || !$stopped->children, 'recovery does not go on without a damaged segment');
delete $stopped->{pid};
like($stopped->log_tail, qr/damaged: .* WAL position/, 'and the log says where the damage is');
done_testing();
