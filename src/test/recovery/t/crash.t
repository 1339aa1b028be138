# crash.t
#	kill -9 at random moments under four writing clients with forced
#	checkpoints, vacuums and DDL: every acknowledged commit is there afterwards, nothing
#	half-done is, and with wal_consistency_checking = all replay makes each
#	page what it was.
#
# Each client has an account pair and moves an amount between the two in one
# transaction, then appends a row to its log; a client prints the number of a
# transaction only when its commit was acknowledged.  CRASH_ROUNDS sets the
# rounds (50); CRASH_FORMAT=extended takes the extended WAL format, with its methods
# and deltas.
use strict;
use warnings;
use Narwal::Cluster;
use POSIX ();
use Test::More;
use Time::HiRes qw(sleep time);

my $rounds = $ENV{CRASH_ROUNDS} // 50;
my $clients = 4;
my $extended = ($ENV{CRASH_FORMAT} // '') eq 'extended';
my @methods = $extended ? qw(off pglz zlib snappy zstd) : qw(off pglz lz4 zstd);
my $seed = $ENV{CRASH_SEED} // time;
srand $seed;
diag("seed $seed");

my $c = Narwal::Cluster->new('crash')->init;
$c->append_conf("wal_consistency_checking = all\ncheckpoint_timeout = 30s\nshared_buffers = 2MB\nmax_wal_size = 64MB\nlog_error_verbosity = default");
$c->append_conf("wal_format = extended\nshared_preload_libraries = 'wal_snappy'") if $extended;
$c->start;
$c->sql("CREATE TABLE accounts (id int PRIMARY KEY, amount int NOT NULL) WITH (fillfactor = 60);
INSERT INTO accounts SELECT i, 1000 FROM generate_series(1, 8) i;
CREATE TABLE log (client int, n int, pad text, PRIMARY KEY (client, n));
CREATE INDEX log_pad ON log (pad)");

# Write until the server dies; leave the numbers of acknowledged transactions.
sub client
{
	my ($k, $from, $file) = @_;
	open STDOUT, '>', $file;
	open STDERR, '>', '/dev/null';
	$SIG{PIPE} = 'IGNORE';
	open my $psql, '|-', "$Narwal::Cluster::STOCK_BIN/psql", '-XAtq', '-d', $c->connstr, '-f', '-';
	$psql->autoflush(1);
	my ($a, $b) = (2 * $k - 1, 2 * $k);
	for my $n ($from .. $from + 100_000)
	{
		my $x = 1 + $n % 7;
		print $psql "BEGIN; UPDATE accounts SET amount = amount - $x WHERE id = $a; UPDATE accounts SET amount = amount + $x WHERE id = $b; ",
			"INSERT INTO log VALUES ($k, $n, md5('$n') || repeat('p', $n % 300)); COMMIT;\n\\echo $n\n" or last;
		print $psql "CHECKPOINT;\n" if $n % 97 == 0;
		print $psql "VACUUM accounts;\n" if $n % 61 == 0;
		print $psql "VACUUM (FREEZE, ANALYZE) log;\n" if $n % 149 == 0;
		print $psql "BEGIN; DROP TABLE IF EXISTS scratch_$k; CREATE TABLE scratch_$k AS SELECT i FROM generate_series(1, 500) i; CREATE INDEX ON scratch_$k (i); COMMIT;\n"
			if $n % 37 == 0;
	}
	close $psql;
	POSIX::_exit(0);
}

my %there = map { $_ => 0 } 1 .. $clients;
my $total = 0;
for my $round (1 .. $rounds)
{
	my $method = $methods[ $round % @methods ];
	$c->sql("ALTER SYSTEM SET wal_compression = $method");
	$c->reload;
	my @pids;
	for my $k (1 .. $clients)
	{
		my $pid = fork // die "fork: $!";
		client($k, $there{$k} + 1, $c->dir . "/client.$k") if $pid == 0;
		push @pids, $pid;
	}
	sleep 0.1 + rand 0.5;
	$c->kill9;
	waitpid $_, 0 for @pids;
	my $started = eval { $c->start; 1 };
	ok($started, "round $round ($method): recovers") or do { diag($@); last; };
	my @problems;
	for my $k (1 .. $clients)
	{
		my @numbers = grep { /^\d+$/ } split /\n/, Narwal::Cluster::slurp($c->dir . "/client.$k");
		my $last = @numbers ? $numbers[-1] : $there{$k};
		$total += @numbers;
		my ($count, $max) = split /\|/, $c->value("SELECT count(*), COALESCE(max(n), 0) FROM log WHERE client = $k");
		push @problems, "client $k: acknowledged $last, found up to $max" if $max < $last;
		push @problems, "client $k: more than one unacknowledged transaction: $last, $max" if $max > $last + 1;
		push @problems, "client $k: $count rows for numbers up to $max" if $count != $max;
		$there{$k} = $max;	# and must stay there
	}
	my $sum = $c->value('SELECT sum(amount) FROM accounts');
	push @problems, "sum of accounts is $sum" if $sum != 8000;
	for my $table (split /\n/, $c->value("SELECT relname FROM pg_class WHERE relname LIKE 'scratch%' AND relkind = 'r'"))
	{
		my $found = $c->value("SELECT count(*) || ' ' || sum(i) || ' ' || (SELECT count(*) FROM pg_index WHERE indrelid = '$table'::regclass) FROM $table");
		push @problems, "$table: $found" if $found ne '500 125250 1';
	}
	push @problems, 'table and index disagree'
		if $c->value('SET enable_seqscan = off; SELECT count(*) FROM log WHERE client BETWEEN 1 AND 4') ne
		$c->value('SET enable_indexscan = off; SET enable_indexonlyscan = off; SET enable_bitmapscan = off; SELECT count(*) FROM log');
	is_deeply(\@problems, [], "round $round: every acknowledged commit is there, nothing half-done");
	last if @problems;
}
cmp_ok($total, '>', $rounds, "clients had $total commits acknowledged");
unlike(Narwal::Cluster::slurp($c->log_file), qr/inconsistent page found/, 'replay made every page what it was');
$c->stop;
done_testing();
