#!/usr/bin/perl
# generate_guc.pl
#		Makes guc_tables_gen.c, the table of all settings.
#
# usage: generate_guc.pl guc_settings.tsv guc_settings.dat > guc_tables_gen.c
#
# guc_settings.tsv has the facts (name, unit, category, context, type, limits,
# options, boot value), guc_settings.dat our side of it (variable, hooks, flags,
# description).  Numbers of enum options are PostgreSQL's, as its headers name
# them.
#
# Copyright (c) 2026, Narwal developers; see LICENSE
# src/backend/utils/misc/generate_guc.pl
use strict;
use warnings;

# Boot values that this build decides, as C expressions.
my %boot = (
	server_version => 'PG_VERSION', server_version_num => 'PG_VERSION_NUM',
	unix_socket_directories => 'DEFAULT_PGSOCKET_DIR', port => 'DEF_PGPORT',
	krb_server_keyfile => '""', debug_assertions => 'GUC_ASSERTIONS',
	ssl_library => '"OpenSSL"', segment_size => 'RELSEG_SIZE');
my %range = (server_version_num => ['PG_VERSION_NUM', 'PG_VERSION_NUM'],
	segment_size => ['RELSEG_SIZE', 'RELSEG_SIZE']);
# Not part of this minor release.
my %skip = map { $_ => 1 } qw(composite_type_mismatch output_plugin_libraries);

my %context = (
	internal => 'PGC_INTERNAL', postmaster => 'PGC_POSTMASTER',
	sighup => 'PGC_SIGHUP', 'superuser-backend' => 'PGC_SU_BACKEND',
	backend => 'PGC_BACKEND', superuser => 'PGC_SUSET', user => 'PGC_USERSET');
my %unit = (
	B => 'GUC_UNIT_BYTE', kB => 'GUC_UNIT_KB', MB => 'GUC_UNIT_MB',
	'8kB' => 'GUC_UNIT_BLOCKS', ms => 'GUC_UNIT_MS', s => 'GUC_UNIT_S',
	min => 'GUC_UNIT_MIN');
my %xblocks = map { $_ => 1 } qw(wal_buffers wal_writer_flush_after);

my @bools = (['true', 'on'], ['false', 'off'], ['yes', 'on'], ['no', 'off'],
	['1', 'on'], ['0', 'off']);
my %loglevel = (
	debug5 => 10, debug4 => 11, debug3 => 12, debug2 => 13, debug1 => 14,
	log => 15, info => 17, notice => 18, warning => 19, error => 21,
	fatal => 22, panic => 23);
my @isolation = map { my $i = $_; $i } 0 .. 3;
my %iso = ('serializable' => 3, 'repeatable read' => 2,
	'read committed' => 1, 'read uncommitted' => 0);
my %number = (
	IntervalStyle => { postgres => 0, postgres_verbose => 1, sql_standard => 2, iso_8601 => 3 },
	archive_mode => { off => 0, on => 1, always => 2 },
	backslash_quote => { off => 0, on => 1, safe_encoding => 2 },
	bytea_output => { escape => 0, hex => 1 },
	client_min_messages => \%loglevel, log_min_messages => \%loglevel,
	log_min_error_statement => \%loglevel, trace_recovery_messages => \%loglevel,
	compute_query_id => { off => 0, on => 1, auto => 2, regress => 3 },
	constraint_exclusion => { off => 0, on => 1, partition => 2 },
	default_toast_compression => { pglz => ord('p'), lz4 => ord('l') },
	default_transaction_isolation => \%iso, transaction_isolation => \%iso,
	dynamic_shared_memory_type => { posix => 1, sysv => 2, mmap => 4 },
	force_parallel_mode => { off => 0, on => 1, regress => 2 },
	huge_pages => { off => 0, on => 1, try => 2 },
	recovery_prefetch => { off => 0, on => 1, try => 2 },
	log_error_verbosity => { terse => 0, default => 1, verbose => 2 },
	log_statement => { none => 0, ddl => 1, mod => 2, all => 3 },
	password_encryption => { md5 => 1, 'scram-sha-256' => 2 },
	plan_cache_mode => { auto => 0, force_generic_plan => 1, force_custom_plan => 2 },
	recovery_init_sync_method => { fsync => 0, syncfs => 1 },
	recovery_target_action => { pause => 0, promote => 1, shutdown => 2 },
	session_replication_role => { origin => 0, replica => 1, local => 2 },
	shared_memory_type => { sysv => 1, mmap => 2 },
	ssl_max_protocol_version => { '' => 0, TLSv1 => 1, 'TLSv1.1' => 2, 'TLSv1.2' => 3, 'TLSv1.3' => 4 },
	ssl_min_protocol_version => { TLSv1 => 1, 'TLSv1.1' => 2, 'TLSv1.2' => 3, 'TLSv1.3' => 4 },
	stats_fetch_consistency => { none => 0, cache => 1, snapshot => 2 },
	synchronous_commit => { off => 0, local => 1, remote_write => 2, on => 3, remote_apply => 4 },
	syslog_facility => { map { ("local$_" => (16 + $_) << 3) } 0 .. 7 },
	track_functions => { none => 0, pl => 1, all => 2 },
	wal_format => { postgres15 => 0, extended => 1 },
	wal_level => { minimal => 0, replica => 1, logical => 2 },
	wal_sync_method => { fsync => 0, fdatasync => 1, open_sync => 2, open_datasync => 4 },
	xmlbinary => { base64 => 0, hex => 1 }, xmloption => { document => 0, content => 1 });
