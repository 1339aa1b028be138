#!/usr/bin/env perl
# methods.pl
#	S2: methods and levels of wal_compression, in CPU of the backend and bytes.
#
# The script of the 2021 message: aa (a int), fillfactor 50, ROWS rows by a
# set-returning function in VALUES (300000; the message has 7000000), pg_prewarm,
# CHECKPOINT, UPDATE of all rows, CHECKPOINT.  zlib and deltas need
# wal_format = extended and run in a cluster of their own, the others in the default
# format.  Overhead is the user CPU above that of "off" on the same server.
# METHODS (all): those wanted, as "pglz zstd:1".  ROUNDS (5).
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../perl";
use Narwal::Bench;

my $rows = $ENV{ROWS} // 300_000;
my $conf = "shared_buffers = 512MB\n";
my @servers = Narwal::Bench::servers();
my %c = map { $_ => Narwal::Bench::cluster($_, $conf) } @servers;
$c{extended} = Narwal::Bench::cluster('extended', "${conf}wal_format = extended\n", stock => 0);

# label, spec, cluster of ours, does stock have it, storage parameters
my @specs = (
	['off', 'off', 'narwal', 1], ['pglz', 'pglz', 'narwal', 1], ['lz4', 'lz4', 'narwal', 1],
	['lz4, acceleration 10', 'lz4:10', 'narwal', 0], ['lz4, acceleration 65535', 'lz4:65535', 'narwal', 0],
	['zstd', 'zstd', 'narwal', 1], ['zstd-1', 'zstd:1', 'narwal', 0], ['zstd-3', 'zstd:3', 'narwal', 0], ['zstd-20', 'zstd:20', 'narwal', 0],
	['off, extended', 'off', 'extended', 0], ['zlib-1', 'zlib:1', 'extended', 0], ['zlib-9', 'zlib:9', 'extended', 0],
	['zstd and deltas', 'zstd', 'extended', 0, 1]);
if (my %wanted = map { $_ => 1 } split ' ', $ENV{METHODS} // '')
{
	@specs = grep { $_->[1] eq 'off' || $wanted{ $_->[1] } } @specs;
}
my @parts;
for my $s (@specs)
{
	my ($label, $spec, $where, $stock_too, $deltas) = @$s;
	my @with = $where eq 'extended' && !$deltas ? ('wal_delta_update = off') : ();
	push @parts, [ "narwal $label", sub { Narwal::Bench::update_images($c{$where}, $spec, 50, $rows, with => \@with) } ];
	push @parts, [ "stock $label", sub { Narwal::Bench::update_images($c{stock}, $spec, 50, $rows) } ] if $stock_too && $c{stock};
}
my $r = Narwal::Bench::interleave(Narwal::Bench::rounds(5), @parts);
my %off = map { $_ => Narwal::Bench::med($r, "$_ off", 'user') } @servers;
my (@table, @bars, @bytes);
for my $s (@specs)
{
	my ($label, undef, $where) = @$s;
	my $base = $where eq 'extended' ? Narwal::Bench::med($r, 'narwal off, extended', 'user') : $off{narwal};
	my ($n, $st) = map { Narwal::Bench::med($r, "$_ $label", 'user') } qw(narwal stock);
	my ($nw, $sw) = map { Narwal::Bench::med($r, "$_ $label", 'wal') } qw(narwal stock);
	my ($no, $so) = ($n - $base, defined $st ? $st - $off{stock} : undef);
	push @table, [ $label, sprintf('%.3f/%.1f', $n, $nw / 1e6), defined $st ? sprintf('%.3f/%.1f', $st, $sw / 1e6) : '-',
		Narwal::Bench::ratio($n, $st), Narwal::Bench::ratio($nw, $sw, '%.4f'), sprintf('%+.3f', $no), defined $so ? sprintf('%+.3f', $so) : '-',
		defined $so && $so > 0.005 ? Narwal::Bench::ratio($no, $so) : '-' ];
	push @bars, [ $label, { narwal => $n, stock => $st } ];
	push @bytes, [ $label, { narwal => $nw / 1e6, stock => defined $sw ? $sw / 1e6 : undef } ];
}
Narwal::Bench::report('methods', "S2: user CPU s / WAL MB of an UPDATE of $rows rows (medians)",
	[ 'method', 'narwal', 'stock', 'CPU n/s', 'WAL n/s', 'overhead n', 'overhead s', 'overhead n/s' ], \@table, { unit => 'user CPU, s', bars => \@bars });
Narwal::Bench::report('methods', 'S2: WAL bytes', [ 'method', 'narwal MB', 'stock MB' ],
	[ map { [ $_->[0], map { Narwal::Bench::number($_, '%.2f') } @{ $_->[1] }{qw(narwal stock)} ] } @bytes ], { unit => 'WAL, MB', bars => \@bytes });
$_->stop for values %c;
