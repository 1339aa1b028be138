# system_views.t
#	The views of pg_catalog: a new Narwal cluster has all that stock has, with
#	the same columns and privileges, and each can be read.
#
# Definitions are compared where they are meant to be equal when printed; in the
# others names of aliases and the order of conditions differ.
use strict;
use warnings;
use Narwal::Cluster;
use Test::More;

plan skip_all => 'stock PostgreSQL 15 is not installed' unless Narwal::Cluster::have_stock();

my $stock = Narwal::Cluster->new('stock', stock => 1)->init;
my $ours = Narwal::Cluster->new('ours')->init;
for my $c ($stock, $ours)
{
	# lines of all kinds, right and wrong
	Narwal::Cluster::spew($c->data_dir . '/pg_hba.conf', <<'HBA');
local all all trust
local "all",template1 +postgres,"x y" reject
host all all 127.0.0.1/32 trust
host all all ::1/128 scram-sha-256
host postgres all 10.0.0.0 255.0.0.0 md5
host all all samenet reject
host all all all password
local all joe peer map=m
HBA
	Narwal::Cluster::spew($c->data_dir . '/pg_ident.conf', "# maps\nm joe postgres\nm \"a b\" c\n");
	$c->start;
	$c->append_conf("work_mem = 5MB\nwork_mem = 6MB\nnosuch = 1");
}

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
	is($err, '', "$view can be read");
}
is($ours->value('SELECT * FROM ' . $_), $stock->value('SELECT * FROM ' . $_), "$_ is as empty as stock's")
  for grep { /^pg_stat_progress_|^pg_publication|^pg_stats_ext|^pg_replication|^pg_prepared_xacts|wal_receiver$|^pg_stat_replication/ } @views;
for my $query (
	'SELECT line_number, type, database, user_name, address, netmask, auth_method, options, error FROM pg_hba_file_rules',
	'SELECT map_name, sys_name, pg_username, error FROM pg_ident_file_mappings',
	"SELECT name, applied, error FROM pg_file_settings WHERE name IN ('fsync', 'nosuch', 'work_mem', 'port') AND sourcefile LIKE '%postgresql.conf' ORDER BY seqno",
	'SELECT name FROM pg_config',
	"SELECT name, ident, parent, level FROM pg_backend_memory_contexts WHERE level = 0",
	"SELECT count(*) > 20, sum(allocated_size) > 1000000, bool_or(name = '<anonymous>'), bool_or(name IS NULL) FROM pg_shmem_allocations")
{
	is($ours->value($query), $stock->value($query), $query);
}
is($ours->value("SELECT count(*) FROM pg_available_extensions WHERE name = 'pg_prewarm'"), 1,
	'pg_prewarm is among the available extensions');
is( $ours->value("SELECT version, superuser, trusted, relocatable FROM pg_available_extension_versions
				   WHERE name = 'pg_prewarm' AND version = '1.2'"),
	$stock->value("SELECT version, superuser, trusted, relocatable FROM pg_available_extension_versions
				   WHERE name = 'pg_prewarm' AND version = '1.2'"),
	'... with its version as in stock');
$_->stop for $ours, $stock;
done_testing();
