# pglz.t
#	pglz streams of each server decode on the other, over pages of several kinds; ours
#	are not larger than stock's by more than 6 percent on any.
use strict;
use warnings;
use Narwal::Bench;
use Narwal::Cluster;
use Test::More;

plan skip_all => 'stock PostgreSQL 15 is not installed' unless Narwal::Cluster::have_stock();
my %c = map { $_ => Narwal::Bench::cluster($_) } qw(narwal stock);
my %tables = (
	integers => [ 'a int', 'i' ],
	accounts => [ 'a int, b int, c int, filler char(84)', "i, 1, i * 7919 % 10007, ''" ],
	words => [ 'a int, b text', "i, 'Customer description text for item ' || i" ],
	md5 => [ 'a int, b text', 'i, md5(i::text)' ],
	bytes => [ 'a int, b bytea', "i, decode(md5(i::text), 'hex')" ],
	nulls => [ 'a int, b int, c text', 'i, NULL, NULL' ],
	json => [ 'a int, b jsonb', "i, jsonb_build_object('id', i, 'name', 'user' || i)" ],
	customers => [ 'a int, b text, c text', "i, left(encode(decode(md5(i::text), 'hex'), 'base64'), 21), repeat('0', 300)" ]);
for my $t (sort keys %tables)
{
	my ($columns, $values) = @{ $tables{$t} };
	$c{stock}->sql("CREATE TABLE $t ($columns); INSERT INTO $t SELECT $values FROM generate_series(1, 6000) i; CHECKPOINT");
	my $path = $c{stock}->relation_path($t);
	for ([ 'narwal', 'stock' ], [ 'stock', 'narwal' ])
	{
		my ($writer, $reader) = @$_;
		my $file = $c{$writer}->dir . '/streams';
		my $n = $c{$writer}->value("SELECT pglz_write('$path', '$file')");
		is($c{$reader}->value("SELECT pglz_check('$path', '$file')"), $n, "$t: $n streams of $writer decode on $reader");
	}
	my %bytes = map { $_ => (split ' ', $c{$_}->value("SELECT pglz_bench('$path', 1)"))[2] } keys %c;
	cmp_ok($bytes{narwal}, '<=', 1.06 * $bytes{stock}, "$t: $bytes{narwal} bytes, stock $bytes{stock}");
}
done_testing();
