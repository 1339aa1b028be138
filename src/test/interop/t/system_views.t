# system_views.t
#	The views of pg_catalog: a new Narwal cluster has all that stock has, with
#	the same columns and privileges, and each can be read.
#
# Definitions are compared where they are meant to be equal when printed; in the
# others names of aliases and the order of conditions differ.
# A view over a function that has no code yet is refused with
# feature_not_supported; %unread names those, and a view that is not in it must
# be readable.
use strict;
use warnings;
use Narwal::Cluster;
use Test::More;

plan skip_all => 'stock PostgreSQL 15 is not installed' unless Narwal::Cluster::have_stock();

my %unread = map { $_ => 1 } qw(
  pg_backend_memory_contexts pg_config pg_file_settings pg_hba_file_rules
  pg_ident_file_mappings pg_shmem_allocations);

my $stock = Narwal::Cluster->new('stock', stock => 1)->init;
my $ours = Narwal::Cluster->new('ours')->init;
$_->start for $stock, $ours;

my $columns = <<'SQL';
SELECT format('%s %s', c.relname, string_agg(format('%s %s %s', attname,
	   format_type(atttypid, atttypmod), attcollation), ', ' ORDER BY attnum))
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
 WHERE relkind = 'v' AND relnamespace = 11
 GROUP BY c.relname ORDER BY 1
SQL
my $privileges = <<'SQL';
SELECT format('%s %s %s', relname, reloptions,
	   replace(relacl::text, pg_get_userbyid(relowner), 'owner'))
  FROM pg_class WHERE relkind = 'v' AND relnamespace = 11 ORDER BY relname
SQL
my $definitions = <<'SQL';
SELECT relname, pg_get_viewdef(oid) FROM pg_class
 WHERE relname ~ '^pg_stat_progress_|^pg_stats_ext|^pg_publication_tables$'
   AND relkind = 'v' AND relnamespace = 11 ORDER BY relname
SQL
my @views = split /\n/,
  $stock->value("SELECT relname FROM pg_class WHERE relkind = 'v' AND relnamespace = 11 ORDER BY 1");
is(scalar @views, 75, 'stock has 75 views');
is_deeply([ split /\n/, $ours->value($columns) ], [ split /\n/, $stock->value($columns) ],
	'the same columns and types');
is_deeply([ split /\n/, $ours->value($privileges) ], [ split /\n/, $stock->value($privileges) ],
	'the same options and privileges');
is_deeply([ split /\n/, $ours->value($definitions) ], [ split /\n/, $stock->value($definitions) ],
	'the same definitions');

for my $view (@views)
{
	# the whole row, so that no column goes unevaluated
	my ($rc, $out, $err) = $ours->psql("SELECT v.* FROM $view v",
		extra => [ '-v', 'VERBOSITY=verbose' ]);
	if ($unread{$view})
	{
		like($err, qr/ERROR:  0A000: function \w+ is not implemented/,
			"$view is refused as not supported");
	}
	else
	{
		is($err, '', "$view can be read");
	}
}
is($ours->value('SELECT * FROM ' . $_), $stock->value('SELECT * FROM ' . $_), "$_ is as empty as stock's")
  for grep { /^pg_stat_progress_|^pg_publication|^pg_stats_ext|^pg_replication|^pg_prepared_xacts|wal_receiver$|^pg_stat_replication/ } @views;
is($ours->value("SELECT count(*) FROM pg_available_extensions WHERE name = 'pg_prewarm'"), 1,
	'pg_prewarm is among the available extensions');
is( $ours->value("SELECT version, superuser, trusted, relocatable FROM pg_available_extension_versions
				   WHERE name = 'pg_prewarm' AND version = '1.2'"),
	$stock->value("SELECT version, superuser, trusted, relocatable FROM pg_available_extension_versions
				   WHERE name = 'pg_prewarm' AND version = '1.2'"),
	'... with its version as in stock');
$_->stop for $ours, $stock;
done_testing();
