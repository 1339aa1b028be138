# torn.t
#	What a power cut and a full disk leave: blocks written by half, a recovery
#	that was itself killed, writes that found no space.
#
# A tear is made from two real versions of a block: what the file held at the
# last checkpoint and what it holds when the server is killed.  Every block that
# changed since then has an image in the log, so recovery must not look at the
# torn one.  Where stock is installed, its checkers look at the result.
use strict;
use warnings;
use File::Path qw(make_path remove_tree);
use Narwal::Cluster;
use Test::More;
use Time::HiRes qw(sleep time);

my $BLOCK = 8192;
my $stock_bin = $Narwal::Cluster::STOCK_BIN;
my $have_stock = Narwal::Cluster::have_stock();
my $seed = $ENV{TORN_SEED} // int time;
srand $seed;
diag("seed $seed");

my $digest = "SELECT count(*) || ' ' || sum(n) || ' ' || md5(string_agg(id || v, ',' ORDER BY id)) FROM t";
my $load = <<'SQL';
CREATE TABLE t (id int PRIMARY KEY, n int, v text) WITH (fillfactor = 80);
CREATE INDEX t_v ON t (v);
INSERT INTO t SELECT i, i % 100, md5(i::text) FROM generate_series(1, 12000) i;
SQL

# Files of relations below base, name => content.
sub relation_files
{
	my ($c) = @_;
	return map { $_ => Narwal::Cluster::slurp($_) } grep { m,/\d+(?:_fsm|_vm)?(?:\.\d+)?$, } glob $c->data_dir . '/base/[0-9]*/*';
}

# Half of a block from one version, half from the other; or sectors by chance.
sub tear
{
	my ($old, $new) = @_;
	my $kind = int rand 3;
	return substr($old, 0, 4096) . substr($new, 4096) if $kind == 0;
	return substr($new, 0, 4096) . substr($old, 4096) if $kind == 1;
	return join '', map { substr(rand() < 0.5 ? $old : $new, 512 * $_, 512) } 0 .. 15;
}

# Tear every block that differs from its version in %$before; how many.
sub tear_all
{
	my ($c, $before) = @_;
	my $torn = 0;
	my %now = relation_files($c);
	for my $file (sort keys %now)
	{
		my $old = $before->{$file} // next;
		for (my $at = 0; $at < length $now{$file}; $at += $BLOCK)
		{
			my $new = substr $now{$file}, $at, $BLOCK;
			my $was = $at < length $old ? substr($old, $at, $BLOCK) : "\0" x $BLOCK;
			next if $new eq $was;
			$c->write_bytes($file, $at, tear($was, $new));
			$torn++;
		}
	}
	return $torn;
}

# Stop cleanly and let stock's checkers look at a copy.
sub inspect
{
	my ($name, $c) = @_;
	$c->stop;
	return unless $have_stock;
	my ($rc, $out, $err) = Narwal::Cluster::run_command("$stock_bin/pg_checksums", '-c', '-D', $c->data_dir);
	is($rc, 0, "$name: every checksum is right") or diag("$out$err");
	my $s = Narwal::Cluster->new("judge" . $c->name, stock => 1)->init_from($c);
	$s->start;
	($rc, $out, $err) = Narwal::Cluster::run_command("$stock_bin/pg_amcheck", '-h', $s->socket_dir, '-p', $s->port, '-U', 'postgres', '-d', 'postgres',
		'--install-missing', '--heapallindexed', '--rootdescend', '--parent-check');
	is($rc, 0, "$name: pg_amcheck passes") or diag("$out$err");
	$s->stop;
	remove_tree($s->dir);
}

