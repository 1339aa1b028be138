# stress.t
#	Clients change the same rows at random; nothing gets lost, and stock's
#	pg_amcheck finds indexes and tables sound.
#
# Each client runs transactions of inserts, updates, deletes, row locks and
# savepoints, some of which it rolls back, and money is moved between accounts.
# Small pages of many equal keys, values out of line and updates that change
# keys make for posting lists, splits, pruning and dead entries.  Then stock
# recovers a copy of the directory as a kill -9 leaves it, and checks it:
# every row has its index entries, every entry is found from the root.
# STRESS_SECONDS is how long the clients run; STRESS_SEED repeats a choice.
use strict;
use warnings;
use Narwal::Cluster;
use Test::More;

my $seconds = $ENV{STRESS_SECONDS} // 10;
my $seed = $ENV{STRESS_SEED} // time;
srand $seed;
note "seed $seed";
my $nclients = 5;
my $c = Narwal::Cluster->new('ours')->init;
$c->append_conf("deadlock_timeout = 50ms\nshared_buffers = 2MB\nmax_wal_size = 64MB");
$c->start;
$c->sql(<<'SQL');
CREATE TABLE account (id int PRIMARY KEY, balance int NOT NULL, touched int NOT NULL DEFAULT 0) WITH (fillfactor = 70);
INSERT INTO account SELECT i, 1000 FROM generate_series(1, 40) i;
CREATE TABLE item (id int PRIMARY KEY, k int, s text, n int, big text);
ALTER TABLE item ALTER big SET STORAGE EXTERNAL;
CREATE INDEX item_k ON item (k);
CREATE INDEX item_s ON item (s DESC NULLS LAST, k);
CREATE INDEX item_n ON item (n) INCLUDE (k) WHERE n > 3;
CREATE INDEX item_ks ON item ((k % 5), lower(s)) WITH (fillfactor = 60);
CREATE UNIQUE INDEX item_u ON item (n, id DESC);
INSERT INTO item SELECT i, i % 10, CASE WHEN i % 4 > 0 THEN repeat(chr(97 + i % 26), i % 90) END, i % 7, CASE WHEN i % 50 = 0 THEN repeat('b', 5000) END FROM generate_series(1, 3000) i;
CREATE TABLE done (client int, xact int, moved int);
SQL
my $can_vacuum = ($c->psql('VACUUM done'))[0] == 0;

sub statement
{
	my $id = 1 + int rand 4000;
	my $to = $id + int rand 20;
	my $kind = rand;
	return "INSERT INTO item VALUES ($id, $id % 10, repeat('q', $id % 40), $id % 7, CASE WHEN $id % 9 = 0 THEN repeat('c', 3000) END) ON CONFLICT DO NOTHING" if $kind < 0.2;
	return "INSERT INTO item SELECT i, i % 3, 'many', i % 7, NULL FROM generate_series($id, $id + 60) i ON CONFLICT (id) DO UPDATE SET k = item.k + 1, s = excluded.s" if $kind < 0.3;
	return "DELETE FROM item WHERE id BETWEEN $id AND $to" if $kind < 0.45;
	return "UPDATE item SET n = n + 1 WHERE id BETWEEN $id AND $to" if $kind < 0.55;
	return "UPDATE item SET k = (k + $id) % 11, big = big || 'd' WHERE id BETWEEN $id AND $to" if $kind < 0.65;
	return "UPDATE item SET s = NULLIF(left(md5(s || $id), $id % 33), '') WHERE k = $id % 10 AND id < $id AND id > $id - 100" if $kind < 0.75;
	return "UPDATE item SET big = CASE WHEN big IS NULL THEN repeat('e', $id) END WHERE id = $id" if $kind < 0.8;
	return "SELECT count(*) FROM (SELECT id FROM item WHERE id BETWEEN $id AND $to FOR SHARE SKIP LOCKED) x" if $kind < 0.9;
	return "SELECT count(*), sum(n), max(length(big)) FROM item WHERE k = $id % 10";
}

