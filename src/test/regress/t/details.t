# details.t
#	What the details of errors about keys tell, and to whom.
#
# The expected lines are what stock PostgreSQL 15 printed; where it is installed
# it is asked again.  Values of columns that a role may not read are not shown.
use strict;
use warnings;
use Narwal::Cluster;
use Test::More;

my $setup = <<'SQL';
CREATE TABLE d (a int, b text, c int);
CREATE UNIQUE INDEX d_ab ON d (a, b);
CREATE UNIQUE INDEX d_e ON d (lower(b), (c + 1)) INCLUDE (a);
INSERT INTO d VALUES (1, 'X', 5);
CREATE ROLE reader; GRANT INSERT, SELECT ON d TO reader;
CREATE ROLE writer; GRANT INSERT ON d TO writer;
SQL
my @cases = (
	[ 'plain columns', q{INSERT INTO d VALUES (1, 'X', 6)}, 'Key (a, b)=(1, X) already exists.' ],
	[ 'expressions', q{INSERT INTO d VALUES (2, 'x', 5)}, 'Key (lower(b), (c + 1))=(x, 6) already exists.' ],
	[ 'building an index', q{INSERT INTO d VALUES (1, 'Y', 5); CREATE UNIQUE INDEX d_c ON d (c, a)}, 'Key (c, a)=(5, 1) is duplicated.' ],
	[ 'one who may read', q{SET ROLE reader; INSERT INTO d VALUES (1, 'X', 6)}, 'Key (a, b)=(1, X) already exists.' ],
	[ 'one who may not', q{SET ROLE writer; INSERT INTO d VALUES (1, 'X', 6)}, '' ],
);
for my $stock (0, Narwal::Cluster::have_stock() ? 1 : ())
{
	my $c = Narwal::Cluster->new($stock ? 'judge' : 'ours', stock => $stock)->init;
	$c->start;
	$c->sql($setup);
	for my $case (@cases)
	{
		my ($name, $sql, $expected) = @$case;
		my ($rc, $out, $err) = $c->psql($sql);
		is(join("\n", $err =~ /^DETAIL:  (.*)$/mg), $expected, ($stock ? 'stock' : 'Narwal') . ": $name") or diag $err;
	}
}
done_testing();
