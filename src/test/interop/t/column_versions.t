# column_versions.t
#	Row values that we store in tables made by a stock release that versions its
#	columns (15.19 and later) are accepted by it; so are columns that we add.
use strict;
use warnings;
use Narwal::Cluster;
use Test::More;

plan skip_all => 'stock PostgreSQL 15 is not installed' unless Narwal::Cluster::have_stock();

my $stock = Narwal::Cluster->new('stock', stock => 1)->init;
$stock->start;
$stock->sql(<<'SQL');
CREATE TABLE row_type (a int, b text);
INSERT INTO row_type VALUES (1, 'one'), (2, NULL);
CREATE TABLE keeper (id int PRIMARY KEY, r row_type, list row_type[]);
INSERT INTO keeper VALUES (1, ROW(1, 'stock'), ARRAY[ROW(2, 'stock')::row_type]);
CREATE TABLE grown (a int, b text);
INSERT INTO grown VALUES (1, '2');
SQL
my $versions = "SELECT count(*) FROM pg_attribute WHERE attoptions IS NOT NULL AND attrelid IN ('row_type'::regclass, 'grown'::regclass)";
my $has = $stock->value($versions);
my $all = 'SELECT id, (r).a, (r).b, (list[1]).b FROM keeper ORDER BY id';
my $first = $stock->value($all);
$stock->stop;

my $ours = Narwal::Cluster->new('ours')->init_from($stock);
$ours->start;
is($ours->value($all), $first, "we read stock's row values");
$ours->sql(<<'SQL');
INSERT INTO keeper VALUES (2, ROW(3, 'ours'), ARRAY[ROW(4, 'ours')::row_type]);
INSERT INTO keeper VALUES (3, '(5,literal)', '{"(6,literal)"}');
INSERT INTO keeper SELECT 3 + t.a, t, ARRAY[t] FROM row_type t;
INSERT INTO keeper SELECT 10 + id, r, list FROM keeper;
ALTER TABLE grown ADD COLUMN c int;
ALTER TABLE grown ALTER COLUMN a TYPE bigint;
INSERT INTO grown VALUES (3, '4', 5);
CREATE TABLE keeper2 (g grown);
INSERT INTO keeper2 SELECT g FROM grown g;
SQL
my $second = $ours->value($all);
my $third = $ours->value('SELECT (g).a, (g).b, (g).c FROM keeper2');
is($ours->value($versions), $has == 0 ? 0 : $has + 1, 'an added column has a version if the others have');
$ours->stop;

my $again = Narwal::Cluster->new('again', stock => 1)->init_from($ours);
$again->start;
my ($rc, $out, $err) = $again->psql("$all;\nSELECT (g).a, (g).b, (g).c FROM keeper2;\nSELECT g, g.c FROM grown g");
is($rc, 0, 'stock reads row values that we stored');
is($err, '', 'without a warning');
like($out, qr/^\Q$second\E\n\Q$third\E\n/, 'they are the same');
$again->sql('INSERT INTO keeper2 SELECT g FROM grown g');
$again->stop;
done_testing();
