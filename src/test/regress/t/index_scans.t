# index_scans.t
#	A scan of a btree index finds the rows that a sequential scan finds.
#
# Random conditions (comparisons, IN lists, null tests, row comparisons, for
# rows in either order, with nulls at either end) run with sequential scans
# alone, which are the model, and with each kind of index scan alone; then a
# cursor goes to and fro.  INDEX_SCANS_SEED repeats a run.
use strict;
use warnings;
use Narwal::Cluster;
use Test::More;

my $seed = $ENV{INDEX_SCANS_SEED} // time;
srand $seed;
note "seed $seed";
my $c = Narwal::Cluster->new('ours')->init;
$c->start;
$c->sql(<<'SQL');
CREATE TABLE r (id int PRIMARY KEY, a int, b int, c text, d bigint);
INSERT INTO r SELECT i, CASE WHEN i % 11 <> 0 THEN i * 7 % 12 END, CASE WHEN i % 5 <> 0 THEN i * 13 % 9 END,
	CASE WHEN i % 17 <> 0 THEN chr(97 + i * 5 % 7) || repeat('-', i % 3 * 50) END, i / 40 FROM generate_series(1, 4000) i;
CREATE INDEX r_ab ON r (a, b);
CREATE INDEX r_badc ON r (b DESC, a, d DESC NULLS LAST, c);
CREATE INDEX r_cb ON r (c NULLS FIRST, b NULLS FIRST) INCLUDE (d);
CREATE INDEX r_d ON r (d) WHERE a > 3;
DELETE FROM r WHERE id % 9 = 4;
UPDATE r SET b = 3 WHERE id % 10 = 7;
UPDATE r SET d = d + 1 WHERE id % 8 = 1;
SQL

sub pick { return $_[ int rand @_ ]; }
sub number { return pick(-1 .. 13); }
sub text { return q(') . pick('a' .. 'h') . pick('', '', '-' x 50) . q('); }
sub value { my ($col) = @_; return rand() < 0.03 ? 'NULL::' . ($col eq 'c' ? 'text' : 'int') : $col eq 'c' ? text() : $col eq 'd' ? int(rand 110) : number(); }
sub simple
{
	my ($col) = @_;
	my $kind = rand;
	return "$col IS " . pick('NULL', 'NOT NULL') if $kind < 0.12;
	return "$col IN (" . join(', ', map { value($col) } 0 .. int rand 6) . ')' if $kind < 0.25;
	return "$col " . pick('<', '<=', '>=', '>') . ' ANY (ARRAY[' . join(', ', map { value($col) } 0 .. int rand 3) . '])' if $kind < 0.3;
	return "$col " . pick(qw(= < <= >= >)) . ' ' . value($col);
}
sub row
{
	my @cols = @{ pick([qw(a b)], [qw(b a)], [qw(b a d)], [qw(c b)], [qw(a b c)], [qw(b d)], [qw(b a d c)]) };
	return '(' . join(', ', @cols) . ') ' . pick(qw(< <= >= >)) . ' (' . join(', ', map { value($_) } @cols) . ')';
}
my @kinds = (
	[ 'sequential', 'enable_seqscan' ], [ 'index', 'enable_indexscan' ], [ 'bitmap', 'enable_bitmapscan' ], [ 'index only', 'enable_indexscan', 'enable_indexonlyscan' ]);
