# directory.t
#	Data directories go back and forth between Narwal and stock, after clean
#	stops and after kill -9, and stock's tools find nothing wrong with ours.
use strict;
use warnings;
use Narwal::Cluster;
use Test::More;

plan skip_all => 'stock PostgreSQL 15 is not installed' unless Narwal::Cluster::have_stock();

my $stock_bin = $Narwal::Cluster::STOCK_BIN;

sub tool_ok
{
	my ($name, @cmd) = @_;
	my ($rc, $out, $err) = Narwal::Cluster::run_command(@cmd);
	ok($rc == 0, $name) or diag("exit $rc\n$out$err");
	return $out;
}

sub conn { my ($c) = @_; return ('-h', $c->socket_dir, '-p', $c->port, '-U', 'postgres', '-d', 'postgres'); }

my $work = <<'SQL';
CREATE TABLE t (id int PRIMARY KEY, v text, n numeric DEFAULT 1.5);
CREATE INDEX t_v ON t (v);
INSERT INTO t SELECT i, md5(i::text) FROM generate_series(1, 2000) i;
UPDATE t SET v = v || 'x' WHERE id % 3 = 0;
DELETE FROM t WHERE id % 10 = 0;
SQL
my $digest = "SELECT count(*) || ' ' || md5(string_agg(id || v || n, ',' ORDER BY id)) FROM t";

# Ours, stopped cleanly.
my $ours = Narwal::Cluster->new('ours')->init;
tool_ok('stock pg_checksums passes our fresh directory', "$stock_bin/pg_checksums", '-c', '-D', $ours->data_dir);
$ours->start;
$ours->sql($work);
my $expected = $ours->value($digest);
$ours->stop;
tool_ok('stock pg_checksums passes after a clean stop', "$stock_bin/pg_checksums", '-c', '-D', $ours->data_dir);
my $theirs_says = tool_ok('stock pg_controldata reads our control file', "$stock_bin/pg_controldata", $ours->data_dir);
my $ours_says = tool_ok('our pg_controldata reads it', Narwal::Cluster::narwal_bin() . '/pg_controldata', $ours->data_dir);
is($ours_says, $theirs_says, 'both print the same');
like($theirs_says, qr/Database cluster state:\s+shut down/, 'the state is "shut down"');

# Stock goes on with it.
my $stock = Narwal::Cluster->new('stock', stock => 1)->init_from($ours);
$stock->start;
is($stock->value($digest), $expected, 'stock reads the same rows');
tool_ok('pg_amcheck passes', "$stock_bin/pg_amcheck", conn($stock), '--install-missing', '--heapallindexed', '--rootdescend', '--parent-check');
$stock->sql("INSERT INTO t SELECT i, 'by stock' FROM generate_series(5001, 5100) i");
my $after_stock = $stock->value($digest);
$stock->stop;

# And ours with that.
my $back = Narwal::Cluster->new('back')->init_from($stock);
$back->start;
is($back->value($digest), $after_stock, 'we read what stock wrote');
$back->sql("INSERT INTO t SELECT i, 'by us' FROM generate_series(6001, 6100) i");
my $before_kill = $back->value($digest);

# Killed under our hands, recovered by stock.
$back->kill9;
my $stock2 = Narwal::Cluster->new('stock2', stock => 1)->init_from($back);
$stock2->start;
is($stock2->value($digest), $before_kill, 'stock recovers our directory after kill -9');
tool_ok('pg_amcheck passes after recovery', "$stock_bin/pg_amcheck", conn($stock2), '--heapallindexed', '--rootdescend', '--parent-check');
$stock2->sql("UPDATE t SET v = v || 'y' WHERE id % 2 = 0");
my $before_kill2 = $stock2->value($digest);

# Killed under stock's hands, recovered by us.
$stock2->kill9;
my $last = Narwal::Cluster->new('last')->init_from($stock2);
$last->start;
is($last->value($digest), $before_kill2, "we recover stock's directory after kill -9");
$last->stop;
tool_ok('pg_checksums passes at the end', "$stock_bin/pg_checksums", '-c', '-D', $last->data_dir);
done_testing();
