# vacuum.t
#	VACUUM and ANALYZE under load: plain pgbench first, then a kill -9 while
#	tables are vacuumed, and the other server recovers the directory.
#
# Stock is the judge of what our VACUUM logs: every replayed page is compared
# with our image of it, pg_amcheck reads tables and indexes, and pg_visibility
# looks for pages that the visibility map is wrong about.
use strict;
use warnings;
use Narwal::Cluster;
use Test::More;

my $bin = $Narwal::Cluster::STOCK_BIN;
plan skip_all => 'stock PostgreSQL 15 is not installed' unless Narwal::Cluster::have_stock() && -x "$bin/pgbench";

my $script = <<'SQL';
\set k random(1, 3000)
BEGIN;
INSERT INTO work (k, v) SELECT :k + i, repeat(md5((:k * i)::text), 1 + i % 4) FROM generate_series(1, 5) i;
DELETE FROM work WHERE k BETWEEN :k + 100 AND :k + 106;
UPDATE work SET v = v || 'u' WHERE k = :k;
UPDATE work SET k = k + 1 WHERE k = :k + 7;
INSERT INTO toasted VALUES (:k, (SELECT string_agg(md5(random()::text), '') FROM generate_series(1, 150)));
DELETE FROM toasted WHERE k < :k AND k > :k - 40;
COMMIT;
SQL
my @vacuums = ('VACUUM work', 'VACUUM (FREEZE) toasted', 'VACUUM (ANALYZE) work, toasted', 'VACUUM (INDEX_CLEANUP OFF) work',
	'ANALYZE', 'VACUUM (FULL) toasted', 'VACUUM FULL work', 'VACUUM (FREEZE, DISABLE_PAGE_SKIPPING) work', 'VACUUM');
my $digest = "SELECT (SELECT count(*) || ' ' || sum(k) || ' ' || md5(string_agg(id || v, ',' ORDER BY id)) FROM work),
	(SELECT count(*) || ' ' || md5(string_agg(k || x, ',' ORDER BY k, x)) FROM toasted)";

sub connection { my ($c) = @_; return ('-h', $c->socket_dir, '-p', $c->port, '-U', 'postgres'); }

sub run_ok
{
	my ($name, @command) = @_;
	my ($rc, $out, $err) = Narwal::Cluster::run_command(@command);
	is($rc, 0, $name) or diag("$out$err");
}

# What stock's tools say of a directory that it serves.
sub judge
{
	my ($name, $c) = @_;
	run_ok("$name: pg_amcheck passes", "$bin/pg_amcheck", connection($c), '-d', 'postgres', '--install-missing',
		'--heapallindexed', '--rootdescend', '--parent-check');
	$c->sql('CREATE EXTENSION IF NOT EXISTS pg_visibility');
	is( $c->value("SELECT count(*) FROM pg_class c, pg_check_visible(c.oid) WHERE relkind IN ('r', 't')"),
		0, "$name: no row is invisible on a page marked all-visible");
	is( $c->value("SELECT count(*) FROM pg_class c, pg_check_frozen(c.oid) WHERE relkind IN ('r', 't')"),
		0, "$name: no row is unfrozen on a page marked all-frozen");
}

# Writers and VACUUMs at once; returns when all are done.
sub load
{
	my ($c, $seconds) = @_;
	Narwal::Cluster::spew($c->dir . '/script.sql', $script);
	my $pid = fork // die "fork: $!";
	if ($pid == 0)
	{
		open STDOUT, '>', '/dev/null';
		exec "$bin/pgbench", connection($c), '-n', '-c', '3', '-T', $seconds, '--max-tries=20',
		  '-f', $c->dir . '/script.sql', '-l', '--log-prefix=' . $c->dir . '/log', 'postgres'
		  or die "exec: $!";
	}
	my $until = time + $seconds;
	my $n = 0;
	while (time < $until)
	{
		my ($rc, $out, $err) = $c->psql($vacuums[ $n++ % @vacuums ]);
		diag($err) if $rc;
	}
	waitpid $pid, 0;
	is($?, 0, $c->name . ": the load runs beside $n VACUUMs");
}

# Plain pgbench, as a user would run it
my $bench = Narwal::Cluster->new('bench')->init;
$bench->start;
run_ok('pgbench -i', "$bin/pgbench", connection($bench), '-q', '-i', '-s', '1', 'postgres');
run_ok('pgbench', "$bin/pgbench", connection($bench), '-c', '4', '-t', '50', 'postgres');
run_ok('vacuumdb --analyze', "$bin/vacuumdb", connection($bench), '-q', '--analyze', '-a');
is($bench->value("SELECT n_distinct FROM pg_stats WHERE tablename = 'pgbench_accounts' AND attname = 'aid'"), -1, 'ANALYZE found the key unique');
$bench->stop;

