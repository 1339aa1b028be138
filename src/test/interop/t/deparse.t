# deparse.t
#	Every view of a directory that stock made, printed as SQL by both servers.
use strict;
use warnings;
use Narwal::Cluster;
use Test::More;

plan skip_all => 'stock PostgreSQL 15 is not installed' unless Narwal::Cluster::have_stock();

my $stock = Narwal::Cluster->new('stock', stock => 1)->init;
$stock->start;
my $query = <<'SQL';
SELECT format('%s.%s %s', schemaname, viewname, md5(pg_get_viewdef((schemaname || '.' || viewname)::regclass) ||
	   pg_get_viewdef((schemaname || '.' || viewname)::regclass, true)))
  FROM pg_views ORDER BY schemaname, viewname
SQL
my @expected = split /\n/, $stock->value($query);
$stock->stop;
my $ours = Narwal::Cluster->new('ours')->init_from($stock);
$ours->start;
my @got = split /\n/, $ours->value($query);
$ours->stop;
cmp_ok(scalar @expected, '>', 100, 'stock has ' . @expected . ' views');
is_deeply(\@got, \@expected, 'both servers print the same definitions');
done_testing();
