#!/usr/bin/env perl
# images.pl
#	S1: what compressing page images with pglz costs and saves, by fill factor.
#
# The test of the 2014 message: one backend, fsync and autovacuum off, a fixed number of
# images, fillfactor 50, 20 and 10, getrusage of the backend before and after.
# Environment: ROWS (300000, at fillfactor 50), ROUNDS (3).
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../perl";
use Narwal::Bench;

my $rows = $ENV{ROWS} // 300_000;
my @servers = Narwal::Bench::servers();
my %c = map { $_ => Narwal::Bench::cluster($_, "shared_buffers = 512MB\n") } @servers;
my @parts;
for my $ff (50, 20, 10)
{
	for my $method (qw(off pglz))
	{
		for my $name (@servers)
		{
			push @parts, [ "$name $ff $method", sub { Narwal::Bench::update_images($c{$name}, $method, $ff, int($rows * $ff / 50)) } ];
		}
	}
}
my $r = Narwal::Bench::interleave(Narwal::Bench::rounds(3), @parts);
my (@table, @bars);
for my $ff (50, 20, 10)
{
	my %over;
	for my $name (@servers)
	{
		my ($pglz, $off, $wp, $wo) = (Narwal::Bench::med($r, "$name $ff pglz", 'user'), Narwal::Bench::med($r, "$name $ff off", 'user'),
			Narwal::Bench::med($r, "$name $ff pglz", 'wal'), Narwal::Bench::med($r, "$name $ff off", 'wal'));
		$over{$name} = $pglz - $off;
		push @table, [ $ff, $name, sprintf('%.3f/%.3f', $pglz, $off), Narwal::Bench::ratio($pglz, $off),
			sprintf('%.1f/%.1f', $wp / 1e6, $wo / 1e6), Narwal::Bench::ratio($wp, $wo, '%.3f'),
			$name eq 'narwal' || !$over{narwal} ? '' : Narwal::Bench::ratio($over{narwal}, $over{stock}) ];
	}
	push @bars, [ "fillfactor $ff: pglz", { map { $_ => Narwal::Bench::med($r, "$_ $ff pglz", 'user') } @servers } ],
		[ "fillfactor $ff: off", { map { $_ => Narwal::Bench::med($r, "$_ $ff off", 'user') } @servers } ];
}
Narwal::Bench::report('images', "S1: pglz / off, an image of each of the table's pages (medians)",
	[ 'fill factor', 'server', 'user CPU s', 'ratio', 'WAL MB', 'ratio', 'overhead narwal/stock' ], \@table,
	{ unit => 'user CPU, s', bars => \@bars });
$_->stop for values %c;
