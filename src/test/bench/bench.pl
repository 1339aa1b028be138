#!/usr/bin/env perl
# bench.pl
#	One measurement, on Narwal and on stock PostgreSQL 15 alternately.
#
# usage: bench.pl commits|recovery.  Medians over ROUNDS (5) rounds, and their
# ratio.  Without stock only Narwal's figures are printed.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../perl";
use Narwal::Cluster;
use Time::HiRes qw(time);

$| = 1;
my ($what) = @ARGV;
my @servers = ('narwal', Narwal::Cluster::have_stock() ? 'stock' : ());

sub median { my @s = sort { $a <=> $b } @_; return $s[ $#s / 2 ]; }

sub new_cluster
{
	my ($name, $conf) = @_;
	my $c = Narwal::Cluster->new($name, stock => $name eq 'stock')->init;
	$c->append_conf($conf);
	$c->start;
	return $c;
}

# Prints medians and the ratio of the two servers.
sub report
{
	my ($unit, $figures) = @_;
	my %m = map { $_ => median(@{ $figures->{$_} }) } @servers;
	printf "%-8s median %.2f %s (%s)\n", $_, $m{$_}, $unit, join(' ', map { sprintf '%.2f', $_ } @{ $figures->{$_} }) for @servers;
	printf "ratio narwal/stock: %.3f\n", $m{narwal} / $m{stock} if $m{stock};
}

# Rows inserted by one client per second; each commit is flushed to disk.
sub commits
{
	my $rounds = $ENV{ROUNDS} // 5;
	my $n = $ENV{INSERTS} // 2000;
	my %c = map { $_ => new_cluster($_, "fsync = on\nsynchronous_commit = on\n") } @servers;
	my %rate;
	my $script = Narwal::Cluster::workdir() . '/inserts.sql';
	Narwal::Cluster::spew($script, "INSERT INTO t VALUES (1, 'x');\n" x $n);
	$_->sql('CREATE TABLE t (a int, b text)') for values %c;
	for my $round (1 .. $rounds)
	{
		for my $name (@servers)
		{
			my $t0 = time;
			my ($rc, $out, $err) = Narwal::Cluster::run_command("$Narwal::Cluster::STOCK_BIN/psql", '-Xq', '-d', $c{$name}->connstr, '-v', 'ON_ERROR_STOP=1', '-f', $script);
			die "psql failed: $err" if $rc;
			push @{ $rate{$name} }, $n / (time - $t0);
		}
	}
	unlink $script;
	report('commits/s', \%rate);
	$_->stop for values %c;
}

# Seconds from start to a working server, after a kill with much WAL to replay.
sub recovery
{
	my $rounds = $ENV{ROUNDS} // 3;
	my $mb = $ENV{WAL_MB} // 1000;
	my %seconds;
	for my $round (1 .. $rounds)
	{
		for my $name (@servers)
		{
			my $c = new_cluster($name, "shared_buffers = 512MB\nmax_wal_size = 100GB\ncheckpoint_timeout = 1d\nfull_page_writes = off\n");
			$c->sql('CREATE TABLE t (a int PRIMARY KEY, b text); CHECKPOINT');
			my $from = $c->value('SELECT pg_current_wal_insert_lsn()');
			my ($written, $i) = (0, 0);
			while ($written < $mb * 1e6)
			{
				$c->sql("INSERT INTO t SELECT g, md5(g::text) FROM generate_series($i * 200000 + 1, ($i + 1) * 200000) g");
				$c->sql("UPDATE t SET b = b || 'x' WHERE a > $i * 200000");
				$i++;
				$written = $c->value("SELECT pg_current_wal_insert_lsn() - '$from'::pg_lsn");
			}
			my $rows = $c->value('SELECT count(*) FROM t');
			$c->kill9;
			my $t0 = time;
			$c->start;
			my $s = time - $t0;
			die "rows are missing after recovery\n" unless $c->value('SELECT count(*) FROM t') == $rows;
			printf "  %-6s %d MB of WAL, %d rows: %.2f s\n", $name, $written / 1e6, $rows, $s;
			push @{ $seconds{$name} }, $s * $mb * 1e6 / $written;
			$c->stop;
			$c->remove;
		}
	}
	report("s per $mb MB", \%seconds);
}

my %run = (commits => \&commits, recovery => \&recovery);
die "usage: bench.pl commits|recovery\n" unless defined $what && $run{$what};
$run{$what}->();
