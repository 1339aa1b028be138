#!/usr/bin/env perl
# updates.pl
#	S4: the update-shape suite: bytes and CPU of UPDATE with deltas, without, and by stock.
#
# For each shape (Narwal/Shapes.pm) and fill factor 100 and 45: ROWS rows (1000), one
# UPDATE that also brings the page images, then REPEATS (3) measured ones, on Narwal with
# wal_format = extended (deltas on and off) and on stock.  The second table has the bytes of the changed rows
# themselves, beside the two encoders that were once proposed, and the time of ours for one (delta_yardstick).
# CPU is user and system.  SHAPE (all): a part of the names of those wanted.  ROUNDS (3).
#
# The last table is the CPU that deltas cost where they save least: a percent or two, less
# than two runs of the first table differ by.  So one session updates two tables with the
# same rows, one with deltas, in turn and in changing order, PAIRS (100) times, and the median of the
# pairs' ratios counts.  Beside it, what the encoder's own clock says.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../perl";
use List::Util qw(max min);
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

my (@encoders, %encoder_us);
for my $shape (@shapes)
{
	$c{narwal}->sql("DROP TABLE IF EXISTS t, before; CREATE TABLE t ($shape->{columns}); INSERT INTO t SELECT $shape->{row} FROM generate_series(1, 40) i;
		CREATE TABLE before ($shape->{columns}); INSERT INTO before SELECT * FROM t; UPDATE t SET $shape->{set}");
	my @v = split /\|/, $c{narwal}->value('SELECT sum(full_row), sum(stock), sum(delta), sum(lz), sum(lz_bulk), sum(chunks)
		FROM (SELECT (delta_sizes(old_row, new_row)).* FROM before old_row JOIN t new_row USING (i)) x');
	$encoder_us{ $shape->{name} } = 1e-3 * $c{narwal}->value('SELECT delta_clock(array_agg(old_row ORDER BY i), array_agg(new_row ORDER BY i), 200) FROM before old_row JOIN t new_row USING (i)');
	push @encoders, [ $shape->{name}, (map { sprintf '%.1f', $_ / 40 } @v), sprintf '%.2f', $encoder_us{ $shape->{name} } ];
}
Narwal::Bench::report('updates', 'S4: bytes of a changed row, by encoder, and microseconds of ours', [ 'shape', 'full row', 'stock', 'delta', 'lz', 'lz, bulk', 'chunks', 'delta us' ], \@encoders);

my $pairs = $ENV{PAIRS} // 100;
my $pair_rows = min($rows, 250);

# One pair: microseconds of CPU per row, with deltas and without.
sub pair
{
	my ($s, $shape, @order) = @_;
	my %us;
	$s->run('VACUUM t_delta, t_none');
	for my $t (@order)
	{
		my $before = sum_cpu($s);
		my $error = $s->run("UPDATE $t SET $shape->{set}", 1200);
		die "$error\n" if $error ne '';
		$us{$t} = (sum_cpu($s) - $before) * 1e6 / $pair_rows;
	}
	return { delta => $us{t_delta}, none => $us{t_none}, ratio => $us{t_delta} / $us{t_none} };
}

sub sum_cpu
{
	my ($user, $system) = Narwal::Bench::cpu($_[0]);
	return $user + $system;
}

my @pairs;
for my $shape (grep { $_->{name} eq 'ten long fields, all changed' } @shapes)
{
	for my $ff (100, 45)
	{
		for my $way ([ 't_delta', 'on' ], [ 't_none', 'off' ])
		{
			my ($t, $deltas) = @$way;
			$c{narwal}->sql("DROP TABLE IF EXISTS $t; CREATE TABLE $t ($shape->{columns}) WITH (fillfactor = $ff, wal_delta_update = $deltas);
				INSERT INTO $t SELECT $shape->{row} FROM generate_series(1, $pair_rows) i; UPDATE $t SET i = i");
		}
		my $s = $c{narwal}->background;
		pair($s, $shape, 't_none', 't_delta');
		my @r = map { pair($s, $shape, $_ % 2 ? ('t_delta', 't_none') : ('t_none', 't_delta')) } 1 .. $pairs;
		$s->finish;
		# The median lies between these two with a probability of 95 percent.
		my $wide = 0.98 * sqrt $pairs;
		my @ratios = sort { $a <=> $b } map { $_->{ratio} } @r;
		my ($delta, $none, $ratio) = map { my $k = $_; Narwal::Bench::median(map { $_->{$k} } @r) } qw(delta none ratio);
		push @pairs, [ $shape->{name}, $ff, sprintf('%.2f', $delta), sprintf('%.2f', $none), sprintf('%.4f', $ratio),
			sprintf('%.4f to %.4f', @ratios[ max(0, $pairs / 2 - $wide), min($#ratios, $pairs / 2 + $wide) ]),
			sprintf('%.2f', $encoder_us{ $shape->{name} }), sprintf('%.4f', 1 + $encoder_us{ $shape->{name} } / $none) ];
	}
}
Narwal::Bench::report('updates', "S4: CPU of a row's UPDATE in microseconds, medians of $pairs pairs; the encoder's by its own clock",
	[ 'shape', 'ff', 'delta us', 'none us', 'delta/none', '95 % sure', 'encoder us', '(none + encoder)/none' ], \@pairs) if @pairs;
$_->stop for values %c;
