#!/usr/bin/env perl
# hardness.pl
#	S3, its images: text that is hard to compress, and the same as zeroes.
#
# Tables of about 500 bytes a row: "random": random bytes, so that only the headers of
# pages and rows get shorter; "text": letters and digits, hard for LZ methods (an entropy coder saves
# a quarter); "easy": zeroes.  "noise": 2000 random bytes a row and no room for a new version in its
# page (it would repeat the old one), so that nothing gains.
# Per method a CHECKPOINT and an UPDATE of all rows, so that each page
# is logged once; and the same by orders: transactions of ten rows each, found by an
# index, in other pages.  Overhead is the
# CPU, user and system, above "off" on the same server and data.
# ROWS (40000), ROUNDS (5).
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../perl";
use Narwal::Bench;

my $rows = $ENV{ROWS} // 40_000;
my @servers = Narwal::Bench::servers();
my %c = map { $_ => Narwal::Bench::cluster($_, "shared_buffers = 512MB\n") } @servers;
# rows of a kind: a fourth of the long ones
sub rows_of { my ($kind) = @_; return $kind eq 'noise' ? int($rows / 4) : $rows; }
my %column = (
	noise => "(SELECT string_agg(decode(md5(i::text || g), 'hex'), '') FROM generate_series(1, 119) g)",
	random => "(SELECT string_agg(decode(md5(i::text || g), 'hex'), '') FROM generate_series(1, 30) g)",
	text => "(SELECT convert_to(string_agg(left(encode(decode(md5(i::text || g), 'hex'), 'base64'), 21), ''), 'UTF8') FROM generate_series(1, 22) g)",
	easy => "convert_to(repeat('0', 470), 'UTF8')");
for my $name (@servers)
{
	for my $kind (sort keys %column)
	{
		$c{$name}->sql("CREATE TABLE $kind (id int, quantity int, data bytea) WITH (fillfactor = @{[ $kind eq 'noise' ? 100 : 90 ]}); ALTER TABLE $kind ALTER data SET STORAGE plain;
			INSERT INTO $kind SELECT i, 0, $column{$kind} FROM generate_series(1, @{[ rows_of($kind) ]}) i; CREATE INDEX ON $kind (id)");
	}
}
my @kinds = qw(noise random text easy);
my @methods = qw(off pglz lz4 zstd);

sub all_rows
{
	my ($c, $kind, $method) = @_;
	my $s = $c->background;
	$s->run("SET wal_compression = $method");
	$s->run("VACUUM $kind");
	$s->run("SELECT count(*) FROM $kind");
	$s->run('CHECKPOINT');
	my $r = Narwal::Bench::measure_sql($c, $s, "UPDATE $kind SET quantity = quantity + 1 WHERE id % 15 = 1");
	$s->finish;
	return $r;
}

# Transactions of ten rows in ten pages, found by the index.
sub orders
{
	my ($c, $kind, $method) = @_;
	my $ids = rows_of($kind);
	my $n = int($ids / 50);
	my $s = $c->background;
	$s->run("SET wal_compression = $method");
	$s->run("VACUUM $kind");
	$s->run('SET enable_seqscan = off');
	$s->run('CHECKPOINT');
	my $sql = join '; ', map { my $k = $_; 'BEGIN', (map { "UPDATE $kind SET quantity = quantity + 1 WHERE id = " . (1 + ($k * 10 + $_) * 30 % $ids) } 0 .. 9), 'COMMIT' } 0 .. $n - 1;
	my $file = $c->dir . '/orders.sql';
	Narwal::Cluster::spew($file, "$sql;\n");
	my $r = Narwal::Bench::measure_sql($c, $s, "\\i $file\nSELECT");
	$s->finish;
	return $r;
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
				push @parts, [ "$what $kind $method $name", sub { $run{$what}->($c{$name}, $kind, $method) } ];
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
				$percent->('narwal'), $percent->('stock'), Narwal::Bench::ratio($w{narwal}, $w{stock}, '%.3f') ];
			push @bars, [ "$kind, $method", \%u ];
		}
	}
	Narwal::Bench::report('hardness', "S3: images of hard and easy data, $what: CPU s / WAL MB, overhead over off in percent (medians)",
		[ 'data', 'method', 'narwal', 'stock', 'narwal %', 'stock %', 'WAL n/s' ], \@table, { unit => 'CPU, s', bars => \@bars });
}
$_->stop for values %c;
