#!/usr/bin/env perl
# demo_run.pl
#	What full-page images in the WAL cost, by method and fill factor.
#
# For each wal_compression: a table aa (a int) with fillfactor 50 and ROWS rows,
# all its pages in memory, a CHECKPOINT, and an UPDATE of every row: each page
# is logged as an image once.  User and system CPU are those of the one backend
# during the UPDATE, WAL is what lies between the LSNs before and after it.
# Then the same for fillfactors 20 and 10.  Where stock PostgreSQL 15 is
# installed, it runs the same beside.  At last the server is killed with
# SIGKILL under load, and every acknowledged row must be there afterwards.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../perl";
use List::Util qw(sum);
use Narwal::Cluster;
use Narwal::Session;
use POSIX qw(sysconf _SC_CLK_TCK);
use Time::HiRes qw(sleep time);

$| = 1;
my $rows = $ENV{ROWS} // 1_000_000;
my @methods = qw(off pglz lz4 zstd);
my $ticks = sysconf(_SC_CLK_TCK);

# User and system seconds of a process so far.
sub cpu
{
	my ($pid) = @_;
	my $stat = Narwal::Cluster::slurp("/proc/$pid/stat");
	$stat =~ s/.*\) //s;
	my @f = split ' ', $stat;
	return ($f[11] / $ticks, $f[12] / $ticks);
}

# Bytes of page images between two LSNs, as pg_waldump counts them.
sub image_bytes
{
	my ($c, $from, $to) = @_;
	my ($rc, $out, $err) = Narwal::Cluster::run_command($c->program('pg_waldump'), '-p', $c->data_dir . '/pg_wal', '-z', '-s', $from, '-e', $to);
	return undef if $rc;
	return $out =~ /^Total\s+\d+\s+(?:\(.*?\)|\[.*?\])?\s*(\d+)\s+(?:\[.*?\])\s+(\d+)/m ? $2 : undef;
}

sub new_cluster
{
	my ($name, $stock) = @_;
	my $c = Narwal::Cluster->new($name, stock => $stock)->init;
	$c->append_conf(<<'CONF');
shared_buffers = 1GB
fsync = off
max_wal_size = 100GB
checkpoint_timeout = 1d
log_error_verbosity = default
CONF
	$c->start;
	$c->sql('CREATE EXTENSION pg_prewarm');
	return $c;
}

# One measurement; a hash of figures.
sub measure
{
	my ($c, $method, $fillfactor, $n) = @_;
	$c->sql('DROP TABLE IF EXISTS aa, lsns');
	$c->sql("CREATE TABLE aa (a int) WITH (fillfactor = $fillfactor); CREATE TABLE lsns (at text, lsn pg_lsn)");
	$c->sql("INSERT INTO aa VALUES (generate_series(1, $n))");
	my $s = $c->background;
	my $pid = $s->run('SELECT pg_backend_pid()');
	$s->run("SET wal_compression = $method");
	$s->run("SELECT pg_prewarm('aa')");
	$s->run('CHECKPOINT');
	$s->run("INSERT INTO lsns VALUES ('start', pg_current_wal_insert_lsn())");
	my @before = cpu($pid);
	my $t0 = time;
	my $error = $s->run('UPDATE aa SET a = a + 1', 600);
	my $wall = time - $t0;
	die "UPDATE failed: $error\n" if $error ne '';
	my @after = cpu($pid);
	$s->run("INSERT INTO lsns VALUES ('end', pg_current_wal_insert_lsn())");
	my ($from, $to) = map { $c->value("SELECT lsn FROM lsns WHERE at = '$_'") } qw(start end);
	my $images = image_bytes($c, $from, $to);	# before the checkpoint recycles segments
	$s->run('CHECKPOINT');
	$s->finish;
	return {
		method => $method, fillfactor => $fillfactor, rows => $n,
		user => $after[0] - $before[0], sys => $after[1] - $before[1], wall => $wall,
		size => $c->value("SELECT pg_relation_size('aa')"),
		wal => $c->value("SELECT '$to'::pg_lsn - '$from'::pg_lsn"),
		images => $images,
	};
}

sub mb { my ($n) = @_; return defined $n ? sprintf('%.1f', $n / 1e6) : '-'; }

