#!/usr/bin/perl
# generate-errcodes.pl
#		Makes include/utils/errcodes.h, the C names of all SQLSTATEs.
#
# usage: generate-errcodes.pl errcodes.tsv > errcodes.h
# With --names it prints C initializers { "condition_name", ERRCODE_x } instead,
# for languages that let users name conditions.
#
# A C name is ERRCODE_ and the condition name in capitals; the classes whose
# names would clash carry a prefix (38 E_R_E_, 39 E_R_I_E_, ...).
#
# Copyright (c) 2026, Narwal developers; see LICENSE
# src/backend/utils/generate-errcodes.pl
use strict;
use warnings;

my $want_names = @ARGV && $ARGV[0] eq '--names' ? shift : 0;

# Codes whose C name is not simply made from the condition name, or that have
# two C names.
my %special = (
	'01000' => ['WARNING'], '01P01' => ['WARNING_DEPRECATED_FEATURE'],
	'22008' => ['DATETIME_VALUE_OUT_OF_RANGE', 'DATETIME_FIELD_OVERFLOW'],
	'2202E' => ['ARRAY_ELEMENT_ERROR', 'ARRAY_SUBSCRIPT_ERROR'],
	'2201E' => ['INVALID_ARGUMENT_FOR_LOG'],
	'22013' => ['INVALID_PRECEDING_OR_FOLLOWING_SIZE'],
	'2201B' => ['INVALID_REGULAR_EXPRESSION'],
	'22014' => ['INVALID_ARGUMENT_FOR_NTILE'],
	'22016' => ['INVALID_ARGUMENT_FOR_NTH_VALUE'],
	'26000' => ['UNDEFINED_PSTATEMENT', 'INVALID_SQL_STATEMENT_NAME'],
	'34000' => ['UNDEFINED_CURSOR', 'INVALID_CURSOR_NAME'],
	'38000' => ['EXTERNAL_ROUTINE_EXCEPTION'],
	'39000' => ['EXTERNAL_ROUTINE_INVOCATION_EXCEPTION'],
	'2F000' => ['SQL_ROUTINE_EXCEPTION'],
	'3B000' => ['SAVEPOINT_EXCEPTION'],
	'3B001' => ['S_E_INVALID_SPECIFICATION'],
	'3D000' => ['UNDEFINED_DATABASE', 'INVALID_CATALOG_NAME'],
	'3F000' => ['UNDEFINED_SCHEMA', 'INVALID_SCHEMA_NAME'],
	'40000' => ['TRANSACTION_ROLLBACK'],
	'40002' => ['T_R_INTEGRITY_CONSTRAINT_VIOLATION'],
	'58000' => ['SYSTEM_ERROR'],
	'0Z002' => ['STACKED_DIAGNOSTICS_ACCESSED_WITHOUT_ACTIVE_HANDLER'],
	'0100C' => ['WARNING_DYNAMIC_RESULT_SETS_RETURNED'],
	'22025' => ['INVALID_ESCAPE_SEQUENCE'],
	'42P14' => ['INVALID_PSTATEMENT_DEFINITION'],
	'42P05' => ['DUPLICATE_PSTATEMENT'],
	'22030' => ['DUPLICATE_JSON_OBJECT_KEY_VALUE'],
	'0LP01' => ['INVALID_GRANT_OPERATION'],
	'42P10' => ['INVALID_COLUMN_REFERENCE'],
	'22033' => ['INVALID_SQL_JSON_SUBSCRIPT'],
	'22P01' => ['FLOATING_POINT_EXCEPTION'],
	'HV000' => ['FDW_ERROR'],
	'XX000' => ['INTERNAL_ERROR'],
	'00000' => ['SUCCESSFUL_COMPLETION'],
	'42704' => ['UNDEFINED_OBJECT'],
	'53400' => ['CONFIGURATION_LIMIT_EXCEEDED'],
	'40001' => ['T_R_SERIALIZATION_FAILURE'],
	'42P15' => ['INVALID_SCHEMA_DEFINITION']);
my %prefix = (
	'01' => 'WARNING_', '38' => 'E_R_E_', '39' => 'E_R_I_E_',
	'2F' => 'S_R_E_', '40' => 'T_R_');

my ($path) = @ARGV;
open my $in, '<', $path or die "$path: $!\n";
my (%seen, @out);
while (<$in>)
{
	chomp;
	my ($state, $name, $class) = split /\t/;
	next if $state eq 'sqlstate';
	if ($want_names)
	{
		next if $name eq '\N';
		my $sym = $special{$state} ? $special{$state}[-1] : c_name($state, $name);
		print "{\n\t\"$name\", ERRCODE_$sym\n},\n" if $class ne 'S';
		next;
	}
	next if $seen{$state}++;
	push @out, [$state, @{ $special{$state} || [ c_name($state, $name) ] }];
}
exit 0 if $want_names;

print <<'HEAD';
/*
 * errcodes.h
 *		SQLSTATEs, packed by MAKE_SQLSTATE of utils/elog.h.
 *
 * Made by src/backend/utils/generate-errcodes.pl from errcodes.tsv beside it.
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/utils/errcodes.h
 */
#ifndef ERRCODES_H
#define ERRCODES_H

HEAD
for my $e (@out)
{
	my ($state, @names) = @$e;
	my $chars = join ', ', map { "'$_'" } split //, $state;
	print "#define ERRCODE_$_ MAKE_SQLSTATE($chars)\n" for @names;
}
print "\n#endif\t\t\t\t\t\t\t/* ERRCODES_H */\n";

sub c_name
{
	my ($state, $name) = @_;
	my $p = $prefix{ substr $state, 0, 2 } || '';
	return $p . uc $name;
}
