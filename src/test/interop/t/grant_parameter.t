# grant_parameter.t
#	GRANT ON PARAMETER across servers: each grants, is killed, and the other one
#	recovers the directory, obeys the grants and changes them.
#
# Then the dump of both is the same, and each restores it; sessions that log in
# as a role with a right get the settings that they start with.
use strict;
use warnings;
use Narwal::Cluster;
use Test::More;

my $bin = $Narwal::Cluster::STOCK_BIN;
plan skip_all => 'stock PostgreSQL 15 is not installed' unless Narwal::Cluster::have_stock();

my $acls = "SELECT string_agg(parname || ' ' || paracl::text, E'\\n' ORDER BY parname COLLATE \"C\") FROM pg_parameter_acl";
my $depends = "SELECT string_agg(a.parname || ' ' || r.rolname || ' ' || deptype::text, E'\\n' ORDER BY a.parname COLLATE \"C\", r.rolname)
	FROM pg_shdepend d JOIN pg_parameter_acl a ON a.oid = d.objid AND d.classid = 'pg_parameter_acl'::regclass JOIN pg_roles r ON r.oid = d.refobjid";

# What comes of statements in a session of a role: output, then errors.
sub try_as
{
	my ($c, $role, $sql, %opt) = @_;
	local $ENV{PGOPTIONS} = $opt{options} // '';
	my ($rc, $out, $err) = $c->psql($sql, connstr => $c->connstr =~ s/user=\S+/user=$role/r, go_on => 1);
	$err =~ s/^psql:.*?(?=ERROR|WARNING|FATAL)|^(?:LOCATION|DETAIL|HINT):.*\n//mg;
	return "$out$err" =~ s/\n+$//r;
}

sub dump_of
{
	my ($c) = @_;
	my ($rc, $out, $err) = Narwal::Cluster::run_command("$bin/pg_dumpall", '-h', $c->socket_dir, '-p', $c->port, '-U', 'postgres', '--globals-only');
	is("$rc $err", '0 ', "$c->{name}: pg_dumpall") or return '';
	return join '', grep { !/^--|restrict / } split /^/, $out;
}

