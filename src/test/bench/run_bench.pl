#!/usr/bin/env perl
# run_bench.pl
#	make bench: measurements, as ratios to stock PostgreSQL 15 in the same run.
#
# usage: run_bench.pl [NAME ...]; without names all of them run:
#   images    S1: CPU and bytes of pglz and off, by fill factor
#   methods   S2: methods and levels of wal_compression
#   hardness  S3: images of hard and easy data
#   updates   S4: the update-shape suite, with deltas, without, and by other encoders
#   redo      replay of page images, per method
#   pglz      our pglz beside stock's, our lz4 encoder beside liblz4
#   commits   single-client inserts with a durable commit each, per second
#   recovery  seconds to replay WAL_MB of WAL after kill -9
#   walstore  bytes and CPU of the WAL store
#
# S1 to S4 are names too.  Each is a program of its own in this folder; it runs in a
# folder of its own below /tmp.  Results are printed, and kept as NAME.txt, NAME.csv and
# NAME.svg in the folder bench-results of the build.  doc/benchmarks.md says more.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../perl";
use File::Copy qw(copy);
use File::Path qw(make_path);
use Narwal::Setup;

my @known = qw(images methods hardness updates redo pglz commits recovery walstore);
my %alias = (S1 => 'images', S2 => 'methods', S3 => 'hardness', S4 => 'updates');
my @names = map { $alias{$_} // $_ } @ARGV ? @ARGV : @known;
for my $name (@names)
{
	die "make bench: no measurement \"$name\"; there are: @known\n" unless grep { $_ eq $name } @known;
}
my $work = Narwal::Setup::prepare('bench');
my $kept = "$ENV{MAKE_BUILDDIR}/bench-results";
$ENV{NARWAL_RESULTS} = "$work/tmp/results";
my $failed = 0;
my $machine = 'use Narwal::Bench; print "$_\n" for Narwal::Bench::machine();';
Narwal::Setup::run('perl', '-e', $machine);
for my $name (@names)
{
	print "\n== $name\n";
	$failed++ if Narwal::Setup::run('perl', "$work/test/bench/$name.pl");
}
make_path($kept);
for my $file (glob "$work/tmp/results/*")
{
	copy($file, $kept) or die "$file: $!\n";
}
print "\nresults are in $kept\n";
print $failed ? "make bench: FAILED\n" : "make bench: done, nothing else is left behind\n";
exit($failed ? 1 : 0);
