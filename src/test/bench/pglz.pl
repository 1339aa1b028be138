#!/usr/bin/env perl
# pglz.pl
#	Our pglz beside stock's, our LZ4 encoder beside liblz4: speed and bytes over pages of many kinds.
#
# One module (src/test/modules/server_bench) runs in both servers and times their own
# functions on the same page files, which stock has filled (or Narwal, without it).
# Least of many repetitions; streams of each are decoded by the other.
# ROUNDS (3).
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../perl";
use Narwal::Bench;

my @servers = Narwal::Bench::servers();
my %c = map { $_ => Narwal::Bench::cluster($_) } @servers;
my $maker = $c{stock} // $c{narwal};
my $random = "left(encode(decode(md5(i::text || %d), 'hex'), 'base64'), %d)";
sub r { my ($k, $n) = @_; return sprintf $random, $k, $n; }
my $customer = sub {
	my ($text) = @_;
	return "i, i % 10, 1 + i / 30000, " . join(', ', map { $text->($_, 8 + $_) } 1 .. 6) . ", 'OE', '2024-01-01'::timestamp + i * interval '1.7 s', 50000::numeric(12,2), -10::numeric(12,2), 10, 1, 0, " . join(' || ', map { $text->($_ + 20, 21) } 1 .. 16);
};
my $customer_columns = 'id int, d smallint, w int, t1 text, t2 text, t3 text, t4 text, t5 text, t6 text, m char(2), since timestamp, lim numeric(12,2), bal numeric(12,2), ytd int, p smallint, dl smallint, data text';
my $zeroes = sub { my ($k, $n) = @_; return "repeat('0', $n)"; };
# name, columns, values, number, fill factor
my @classes = (
	['int, ff 50', 'a int', 'i', 40000, 50], ['int, ff 20', 'a int', 'i', 15000, 20], ['int, ff 100', 'a int', 'i', 60000, 100],
	['random int', 'a int', "('x' || substr(md5(i::text), 1, 8))::bit(32)::int", 60000, 100],
	['accounts', 'aid int, bid int, abalance int, filler char(84)', "i, 1, i * 7919 % 10007, ''", 12000, 100],
	['history', 'tid int, bid int, aid int, delta int, mtime timestamp, filler char(22)', "i % 100, 1, i * 7919 % 100003, i * 31 % 9973 - 5000, '2024-01-01'::timestamp + i * interval '13 ms', NULL", 20000, 100],
	['customer, random text', $customer_columns, $customer->(\&r), 2500, 100],
	['customer, zeroes', $customer_columns, $customer->($zeroes), 2500, 100],
	['order lines', 'o int, d smallint, w int, n smallint, i int, q smallint, amount numeric(6,2), dist char(24)', 'i / 10, i % 10, 1, i % 10, i * 7919 % 100003, 5, (i * 31 % 9999)::numeric(6,2), ' . r(1, 21), 12000, 100],
	['int and text', 'a int, b text', "i, 'row number ' || i", 20000, 100],
	['words', 'a int, b text', "i, 'Customer description text for item ' || i || ' with some words and a price of ' || i % 997", 8000, 100],
	['jsonb', 'a int, b jsonb', "i, jsonb_build_object('id', i, 'name', 'user' || i, 'tags', jsonb_build_array('a', 'b', i % 5), 'score', i % 101)", 8000, 100],
	['uuid', 'u uuid, d int', 'md5(i::text)::uuid, i % 50', 16000, 100],
	['two md5', 'a int, m text, n text', "i, md5(i::text), md5('x' || i)", 8000, 100],
	['numeric', 'a int, n numeric, f float8', 'i, i * 1.0001, i * 0.37', 16000, 100],
	['short random text', 'a int, b text', 'i, ' . r(1, 21), 16000, 100],
	['random bytes', 'a int, b bytea', "i, decode(md5(i::text) || md5('x' || i), 'hex')", 12000, 100]);