my %final;
for my $writer (qw(narwal stock))
{
	my $c = Narwal::Cluster->new($writer, stock => $writer eq 'stock')->init;
	$c->append_conf('wal_consistency_checking = all');
	$c->start;
	$c->sql("CREATE ROLE app LOGIN; CREATE ROLE ops LOGIN; CREATE ROLE staff; GRANT staff TO app; CREATE ROLE other LOGIN;
		GRANT SET ON PARAMETER wal_compression TO staff, ops WITH GRANT OPTION; CHECKPOINT;
		GRANT ALTER SYSTEM ON PARAMETER wal_compression, work_mem TO ops; GRANT SET ON PARAMETER log_statement, q.r, log_disconnections TO app;
		GRANT ALL ON PARAMETER track_functions TO PUBLIC; GRANT SET ON PARAMETER log_min_messages TO app; REVOKE SET ON PARAMETER log_min_messages FROM app");
	my @before = map { $c->value($_) } $acls, $depends;
	is($before[1], "log_disconnections app a\nlog_statement app a\nq.r app a\nwal_compression ops a\nwal_compression staff a\nwork_mem ops a", "$writer: dependencies of roles");
	$c->kill9;

	my $other = Narwal::Cluster->new("$writer.other", stock => $writer ne 'stock')->init_from($c);
	ok(eval { $other->start; 1 }, "$writer: the other server recovers") or do { diag($@); next; };
	unlike(Narwal::Cluster::slurp($other->log_file), qr/inconsistent page|PANIC|TRAP/, "$writer: replay made every page what it was");
	is($other->value($acls), $before[0], "$writer: the same privileges after recovery");
	is($other->value($depends), $before[1], "$writer: the same dependencies after recovery");
	my $name = "$writer, on the other";
	is(try_as($other, 'app', 'SET wal_compression = pglz; SHOW wal_compression; SET log_statement = none; SHOW log_statement'), "pglz\nnone", "$name: a role with SET, by membership and itself");
	is(try_as($other, 'other', 'SET wal_compression = pglz; SET track_functions = pl; SHOW track_functions'), "pl\nERROR:  permission denied to set parameter \"wal_compression\"", "$name: one without, and PUBLIC");
	is(try_as($other, 'app', 'SHOW wal_compression', options => '-c wal_compression=pglz'), 'pglz', "$name: as a session starts");
	like(try_as($other, 'other', 'SHOW wal_compression', options => '-c wal_compression=pglz'), qr/permission denied to set parameter "wal_compression"/, "$name: not without the right");
	is(try_as($other, 'app', 'SHOW log_disconnections', options => '-c log_disconnections=on'), 'on', "$name: a setting for the start of a session");
	like(try_as($other, 'other', 'SHOW log_disconnections', options => '-c log_disconnections=on'), qr/permission denied to set parameter "log_disconnections"/, "$name: nor that without it");
	is(try_as($other, 'ops', "ALTER SYSTEM SET wal_compression = pglz; ALTER SYSTEM SET work_mem = '9MB'; ALTER SYSTEM SET maintenance_work_mem = '9MB'"),
		'ERROR:  permission denied to set parameter "maintenance_work_mem"', "$name: ALTER SYSTEM");
	my $auto = Narwal::Cluster::slurp($other->data_dir . '/postgresql.auto.conf');
	like($auto, qr/^wal_compression = 'pglz'$/m, "$name: the file has it");
	unlike($auto, qr/maintenance/, "$name: and not what was refused");
	try_as($other, 'ops', 'ALTER SYSTEM RESET wal_compression; ALTER SYSTEM RESET work_mem');
	is(try_as($other, 'app', 'ALTER ROLE app SET wal_compression = pglz'), '', "$name: ALTER ROLE SET of oneself");
	is(try_as($other, 'app', 'SHOW wal_compression'), 'pglz', "$name: the next session has it");

	# what one server made, the other one changes
	$other->sql("SET ROLE ops; GRANT SET ON PARAMETER wal_compression TO other; RESET ROLE; REVOKE ALL ON PARAMETER wal_compression FROM staff, ops CASCADE;
		GRANT SET ON PARAMETER \"Wal_Compression\" TO app; REVOKE ALL ON PARAMETER track_functions FROM PUBLIC; GRANT SET ON PARAMETER work_mem TO app WITH GRANT OPTION");
	$final{$writer} = $other->value($acls);
	my $dump = dump_of($other);
	like($dump, qr/^GRANT SET ON PARAMETER wal_compression TO app;$/m, "$writer: the dump grants it");
	$other->stop;

	# back on the first one, and restored by both
	my $back = Narwal::Cluster->new("$writer.back", stock => $writer eq 'stock')->init_from($other);
	$back->start;
	is($back->value($acls), $final{$writer}, "$writer: back, with the same privileges");
	is(dump_of($back), $dump, "$writer: the same dump");
	my ($rc, $out, $err) = $back->psql('DROP ROLE app');
	like($err, qr/role "app" cannot be dropped/, "$writer: a role with rights stays");
	$back->sql('REVOKE ALL ON PARAMETER log_statement, q.r, log_disconnections, wal_compression, work_mem FROM app; DROP ROLE app');
	$back->stop;
	for my $stock (0, 1)
	{
		my $new = Narwal::Cluster->new("$writer.restored$stock", stock => $stock)->init;
		$new->start;
		my ($rc, $out, $err) = $new->psql($dump, go_on => 1);
		is($err =~ s/^.*(?:role "postgres" already exists|LOCATION).*\n//mgr, '', "$new->{name}: psql restores the dump");
		is($new->value($acls), $final{$writer}, "$new->{name}: all privileges are there");
		$new->stop;
	}
}
is($final{narwal}, $final{stock}, 'both ways end with the same privileges');

# a setting that stock does not know: it keeps the row, and the right to revoke it
my $ours = Narwal::Cluster->new('level')->init;
$ours->start;
$ours->sql('CREATE ROLE app LOGIN; GRANT SET ON PARAMETER wal_compression, wal_compression_level TO app');
is(try_as($ours, 'app', 'SET wal_compression = lz4; SET wal_compression_level = 7; SHOW wal_compression_level'), 7, 'a level, by a role that was granted it');
is(try_as($ours, 'app', 'SET wal_compression = lz4; SET wal_compression_level = 70000'), 'ERROR:  wal_compression_level 70000 is out of range for method "lz4"', 'no level that is none');
$ours->stop;
my $stock = Narwal::Cluster->new('level.stock', stock => 1)->init_from($ours);
$stock->start;
like(dump_of($stock), qr/^GRANT SET ON PARAMETER wal_compression_level TO app;$/m, 'stock dumps it');
$stock->sql('REVOKE SET ON PARAMETER wal_compression, wal_compression_level FROM app; DROP ROLE app');
is($stock->value('SELECT count(*) FROM pg_parameter_acl'), 0, 'stock revokes it');
$stock->stop;
done_testing();
