# postmaster.t
#	The postmaster in hard times: shutdown in the middle of recovery, more
#	clients than there is room for, children that die or do not listen.
#
# The same things are done to stock where it is installed; what either says in
# its log and to clients is compared with the same patterns.
use strict;
use warnings;
use IO::Socket::UNIX;
use Narwal::Cluster;
use Test::More;
use Time::HiRes qw(sleep time);

# Is the condition met within some seconds?
sub wait_for
{
	my ($condition, $seconds) = @_;
	my $end = time + ($seconds // 60);
	until ($condition->()) { return 0 if time > $end; sleep 0.005; }
	return 1;
}

sub log_has { my ($c, $regex, $from) = @_; return substr(Narwal::Cluster::slurp($c->log_file), $from // 0) =~ $regex; }
sub alive { my ($pid) = @_; return kill(0, $pid) && Narwal::Cluster::slurp("/proc/$pid/stat") !~ /^\d+ \(.*\) Z/s; }

# The child whose title has this word.
sub child
{
	my ($c, $word) = @_;
	for my $pid ($c->children)
	{
		return $pid if Narwal::Cluster::slurp("/proc/$pid/cmdline") =~ /\Q$word\E/;
	}
	return;
}

sub raw_connection { my ($c) = @_; return IO::Socket::UNIX->new(Peer => $c->socket_dir . '/.s.PGSQL.' . $c->port); }

sub verbose_error
{
	my ($c, %opt) = @_;
	my (undef, undef, $err) = $c->psql('SELECT 1', %opt);
	return $err;
}

$SIG{PIPE} = 'IGNORE';
my @kinds = ('narwal', Narwal::Cluster::have_stock() ? 'stock' : ());
for my $kind (@kinds)
{
	my $c = Narwal::Cluster->new($kind, stock => $kind eq 'stock')->init;
	$c->append_conf("max_connections = 5\nsuperuser_reserved_connections = 2\nmax_wal_senders = 0\nwal_level = minimal\nmax_worker_processes = 0\nautovacuum_max_workers = 1\nmax_wal_size = 2GB\ncheckpoint_timeout = 1d");
	$c->start;
	$c->sql("CREATE ROLE plain LOGIN; CREATE TABLE t (a int, b text); INSERT INTO t SELECT i, repeat('x', 200) FROM generate_series(1, 60000) i");

	# ---- more clients than slots ----
	my @sessions = map { $c->background(connstr => "host=" . $c->socket_dir . " port=" . $c->port . " user=plain dbname=postgres") } 1 .. 3;
	is($_->run('SELECT 1'), '1', "$kind: a session") for @sessions;
	like(verbose_error($c, connstr => $c->connstr =~ s/user=\w+/user=plain/r),
		qr/FATAL:  remaining connection slots are reserved for non-replication superuser connections/, "$kind: the last slots are for superusers");
	push @sessions, map { $c->background } 1 .. 2;
	is($_->run('SELECT 1'), '1', "$kind: a superuser's session") for @sessions[ 3, 4 ];
	like(verbose_error($c), qr/FATAL:  sorry, too many clients already/, "$kind: then there is none left");
	ok(log_has($c, qr/FATAL:  53300: sorry, too many clients already/), "$kind: its SQLSTATE is 53300");
	$_->finish for @sessions;

	# ---- clients that connect and say nothing ----
	my @silent = grep { defined } map { raw_connection($c) } 1 .. 60;
	ok(wait_for(sub { verbose_error($c) =~ /too many clients already/ }, 20), "$kind: silent clients use up the children");
	ok(alive($c->{pid}), "$kind: the postmaster lives on with " . scalar(@silent) . ' silent clients');
	@silent = ();
	ok($c->poll('SELECT 1', '1', 30), "$kind: serves again when they have gone");

	# ---- a backend is killed, with silent clients and temporary files about ----
	@silent = map { raw_connection($c) } 1 .. 3;
	my $tmp = $c->data_dir . '/base/pgsql_tmp';
	my $from = -s $c->log_file;
	my $sorter = $c->background;
	my $pid = $sorter->run('SELECT pg_backend_pid()');
	$sorter->send("SET work_mem = '64kB'; SELECT count(*) FROM (SELECT x FROM (SELECT a.a * 7919 % 60013 AS x FROM t a, generate_series(1, 40)) s ORDER BY x) s");
	ok(wait_for(sub { my @f = glob "$tmp/*"; @f > 0 }, 60), "$kind: a sort has temporary files");
	kill 'KILL', $pid;
	my $began = time;
	ok(wait_for(sub { log_has($c, qr/database system is ready to accept connections/, $from) }, 60), "$kind: starts again after the crash of a backend");
	cmp_ok(time - $began, '<', 30, "$kind: silent clients do not hold that up");
	ok(log_has($c, qr/server process \(PID $pid\) was terminated by signal 9: Killed/, $from), "$kind: and says who died");
	ok(log_has($c, qr/DETAIL:  Failed process was running: (?:SET work_mem|SELECT count)/, $from), "$kind: and of what");
	is_deeply([ glob "$tmp/*" ], [], "$kind: the temporary files are gone");
	is($c->value('SELECT count(*) FROM t'), 60000, "$kind: every row is there");
	eval { $sorter->finish };
	@silent = ();

	# ---- fast shutdown while recovery makes its last checkpoint ----
	$c->sql("UPDATE t SET b = repeat('y', 200)");
	$c->kill9;
	$from = -s $c->log_file;
	$c->run('pg_ctl', '-D', $c->data_dir, '-l', $c->log_file, '-W', 'start');
	ok(wait_for(sub { log_has($c, qr/checkpoint starting: end-of-recovery/, $from) }), "$kind: recovery is at its last checkpoint");
	($c->{pid}) = Narwal::Cluster::slurp($c->data_dir . '/postmaster.pid') =~ /^(\d+)\n/;
	my $checkpointer = child($c, 'checkpointer');
	kill 'STOP', $checkpointer;
	my $in_time = !log_has($c, qr/ready to accept connections/, $from);
	note("$kind: the checkpoint was over already") unless $in_time;
	kill 'INT', $c->{pid};
	wait_for(sub { log_has($c, qr/received fast shutdown request/, $from) });
	sleep 0.2;
	kill 'CONT', $checkpointer;
	ok(wait_for(sub { !alive($c->{pid}) }, 60), "$kind: a fast shutdown at the end of recovery ends the server");
	ok(log_has($c, qr/database system is shut down/, $from), "$kind: in good order");
	my (undef, $state) = $c->run('pg_controldata', $c->data_dir);
	like($state, qr/Database cluster state:\s+shut down(?: in recovery)?$/m, "$kind: and the control file knows");
	delete $c->{pid};
	$c->start;
	is($c->value("SELECT count(*) FROM t WHERE b LIKE 'y%'"), 60000, "$kind: every row is there");

	# ---- the shutdown checkpoint fails ----
	$from = -s $c->log_file;
	$checkpointer = child($c, 'checkpointer');
	kill 'STOP', $checkpointer;
	my $postmaster = $c->{pid};
	kill 'INT', $postmaster;
	wait_for(sub { log_has($c, qr/received fast shutdown request/, $from) });
	wait_for(sub { !child($c, 'walwriter') && !child($c, 'background writer') }, 10);
	kill 'KILL', $checkpointer;
	ok(wait_for(sub { !alive($postmaster) }, 60), "$kind: the server ends when its checkpointer dies in a shutdown");
	ok(log_has($c, qr/abnormal database system shutdown/, $from), "$kind: and does not call that a shutdown");
	delete $c->{pid};
	$c->start;

	# ---- shutdown modes with clients that do not go ----
	my $stuck = $c->background;
	$pid = $stuck->run('SELECT pg_backend_pid()');
	$postmaster = $c->{pid};
	kill 'TERM', $postmaster;
	wait_for(sub { log_has($c, qr/received smart shutdown request/, $from) });
	like(verbose_error($c), qr/FATAL:  the database system is shutting down/, "$kind: a smart shutdown lets nobody in");
	is($stuck->run('SELECT 2'), '2', "$kind: but waits for a session");
	kill 'STOP', $pid;
	kill 'INT', $postmaster;
	wait_for(sub { log_has($c, qr/received fast shutdown request/, $from) });
	sleep 0.3;
	ok(alive($postmaster), "$kind: a fast one waits for a session that does not listen");
	kill 'QUIT', $postmaster;
	ok(wait_for(sub { !alive($postmaster) }, 30), "$kind: an immediate one does not");
	ok(!alive($pid), "$kind: nor does it leave the session behind");
	eval { $stuck->finish };
	delete $c->{pid};
	$c->start;
	is($c->value('SELECT count(*) FROM t'), 60000, "$kind: every row is there");

	# ---- the postmaster dies while a commit waits for room in the checkpointer's queue ----
	$c->append_conf("shared_buffers = 128kB\nmax_locks_per_transaction = 256");
	$c->stop;
	$c->start;
	my $worker = $c->background;
	$worker->run(join '; ', 'BEGIN', (map { "CREATE TABLE many_$_ (a int PRIMARY KEY)" } 1 .. 100), 'COMMIT');
	$pid = $worker->run('SELECT pg_backend_pid()');
	$checkpointer = child($c, 'checkpointer');
	kill 'STOP', $checkpointer;
	$worker->send('DROP TABLE ' . join ', ', map { "many_$_" } 1 .. 100);
	ok($c->poll("SELECT wait_event FROM pg_stat_activity WHERE pid = $pid", 'RegisterSyncRequest', 30), "$kind: a commit waits for room in the queue");
	$from = -s $c->log_file;
	$postmaster = $c->{pid};
	kill 'KILL', $postmaster;
	ok(wait_for(sub { !alive($pid) }, 30), "$kind: its session ends with the postmaster");
	kill 'KILL', $checkpointer;
	# Stock tries to abort the transaction that it has committed.
	ok(!log_has($c, qr/PANIC/, $from), "$kind: without a panic") if $kind ne 'stock';
	eval { $worker->finish };
	$c->kill9;
	$c->start;
	is($c->value("SELECT count(*) FROM pg_class WHERE relname LIKE 'many%'"), 0, "$kind: the tables are gone");
	$c->stop;
}
done_testing();
