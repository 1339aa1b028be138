#!/usr/bin/env perl
# commits.pl
#	Rows inserted by one client per second; each commit is flushed to disk.
#
# INSERTS (2000) a round, ROUNDS (5).
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../perl";
use Narwal::Bench;
use Time::HiRes qw(time);

my $n = $ENV{INSERTS} // 2000;
my @servers = Narwal::Bench::servers();
my %c = map { $_ => Narwal::Bench::cluster($_, "fsync = on\nsynchronous_commit = on\n") } @servers;
my $script = Narwal::Cluster::workdir() . '/inserts.sql';
Narwal::Cluster::spew($script, "INSERT INTO t VALUES (1, 'x');\n" x $n);
$_->sql('CREATE TABLE t (a int, b text)') for values %c;

sub insert_all
{
	my ($c) = @_;
	my $t0 = time;
	my ($rc, $out, $err) = Narwal::Cluster::run_command("$Narwal::Cluster::STOCK_BIN/psql", '-Xq', '-d', $c->connstr, '-v', 'ON_ERROR_STOP=1', '-f', $script);
	die "psql failed: $err" if $rc;
	return { rate => $n / (time - $t0) };
}

my $r = Narwal::Bench::interleave(Narwal::Bench::rounds(5), map { my $name = $_; [ $name, sub { insert_all($c{$name}) } ] } @servers);
my %m = map { $_ => Narwal::Bench::med($r, $_, 'rate') } @servers;
Narwal::Bench::report('commits', "Inserts with a durable commit each, per second (medians)", [ 'server', 'commits/s', 'rounds' ],
	[ (map { my $name = $_; [ $name, sprintf('%.0f', $m{$name}), join ' ', map { sprintf '%.0f', $_->{rate} } @{ $r->{$name} } ] } @servers), [ 'narwal/stock', Narwal::Bench::ratio(@m{qw(narwal stock)}), '' ] ],
	{ unit => 'commits/s', bars => [ [ 'commits', \%m ] ] });
$_->stop for values %c;
