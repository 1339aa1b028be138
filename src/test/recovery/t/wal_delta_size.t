# wal_delta_size.t
#	On every case of the update-shape suite a delta takes at most the bytes of the better
#	of the encoders that were proposed to PostgreSQL, and never more than stock's record.
use strict;
use warnings;
use Narwal::Cluster;
use Narwal::Shapes;
use Test::More;

my $c = Narwal::Cluster->new('size')->init;
$c->start;
$c->sql('CREATE EXTENSION delta_yardstick');
for my $s (Narwal::Shapes::all())
{
	$c->sql("CREATE TABLE t ($s->{columns}); INSERT INTO t SELECT $s->{row} FROM generate_series(1, 40) i;
		CREATE TABLE before ($s->{columns}); INSERT INTO before SELECT * FROM t; UPDATE t SET $s->{set}");
	my ($n, $full, $stock, $delta, $lz, $bulk, $chunks) = split /\|/, $c->value('SELECT count(*), sum(full_row), sum(stock), sum(delta), sum(lz), sum(lz_bulk), sum(chunks)
		FROM (SELECT (delta_sizes(old_row, new_row)).* FROM before old_row JOIN t new_row USING (i)) x');
	is($n, 40, "$s->{name}: 40 rows");
	my ($best) = sort { $a <=> $b } $lz, $bulk, $chunks;
	cmp_ok($delta, '<=', $best, "$s->{name}: $delta bytes; row $full, stock $stock, lz $lz, bulk $bulk, chunks $chunks");
	cmp_ok($delta, '<=', $stock, "$s->{name}: at most stock's");
	$c->sql('DROP TABLE t, before');
}
done_testing();
