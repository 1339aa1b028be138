#!/usr/bin/env perl
# hardness.pl
#	S3, its images: text that is hard to compress, and the same as zeroes.
#
# Tables of about 500 bytes a row: "random": random bytes, so that only the headers of
# pages and rows get shorter; "text": letters and digits, hard for LZ methods (an entropy coder saves
# a quarter); "easy": zeroes.  "noise": 1900 random bytes a row, made anew each time, so that no
# page has room for a new version (it would repeat the old one), and without an index where none
# is needed (its pages would gain): nothing does.
# Per method a CHECKPOINT and an UPDATE of every fifteenth row, so that each page
# is logged once; and the same by orders: transactions of ten rows each, found by an
# index, in other pages.
#
# Two measures of what compression costs.  "over off": CPU, user and system, above "off" on the
# same server and data, what is saved in writing WAL included; below some percent its noise
# is larger than it.  "clock": the time that Narwal itself counts for
# compression (narwal_stat_wal_images), as a share of the CPU of "off"; savings are not in it.
# ROWS (40000), ROUNDS (5).
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../perl";
use Narwal::Bench;

my $rows = $ENV{ROWS} // 40_000;
my @servers = Narwal::Bench::servers();
my %c = map { $_ => Narwal::Bench::cluster($_, "shared_buffers = 512MB\n") } @servers;
$c{narwal}->sql('CREATE EXTENSION narwal_wal');
# rows of a kind: a fourth of the long ones
sub rows_of { my ($kind) = @_; return $kind eq 'noise' ? int($rows / 4) : $rows; }
my %column = (
	noise => "(SELECT string_agg(decode(md5(i::text || g), 'hex'), '') FROM generate_series(1, 119) g)",
	random => "(SELECT string_agg(decode(md5(i::text || g), 'hex'), '') FROM generate_series(1, 30) g)",
	text => "(SELECT convert_to(string_agg(left(encode(decode(md5(i::text || g), 'hex'), 'base64'), 21), ''), 'UTF8') FROM generate_series(1, 22) g)",
	easy => "convert_to(repeat('0', 470), 'UTF8')");
# The table of a kind, with its rows by a query (columns from "id" on).
sub make_table
{
	my ($c, $kind, $rows, $index) = @_;
	my $fillfactor = $kind eq 'noise' ? 100 : 90;
	$c->sql("DROP TABLE IF EXISTS $kind; CREATE TABLE $kind (id int, quantity int, data bytea) WITH (fillfactor = $fillfactor); ALTER TABLE $kind ALTER data SET STORAGE plain;
		INSERT INTO $kind $rows; " . ($index ? "CREATE INDEX ON $kind (id)" : ''));
}
for my $c (values %c)
{
	make_table($c, $_, "SELECT i, 0, $column{$_} FROM generate_series(1, @{[ rows_of($_) ]}) i", 1) for sort keys %column;
	$c->sql('CREATE TABLE noise_rows AS TABLE noise');
}
my @kinds = qw(noise random text easy);
my @methods = qw(off pglz lz4 zstd);

# A session that is ready to update the table, all of whose pages are in memory.  VACUUM finds
# dead rows on each, and by the checkpoint before logs each page: this session has touched all
# WAL buffers then, whatever ran before, and the measurement has none of these page faults.
sub begin
{
	my ($c, $kind, $method, $index) = @_;
	make_table($c, $kind, 'TABLE noise_rows', $index) if $kind eq 'noise';
	my $s = $c->background;
	$s->run($_) for 'CHECKPOINT', 'SET wal_compression = off', "VACUUM $kind", "SELECT count(*) FROM $kind", "SET wal_compression = $method", 'CHECKPOINT';
	return $s;
}

# Measure SQL in that session, and end it.
sub measure
{
	my ($name, $s, $sql) = @_;
	my $clock = $name eq 'narwal';
	my $before = $clock && Narwal::Bench::compression_cpu($c{$name});
	my $r = Narwal::Bench::measure_sql($c{$name}, $s, $sql);
	$s->finish; # its counts are there when it has ended
	$r->{clock} = Narwal::Bench::compression_cpu($c{$name}) - $before if $clock;
	return $r;
}

sub all_rows
{
	my ($name, $kind, $method) = @_;
	return measure($name, begin($c{$name}, $kind, $method, 0), "UPDATE $kind SET quantity = quantity + 1 WHERE id % 15 = 1");
}

# Transactions of ten rows in ten pages, found by the index.
sub orders
{
	my ($name, $kind, $method) = @_;
	my $ids = rows_of($kind);
	my $n = int($ids / 50);
	my $s = begin($c{$name}, $kind, $method, 1);
	$s->run('SET enable_seqscan = off');
	my $sql = join '; ', map { my $k = $_; 'BEGIN', (map { "UPDATE $kind SET quantity = quantity + 1 WHERE id = " . (1 + ($k * 10 + $_) * 30 % $ids) } 0 .. 9), 'COMMIT' } 0 .. $n - 1;
	my $file = $c{$name}->dir . '/orders.sql';
	Narwal::Cluster::spew($file, "$sql;\n");
	return measure($name, $s, "\\i $file\nSELECT");
}

my %run = ('all rows' => \&all_rows, orders => \&orders);
my @parts;
for my $what ('all rows', 'orders')
{
	for my $kind (@kinds)
	{
		for my $method (@methods)
		{
			for my $name (@servers)
			{
				push @parts, [ "$what $kind $method $name", sub { $run{$what}->($name, $kind, $method) } ];
			}
		}
	}
}
my $r = Narwal::Bench::interleave(Narwal::Bench::rounds(5), @parts);
for my $what ('all rows', 'orders')
{
	my (@table, @bars);
	for my $kind (@kinds)
	{
		for my $method (@methods)
		{
			my %u = map { $_ => Narwal::Bench::med($r, "$what $kind $method $_", 'cpu') } @servers;
			my %o = map { $_ => Narwal::Bench::med($r, "$what $kind off $_", 'cpu') } @servers;
			my %w = map { $_ => Narwal::Bench::med($r, "$what $kind $method $_", 'wal') } @servers;
			my $percent = sub { my ($n) = @_; return $o{$n} ? sprintf('%+.1f', 100 * ($u{$n} / $o{$n} - 1)) : '-' };
			push @table, [ $kind, $method, (map { defined $w{$_} ? sprintf('%.3f/%.1f', $u{$_}, $w{$_} / 1e6) : '-' } qw(narwal stock)),
				$percent->('narwal'), $percent->('stock'), $method eq 'off' ? '-' : sprintf('%.2f', 100 * Narwal::Bench::med($r, "$what $kind $method narwal", 'clock') / $o{narwal}), Narwal::Bench::ratio($w{narwal}, $w{stock}, '%.3f') ];
			push @bars, [ "$kind, $method", \%u ];
		}
	}
	Narwal::Bench::report('hardness', "S3: images of hard and easy data, $what: CPU s / WAL MB, overhead over off in percent, and by the clock (medians)",
		[ 'data', 'method', 'narwal', 'stock', 'narwal %', 'stock %', 'clock %', 'WAL n/s' ], \@table, { unit => 'CPU, s', bars => \@bars });
}
$_->stop for values %c;
