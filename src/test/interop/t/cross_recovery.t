# cross_recovery.t
#	One server is killed after a load, the other recovers its directory: stock
#	replays our log and we stock's, with each kind of compressed page image, and
#	every replayed page is compared with the image that the writer took of it.
#
# directory.t does this for a few plain statements; here sessions share rows,
# roll back to savepoints, move values out of line and run DDL.
use strict;
use warnings;
use File::Path qw(remove_tree);
use Narwal::Cluster;
use POSIX ();
use Test::More;

my $pgbench = "$Narwal::Cluster::STOCK_BIN/pgbench";
plan skip_all => 'stock PostgreSQL 15 is not installed' unless Narwal::Cluster::have_stock() && -x $pgbench;

my $script = <<'SQL';
\set k random(1, 2000)
\set n random(1, 400)
BEGIN;
INSERT INTO big (k, v, x) SELECT :k + i, md5((:k * i)::text), repeat(md5(random()::text), :n) FROM generate_series(1, 10) i;
SAVEPOINT s;
UPDATE big SET v = v || 'u', x = repeat(md5(:k::text), :n) WHERE k = :k;
ROLLBACK TO s;
DELETE FROM big WHERE k = :k + 3;
UPDATE big SET k = k + 1 WHERE k = :k + 4;
SELECT count(*) FROM (SELECT * FROM big WHERE k BETWEEN :k + 6 AND :k + 90 ORDER BY id FOR KEY SHARE) z;
COMMIT;
SQL
my $digest = "SELECT (SELECT count(*) || ' ' || sum(k) || ' ' || md5(string_agg(id || v || md5(x), ',' ORDER BY id)) FROM big), (SELECT sum(z) FROM late), (SELECT count(*) || ' ' || sum(a::bigint * b) FROM narrow)";

sub load
{
	my ($c) = @_;
	my @conn = ('-h', $c->socket_dir, '-p', $c->port, '-U', 'postgres');
	$c->sql('CREATE TABLE big (id bigserial PRIMARY KEY, k int, v text, x text); CREATE INDEX big_k ON big (k); CREATE INDEX big_v ON big (v)');
	Narwal::Cluster::spew($c->dir . '/script.sql', $script);
	my ($rc, $out, $err) = Narwal::Cluster::run_command($pgbench, @conn, '-n', '-c', '4', '-T', '3', '--max-tries=20', '-f', $c->dir . '/script.sql', 'postgres');
	is($rc, 0, $c->name . ': the load runs') or diag($err);
	$c->sql('CREATE TABLE late AS SELECT * FROM big LIMIT 100; CREATE TABLE gone (a int PRIMARY KEY); DROP TABLE gone;
		CREATE TABLE narrow AS SELECT a, a % 7 AS b FROM generate_series(1, 20000) a; CHECKPOINT; UPDATE narrow SET b = b + a;
		ALTER TABLE late ADD z int DEFAULT 4; CREATE TABLE emptied AS SELECT * FROM late; TRUNCATE emptied');
}

for my $writer (qw(narwal stock))
{
	for my $method (qw(off pglz lz4 zstd))
	{
		my $name = "$writer, $method";
		my $c = Narwal::Cluster->new("$writer.$method", stock => $writer eq 'stock')->init;
		$c->append_conf("wal_compression = $method\nwal_consistency_checking = all\nshared_buffers = 4MB\nmax_wal_size = 64MB\nlog_error_verbosity = default");
		$c->start;
		load($c);
		my $before = $c->value($digest);
		$c->kill9;
		my $other = Narwal::Cluster->new("$writer.$method.other", stock => $writer ne 'stock')->init_from($c);
		my $started = eval { $other->start; 1 };
		ok($started, "$name: the other server recovers") or do { diag($@); next; };
		is($other->value($digest), $before, "$name: the same rows");
		unlike(Narwal::Cluster::slurp($other->log_file), qr/inconsistent page|PANIC|TRAP/, "$name: replay made every page what it was");
		if ($writer eq 'narwal')
		{
			my ($rc, $out, $err) = Narwal::Cluster::run_command("$Narwal::Cluster::STOCK_BIN/pg_amcheck", '-h', $other->socket_dir, '-p', $other->port, '-U', 'postgres',
				'-d', 'postgres', '--install-missing', '--heapallindexed', '--rootdescend', '--parent-check');
			is($rc, 0, "$name: pg_amcheck passes") or diag("$out$err");
		}
		$other->stop;
		remove_tree($c->dir, $other->dir);
	}
}
done_testing();
