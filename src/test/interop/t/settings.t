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
$_->stop for values %c;
done_testing();
