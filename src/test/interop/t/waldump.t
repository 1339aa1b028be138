# waldump.t
#	Our pg_waldump prints what stock's prints, on WAL that stock wrote: a
#	workload that makes most kinds of records, each wal_compression, several
#	options, and errors.
use strict;
use warnings;
use Narwal::Cluster;
use Test::More;

plan skip_all => 'stock PostgreSQL 15 is not installed' unless Narwal::Cluster::have_stock();

my $ours = Narwal::Cluster::narwal_bin() . '/pg_waldump';
my $theirs = "$Narwal::Cluster::STOCK_BIN/pg_waldump";

sub both
{
	my (@args) = @_;
	my @a = Narwal::Cluster::run_command($ours, @args);
	my @b = Narwal::Cluster::run_command($theirs, @args);
	return (\@a, \@b);
}

sub same
{
	my ($name, @args) = @_;
	my ($a, $b) = both(@args);
	my ($i, @x, @y) = (0);
	@x = split /\n/, $a->[1], -1;
	@y = split /\n/, $b->[1], -1;
	$i++ while $i < @x && $i < @y && $x[$i] eq $y[$i];
	ok($i == @x && $i == @y, "$name: same output (" . scalar(@y) . ' lines)')
		or diag("line $i\n     got: " . ($x[$i] // '(end)') . "\nexpected: " . ($y[$i] // '(end)'));
	is($a->[0], $b->[0], "$name: same exit code");
	is($a->[2], $b->[2], "$name: same errors");
}

my $workload = <<'SQL';
CREATE TABLE t (k int PRIMARY KEY, v text) WITH (fillfactor = 80);
INSERT INTO t SELECT i, repeat(md5(i::text), 3) FROM generate_series(1, 3000) i;
UPDATE t SET v = v || 'x' WHERE k % 3 = 0;
UPDATE t SET k = k + 10000 WHERE k % 7 = 0;
DELETE FROM t WHERE k % 5 = 0;
CREATE INDEX t_v ON t (v);
CREATE INDEX t_h ON t USING hash (k);
BEGIN; INSERT INTO t VALUES (-1, 'a'); SAVEPOINT s; INSERT INTO t VALUES (-2, 'b'); ROLLBACK TO s; COMMIT;
BEGIN; INSERT INTO t VALUES (-3, 'c'); ROLLBACK;
BEGIN; SELECT k FROM t WHERE k < 10 FOR UPDATE; COMMIT;
CREATE SEQUENCE q; SELECT nextval('q');
CREATE TABLE g (p point, a int[], b int); INSERT INTO g SELECT point(i, i), ARRAY[i, i % 10], i FROM generate_series(1, 2000) i;
CREATE INDEX g_p ON g USING gist (p); CREATE INDEX g_a ON g USING gin (a); CREATE INDEX g_b ON g USING brin (b);
CREATE INDEX g_s ON g USING spgist (p);
INSERT INTO g SELECT point(i, -i), ARRAY[i, i % 10], i FROM generate_series(1, 2000) i;
DELETE FROM g WHERE b % 2 = 0; VACUUM g; VACUUM t;
TRUNCATE g;
DROP TABLE g;
SELECT pg_switch_wal();
CREATE TABLE u (x int); DROP TABLE u;
CHECKPOINT;
UPDATE t SET v = v || 'y';
SELECT pg_create_restore_point('here');
SELECT pg_logical_emit_message(true, 'pfx', 'hello');
SQL

for my $method (qw(off pglz lz4 zstd))
{
	my $c = Narwal::Cluster->new("stock_$method", stock => 1)->init('--wal-segsize=4');
	$c->append_conf("wal_compression = $method\nwal_keep_size = 1GB\nmax_prepared_transactions = 2");
	$c->start;
	$c->sql($workload);
	$c->stop;
	my @segments = $c->wal_segments;
	my ($first, $last) = @segments[ 0, -1 ];
	same("$method, all records", $first, $last);
	same("$method, block details", '-b', $first, $last);
	same("$method, statistics", '-z', $first, $last);
	same("$method, statistics by record", '--stats=record', $first, $last);
	next if $method ne 'off';
	same('one manager', '-r', 'Heap', $first, $last);
	same('two managers, a limit', '-r', 'Btree', '-r', 'transaction', '-n', 7, $first, $last);
	same('images only', '-w', $first, $last);
	same('quiet', '-q', $first, $last);
	same('a relation', '-R', '1663/5/1259', $first, $last);
	same('a block', '-R', '1663/5/1259', '-B', '0', $first, $last);
	same('a fork', '-F', 'vm', $first, $last);
	same('a transaction', '-x', '740', $first, $last);
	same('by directory and position', '-p', $c->data_dir, '-s', '0/1000028', '-e', '0/1200000');
	same('from the middle of a record', '-p', $c->data_dir . '/pg_wal', '-s', '0/1000123', '-n', 3);
	same('list of managers', '-r', 'list');
	same('no arguments');
	same('bad position', '-s', 'zz');
	same('bad manager', '-r', 'nope', $first);
	same('bad limit', '-n', 'x', $first);
	same('bad relation', '-R', '1/2', $first);
	same('block without relation', '-B', '1', $first);
	same("option $_", split(/ /), $first, $last)
		for '-n 0', '-n -1', '-n 2x', '-n ', '-x -5', '-x 99999999999', '-x x', '-t 0x1', '-t x', '-F ', '-r custom127', '-r custom128', '-R 1663/0/1259',
		'-R 1663/5/1259 -B 0x1', '-R 1663/5/1259 -B 4294967295', '-R 1663/5/1259 -B 4294967296', '-R 1663/5/1259 -B x', '--stats=x', '--stats record',
		'-q -z', '-z -x 99999', '--limit=3 --bkp-details --rmgr=Heap --fullpage', '-s 0/9000000', '-e 0/9000000';
	same('missing segment', "$first.missing");
	same('order of segments', $last, $first) if @segments > 1;
}
done_testing();
