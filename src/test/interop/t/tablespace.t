# tablespace.t
#	Relations in a tablespace that stock made: its log is replayed by us, whose
#	folders in it do not exist yet, and stock reads what we changed there.
use strict;
use warnings;
use Narwal::Cluster;
use Test::More;

plan skip_all => 'stock PostgreSQL 15 is not installed' unless Narwal::Cluster::have_stock();

my $stock = Narwal::Cluster->new('stock', stock => 1)->init;
$stock->append_conf('allow_in_place_tablespaces = on');
$stock->start;
$stock->sql("CREATE TABLESPACE ts LOCATION ''");
$stock->sql('CHECKPOINT');
$stock->sql(<<'SQL');
CREATE TABLE t (a int PRIMARY KEY USING INDEX TABLESPACE ts, b text) TABLESPACE ts;
INSERT INTO t SELECT i, md5(i::text) FROM generate_series(1, 500) i;
UPDATE t SET b = b || 'x' WHERE a % 7 = 0;
SQL
my $digest = "SELECT count(*) || ' ' || md5(string_agg(a || b, ',' ORDER BY a)) FROM t";
my $expected = $stock->value($digest);
my $path = $stock->value("SELECT pg_relation_filepath('t')");
$stock->kill9;

# as after a loss of what was not synced: the log is all there is
my $ours = Narwal::Cluster->new('ours')->init_from($stock);
(my $folder = $ours->data_dir . "/$path") =~ s,/[^/]*$,,;
ok(-d $folder, 'stock had made a folder for the database') or diag($folder);
system('rm', '-rf', $folder);
$ours->start;
is($ours->value($digest), $expected, 'we replay it all into a new folder');
$ours->sql('DELETE FROM t WHERE a % 5 = 0; INSERT INTO t SELECT i, \'ours\' FROM generate_series(1001, 1100) i');
my $second = $ours->value($digest);
$ours->kill9;

my $again = Narwal::Cluster->new('again', stock => 1)->init_from($ours);
$again->append_conf('allow_in_place_tablespaces = on');
$again->start;
is($again->value($digest), $second, 'stock replays our changes there');
$again->stop;
done_testing();
