# fsync_failure.t
#	An fsync fails once: the kernel may have given the pages up, so a second one
#	that succeeds proves nothing.  The server must not go on as if nothing were,
#	but start anew from the log; only data_sync_retry lets a checkpoint try again.
#
# powercut.c, preloaded, makes the fsync of a named file fail.  The same is done to
# stock where it is installed.
use strict;
use warnings;
use Cwd qw(abs_path);
use Narwal::Cluster;
use Test::More;

my $library = Narwal::Cluster::workdir() . '/powercut.so';
my ($rc, $out, $err) = Narwal::Cluster::run_command('cc', '-O1', '-Wall', '-shared', '-fPIC', '-o', $library, "$ENV{NARWAL_TESTDIR}/recovery/powercut.c", '-ldl');
plan skip_all => "cannot compile powercut.c: $err" if $rc;

for my $kind ('narwal', Narwal::Cluster::have_stock() ? 'stock' : ())
{
	my $c = Narwal::Cluster->new($kind, stock => $kind eq 'stock')->init('--wal-segsize=1');
	$c->append_conf("log_error_verbosity = default\ncheckpoint_timeout = 1d\nmax_wal_size = 1GB");
	my $order = $c->dir . '/fail';
	my $start = sub {
		local $ENV{LD_PRELOAD} = $library;
		local $ENV{POWERCUT_REAL} = abs_path($c->data_dir);
		local $ENV{POWERCUT_SHADOW} = $c->dir . '/shadow';
		local $ENV{POWERCUT_FAIL} = $order;
		$c->start;
	};
	$start->();
	$c->sql("CREATE TABLE t (a int); INSERT INTO t SELECT generate_series(1, 1000)");
	my $file = $c->value("SELECT pg_relation_filepath('t')");
	my $rows = 1000;
	for my $case ([ "a relation's file", "/$file", 'CHECKPOINT', qr/PANIC:  could not fsync file "\Q$file\E(?:_fsm)?": Input\/output error/ ],
		[ 'a status file', '/pg_xact/0000', 'CHECKPOINT', qr/PANIC:  could not fsync file "pg_xact\/0000": Input\/output error/ ],
		[ 'the log', '/pg_wal/0', 'INSERT INTO t VALUES (0)', qr/PANIC:  could not fdatasync file "\w{24}": Input\/output error/ ],
		[ 'the control file', '/global/pg_control', 'CHECKPOINT', qr/PANIC:  could not fsync file ".*global\/pg_control": Input\/output error/ ])
	{
		my ($name, $pattern, $statement, $expected) = @$case;
		$c->sql('INSERT INTO t VALUES (1)');
		$rows++;
		my $from = -s $c->log_file;
		Narwal::Cluster::spew("$order.new", $pattern);
		rename "$order.new", $order;
		my ($failed) = $c->psql($statement);
		isnt($failed, 0, "$kind: $name: the statement fails");
		ok(!-e $order, "$kind: $name: the fsync failed");
		ok($c->poll('SELECT 1', '1', 60), "$kind: $name: the server starts anew");
		my $log = substr Narwal::Cluster::slurp($c->log_file), $from;
		like($log, $expected, "$kind: $name: panics");
		like($log, qr/redo done at/, "$kind: $name: recovers");
		# The insert that met the failure is in the log or not; it was not acknowledged.
		my $found = $c->value('SELECT count(*) FROM t');
		cmp_ok($found, '>=', $rows, "$kind: $name: every acknowledged row is there");
		$rows = $found;
	}

	# ---- the administrator says that this kernel keeps the pages ----
	$c->stop;
	$c->append_conf('data_sync_retry = on');
	$start->();
	$c->sql('INSERT INTO t VALUES (1)');
	my $from = -s $c->log_file;
	Narwal::Cluster::spew("$order.new", "/$file");
	rename "$order.new", $order;
	my (undef, undef, $said) = $c->psql("\\set VERBOSITY verbose\nCHECKPOINT");
	like($said, qr/ERROR:  XX000: checkpoint request failed\nHINT:  Consult recent messages in the server log for details/, "$kind: data_sync_retry: the checkpoint fails");
	like(substr(Narwal::Cluster::slurp($c->log_file), $from), qr/ERROR:  could not fsync file "\Q$file\E(?:_fsm)?": Input\/output error/, "$kind: data_sync_retry: with the reason in the log");
	is($c->value('CHECKPOINT; SELECT count(*) FROM t'), $rows + 1, "$kind: data_sync_retry: the next one succeeds");
	$c->stop;
}
done_testing();
