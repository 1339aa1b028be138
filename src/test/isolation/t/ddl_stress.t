# ddl_stress.t
#	Definitions change all the time while others read and write.
#
# Clients add, drop and retype columns, build and drop indexes, truncate, rename
# and make tables anew, in transactions that are often rolled back, while others
# insert, update, select and run prepared statements.  What they may get are
# errors about things that are not there or deadlocks; never an internal error,
# and each row must keep the sum that it was inserted with.
# STRESS_SECONDS is how long the clients run; STRESS_SEED repeats a choice;
# STRESS_STOCK=1 shows what stock does.
use strict;
use warnings;
use Narwal::Cluster;
use Test::More;

my $seconds = $ENV{STRESS_SECONDS} // 8;
my $seed = $ENV{STRESS_SEED} // time;
srand $seed;
note "seed $seed";
my $c = Narwal::Cluster->new('main', stock => $ENV{STRESS_STOCK} ? 1 : 0)->init;
$c->append_conf('deadlock_timeout = 50ms');
$c->start;
$c->sql(<<'SQL');
CREATE TABLE a (id serial, x int NOT NULL, y int NOT NULL, note text);
CREATE TABLE b (id serial, x int NOT NULL, y int NOT NULL, note text);
CREATE VIEW sums AS SELECT 1 AS one;
SQL

sub table { return rand() < 0.5 ? 'a' : 'b'; }
sub definition
{
	my $t = table();
	my $n = int rand 4;
	my @all = ("ALTER TABLE $t ADD c$n int DEFAULT $n", "ALTER TABLE $t DROP IF EXISTS c$n", "ALTER TABLE $t ALTER note SET NOT NULL", "ALTER TABLE $t ALTER note DROP NOT NULL",
		"ALTER TABLE $t ALTER x TYPE bigint", "ALTER TABLE $t ALTER x TYPE int", "CREATE INDEX ${t}_i$n ON $t (x, y)", "DROP INDEX IF EXISTS ${t}_i$n",
		"CREATE UNIQUE INDEX ${t}_u$n ON $t (id)", "DROP INDEX IF EXISTS ${t}_u$n", "TRUNCATE $t", "ALTER TABLE $t ALTER note SET DEFAULT 'd$n'", "ALTER TABLE $t SET (fillfactor = 7$n)",
		"ALTER TABLE a RENAME TO z; ALTER TABLE b RENAME TO a; ALTER TABLE z RENAME TO b", "ALTER TABLE $t ADD CONSTRAINT k$n CHECK (x + y = 100)", "ALTER TABLE $t DROP CONSTRAINT IF EXISTS k$n",
		"CREATE TEMP TABLE tmp$n AS SELECT * FROM $t", "DROP TABLE IF EXISTS tmp$n", "CREATE OR REPLACE VIEW sums AS SELECT count(*)::int AS one FROM $t", "DROP VIEW IF EXISTS vw$n; CREATE VIEW vw$n AS SELECT x, y FROM $t");
	return $all[ rand @all ];
}
sub work
{
	my $t = table();
	my $x = int rand 100;
	my $y = 100 - $x;
	my @all = ("INSERT INTO $t (x, y, note) VALUES ($x, $y, 'n')", "INSERT INTO $t (x, y, note) SELECT i, 100 - i, repeat('n', i) FROM generate_series(1, $x) i",
		"UPDATE $t SET x = x + 1, y = y - 1 WHERE id % 10 = $x % 10", "UPDATE $t SET note = 'u' WHERE x = $x", "DELETE FROM $t WHERE x = $x", "SELECT count(*), sum(x + y) FROM $t",
		"SELECT * FROM $t WHERE x = $x", "SELECT * FROM a JOIN b USING (x) WHERE x = $x", "SELECT * FROM sums", "SELECT * FROM vw" . ($x % 4), "EXECUTE p($x)", "EXECUTE q($x)", "EXECUTE r($x, $y)",
		"SELECT id FROM $t WHERE x = $x FOR UPDATE", "COPY $t (x, y) TO '/dev/null'", "SET LOCAL enable_seqscan = off");
	return $all[ rand @all ];
}
my @pids;
for my $client (1 .. 5)
{
	my $file = $c->dir . "/client$client.sql";
	open my $fh, '>', $file or die;
	print $fh "PREPARE p AS SELECT * FROM a WHERE x = \$1;\nPREPARE q AS SELECT a.x, b.y FROM a, b WHERE a.x = b.x AND a.x = \$1;\nPREPARE r AS INSERT INTO b (x, y) VALUES (\$1, \$2);\n";
	for (1 .. 2000 * $seconds)
	{
		my @st = map { rand() < ($client <= 2 ? 0.7 : 0.05) ? definition() : work() } 0 .. int rand 4;
		splice @st, int rand @st, 0, 'SAVEPOINT s' if rand() < 0.3;
		push @st, 'ROLLBACK TO s', work() if rand() < 0.2 && grep { /SAVEPOINT/ } @st;
		print $fh "BEGIN;\n", map({ "$_;\n" } @st), rand() < 0.6 ? "COMMIT;\n" : "ROLLBACK;\n";
	}
	close $fh;
	my $pid = fork // die;
	if ($pid == 0)
	{
		open STDOUT, '>', "$file.out";
		open STDERR, '>&', \*STDOUT;
		exec "$Narwal::Cluster::STOCK_BIN/psql", '-XAtq', '-v', 'VERBOSITY=verbose', '-d', $c->connstr, '-f', $file;
		exit 1;
	}
	push @pids, $pid;
}
sleep $seconds;
kill 'TERM', @pids;
waitpid $_, 0 for @pids;
$c->poll("SELECT count(*) <= 1 FROM pg_stat_activity WHERE backend_type = 'client backend'");

my $log = Narwal::Cluster::slurp($c->log_file);
ok($log !~ /TRAP|PANIC|terminated by signal|WARNING/, 'nothing crashed') or diag join "\n", grep { /TRAP|PANIC|terminated|WARNING/ } split /\n/, $log;
my %state;
$state{$1}++ while $log =~ /ERROR:  (\w{5}): /g;
note map { "$_: $state{$_}\n" } sort keys %state;
my @bad = grep { /ERROR:  XX/ } split /\n/, $log;
is(scalar @bad, 0, 'no internal error') or diag map { "$_\n" } @bad[ 0 .. ($#bad > 20 ? 20 : $#bad) ];
is($c->value("SELECT count(*) FROM $_ WHERE x + y <> 100"), 0, "the rows of $_ add up") for qw(a b);
for my $t (qw(a b))
{
	$c->sql("CREATE INDEX ${t}_last ON $t (x)");
	is($c->value("SET enable_seqscan = off; SELECT count(*), sum(id) FROM $t WHERE x < 1000"), $c->value("SELECT count(*), sum(id) FROM $t"), "an index of $t finds them all");
}
done_testing();
