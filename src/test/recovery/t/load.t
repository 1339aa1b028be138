# load.t
#	Twelve sessions that meet each other: rows locked by several at once, updates
#	rolled back to savepoints, deadlocks, splits, values out of line, checkpoints.
#	Then the server is killed: all is there afterwards, and stock agrees.
#
# crash.t kills at any moment but lets each client have its own rows; here they
# share them.  LOAD_SECONDS sets the time of the load (8).
use strict;
use warnings;
use Narwal::Cluster;
use POSIX ();
use Test::More;

my $pgbench = "$Narwal::Cluster::STOCK_BIN/pgbench";
plan skip_all => 'pgbench is not installed' unless -x $pgbench;
my $seconds = $ENV{LOAD_SECONDS} // 8;

my $c = Narwal::Cluster->new('load')->init;
# Few buffers: changed pages go out under the feet of those that change them.
$c->append_conf("shared_buffers = 4MB\nwal_consistency_checking = all\nlog_error_verbosity = default\nmax_wal_size = 64MB\nbgwriter_delay = 20ms\ndeadlock_timeout = 50ms");
$c->start;
my @conn = ('-h', $c->socket_dir, '-p', $c->port, '-U', 'postgres');
my ($rc, $out, $err) = Narwal::Cluster::run_command($pgbench, @conn, '-i', '-I', 'dtGp', '-s', '1', 'postgres');
is($rc, 0, "pgbench's tables are made") or diag($err);
$c->sql('CREATE TABLE big (id bigserial PRIMARY KEY, k int, v text, x text); CREATE INDEX big_k ON big (k); CREATE INDEX big_v ON big (v)');

my %script = (
	write => <<'SQL',
\set k random(1, 2000)
\set n random(1, 400)
BEGIN;
INSERT INTO big (k, v, x) SELECT :k + i, md5((:k * i)::text), repeat(md5(random()::text), :n) FROM generate_series(1, 10) i;
SAVEPOINT s;
UPDATE big SET v = v || 'u', x = repeat(md5(:k::text), :n) WHERE k = :k;
ROLLBACK TO s;
DELETE FROM big WHERE k = :k + 3;
UPDATE big SET k = k + 1 WHERE k = :k + 4;
COMMIT;
SQL
	lock => <<'SQL',
\set k random(1, 2000)
BEGIN;
SELECT count(*) FROM (SELECT * FROM big WHERE k BETWEEN :k AND :k + 5 ORDER BY id FOR UPDATE) z;
SELECT count(*) FROM (SELECT * FROM big WHERE k BETWEEN :k + 6 AND :k + 90 ORDER BY id FOR KEY SHARE) z;
UPDATE big SET x = 'short' WHERE k = :k;
END;
SQL
	checkpoint => "CHECKPOINT;\n\\sleep 700 ms\n",
);
my @clients = ([ 'tpcb', '-b', 'tpcb-like', '-c', '4' ], [ 'write', '-c', '4' ], [ 'lock', '-c', '3' ], [ 'checkpoint', '-c', '1' ]);
my %pids;
for (@clients)
{
	my ($name, @args) = @$_;
	if ($script{$name})
	{
		Narwal::Cluster::spew($c->dir . "/$name.sql", $script{$name});
		push @args, '-f', $c->dir . "/$name.sql";
	}
	my $pid = fork // die "fork: $!";
	if ($pid == 0)
	{
		open STDOUT, '>', $c->dir . "/$name.out";
		open STDERR, '>&', \*STDOUT;
		alarm $seconds + 60;	# survives exec: a statement that hangs fails the test
		exec $pgbench, @conn, '-n', '--max-tries=20', '-T', $seconds, @args, 'postgres' or POSIX::_exit(127);
	}
	$pids{$name} = $pid;
}
for my $name (sort keys %pids)
{
	waitpid $pids{$name}, 0;
	my $status = $?;
	my $text = Narwal::Cluster::slurp($c->dir . "/$name.out");
	my ($n) = $text =~ /transactions actually processed: (\d+)/;
	ok($status == 0 && $n, "$name: " . ($n // 0) . ' transactions') or diag($text);
}

my $digest = "SELECT (SELECT count(*) || ' ' || sum(k) || ' ' || md5(string_agg(id || v || md5(x), ',' ORDER BY id)) FROM big),
	(SELECT sum(abalance) FROM pgbench_accounts), (SELECT sum(tbalance) FROM pgbench_tellers), (SELECT sum(bbalance) FROM pgbench_branches), (SELECT sum(delta) FROM pgbench_history)";
my $before = $c->value($digest);
my (undef, @sums) = split /\|/, $before;
is_deeply(\@sums, [ ($sums[0]) x 4 ], 'the sums of the four tables agree');
$c->kill9;
$c->start;
is($c->value($digest), $before, 'the same rows after kill -9');
unlike(Narwal::Cluster::slurp($c->log_file), qr/TRAP|PANIC|inconsistent page|terminated by signal/, 'no process failed, replay made every page what it was');
$c->stop;
SKIP:
{
	skip 'stock PostgreSQL 15 is not installed', 2 unless Narwal::Cluster::have_stock();
	my $s = Narwal::Cluster->new('judge', stock => 1)->init_from($c);
	$s->start;
	is($s->value($digest), $before, 'stock reads the same rows');
	($rc, $out, $err) = Narwal::Cluster::run_command("$Narwal::Cluster::STOCK_BIN/pg_amcheck", '-h', $s->socket_dir, '-p', $s->port, '-U', 'postgres', '-d', 'postgres',
		'--install-missing', '--heapallindexed', '--rootdescend', '--parent-check');
	is($rc, 0, 'pg_amcheck passes') or diag("$out$err");
	$s->stop;
}
done_testing();