my @indexes = (['btree on int', 'int, ff 100', 'a'], ['btree on text', 'int and text', 'b'], ['btree on uuid', 'uuid', 'u']);
my (%table, @files);
for my $class (@classes)
{
	my ($name, $columns, $values, $n, $ff) = @$class;
	my $t = 't' . scalar keys %table;
	$maker->sql("CREATE TABLE $t ($columns) WITH (fillfactor = $ff); INSERT INTO $t SELECT $values FROM generate_series(1, $n) i");
	$table{$name} = $t;
	push @files, [ $name, $t ];
}
for my $index (@indexes)
{
	my ($name, $of, $column) = @$index;
	$maker->sql("CREATE INDEX $table{$of}_i ON $table{$of} ($column)");
	push @files, [ $name, "$table{$of}_i" ];
}
$maker->sql('CHECKPOINT');
my $path = sub { return $maker->relation_path($_[0]) };
my (%best, %lz4, $streams);
for my $file (@files)
{
	my ($name, $t) = @$file;
	my $p = $path->($t);
	for my $round (1 .. Narwal::Bench::rounds(3))
	{
		for my $server (@servers)
		{
			my @v = split ' ', $c{$server}->value("SELECT pglz_bench('$p', 9)");
			my $b = $best{$name}{$server} //= [@v];
			for (3, 4) { $b->[$_] = $v[$_] if $v[$_] < $b->[$_] }
		}
	}
	for my $round (1 .. Narwal::Bench::rounds(3))
	{
		my @v = split ' ', $c{narwal}->value("SELECT lz4_bench('$p', 9)");
		my $b = $lz4{$name} //= [@v];
		for (4, 5) { $b->[$_] = $v[$_] if $v[$_] < $b->[$_] }
	}
	next unless $c{stock};
	for my $pair ([ 'narwal', 'stock' ], [ 'stock', 'narwal' ])
	{
		my $out = $c{narwal}->dir . '/streams';
		my $n = $c{ $pair->[0] }->value("SELECT pglz_write('$p', '$out')");
		my $good = $c{ $pair->[1] }->value("SELECT pglz_check('$p', '$out')");
		die "$name: streams of $pair->[0] do not decode on $pair->[1]: $good of $n\n" if $good != $n;
		$streams += $n;
	}
}

sub geometric { my @l = map { log } grep { $_ > 0 } @_; return @l ? exp(List::Util::sum(@l) / @l) : undef; }
use List::Util;
my (@rows, @bars, @fast, @unfast, @size);
for my $file (@files)
{
	my $name = $file->[0];
	my ($n, $s) = @{ $best{$name} }{qw(narwal stock)};
	push @rows, [ $name, sprintf('%.0f', $n->[1] / $n->[0]), (map { $_ ? sprintf('%.0f', $_->[2] / $_->[0]) : '-' } $n, $s), $s ? Narwal::Bench::ratio($n->[2], $s->[2], '%.3f') : '-',
		(map { $_ ? sprintf('%.1f', $_->[3] / 1e3) : '-' } $n, $s), $s ? Narwal::Bench::ratio($s->[3], $n->[3]) : '-',
		(map { $_ && $_->[4] ? sprintf('%.2f', $_->[4] / 1e3) : '-' } $n, $s), $s && $s->[4] && $n->[4] ? Narwal::Bench::ratio($s->[4], $n->[4]) : '-' ];
	push @bars, [ $name, { narwal => $n->[3] / 1e3, stock => $s ? $s->[3] / 1e3 : undef } ];
	next unless $s;
	push @fast, $s->[3] / $n->[3];
	push @unfast, $s->[4] / $n->[4] if $s->[4] && $n->[4];
	push @size, $n->[2] / $s->[2];
}
push @rows, [ 'geometric mean', '', '', '', Narwal::Bench::number(geometric(@size), '%.3f'), '', '', Narwal::Bench::number(geometric(@fast), '%.2f'), '', '', Narwal::Bench::number(geometric(@unfast), '%.2f') ] if @fast;
Narwal::Bench::report('pglz', 'pglz: bytes and microseconds a page; a page that does not shrink by a quarter is kept raw',
	[ 'pages of', 'raw', 'narwal', 'stock', 'n/s', 'compress n', 'stock', 'times faster', 'decompress n', 'stock', 'times faster' ], \@rows, { unit => 'compression, us a page', bars => \@bars });
(@rows, @bars) = ();
for my $file (@files)
{
	my ($pages, $taken, $lib, $own, $lib_ns, $own_ns) = @{ $lz4{ $file->[0] } };
	push @rows, [ $file->[0], sprintf('%.0f', $lib / $pages), sprintf('%.0f', $own / $pages), Narwal::Bench::ratio($own, $lib, '%.3f'), sprintf('%.0f %%', 100 * $taken / $pages),
		sprintf('%.2f', $lib_ns / 1e3), sprintf('%.2f', $own_ns / 1e3), Narwal::Bench::ratio($own_ns, $lib_ns),
		$own <= $lib && $taken > $pages / 2 ? 'rows' : 'liblz4' ];
	push @bars, [ $file->[0], { narwal => $own_ns / 1e3, stock => $lib_ns / 1e3 } ];
}
Narwal::Bench::report('lz4', "lz4: bytes and microseconds a page by liblz4, as stock does it, and by the encoder for rows (liblz4 after all where it takes none)",
	[ 'pages of', 'liblz4', 'rows', 'r/l', 'taken', 'us liblz4', 'us rows', 'r/l', 'fewer bytes by' ], \@rows, { unit => 'compression, us a page', bars => \@bars });
print "$streams streams decoded by the other server\n" if $streams;
$_->stop for values %c;