# Accepted, but not listed.
my %hidden = (
	client_min_messages => { debug => 13, info => 17, fatal => 22, panic => 23 },
	log_min_messages => { debug => 13 }, log_min_error_statement => { debug => 13 },
	trace_recovery_messages => { debug => 13, info => 17, fatal => 22, panic => 23 },
	wal_level => { archive => 1, hot_standby => 1 });
# Options that a module holds, because they may grow.
my %extern_options = map { $_ => 1 } qw(wal_compression);
my %no_hidden_bools = map { $_ => 1 } qw(plan_cache_mode);

my ($tsv, $dat) = @ARGV;
my (%fact, @order);
open my $in, '<', $tsv or die "$tsv: $!\n";
while (<$in>)
{
	chomp;
	my ($name, $setting, $unit, $cat, $ctx, $type, $min, $max, $opts, $boot) = split /\t/, $_, -1;
	next if $name eq 'name' || $skip{$name};
	$fact{$name} = { unit => $unit, cat => $cat, ctx => $ctx, type => $type,
		min => $min, max => $max, opts => $opts, boot => $boot };
}
close $in;
my %ours;
open $in, '<', $dat or die "$dat: $!\n";
while (<$in>)
{
	chomp;
	next if /^#/ || /^\s*$/;
	my ($name, $var, $hooks, $flags, $desc, $hiddenfacts) = split /\|/, $_, -1;
	if (defined $hiddenfacts)
	{
		my ($type, $ctx, $min, $max, $boot, $cat, $opts) = split /,/, $hiddenfacts, -1;
		($opts //= '') =~ tr/;/,/;
		$fact{$name} = { unit => '\N', cat => $cat // 'Ungrouped', ctx => $ctx, type => $type,
			min => $min, max => $max, opts => "{$opts}", boot => $boot };
	}
	die "$dat: $name is not in $tsv\n" unless $fact{$name};
	my %h = map { split /=/, $_, 2 } split ' ', $hooks;
	$ours{$name} = { var => $var, hooks => \%h, flags => $flags, desc => $desc };
}
close $in;
$ours{$_} or die "$dat: nothing on $_\n" for sort keys %fact;

my (%decl, %table, $enums);
$enums = '';
for my $name (sort { lc $a cmp lc $b } keys %fact)
{
	my ($f, $o) = ($fact{$name}, $ours{$name});
	my $t = { bool => 'bool', integer => 'int', real => 'real', string => 'string', enum => 'enum' }->{$f->{type}};
	my $ctype = { bool => 'bool', int => 'int', real => 'double', string => 'char *', enum => 'int' }->{$t};
	my $T = ucfirst $t;
	$decl{"extern $ctype" . ($ctype =~ /\*/ ? '' : ' ') . "$o->{var} GUC_WEAK;"} = 1;
	my $valarg = $t eq 'string' ? 'const char *newval' : "$ctype newval";
	$valarg =~ s/\bint newval/int newval/;
	my $ptrarg = $t eq 'string' ? 'char **newval' : "$ctype *newval";
	my ($c, $a, $s, $n) = map { $o->{hooks}{$_} || 'NULL' } qw(c a s n);
	$decl{"extern bool $c($ptrarg, void **extra, GucSource source) GUC_WEAK;"} = 1 if $c ne 'NULL';
	$decl{"extern void $a($valarg, void *extra) GUC_WEAK;"} = 1 if $a ne 'NULL';
	$decl{"extern const char *$s(void) GUC_WEAK;"} = 1 if $s ne 'NULL';
	$decl{"extern bool $n(const char *name) GUC_WEAK;"} = 1 if $n ne 'NULL';
	my @flags = map { "GUC_$_" } split ' ', $o->{flags};
	if ($f->{unit} ne '\N')
	{
		die "unit $f->{unit} of $name\n" unless $unit{$f->{unit}};
		push @flags, $xblocks{$name} ? 'GUC_UNIT_XBLOCKS' : $unit{$f->{unit}};
	}
	my $flags = @flags ? join(' | ', @flags) : '0';
	my $gen = "{.name = \"$name\", .context = $context{$f->{ctx}}, .group = " . cstr($f->{cat}) .
	  ",\n\t\t.short_desc = " . cstr($o->{desc}) . ", .flags = $flags, .vartype = PGC_" . uc($t) . "}";
	my $boot = $boot{$name};
	if (!defined $boot)
	{
		$boot = $f->{boot};
		if ($t eq 'bool') { $boot = $boot eq 'on' ? 'true' : 'false'; }
		elsif ($t eq 'string') { $boot = $boot eq '\N' ? 'NULL' : cstr($boot); }
		elsif ($t eq 'enum') { $boot = $extern_options{$name} ? 0 : $number{$name}{$boot}; }
	}
	my $limits = '';
	if ($t eq 'int' || $t eq 'real')
	{
		my ($min, $max) = $range{$name} ? @{$range{$name}} : ($f->{min}, $f->{max});
		$min = 'INT_MIN' if $min eq '-2147483648';
		$max = 'INT_MAX' if $max eq '2147483647';
		$max = 'DBL_MAX' if $max =~ /e\+308/;
		$limits = ", .min = $min, .max = $max";
	}
	if ($t eq 'enum')
	{
		$enums .= $extern_options{$name} ? "extern struct config_enum_entry ${name}_options[];\n\n" :
		  enum_table($name, $f->{opts});
		$limits = ", .options = ${name}_options";
	}
	push @{$table{$T}}, "\t{$gen,\n\t\t.variable = &$o->{var}, .boot_val = $boot$limits" .
	  ($c ne 'NULL' ? ",\n\t\t.check_hook = $c" : '') .
	  ($a ne 'NULL' ? ",\n\t\t.assign_hook = $a" : '') .
	  ($s ne 'NULL' ? ",\n\t\t.show_hook = $s" : '') .
	  ($n ne 'NULL' ? ",\n\t\t.name_hook = $n" : '') . "}";
}

print <<'HEAD';
/*
 * guc_tables_gen.c
 *		All settings.  Made by generate_guc.pl; change guc_settings.dat.
 *
 * Variables and hooks are weak: NULL where no module defines them.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/backend/utils/misc/guc_tables_gen.c
 */
#include "postgres.h"

#include <float.h>

#include "guc_internal.h"

#define GUC_WEAK __attribute__((weak))
#ifdef USE_ASSERT_CHECKING
#define GUC_ASSERTIONS true
#else
#define GUC_ASSERTIONS false
#endif

HEAD
print join("\n", sort keys %decl), "\n\n", $enums;
for my $T (qw(Bool Int Real String Enum))
{
	my $t = lc $T;
	print "struct config_$t ConfigureNames${T}[] = {\n", join(",\n", @{$table{$T}}), "\n};\n";
	print "const int NumConfigureNames${T} = lengthof(ConfigureNames${T});\n\n";
}

sub cstr
{
	my $s = shift;
	$s =~ s/(["\\])/\\$1/g;
	return "\"$s\"";
}

sub enum_table
{
	my ($name, $list) = @_;
	$list =~ s/^\{|\}$//g;
	my @opts = $list =~ /("[^"]*"|[^,]+)/g;
	s/^"|"$//g for @opts;
	my $n = $number{$name} or die "no numbers for $name\n";
	my $out = "static const struct config_enum_entry ${name}_options[] = {\n";
	for my $opt (@opts)
	{
		die "$name: no number for $opt\n" unless defined $n->{$opt};
		$out .= "\t{\"$opt\", $n->{$opt}, false},\n";
	}
	my $h = $hidden{$name} || {};
	$out .= "\t{\"$_\", $h->{$_}, true},\n" for sort keys %$h;
	if (defined $n->{on} && defined $n->{off} && !$no_hidden_bools{$name})
	{
		$out .= "\t{\"$_->[0]\", $n->{$_->[1]}, true},\n" for @bools;
	}
	return $out . "\t{NULL, 0, false}\n};\n\n";
}