# What VERBOSE tells: all that does not depend on time and caches
my $judge = Narwal::Cluster->new('judge', stock => 1)->init;
$judge->start;
my @told;
for my $c ($bench, $judge)
{
	$c->start if $c == $bench;
	$c->sql("CREATE TABLE told (a int PRIMARY KEY, b int); INSERT INTO told SELECT i, i FROM generate_series(1, 5000) i; DELETE FROM told WHERE a % 3 = 0");
	$c->sql("CREATE TABLE few (a int PRIMARY KEY, b text); INSERT INTO few SELECT i, repeat('x', 500) FROM generate_series(1, 3000) i; DELETE FROM few WHERE a = 7");
	my $text = '';
	for my $sql ('VACUUM (VERBOSE) told', 'VACUUM (VERBOSE, FREEZE) told', 'DELETE FROM told WHERE a > 1000', 'VACUUM (VERBOSE, INDEX_CLEANUP OFF) told', 'VACUUM (VERBOSE) told', 'VACUUM (FULL, VERBOSE) told', 'ANALYZE VERBOSE told',
		# one dead row on one page of many does not pay for the index
		'VACUUM (VERBOSE) few', 'DELETE FROM few WHERE a = 9', 'VACUUM (VERBOSE) few', 'VACUUM (VERBOSE, INDEX_CLEANUP ON) few')
	{
		my ($rc, $out, $err) = $c->psql($sql);
		$text .= join '', map { "$_\n" } grep { /(?:INFO|DETAIL): |^(?:pages|tuples|index) / || /^(?:pages|tuples): / } split /\n/, $err;
	}
	$text =~ s/^psql:\S+ //mg;
	$text =~ s/pg_toast_\d+/pg_toast_N/g;
	push @told, $text;
}
like($told[1], qr/index scan needed: \d+ pages.*index scan bypassed: \d+ pages/s, 'VERBOSE says something');
is($told[0], $told[1], 'VERBOSE says what stock says');

# Pages at the end are given back although somebody holds the table for a moment
for my $c ($bench, $judge)
{
	$c->sql("CREATE TABLE tail (a int, b text); INSERT INTO tail SELECT i, repeat('x', 500) FROM generate_series(1, 2000) i; DELETE FROM tail WHERE a > 10");
	my $holder = $c->background;
	$holder->run('BEGIN; SELECT count(*) FROM tail');
	my $vacuum = $c->background;
	$vacuum->send('VACUUM tail');
	ok($vacuum->blocked, $c->name . ': VACUUM waits a little for the lock to truncate');
	$holder->run('COMMIT');
	$vacuum->wait_done;
	is($c->value("SELECT pg_relation_size('tail')"), 8192, $c->name . ': and truncates then');
}
$judge->stop;
$bench->stop;

# VACUUM FULL keeps versions for those who may still see them
$bench->start;
$bench->sql("CREATE TABLE old (a int, b text); INSERT INTO old SELECT i, 'one' FROM generate_series(1, 500) i");
my $reader = $bench->background;
$reader->run('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 1');
# chains both up and down the table, deleted rows, and rows that are new
$bench->sql("UPDATE old SET b = 'two' WHERE a > 100; UPDATE old SET b = 'three' WHERE a % 2 = 0; DELETE FROM old WHERE a < 50; INSERT INTO old VALUES (1000, 'new')");
$bench->sql('VACUUM FULL old');
is($reader->run("SELECT count(*) || ' ' || sum(a) || ' ' || min(b) || ' ' || max(b) FROM old"),
	'500 125250 one one', 'an old snapshot sees the old versions after VACUUM FULL');
$reader->run('COMMIT');
is($bench->value("SELECT count(*) || ' ' || sum(a) || ' ' || string_agg(DISTINCT b, ',' ORDER BY b) FROM old"),
	'452 125025 new,one,three,two', 'a new one the new versions');
$bench->sql("UPDATE old SET b = 'four'; VACUUM FULL old");
is($bench->value("SELECT count(*) FROM old WHERE b = 'four'"), 452, 'all of it can be changed');
$bench->stop;

for my $writer (qw(narwal stock))
{
	my $c = Narwal::Cluster->new($writer, stock => $writer eq 'stock')->init;
	$c->append_conf("wal_consistency_checking = all\nshared_buffers = 4MB\nmax_wal_size = 64MB\nautovacuum = off");
	$c->start;
	$c->sql('CREATE TABLE work (id bigserial PRIMARY KEY, k int, v text); CREATE INDEX work_k ON work (k); CREATE INDEX work_v ON work (v, k);
		CREATE TABLE toasted (k int, x text); CREATE INDEX toasted_k ON toasted (k)');
	load($c, 4);
	my $before = $c->value($digest);
	# dead rows for a VACUUM that is cut off
	$c->sql("INSERT INTO work (k, v) SELECT i, 'dead' FROM generate_series(1, 60000) i; DELETE FROM work WHERE v = 'dead'");
	my $vacuum = $c->background;
	$vacuum->send("SET vacuum_cost_delay = 5; SET vacuum_cost_limit = 20; VACUUM (FREEZE) work;");
	ok($c->poll("SELECT heap_blks_scanned > 30 FROM pg_stat_progress_vacuum"), "$writer: a VACUUM is in the middle of a table");
	$c->kill9;
	my $other = Narwal::Cluster->new("$writer.other", stock => $writer ne 'stock')->init_from($c);
	ok(eval { $other->start; 1 }, "$writer: the other server recovers") or diag($@);
	is($other->value($digest), $before, "$writer: the same rows");
	unlike(Narwal::Cluster::slurp($other->log_file), qr/inconsistent page|PANIC|TRAP/, "$writer: replay made every page what it was");
	if ($writer eq 'narwal')
	{
		judge('after the crash', $other);
		$other->sql('VACUUM (FREEZE, ANALYZE)');
		is($other->value($digest), $before, 'the same rows after a VACUUM of stock');
		judge('after a VACUUM of stock', $other);
		$other->stop;
	}
	else
	{
		$other->sql('VACUUM (FREEZE, ANALYZE)');
		is($other->value($digest), $before, 'the same rows after our VACUUM of a directory of stock');
		is($other->value("SELECT count(*) FROM pg_database WHERE datname = 'postgres' AND age(datfrozenxid) > 100"), 0,
			'datfrozenxid has moved');
		$other->stop;
		my $back = Narwal::Cluster->new('back', stock => 1)->init_from($other);
		$back->start;
		judge('our VACUUM of a directory of stock', $back);
		$back->stop;
	}
}
done_testing();
