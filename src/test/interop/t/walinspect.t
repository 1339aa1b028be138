# walinspect.t
#	contrib/pg_walinspect shows what stock's shows: stock writes a workload and
#	lists it, Narwal starts on a copy of the data directory, with the extension
#	that stock created there, and lists the same; errors are the same.  Then it
#	reads an extended log of Narwal's own.
use strict;
use warnings;
use Narwal::Cluster;
use Test::More;

plan skip_all => 'stock PostgreSQL 15 is not installed' unless Narwal::Cluster::have_stock();

my $stock = Narwal::Cluster->new('stock', stock => 1)->init;
$stock->append_conf("wal_compression = pglz\nwal_keep_size = 1GB");
$stock->start;
$stock->sql('CREATE EXTENSION pg_walinspect; CHECKPOINT');
my $from = $stock->value('SELECT pg_current_wal_lsn()');
$stock->sql($_) for 'CREATE TABLE t (k int PRIMARY KEY, v text)',
	"INSERT INTO t SELECT i, md5(i::text) FROM generate_series(1, 3000) i", 'CHECKPOINT',
	"UPDATE t SET v = v || 'x' WHERE k % 5 = 0", 'DELETE FROM t WHERE k % 7 = 0', 'VACUUM t',
	'CREATE INDEX ON t (v)', 'SELECT pg_switch_wal()', 'BEGIN; INSERT INTO t VALUES (-1); ROLLBACK', 'TRUNCATE t';
my $to = $stock->value('SELECT pg_current_wal_lsn()');
$stock->sql('CREATE TABLE after (i int); DROP TABLE after');

my %query = (
	'records' => "SELECT * FROM pg_get_wal_records_info('$from', '$to')",
	'records from the middle of one' => "SELECT * FROM pg_get_wal_records_info('$from'::pg_lsn + 9, '$to')",
	'nulls' => "SELECT count(*), count(description), count(block_ref) FROM pg_get_wal_records_info('$from', '$to')",
	'one record' => "SELECT * FROM pg_get_wal_record_info('$from')",
	'sums' => "SELECT * FROM pg_get_wal_stats('$from', '$to')",
	'sums by type' => "SELECT * FROM pg_get_wal_stats('$from', '$to', true)",
	'start at 0' => "SELECT * FROM pg_get_wal_record_info('0/0')",
	'end before start' => "SELECT * FROM pg_get_wal_records_info('$to', '$from')",
	'empty range' => "SELECT * FROM pg_get_wal_stats('$to', '$to')",
	'rights' => "SELECT proname, proacl, proargnames, proisstrict, provolatile, proparallel FROM pg_proc WHERE prosrc LIKE 'pg_get_wal_rec%' OR prosrc LIKE 'pg_get_wal_stats%' ORDER BY 1",
);
my %expected = map { $_ => [ $stock->psql($query{$_}) ] } keys %query;
$stock->stop;

my $ours = Narwal::Cluster->new('ours');
$ours->init_from($stock);
$ours->start;
for my $name (sort keys %query)
{
	my @got = $ours->psql($query{$name});
	my @a = split /\n/, $got[1];
	my @b = split /\n/, $expected{$name}[1];
	my $i = 0;
	$i++ while $i < @a && $i < @b && $a[$i] eq $b[$i];
	ok($i == @a && $i == @b, "$name: same rows (" . scalar(@b) . ')')
		or diag("line $i\n     got: " . ($a[$i] // '(end)') . "\nexpected: " . ($b[$i] // '(end)'));
	is($got[2] =~ s/^.*?(?=ERROR)//sr, $expected{$name}[2] =~ s/^.*?(?=ERROR)//sr, "$name: same message");
}
for my $f ("record_info('5/0')", "records_info('5/0', '6/0')", "records_info('$from', '6/0')", "stats('5/0', '6/0')",
	"stats_till_end_of_wal('5/0')", "records_info_till_end_of_wal('5/0')")
{
	my (undef, undef, $err) = $ours->psql("SELECT * FROM pg_get_wal_$f");
	like($err, qr/ERROR:.*cannot accept future (input|start|end) LSN\nDETAIL:  Last known WAL LSN on the database system is at/, "$f: refused");
}
is($ours->value("SELECT count(*) > 100 FROM pg_get_wal_records_info_till_end_of_wal('$from')"), 't', 'up to now');
is($ours->value("SELECT sum(count) > 100 FROM pg_get_wal_stats_till_end_of_wal('$from')"), 't', 'sums up to now');

# A range may end where the log does, and not one byte later.
for my $c ($stock, $ours)
{
	my $kind = $c == $stock ? 'stock' : 'Narwal';
	$c->start if $c == $stock;
	$c->sql('CREATE TABLE last (i int)');
	my $end = 'pg_current_wal_flush_lsn()';
	is($c->value("SELECT count(*) > 0 FROM pg_get_wal_records_info($end - 9000, $end)"), 't', "$kind: up to the end");
	like(($c->psql("SELECT * FROM pg_get_wal_stats($end - 3000, $end + 1)"))[2], qr/cannot accept future end LSN/, "$kind: not beyond it");
	like(($c->psql("SELECT * FROM pg_get_wal_record_info($end)"))[2], qr/cannot accept future input LSN/, "$kind: no record begins there");
	$c->stop if $c == $stock;
}

$ours->stop;
$ours->append_conf("wal_format = extended\nwal_compression = zlib");
$ours->start;
$ours->sql('DROP EXTENSION pg_walinspect; CREATE EXTENSION pg_walinspect; CHECKPOINT');
$from = $ours->value('SELECT pg_current_wal_lsn()');
$ours->sql("INSERT INTO t SELECT i, md5(i::text) FROM generate_series(1, 100) i; CHECKPOINT; UPDATE t SET v = 'x' WHERE k = 1");
like($ours->value("SELECT block_ref FROM pg_get_wal_records_info_till_end_of_wal('$from') WHERE fpi_length > 0 ORDER BY start_lsn DESC LIMIT 1"),
	qr/compression saved: \d+, method: zlib/, 'an extended image is shown with its method');
is(($ours->psql($query{rights}))[1], $expected{rights}[1], 'the extension can be made here as well');

done_testing();