# One transaction of a client: psql goes on after an error, and the COMMIT then
# rolls back, "done" row included.
sub transaction
{
	my ($client, $number) = @_;
	my $sql = 'BEGIN' . (rand() < 0.3 ? ' ISOLATION LEVEL REPEATABLE READ' : '') . ";\n";
	for (1 .. 1 + int rand 4)
	{
		my $st = statement();
		my $kind = rand;
		$sql .= $kind < 0.15 ? "SAVEPOINT s; $st; ROLLBACK TO s;\n" : $kind < 0.3 ? "SAVEPOINT s; $st; RELEASE s;\n" : "$st;\n";
	}
	my ($from, $to, $amount) = (1 + int rand 40, 1 + int rand 40, int rand 50);
	$sql .= "SELECT balance FROM account WHERE id = $from FOR NO KEY UPDATE;\n" if rand() < 0.3;
	$sql .= "SELECT balance FROM account WHERE id = $to FOR KEY SHARE;\n" if rand() < 0.3;
	$sql .= "UPDATE account SET balance = balance - $amount, touched = touched + 1 WHERE id = $from;\n";
	$sql .= "UPDATE account SET balance = balance + $amount, touched = touched + 1 WHERE id = $to;\n";
	$sql .= "INSERT INTO done VALUES ($client, $number, $amount);\n";
	return $sql . (rand() < 0.85 ? "COMMIT;\n" : "ROLLBACK;\n") . "VACUUM item;\n" x ($can_vacuum && rand() < 0.02);
}
my @pids;
for my $client (1 .. $nclients)
{
	my $file = $c->dir . "/client$client.sql";
	open my $fh, '>', $file or die;
	print $fh transaction($client, $_) for 1 .. 400 * $seconds;
	close $fh;
	my $pid = fork // die;
	if ($pid == 0)
	{
		open STDOUT, '>', "$file.out";
		open STDERR, '>&', \*STDOUT;
		exec "$Narwal::Cluster::STOCK_BIN/psql", '-XAtq', '-d', $c->connstr, '-f', $file;
		exit 1;
	}
	push @pids, $pid;
}
sleep $seconds;
kill 'TERM', @pids;
waitpid $_, 0 for @pids;
$c->poll("SELECT count(*) = 1 FROM pg_stat_activity WHERE backend_type = 'client backend'");

my $log = Narwal::Cluster::slurp($c->log_file);
ok($log !~ /TRAP|PANIC|terminated by signal|XX00|WARNING/, 'no internal error') or diag join "\n", grep { /TRAP|PANIC|terminated|XX00|WARNING/ } split /\n/, $log;
my $done = $c->value('SELECT count(*) FROM done');
cmp_ok($done, '>', 20, "work was done: $done transactions");
is($c->value('SELECT sum(balance) FROM account'), 40_000, 'no money appeared or got lost');
is($c->value('SELECT sum(touched) FROM account'), 2 * $done, 'every committed transaction changed two rows');
for my $query ('SELECT count(*), sum(n), sum(k), sum(length(s)) FROM item WHERE id > 0', 'SELECT count(*), sum(id) FROM item WHERE k >= -1 OR k < -1', 'SELECT count(*), sum(id) FROM item WHERE n > 3', 'SELECT count(*), md5(string_agg(id::text, \',\' ORDER BY id)) FROM item WHERE s IS NOT NULL')
{
	is($c->value("SET enable_seqscan = off; $query"), $c->value("SET enable_indexscan = off; SET enable_bitmapscan = off; $query"), "scans agree: $query");
}

SKIP:
{
	skip 'stock PostgreSQL 15 is not installed', 2 unless Narwal::Cluster::have_stock();
	$c->kill9;
	my $judge = Narwal::Cluster->new('judge', stock => 1)->init_from($c);
	$judge->start;
	$judge->sql('CREATE EXTENSION amcheck');
	my ($rc, $out, $err) = $judge->run('pg_amcheck', '--heapallindexed', '--rootdescend', '--parent-check', '-h', $judge->socket_dir, '-p', $judge->port, '-U', 'postgres', '-d', 'postgres');
	is($rc, 0, 'pg_amcheck finds nothing') or diag $out, $err;
	is($judge->value('SELECT sum(balance) FROM account'), 40_000, 'stock sees the same sum');
}
done_testing();