# ---- torn blocks ----
{
	my $c = Narwal::Cluster->new('torn')->init;
	# Few buffers, so that changed blocks reach the files before a checkpoint.
	$c->append_conf("shared_buffers = 1MB\nwal_consistency_checking = all\nlog_error_verbosity = default\ncheckpoint_timeout = 1d\nmax_wal_size = 4GB\nbgwriter_delay = 10ms");
	$c->start;
	$c->sql($load);
	my $n = 0;
	for my $method (qw(off pglz lz4 zstd))
	{
		$n++;
		$c->sql("ALTER SYSTEM SET wal_compression = $method");
		$c->reload;
		$c->sql('CHECKPOINT');
		my %before = relation_files($c);
		$c->sql("UPDATE t SET n = n + 1, v = v || '$n' WHERE id % 7 = $n; DELETE FROM t WHERE id % 50 = $n;
			INSERT INTO t SELECT i, 0, md5(i::text) FROM generate_series($n * 100000, $n * 100000 + 2000) i; SELECT count(*) FROM t");
		my $expected = $c->value($digest);
		$c->kill9;
		my $torn = tear_all($c, \%before);
		cmp_ok($torn, '>', 20, "torn blocks, $method: $torn blocks were torn");
		my $started = eval { $c->start; 1 };
		ok($started, "torn blocks, $method: recovers") or do { diag($@); last; };
		is($c->value($digest), $expected, "torn blocks, $method: every row is there");
	}
	unlike(Narwal::Cluster::slurp($c->log_file), qr/inconsistent page found|TRAP/, 'torn blocks: replay made every page what it was');
	inspect('torn blocks', $c);
}

# ---- recovery killed again and again ----
{
	my $c = Narwal::Cluster->new('again')->init;
	$c->append_conf("shared_buffers = 1MB\nlog_error_verbosity = default\ncheckpoint_timeout = 1d\nmax_wal_size = 4GB");
	$c->start;
	$c->sql($load);
	$c->sql('CHECKPOINT');
	my %before = relation_files($c);
	$c->sql("UPDATE t SET n = n + 1, v = v || 'x' WHERE id % 3 = $_") for 0 .. 2;
	$c->sql('DELETE FROM t WHERE id % 5 = 0');
	my $expected = $c->value($digest);
	$c->kill9;
	my ($kills, $torn) = (0, 0);
	my $redo = sub { my ($rc, $out) = $c->run('pg_controldata', '-D', $c->data_dir); return $out =~ /REDO location:\s*(\S+)/ ? $1 : die "pg_controldata: $out" };
	my $begin = $redo->();
	for my $round (1 .. 8)
	{
		my $from = -s $c->log_file;
		my $said = sub { substr Narwal::Cluster::slurp($c->log_file), $from };
		$c->run('pg_ctl', '-D', $c->data_dir, '-l', $c->log_file, '-W', 'start');
		for (1 .. 5000) { last if $said->() =~ /redo starts at/; sleep 0.002; }
		($c->{pid}) = Narwal::Cluster::slurp($c->data_dir . '/postmaster.pid') =~ /^(\d+)\n/;
		sleep rand(0.02) * $round;
		$c->kill9;
		# After the checkpoint at the end of recovery a tear with older blocks is none that
		# a power cut could make, whether the log says yet that the server is ready or not.
		next if $redo->() ne $begin;
		$kills++;
		$torn += tear_all($c, \%before) if $round % 2;
	}
	cmp_ok($kills, '>', 0, "killed recovery: $kills kills hit it");
	my $started = eval { $c->start; 1 };
	ok($started, "killed recovery: recovers in the end ($torn blocks torn between)") or diag($@);
	is($c->value($digest), $expected, 'killed recovery: every row is there');
	unlike(Narwal::Cluster::slurp($c->log_file), qr/PANIC|TRAP/, 'killed recovery: no attempt failed by itself');
	inspect('killed recovery', $c);
}

# ---- a file that may not grow ----
{
	my $c = Narwal::Cluster->new('limited')->init('--wal-segsize=1');
	$c->append_conf("log_error_verbosity = default\nautovacuum = off");
	my ($rc, $out, $err) = Narwal::Cluster::run_command('bash', '-c',
		'ulimit -f 3072 && exec "$0" -D "$1" -l "$2" -w start', $c->program('pg_ctl'), $c->data_dir, $c->log_file);
	is($rc, 0, 'file limit: starts') or diag("$out$err");
	($c->{pid}) = Narwal::Cluster::slurp($c->data_dir . '/postmaster.pid') =~ /^(\d+)\n/;
	$c->sql('CREATE TABLE g (a int, v text); CREATE TABLE small (a int); INSERT INTO small VALUES (1)');
	($rc, $out, $err) = $c->psql("\\set VERBOSITY verbose\nINSERT INTO g SELECT i, repeat('g', 500) FROM generate_series(1, 20000) i");
	like($err, qr/ERROR:  \w+: could not extend file "base\/\d+\/\d+":.*too large/i, 'file limit: the statement says which file');
	is($c->value('SELECT count(*) FROM g'), 0, 'file limit: nothing of it is seen');
	is($c->value('INSERT INTO small VALUES (2) RETURNING a'), 2, 'file limit: others go on');
	$c->sql('TRUNCATE g; INSERT INTO g VALUES (1)');
	$c->kill9;
	$c->start;
	is($c->value('SELECT (SELECT count(*) FROM g) + (SELECT count(*) FROM small)'), 3, 'file limit: recovers');
	inspect('file limit', $c);
}

# ---- a full disk ----
SKIP:
{
	my $dir = Narwal::Cluster::workdir() . '/disk';
	my ($uid, $gid) = ($>, (split ' ', $))[0]);
	make_path($dir);
	# A shell with a file system of its own, and again our user in it.
	my @inside = ('unshare', '--map-root-user', '--mount', 'sh', '-c',
		"mount -t tmpfs -o size=96m,mode=700 tmpfs '$dir' && exec unshare -U --map-user=$uid --map-group=$gid sh");
	my ($can) = Narwal::Cluster::run_command({ stdin => "touch '$dir/x'\n" }, @inside);
	skip 'cannot mount a small file system (user namespaces are not allowed)', 5 if $can != 0;

	my $c = Narwal::Cluster->new('full')->init('--wal-segsize=1');
	$c->append_conf("log_error_verbosity = default\nmin_wal_size = 2MB\nmax_wal_size = 4MB");
	open my $shell, '|-', @inside or die "unshare: $!";
	$shell->autoflush(1);
	my $step = 0;
	# Run a command in there and wait for its end.
	my $do = sub {
		my ($cmd) = @_;
		my $done = $c->dir . '/done.' . ++$step;
		print $shell "$cmd; echo \$? > '$done.tmp'; mv '$done.tmp' '$done'\n";
		for (1 .. 1200) { last if -e $done; sleep 0.05; }
		return Narwal::Cluster::slurp($done) eq "0\n";
	};
	my $ctl = $c->program('pg_ctl') . " -D '$dir/data' -l '" . $c->log_file . "' -w -t 60";
	$do->("cp -a '" . $c->data_dir . "' '$dir/data' && $ctl start >/dev/null 2>&1") or skip 'the server does not start there: ' . $c->log_tail(5), 5;
	$c->sql('CREATE TABLE kept (a int PRIMARY KEY); CREATE TABLE g (a int, v text)');
	# Leave room for a few MB, then use it up in small transactions.
	$do->("dd if=/dev/zero of='$dir/filler' bs=1M 2>/dev/null; truncate -s -6M '$dir/filler'");
	my ($acked, $failure) = (0, '');
	for my $i (1 .. 400)
	{
		my ($rc, $out, $err) = $c->psql("\\set VERBOSITY verbose\nINSERT INTO kept VALUES ($i);\nINSERT INTO g SELECT $i, repeat(md5(random()::text), 20) FROM generate_series(1, 300)");
		# psql runs each statement alone; the first may be in even if the second failed.
		if ($rc != 0) { $failure = $err; last; }
		$acked = $i;
	}
	cmp_ok($acked, '>', 0, "full disk: $acked transactions fitted");
	like($failure . $c->log_tail(200), qr/No space left on device/, 'full disk: the reason is told');
	$do->("rm '$dir/filler'");
	# A write of the log that failed stops the server at once; it comes back by itself.
	my $back = $c->poll('SELECT 1', '1', 5);
	$do->("$ctl start >/dev/null 2>&1") unless $back;
	ok($c->poll('SELECT 1', '1', 60), 'full disk: answers once there is space');
	cmp_ok($c->value('SELECT count(*) FROM kept'), '>=', $acked, 'full disk: no acknowledged row is lost');
	is($c->value('INSERT INTO kept VALUES (10000) RETURNING a'), 10000, 'full disk: writes again');
	unlike(Narwal::Cluster::slurp($c->log_file), qr/TRAP|inconsistent page/, 'full disk: nothing else went wrong');
	$do->("$ctl -m fast stop >/dev/null 2>&1");
	close $shell;
}
done_testing();
