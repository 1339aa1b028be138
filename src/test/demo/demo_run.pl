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
use Narwal::Bench;
use Narwal::Cluster;
use Narwal::Session;
use POSIX ();
use Time::HiRes qw(sleep);

$| = 1;
my $rows = $ENV{ROWS} // 1_000_000;
my @methods = qw(off pglz lz4 zstd);

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

my @servers = Narwal::Bench::servers();
print "$_\n" for Narwal::Bench::machine();
print "rows: $rows; servers: @servers\n";
my %cluster = map { $_ => Narwal::Bench::cluster($_, "shared_buffers = 1GB\n") } @servers;
my %results;
for my $spec ((map { [ $_, 50 ] } @methods), map { my $ff = $_; map { [ $_, $ff ] } qw(off pglz) } 20, 10)
{
	my ($method, $ff) = @$spec;
	for my $name (@servers)
	{
		printf "  %-6s wal_compression = %-4s fillfactor = %d ... ", $name, $method, $ff;
		my $r = Narwal::Bench::update_images($cluster{$name}, $method, $ff, $ff == 50 ? $rows : int($rows * $ff / 50));
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
