# sort_space.t
#	What a sort that does not fit into memory writes, and how long runs are.
#
# A million numbers take less room on disk than in stock (4 bytes of length and
# 8 of value each), and a run is as long as work_mem allows: too short ones
# show as many merges, which write every row several times.
use strict;
use warnings;
use Narwal::Cluster;
use Test::More;

my $c = Narwal::Cluster->new('ours')->init;
$c->start;
sub disk
{
	my ($query) = @_;
	my $plan = $c->sql("SET work_mem = '4MB'; EXPLAIN (ANALYZE, COSTS off, TIMING off) $query");
	return $plan =~ /Sort Method: external \w+  Disk: (\d+)kB/ ? $1 : diag $plan;
}
my $rows = 'FROM generate_series(1, 1000000) g';
cmp_ok(disk("SELECT g $rows ORDER BY g DESC OFFSET 999999"), '<', 11768, 'a million int4 values take less than in stock');
cmp_ok(disk("SELECT g::int8 $rows ORDER BY 1 DESC OFFSET 999999"), '<', 11768, 'a million int8 values take less than in stock');
cmp_ok(disk("SELECT g::text $rows ORDER BY 1 OFFSET 999999"), '<', 25000, 'a million texts are written once');
cmp_ok(disk("SELECT g AS x, g::text $rows ORDER BY 1 DESC OFFSET 999999"), '<', 33000, 'a million rows are written once');
done_testing();
