# Narwal/Shapes.pm
#	The update-shape suite: tables, and updates that change them in various ways.
#
# Each shape is a hash: name; columns; row (values of row i in INSERT ... SELECT); set
# (the SET clause); shorter: with room on the page a delta is always shorter than
# what PostgreSQL 15 logs.  i is the row's number.  Texts are made by md5, so that
# every run has the same bytes.
package Narwal::Shapes;

use strict;
use warnings;

my $ten = join ', ', map { "t$_ text" } 1 .. 10;
my $hundred = join ', ', map { "c$_ int" } 1 .. 100;
my $tiny = join ', ', 1 .. 100;

# A text of n times 21 letters and digits; expr makes it another one.
sub text
{
	my ($n, $expr) = @_;
	return "(SELECT string_agg(left(encode(decode(md5($expr), 'hex'), 'base64'), 21), '') FROM generate_series(1, $n) g)";
}
my @texts = map { text(7, "'$_' || i || g") } 1 .. 10;
my $texts = join ', ', @texts;

# SET clauses for columns of a kind
sub set_ints { return join ', ', map { "c$_ = c$_ + 1" } @_; }
sub set_texts { return join ', ', map { "t$_ = " . text(7, "i::text || g || t$_") } @_; }

sub shape
{
	my ($name, $columns, $row, $set, $shorter) = @_;
	return { name => $name, columns => $columns, row => $row, set => $set, shorter => $shorter };
}

sub all
{
	return (
		shape('narrow', 'i int, a int, b int', 'i, i, i', 'a = a + 1', 0),
		shape('two short fields, no change', 'i int, a int', 'i, i', 'a = a', 0),
		shape('two short fields, both changed', 'i int, a int, b int', 'i, i, i', 'a = a + 1, b = b + 7', 0),
		shape('one short and one long field', 'i int, a int, v text', "i, 1, $texts[0]", 'a = a + 1', 0),
		shape('wide, one short field', "i int, $ten, a int", "i, $texts, 1", 'a = a + 1', 0),
		shape('wide, first and last', "i int, a int, $ten, b int", "i, 1, $texts, 1", 'a = a + 1, b = b + 1', 1),
		shape('ten tiny fields, all changed', 'i int, ' . join(', ', map { "c$_ int" } 1 .. 10), 'i, ' . join(', ', 1 .. 10), set_ints(1 .. 10), 0),
		shape('hundred tiny fields, two changed', "i int, $hundred", "i, $tiny", set_ints(3, 97), 1),
		shape('hundred tiny fields, first ten changed', "i int, $hundred", "i, $tiny", set_ints(1 .. 10), 1),
		shape('hundred tiny fields, all changed', "i int, $hundred", "i, $tiny", set_ints(1 .. 100), 1),
		shape('hundred tiny fields, every second', "i int, $hundred", "i, $tiny", set_ints(map { 2 * $_ } 1 .. 50), 1),
		shape('hundred tiny fields, half nulled', "i int, $hundred", "i, $tiny", join(', ', map { 'c' . 2 * $_ . ' = NULL' } 1 .. 50), 1),
		shape('nine short and one long, short changed', 'i int, ' . join(', ', map { "c$_ int" } 1 .. 9) . ', v text', 'i, ' . join(', ', 1 .. 9) . ", $texts[0]", set_ints(1 .. 9), 1),
		shape('shifted by a longer field', "i int, v text, $ten", "i, 'x', $texts", "v = v || 'yyy', t5 = t5 || 'z'", 1),
		shape('two long fields swapped', 'i int, t1 text, t2 text, a int', "i, $texts[0], $texts[1], 1", 't1 = t2, t2 = t1', 1),
		shape('ten long fields, one changed', "i int, $ten", "i, $texts", set_texts(5), 1),
		shape('ten long fields, all changed', "i int, $ten", "i, $texts", set_texts(1 .. 10), 0),
		shape('grows', 'i int, v text', "i, 'x'", "v = v || repeat('y', 100)", 0),
		shape('shrinks', 'i int, v text', "i, repeat('x', 300) || i", "v = left(v, 100) || 'end'", 0),
		shape('nothing changes', "i int, $ten", "i, $texts", 'i = i', 1));
}

1;
