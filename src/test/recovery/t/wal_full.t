# wal_full.t
#	The log cannot be written any more: the server stops at once rather than
#	acknowledge what is not there, and nothing acknowledged is lost.
#
# A limit for the size of files, below that of a segment, is met in the middle of
# one.  (Stock cannot start with such a limit: it has larger files in /dev/shm.)
use strict;
use warnings;
use Narwal::Cluster;
use Test::More;
use Time::HiRes qw(sleep time);

{
	my $c = Narwal::Cluster->new('limited')->init('--wal-segsize=1');
	$c->append_conf("log_error_verbosity = default\nrestart_after_crash = off\nmax_wal_size = 64MB\nfsync = off");
	$c->start;
	$c->sql('CREATE TABLE kept (a int); CREATE TABLE scratch (pad text)');
	my $fill = "TRUNCATE scratch; INSERT INTO scratch SELECT repeat('f', 1000) FROM generate_series(1, 50)";
	# To the beginning of a segment, so that there is room below the limit.
	for (1 .. 2000)
	{
		my ($offset) = $c->sql('SELECT pg_current_wal_insert_lsn()') =~ /(\w{1,5})$/;
		last if hex($offset) < 200_000;
		$c->sql($fill);
	}
	$c->stop;
	my ($rc, $out, $err) = Narwal::Cluster::run_command('bash', '-c', 'ulimit -f 900 && exec "$0" -D "$1" -l "$2" -w start', $c->program('pg_ctl'), $c->data_dir, $c->log_file);
	is($rc, 0, "starts with files limited to 900 kB") or diag("$out$err");
	my ($pid) = $c->{pid} = Narwal::Cluster::slurp($c->data_dir . '/postmaster.pid') =~ /^(\d+)\n/;
	$c->{pid} = $pid;
	my $acknowledged = 0;
	for my $n (1 .. 200)
	{
		my ($failed) = $c->psql("BEGIN; INSERT INTO kept VALUES ($n); $fill; INSERT INTO kept VALUES ($n); COMMIT");
		last if $failed;
		$acknowledged = $n;
	}
	cmp_ok($acknowledged, '>', 0, "$acknowledged commits were acknowledged");
	cmp_ok($acknowledged, '<', 200, "then one failed");
	like(Narwal::Cluster::slurp($c->log_file), qr/PANIC:  could not write to log file "?\w+"? at offset \d+, length \d+: File too large/, "the log of the server says why");
	for (1 .. 600) { last unless kill 0, $pid; sleep 0.05; }
	ok(!kill(0, $pid), "the server is down");
	delete $c->{pid};
	unlink $c->data_dir . '/postmaster.pid';
	$c->start;
	my ($rows, $last) = split /\|/, $c->value('SELECT count(*), max(a) FROM kept');
	cmp_ok($last, '>=', $acknowledged, "nothing acknowledged is lost");
	is($rows, 2 * $last, "nothing is there by half");
	is($c->value('INSERT INTO kept VALUES (100000) RETURNING a'), 100000, "writes again");
	$c->stop;
}
done_testing();
