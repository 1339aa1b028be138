# leftovers.t
#	What a crash leaves behind and what may stay: unlogged and temporary
#	relations, files of dropped ones, old segments of the log; and what sessions
#	share when it gets full: subtransactions in a snapshot, the lock table.
#
# The same is done to stock where it is installed.
use strict;
use warnings;
use Narwal::Cluster;
use Test::More;

for my $kind ('narwal', Narwal::Cluster::have_stock() ? 'stock' : ())
{
	my $c = Narwal::Cluster->new($kind, stock => $kind eq 'stock')->init('--wal-segsize=1');
	$c->append_conf("log_error_verbosity = default\nmax_wal_size = 4MB\nmin_wal_size = 2MB\nmax_locks_per_transaction = 10\nmax_connections = 10\ncheckpoint_timeout = 1d");
	$c->start;
	my $file = sub { my ($rel) = @_; return $c->data_dir . '/' . $c->value("SELECT pg_relation_filepath('$rel')") };

	# ---- unlogged relations ----
	$c->sql("CREATE UNLOGGED TABLE u (a int PRIMARY KEY, b text); INSERT INTO u SELECT i, 'u' FROM generate_series(1, 5000) i; CREATE TABLE l (a int); INSERT INTO l VALUES (1)");
	my ($main, $init) = ($file->('u'), $file->('u') . '_init');
	ok(-e $init, "$kind: an unlogged table has an init fork");
	$c->restart;
	is($c->value('SELECT count(*) FROM u'), 5000, "$kind: a clean shutdown keeps its rows");
	$c->sql('CHECKPOINT; INSERT INTO u VALUES (6000)');
	$c->kill9;
	$c->start;
	is($c->value('SELECT count(*) FROM u'), 0, "$kind: a crash empties it");
	is(-s $main, -s $init, "$kind: its file is that of the init fork");
	is($c->value("INSERT INTO u VALUES (1, 'again') RETURNING a"), 1, "$kind: it takes rows again");
	is($c->value('SET enable_seqscan = off; SELECT count(*) FROM u WHERE a = 1'), 1, "$kind: its index, too");
	is($c->value('SELECT count(*) FROM l'), 1, "$kind: a logged table has its row");

	# ---- temporary relations ----
	my $session = $c->background;
	$session->run("CREATE TEMP TABLE tt (a int, b text); INSERT INTO tt SELECT i, repeat('t', 500) FROM generate_series(1, 30000) i; CREATE INDEX ON tt (a)");
	my $temps = sub { return scalar grep { m,/t\d+_\d+, } glob $c->data_dir . '/base/*/t*' };
	cmp_ok($temps->(), '>', 0, "$kind: a temporary table has files");
	$c->kill9;
	eval { $session->finish };
	$c->start;
	is($temps->(), 0, "$kind: which the start after a crash removes");

	# ---- files of dropped relations ----
	$c->sql("CREATE TABLE d (a int, b text); INSERT INTO d SELECT i, repeat('d', 100) FROM generate_series(1, 1000) i; CHECKPOINT");
	my $dropped = $file->('d');
	$c->sql('DROP TABLE d');
	is(-s $dropped, 0, "$kind: a dropped table keeps an empty file");
	$c->sql('CHECKPOINT');
	ok(!-e $dropped, "$kind: until the next checkpoint");
	$c->sql("CREATE TABLE d (a int, b text); INSERT INTO d SELECT i, repeat('d', 100) FROM generate_series(1, 1000) i");
	$dropped = $file->('d');
	$c->sql('DROP TABLE d');
	$c->kill9;
	$c->start;
	ok(!-e $dropped, "$kind: or until recovery has replayed its end");

	# ---- segments of the log ----
	$c->sql("CREATE TABLE w (a int, b text)");
	$c->sql("INSERT INTO w SELECT i, repeat('w', 900) FROM generate_series(1, 3000) i") for 1 .. 6;
	$c->sql('CHECKPOINT') for 1 .. 2;
	my @segments = $c->wal_segments;
	cmp_ok(scalar(@segments), '<=', 6, "$kind: old segments go when max_wal_size is reached");
	is(scalar(grep { -s $_ != 1 << 20 } @segments), 0, "$kind: all have their full size");
	my $next = (sort @segments)[-1];
	cmp_ok(hex(substr $next, -8), '>=', 3, "$kind: recycled ones have names ahead");

	# ---- more subtransactions than a snapshot lists ----
	my ($writer, $reader) = ($c->background, $c->background);
	$writer->run('CREATE TABLE s (a int)');
	$writer->run('BEGIN');
	$writer->run(join '; ', map { "SAVEPOINT s$_; INSERT INTO s VALUES ($_)" . ($_ % 10 == 0 ? "; ROLLBACK TO s$_" : '') } 1 .. 150);
	is($reader->run('SELECT count(*) FROM s'), 0, "$kind: rows of 150 open subtransactions are not seen");
	$reader->run('BEGIN ISOLATION LEVEL REPEATABLE READ');
	is($reader->run('SELECT count(*) FROM s'), 0, "$kind: nor in a snapshot that stays");
	$writer->run('COMMIT');
	is($reader->run('SELECT count(*) FROM s'), 0, "$kind: nor when they have committed");
	$reader->run('COMMIT');
	is($reader->run('SELECT count(*), sum(a) FROM s'), '135|10125', "$kind: the next snapshot sees those that were not rolled back");
	$_->finish for $writer, $reader;

	# ---- the lock table ----
	my (undef, undef, $err) = $c->psql("\\set VERBOSITY verbose\nBEGIN; SELECT count(pg_advisory_xact_lock(i)) FROM generate_series(1, 50000) i");
	like($err, qr/ERROR:  53200: out of shared memory\nHINT:  You might need to increase max_locks_per_transaction/, "$kind: a full lock table is an error of one transaction");
	is($c->value('BEGIN; LOCK TABLE w; SELECT 1; COMMIT'), 1, "$kind: others go on");
	$c->stop;
}
done_testing();
