#!/usr/bin/env perl
# run_bench.pl
#	make bench: measurements, as ratios to stock PostgreSQL 15 in the same run.
#
# usage: run_bench.pl [NAME ...]; without names all of them run:
#   images    user CPU and WAL bytes of page images (the table of make demo)
#   commits   single-client inserts with a durable commit each, per second
#   recovery  seconds to replay WAL_MB (1000) of WAL after kill -9
#   walstore  bytes and CPU of the WAL store (walstore.pl)
#
# Prepares a folder of its own and runs bench.pl there.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../perl";
use Narwal::Setup;

my @known = qw(images commits recovery walstore);
my @names = @ARGV ? @ARGV : @known;
for my $name (@names)
{
	die "make bench: no measurement \"$name\"; there are: @known\n" unless grep { $_ eq $name } @known;
}
my $work = Narwal::Setup::prepare('bench');
my $failed = 0;
for my $name (@names)
{
	print "== $name\n";
	my $script = $name eq 'images' ? 'demo/demo_run.pl' : $name eq 'walstore' ? 'bench/walstore.pl' : 'bench/bench.pl';
	my @args = $script eq 'bench/bench.pl' ? ($name) : ();
	$failed++ if Narwal::Setup::run('perl', "$work/test/$script", @args);
}
print $failed ? "make bench: FAILED\n" : "make bench: done, nothing is left behind\n";
exit($failed ? 1 : 0);