my @conditions = ('(a, b) >= (1, 2) AND b >= 5', '(a, b) > (1, 5)', '(a, b) < (3, 5) AND b <= 3', '(b, a) < (5, 3) AND a > 2 AND d > 3');
push @conditions, join ' AND ', map { rand() < 0.25 ? row() : simple(pick(qw(a b b c d))) } 0 .. int rand 4 for 1 .. 400;
my $script = '';
for my $kind (@kinds)
{
	my ($name, @on) = @$kind;
	$script .= "SET enable_$_ = off;\n" for qw(seqscan indexscan indexonlyscan bitmapscan);
	$script .= "SET $_ = on;\n" for @on;
	for my $i (0 .. $#conditions)
	{
		my $what = $name eq 'index only' ? 'count(a), sum(a), count(b), sum(b)' : 'count(*), sum(id), count(c)';
		my ($cols) = $name eq 'index only' ? 'a, b' : '*';
		my $where = $name eq 'index only' ? (join ' AND ', grep { !/\b[cd]\b/ } split / AND /, $conditions[$i]) || 'a > 5' : $conditions[$i];
		$script .= "SELECT $i, '$name', s.* FROM (SELECT $what FROM r WHERE $where) s;\n";
		my $order = pick('a, b', 'a DESC, b DESC', 'b DESC, a', 'b, a DESC');
		$script .= "SELECT $i, '$name ordered', md5(string_agg(a || ' ' || b, ',')) FROM (SELECT a, b FROM r WHERE $where ORDER BY $order) s;\n" if $name eq 'index only';
		if ($name eq 'index only')
		{
			$script .= "SET enable_seqscan = on; SET enable_indexonlyscan = off; SET enable_indexscan = off;\n";
			$script .= "SELECT $i, 'model', s.* FROM (SELECT $what FROM r WHERE $where) s;\n";
			$script .= "SELECT $i, 'model ordered', md5(string_agg(a || ' ' || b, ',')) FROM (SELECT a, b FROM r WHERE $where ORDER BY $order) s;\n";
			$script .= "SET enable_seqscan = off; SET enable_indexonlyscan = on; SET enable_indexscan = on;\n";
		}
	}
}
my %got;
for my $line (split /\n/, $c->sql($script))
{
	my ($i, $name, $rest) = split /\|/, $line, 3;
	$got{$name}[$i] = $rest;
}
for my $pair ([ 'index', 'sequential' ], [ 'bitmap', 'sequential' ], [ 'index only', 'model' ], [ 'index only ordered', 'model ordered' ])
{
	my ($name, $model) = @$pair;
	my @differ = grep { $got{$name}[$_] ne $got{$model}[$_] } 0 .. $#conditions;
	is(scalar @differ, 0, "$name scans find what the $model finds") or diag map { "WHERE $conditions[$_]: $got{$name}[$_], not $got{$model}[$_]\n" } @differ;
}

# A cursor to and fro over an index shows the rows of the same cursor over a
# sorted result that is kept.
for my $order ('a, b, id', 'b DESC, a, d DESC NULLS LAST, c', 'c NULLS FIRST, b NULLS FIRST')
{
	my $where = pick('a IS NOT NULL', 'b IN (1, 3, 7)', 'b > 2 AND a < 9', 'true');
	my @moves = map { pick('FORWARD', 'BACKWARD') . ' ' . int rand 300 } 1 .. 40;
	my @out;
	for my $scan ('index', 'sort')
	{
		my $sql = $scan eq 'sort' ? 'SET enable_indexscan = off; SET enable_bitmapscan = off;' : 'SET enable_seqscan = off; SET enable_bitmapscan = off; SET enable_sort = off;';
		$sql .= " SET enable_indexonlyscan = off; BEGIN; DECLARE k SCROLL CURSOR FOR SELECT a, b, c, d FROM r WHERE $where ORDER BY " . ($order =~ s/, id//r) . ";\n";
		$sql .= "FETCH $_ FROM k;\n" for @moves;
		push @out, $c->sql("$sql COMMIT;");
	}
	# rows with equal keys may come in either order: only the keys count
	my @keys = $order =~ /\b([abcd])\b/g;
	my %at = (a => 0, b => 1, c => 2, d => 3);
	for (@out) { my $text = ''; for my $row (split /\n/) { my @f = split /\|/, $row, -1; $text .= join('|', map { $f[ $at{$_} ] } @keys) . "\n"; } $_ = $text; }
	ok($out[0] eq $out[1], "a cursor over an index ordered by $order where $where");
}
done_testing();
