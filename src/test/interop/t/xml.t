# xml.t
#	Values of type xml in a table that stock made: shown, in text and binary form and in
#	client encodings, as stock shows them.
use strict;
use warnings;
use Narwal::Cluster;
use Test::More;

plan skip_all => 'stock PostgreSQL 15 is not installed' unless Narwal::Cluster::have_stock();

my $stock = Narwal::Cluster->new('stock', stock => 1)->init;
$stock->start;
plan skip_all => 'stock has no xml' if $stock->value("SELECT count(*) FROM pg_config WHERE name = 'CONFIGURE' AND setting LIKE '%--with-libxml%'") eq '0';
$stock->sql('CREATE TABLE x (k int, v xml)');
my @values = ('<a/>', '<a>b &lt; c</a>', 'only text', '', '\n<a/>', '\n\n<a/>', '<?xml version="1.0"?><a/>', '<?xml version="1.0"?>\n\n<a/>',
	'<?xml version="1.1"?><a/>', '<?xml version="1.0" encoding="UTF-8"?><a>\u00e9</a>', '<?xml version="1.0" standalone="yes"?>\n<a/>',
	'<?xml   version = "1.0"   encoding=\'utf-8\'   standalone = "no" ?> <a/>', '<?xml-style x?><a/>');
for my $i (0 .. $#values)
{
	(my $quoted = $values[$i]) =~ s/'/''/g;
	$stock->sql("INSERT INTO x VALUES ($i, E'$quoted')");
}
my %query = (
	'text' => 'SELECT k, v FROM x ORDER BY k',
	'as text' => 'SELECT k, v::text FROM x ORDER BY k',
	'binary' => 'SELECT k, xml_send(v) FROM x ORDER BY k',
	'binary in latin1' => "SET client_encoding = latin1; SELECT k, xml_send(v) FROM x ORDER BY k",
);
my %expected = map { $_ => $stock->value($query{$_}) } keys %query;
$stock->stop;
my $ours = Narwal::Cluster->new('ours')->init_from($stock);
$ours->start;
is($ours->value($query{$_}), $expected{$_}, "$_: as stock shows it") for sort keys %query;
$ours->stop;
done_testing();
