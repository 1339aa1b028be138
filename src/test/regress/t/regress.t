# regress.t
#	Every file of sql/ runs on Narwal, and its output must be that of
#	expected/, which is what stock PostgreSQL 15 printed for it.
#
# Where stock is installed each file also runs there, so that an expected file
# that is out of date is noticed.  REGRESS_RECORD=1 writes expected/ from stock.
# Of an error severity, SQLSTATE and primary message are compared; details,
# hints and context are not (VERBOSITY terse leaves them out).
use strict;
use warnings;
use Narwal::Cluster;
use Test::More;

my $dir = "$ENV{NARWAL_TESTDIR}/regress";

# psql sends errors to stderr; one stream keeps them in their places.
sub run_merged
{
	my ($c, $file) = @_;
	my $cmd = "$Narwal::Cluster::STOCK_BIN/psql -X -a -q -d '" . $c->connstr('postgres') . "' -v VERBOSITY=terse -f $file 2>&1";
	my ($rc, $out, $err) = Narwal::Cluster::run_command('/bin/sh', '-c', $cmd);
	$out =~ s,psql:\S*/(\w+\.sql):\d+: ,,g;
	return $out;
}

sub slurp { return Narwal::Cluster::slurp(@_); }

# The first lines that differ, for the report.
sub first_difference
{
	my ($got, $expected) = @_;
	my @g = split /\n/, $got, -1;
	my @e = split /\n/, $expected, -1;
	my $i = 0;
	$i++ while $i < @g && $i < @e && $g[$i] eq $e[$i];
	my $from = $i < 3 ? 0 : $i - 3;
	return join "\n", "line " . ($i + 1) . ", after:", @e[ $from .. $i - 1 ],
		"     got: " . join("\n          ", @g[ $i .. ($i + 3 < $#g ? $i + 3 : $#g) ]),
		"expected: " . join("\n          ", @e[ $i .. ($i + 3 < $#e ? $i + 3 : $#e) ]);
}

my $ours = Narwal::Cluster->new('ours')->init;
$ours->append_conf('log_error_verbosity = default');
$ours->start;
my $stock;
if (Narwal::Cluster::have_stock())
{
	$stock = Narwal::Cluster->new('stock', stock => 1)->init;
	$stock->start;
}
my @files = glob "$dir/sql/*.sql";
for my $file (@files)
{
	(my $name = $file) =~ s,.*/|\.sql$,,g;
	my $expected_file = "$dir/expected/$name.out";
	my $from_stock = $stock ? run_merged($stock, $file) : undef;
	if ($ENV{REGRESS_RECORD} && $from_stock)
	{
		Narwal::Cluster::spew("$ENV{REGRESS_RECORD}/$name.out", $from_stock);
		pass("$name: recorded from stock");
		next;
	}
	my $expected = slurp($expected_file);
	if (defined $from_stock)
	{
		ok($from_stock eq $expected, "$name: the expected file is what stock prints now")
			or diag(first_difference($from_stock, $expected));
	}
	my $got = run_merged($ours, $file);
	ok($got eq $expected, "$name: Narwal prints what stock printed")
		or diag(first_difference($got, $expected));
}
done_testing();