sub print_table
{
	my ($results, $names) = @_;
	printf "\n%-8s %-7s %4s %9s %8s %8s %9s %9s %10s %9s %9s\n", qw(server method ff rows user_s sys_s table_MB WAL_MB images_MB WAL/off user/off);
	for my $name (@$names)
	{
		my %off;
		for my $r (@{ $results->{$name} })
		{
			$off{ $r->{fillfactor} } = $r if $r->{method} eq 'off';
			my $o = $off{ $r->{fillfactor} };
			printf "%-8s %-7s %4d %9d %8.2f %8.2f %9s %9s %10s %9s %9s\n", $name, @$r{qw(method fillfactor rows user sys)},
				mb($r->{size}), mb($r->{wal}), mb($r->{images}),
				$o ? sprintf('%.3f', $r->{wal} / $o->{wal}) : '-',
				$o && $o->{user} ? sprintf('%.2f', $r->{user} / $o->{user}) : '-';
		}
	}
	return unless @$names == 2;
	printf "\n%-7s %4s %22s %22s\n", 'method', 'ff', 'user CPU narwal/stock', 'WAL bytes narwal/stock';
	for my $i (0 .. $#{ $results->{narwal} })
	{
		my ($n, $s) = map { $results->{$_}[$i] } qw(narwal stock);
		printf "%-7s %4d %22s %22.5f\n", $n->{method}, $n->{fillfactor},
			$s->{user} ? sprintf('%.2f', $n->{user} / $s->{user}) : '-', $n->{wal} / $s->{wal};
	}
}

# Writers commit rows one by one; the plug is pulled; nothing acknowledged may
# be missing.
sub pull_the_plug
{
	my ($c) = @_;
	my $clients = 4;
	print "\nkill -9 under load: $clients clients insert and commit row by row\n";
	$c->append_conf("fsync = on\nwal_compression = zstd");
	$c->restart;
	$c->sql('CREATE TABLE acked (client int, n int, note text)');
	my @pids;
	for my $k (1 .. $clients)
	{
		my $pid = fork // die "fork: $!";
		if ($pid == 0)
		{
			# psql prints the number of each row once its commit is acknowledged.
			open STDOUT, '>', $c->dir . "/acked.$k";
			open STDERR, '>', '/dev/null';
			open my $psql, '|-', "$Narwal::Cluster::STOCK_BIN/psql", '-XAtq', '-d', $c->connstr, '-f', '-';
			$psql->autoflush(1);
			local $SIG{PIPE} = 'IGNORE';
			for my $n (1 .. 1_000_000)
			{
				print $psql "INSERT INTO acked VALUES ($k, $n, repeat('x', 100)) RETURNING n;\n" or last;
			}
			close $psql;
			POSIX::_exit(0);
		}
		push @pids, $pid;
	}
	sleep 2;
	$c->sql('CHECKPOINT');
	sleep 1;
	$c->kill9;
	waitpid $_, 0 for @pids;
	print "server killed; starting it again\n";
	$c->start;
	my ($total, $lost) = (0, 0);
	for my $k (1 .. $clients)
	{
		my @acked = grep { /^\d+$/ } split /\n/, Narwal::Cluster::slurp($c->dir . "/acked.$k");
		my $max = @acked ? $acked[-1] : 0;
		my $there = $c->value("SELECT count(*) FROM acked WHERE client = $k AND n <= $max");
		$total += @acked;
		$lost += $max - $there;
	}
	print "acknowledged rows: $total, missing after recovery: $lost\n";
	return $lost == 0 && $total > 0;
}

my @servers = ('narwal', Narwal::Cluster::have_stock() ? 'stock' : ());
print "rows: $rows; servers: @servers\n";
my %cluster = map { $_ => new_cluster($_, $_ eq 'stock') } @servers;
my %results;
for my $spec ((map { [ $_, 50 ] } @methods), map { my $ff = $_; map { [ $_, $ff ] } qw(off pglz) } 20, 10)
{
	my ($method, $ff) = @$spec;
	for my $name (@servers)
	{
		printf "  %-6s wal_compression = %-4s fillfactor = %d ... ", $name, $method, $ff;
		my $r = measure($cluster{$name}, $method, $ff, $ff == 50 ? $rows : int($rows * $ff / 50));
		printf "user %.2f s, WAL %s MB\n", $r->{user}, mb($r->{wal});
		push @{ $results{$name} }, $r;
	}
}
print_table(\%results, \@servers);
$cluster{stock}->stop if $cluster{stock};
my $kept = pull_the_plug($cluster{narwal});
$cluster{narwal}->stop;
print $kept ? "recovery kept every acknowledged row\n" : "recovery LOST rows\n";
exit($kept ? 0 : 1);
