# settings.t
#	pg_settings: every setting of stock with its unit, category, context, type,
#	limits, options and defaults, and none but Narwal's own beside; sample values
#	of each are taken or refused as stock does.
use strict;
use warnings;
use Narwal::Cluster;
use Test::More;

plan skip_all => 'stock PostgreSQL 15 is not installed' unless Narwal::Cluster::have_stock();

my %c;
for my $kind (qw(narwal stock))
{
	$c{$kind} = Narwal::Cluster->new($kind, stock => $kind eq 'stock')->init;
	$c{$kind}->start;
}
my $columns = "name, unit, category, context, vartype, min_val, max_val, enumvals, boot_val";
my %row;
for my $kind (qw(narwal stock))
{
	for (split /\n/, $c{$kind}->value("SELECT $columns FROM pg_settings ORDER BY name"))
	{
		my ($name) = /^([^|]+)/;
		$row{$kind}{$name} = $_;
	}
}
my @known = grep { exists $row{narwal}{$_} } sort keys %{ $row{stock} };
# Added in later minor releases than the one whose catalogs Narwal has.
my %later = map { $_ => 1 } qw(composite_type_mismatch output_plugin_libraries restrict_nonsystem_relation_kind);
is(join(' ', grep { !exists $row{narwal}{$_} && !$later{$_} } sort keys %{ $row{stock} }), '', 'no setting of stock is missing');
# The build, and options that Narwal adds or that its platform decides.
my %differs = map { $_ => 1 } qw(wal_compression debug_assertions server_version server_version_num ssl_library unix_socket_directories krb_server_keyfile);
for my $name (@known)
{
	next if $differs{$name};
	is($row{narwal}{$name}, $row{stock}{$name}, "$name");
}
my @own = grep { !exists $row{stock}{$_} } sort keys %{ $row{narwal} };
is(join(' ', grep { !/^(?:wal_|log_backend_cpu|narwal)/ } @own), '', 'Narwal\'s own are about the WAL and its accounting: ' . join(' ', @own));

# The same text for the same setting: accepted, refused, and shown alike.  Left out:
# settings that name objects or files; idle_session_timeout, which ends the session; those of
# TCP, which stock shows as 0 over a Unix socket; restrict_nonsystem_relation_kind, which
# restricts nothing here and takes any text (doc/configuration.md says so).
my @samples = ('on', 'off', '0', '1', '-1', '10', '7.5', '100000000000', '2min', '64kB', '1TB', 'nonsense', '');
for my $name (grep { !$differs{$_} && $row{stock}{$_} =~ /\|(?:user|superuser)\|/ && !/^(?:default_tablespace|temp_tablespaces|search_path|role|session_authorization|transaction_|local_preload|dynamic_library|lc_|timezone|default_text|seed|client_encoding|TimeZone|DateStyle|backtrace|jit_provider|session_preload|default_table_access|idle_session|tcp_|restrict_nonsystem)/ } @known)
{
	my $sql = join '', map { "SET $name = '$_';\nSHOW $name;\nRESET $name;\n" } @samples;
	my %said;
	for my $kind (qw(narwal stock))
	{
		my (undef, $out, $err) = $c{$kind}->psql('\set VERBOSITY terse' . "\n$sql", go_on => 1);
		$err =~ s/^psql:\S+ //mg;
		$err =~ s/(for parameter )"\Q$name\E"/$1"\L$name\E"/g;	# as it was typed, or as it is spelt
		$said{$kind} = "$out$err";
	}
	is($said{narwal}, $said{stock}, "$name takes and refuses what stock does");
}

# Files of settings, well and badly written: pg_file_settings says of each line what stock says.
my @files = ("work_mem\$ = 4", 'work_mem = 0x10', 'work_mem = 0X10', "server_version = '1'\nwork_mem = 1MB", "config_file = 'x'",
	"nope = 1\nwork_mem = 1MB", "a.b = 1\na.b = 2", 'a.c.d = x', "work_mem 4MB # c\nlog_line_prefix = 'it''s \\\\ \\t \\101'",
	'search_path = a.b', 'search_path = a,b', "timezone = Europe/Berlin\nport = 7777\nmax_connections = 100\nshared_buffers = 1MB",
	'work_mem = 1e3', "seq_page_cost = 1.5e1\nrandom_page_cost = .5\ncpu_tuple_cost = 1.", 'seq_page_cost = 1e1', 'cpu_index_tuple_cost = -.5e-3',
	"work_mem = '4MB\nx", '= 4', 'work_mem', 'work_mem = = 4', 'work_mem == 4', 'work_mem 4 5', "work_mem = ''", "work_mem = '10 MB'",
	'maintenance_work_mem = 10 MB', "WORK_MEM = 1GB\nWork_Mem = '1GB'", "work_mem = 1GB\nwork_mem = '2GB'", "include_dir 'nodir'",
	"include 'nofile'", "include_if_exists 'nofile'\nwork_mem = 3MB", "include 'extra.conf'", "include ''", "include_dir ' '",
	'enable_seqscan = maybe', 'enable_seqscan tr', 'log_min_messages = debug6', 'work_mem = 99999999999999999999', 'work_mem = 1.5MB',
	'statement_timeout = 1.7min', "role = 'x'\nis_superuser = on", 'lc_collate = C', "block_size = 1\nseed = 1", "\xc3\xa9 = 1",
	"max_wal_size = 1TB\nlog_directory = a/b-c_d:e.f", 'log_destination = stderr,csvlog', 'log_destination = bogus', 'vacuum_cost_limit = 10001');
$_->append_conf("include 'extra.conf'") for values %c;
for my $text (@files)
{
	my %said;
	for my $kind (qw(narwal stock))
	{
		Narwal::Cluster::spew($c{$kind}{data} . '/extra.conf', $text);
		$said{$kind} = $c{$kind}->value("SELECT string_agg(concat_ws('|', regexp_replace(sourcefile, '.*/', ''), name, setting, applied,
			replace(error, current_setting('data_directory'), '.')), chr(10) ORDER BY seqno)
			FROM pg_file_settings WHERE sourcefile LIKE '%extra.conf' OR error IS NOT NULL");
	}
	is($said{narwal}, $said{stock}, "a file with $text");
}
$_->stop for values %c;
done_testing();
