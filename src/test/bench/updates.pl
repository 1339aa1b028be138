#!/usr/bin/env perl
# updates.pl
#	S4: the update-shape suite: bytes and CPU of UPDATE with deltas, without, and by stock.
#
# For each shape (Narwal/Shapes.pm) and fill factor 100 and 45: ROWS rows (1000), one
# UPDATE that also brings the page images, then REPEATS (3) measured ones, on Narwal with
# wal_format = extended (deltas on and off) and on stock.  The second table has the bytes of the changed rows
# themselves, beside the two encoders that were once proposed (delta_yardstick).
# CPU is user and system.  SHAPE (all): a part of the names of those wanted.  ROUNDS (3).
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../perl";
use Narwal::Bench;
use Narwal::Shapes;

my $rows = $ENV{ROWS} // 1000;
my $repeats = $ENV{REPEATS} // 3;
my $conf = "shared_buffers = 256MB\n";
my %c = (narwal => Narwal::Bench::cluster('narwal', "${conf}wal_format = extended\n"));
$c{stock} = Narwal::Bench::cluster('stock', $conf) if Narwal::Cluster::have_stock();
$c{narwal}->sql('CREATE EXTENSION delta_yardstick');
my @ways = ([ 'delta', 'narwal', ', wal_delta_update = on' ], [ 'none', 'narwal', ', wal_delta_update = off' ], $c{stock} ? [ 'stock', 'stock', '' ] : ());
my $wanted = $ENV{SHAPE} // '';
my @shapes = grep { index($_->{name}, $wanted) >= 0 } Narwal::Shapes::all();

sub measure
{
	my ($c, $shape, $ff, $with) = @_;
	$c->sql("DROP TABLE IF EXISTS t; CREATE TABLE t ($shape->{columns}) WITH (fillfactor = $ff$with);
		INSERT INTO t SELECT $shape->{row} FROM generate_series(1, $rows) i; UPDATE t SET i = i; VACUUM t");
	my $s = $c->background;
	$s->run('SELECT count(*) FROM t');
	$s->run("UPDATE t SET $shape->{set} WHERE i <= 10");
	my $r = Narwal::Bench::measure_sql($c, $s, join '; ', ("UPDATE t SET $shape->{set}") x $repeats);
	$s->finish;
	return $r;
}

my @parts;
for my $shape (@shapes)
{
	for my $ff (100, 45)
	{
		for my $way (@ways)
		{
			my ($key, $server, $with) = @$way;
			push @parts, [ "$shape->{name} $ff $key", sub { measure($c{$server}, $shape, $ff, $with) } ];
		}
	}
}
my $r = Narwal::Bench::interleave(Narwal::Bench::rounds(3), @parts);
my (@table, @bars);
for my $shape (@shapes)
{
	for my $ff (100, 45)
	{
		my %w = map { $_->[0] => Narwal::Bench::med($r, "$shape->{name} $ff $_->[0]", 'wal') } @ways;
		my %u = map { $_->[0] => Narwal::Bench::med($r, "$shape->{name} $ff $_->[0]", 'cpu') } @ways;
		push @table, [ $shape->{name}, $ff, (map { Narwal::Bench::number($w{$_} && $w{$_} / 1e3, '%.0f') } qw(delta none stock)), Narwal::Bench::ratio($w{delta}, $w{stock}),
			(map { Narwal::Bench::number($u{$_}, '%.3f') } qw(delta none stock)), Narwal::Bench::ratio($u{delta}, $u{none}), Narwal::Bench::ratio($u{delta}, $u{stock}) ];
		push @bars, [ "$shape->{name}, $ff", { narwal => $w{delta} / 1e3, stock => defined $w{stock} ? $w{stock} / 1e3 : undef } ];
	}
}
Narwal::Bench::report('updates', "S4: WAL kB and CPU s of $repeats UPDATEs of $rows rows (medians)",
	[ 'shape', 'ff', 'delta kB', 'none kB', 'stock kB', 'delta/stock', 'delta s', 'none s', 'stock s', 'delta/none', 'delta/stock' ], \@table, { unit => 'WAL, kB', bars => \@bars });

my @encoders;
for my $shape (@shapes)
{
	$c{narwal}->sql("DROP TABLE IF EXISTS t, before; CREATE TABLE t ($shape->{columns}); INSERT INTO t SELECT $shape->{row} FROM generate_series(1, 40) i;
		CREATE TABLE before ($shape->{columns}); INSERT INTO before SELECT * FROM t; UPDATE t SET $shape->{set}");
	my @v = split /\|/, $c{narwal}->value('SELECT sum(full_row), sum(stock), sum(delta), sum(lz), sum(lz_bulk), sum(chunks)
		FROM (SELECT (delta_sizes(old_row, new_row)).* FROM before old_row JOIN t new_row USING (i)) x');
	push @encoders, [ $shape->{name}, map { sprintf '%.1f', $_ / 40 } @v ];
}
Narwal::Bench::report('updates', 'S4: bytes of a changed row, by encoder', [ 'shape', 'full row', 'stock', 'delta', 'lz', 'lz, bulk', 'chunks' ], \@encoders);
$_->stop for values %c;
