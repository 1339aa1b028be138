#!/usr/bin/perl
#
# gencatalog.pl
#		Make C headers and tables from the catalog rows in src/include/catalog.
#
# The rows of a fresh cluster (pg_*.dat, tab separated, null is \N) are the
# source of all that C code must know about the catalogs.  Written below
# OUTDIR, each file only if its text changes, so that make sees no news where
# there is none:
#
#   include/catalog/pg_X_d.h		OIDs, attribute numbers, constants of pg_X
#   include/catalog/pg_X.h			FormData_pg_X, Form_pg_X
#   include/catalog/schemapg.h		columns of the nailed catalogs
#   include/catalog/initdb_data.h	all rows, for initdb
#   include/utils/fmgroids.h		F_... OIDs of built-in functions
#   include/utils/fmgrprotos.h		prototypes of their C functions
#   backend/utils/fmgrtab.c			the table that fmgr.c searches
#
# Functions of the hand-written part of a catalog are declared in
# src/include/catalog/pg_X_fn.h, which pg_X.h includes where it exists.
#
# Usage: gencatalog.pl --srcdir DIR --outdir DIR/src
#
# Copyright (c) 2026, Narwal developers; see LICENSE
# src/backend/catalog/gencatalog.pl
use strict;
use warnings;
use File::Path qw(make_path);
use Getopt::Long;

my ($srcdir, $outdir) = ('.', undef);
GetOptions('srcdir=s' => \$srcdir, 'outdir=s' => \$outdir)
  or die "usage: gencatalog.pl --srcdir DIR --outdir DIR\n";
$outdir //= "$srcdir/src";
my $datdir = "$srcdir/src/include/catalog";

my (%rows, %cols);    # by catalog name: row hashes, column names
my (%relmacro, %typemacro, %indexmacro, %consts);
my (@opers, @classes, @families);

read_rows($_) for sort glob "$datdir/pg_*.dat";
read_names("$datdir/catalog_names.dat");
use_own_bodies("$datdir/function_bodies.dat");

my %class = map { $_->{oid} => $_ } @{ $rows{pg_class} };
my %type = map { $_->{oid} => $_ } @{ $rows{pg_type} };
my %typeoid = map { $_->{typname} => $_->{oid} } @{ $rows{pg_type} };
my %attributes;       # by relation OID, in attnum order
for my $a (sort { $a->{attnum} <=> $b->{attnum} } @{ $rows{pg_attribute} })
{
	push @{ $attributes{ $a->{attrelid} } }, $a if $a->{attnum} > 0;
}
my @catalogs = sort { $a->{relname} cmp $b->{relname} }
  grep { $_->{relkind} eq 'r' } @{ $rows{pg_class} };

make_path("$outdir/include/catalog", "$outdir/include/utils",
	"$outdir/backend/utils");
for my $catalog (@catalogs)
{
	put("include/catalog/$catalog->{relname}_d.h", symbols_header($catalog));
	put("include/catalog/$catalog->{relname}.h", struct_header($catalog));
}
put("include/catalog/schemapg.h", schema_header());
put("include/catalog/initdb_data.h", rows_header());
my @builtins = builtin_functions();
put("include/utils/fmgroids.h", fmgroids_header());
put("include/utils/fmgrprotos.h", fmgrprotos_header());
put("backend/utils/fmgrtab.c", fmgrtab_source());
open my $stamp, '>', "$outdir/include/catalog/gencatalog.stamp" or die $!;
close $stamp;
exit 0;

# ---- input ----

sub unescape
{
	my $v = shift;
	my %esc = (t => "\t", n => "\n", r => "\r", b => "\b", f => "\f", v => "\x0b");
	return undef if $v eq '\N';
	$v =~ s/\\(.)/exists $esc{$1} ? $esc{$1} : $1/ge;
	return $v;
}

sub read_rows
{
	my $file = shift;
	my ($name) = $file =~ m{(pg_\w+)\.dat$} or die $file;
	open my $in, '<', $file or die "$file: $!";
	chomp(my $head = <$in>);
	my @names = split /\t/, $head;
	$cols{$name} = \@names;
	while (my $line = <$in>)
	{
		chomp $line;
		my @v = split /\t/, $line, -1;
		die "$file:$.: wrong number of columns\n" if @v != @names;
		my %row;
		@row{@names} = map { unescape($_) } @v;
		push @{ $rows{$name} }, \%row;
	}
}

sub read_names
{
	my $file = shift;
	open my $in, '<', $file or die "$file: $!";
	while (my $line = <$in>)
	{
		chomp $line;
		next if $line =~ /^#|^\s*$/;
		my ($kind, $first, $rest) = split ' ', $line, 3;
		if ($kind eq 'rel') { $relmacro{$first} = $rest; }
		elsif ($kind eq 'rowtype') { $typemacro{$first} = $rest; }
		elsif ($kind eq 'index') { $indexmacro{$first} = $rest; }
		elsif ($kind eq 'const') { push @{ $consts{$first} }, $rest; }
		elsif ($kind eq 'oper') { push @opers, [ $first, split ' ', $rest ]; }
		elsif ($kind eq 'class') { push @classes, [ $first, split ' ', $rest ]; }
		elsif ($kind eq 'family') { push @families, [ $first, split ' ', $rest ]; }
		else { die "$file:$.: unknown kind \"$kind\"\n"; }
	}
}

# SQL-language functions carry "@own" in the rows; their text is our own.
sub use_own_bodies
{
	my $file = shift;
	my %body;
	open my $in, '<', $file or die "$file: $!";
	while (my $line = <$in>)
	{
		chomp $line;
		next if $line =~ /^#|^\s*$/;
		my ($oid, $text) = split ' ', $line, 2;
		$body{$oid} = $text;
	}
	for my $p (@{ $rows{pg_proc} })
	{
		next if $p->{prosrc} ne '@own';
		$p->{prosrc} = delete $body{ $p->{oid} }
		  // die "$file: no body for function $p->{oid} $p->{proname}\n";
	}
	die "$file: unused bodies: @{[sort keys %body]}\n" if %body;
}

# ---- output ----

sub put
{
	my ($name, $text) = @_;
	my $path = "$outdir/$name";
	if (open my $old, '<', $path)
	{
		local $/;
		return if <$old> eq $text;
	}
	open my $out, '>', "$path.tmp" or die "$path.tmp: $!";
	print $out $text;
	close $out or die $!;
	rename "$path.tmp", $path or die "$path: $!";
}

sub banner
{
	my ($name, $what) = @_;
	my ($base) = $name =~ m{([^/]+)$};
	return "/*\n * $base\n *\t\t$what\n *\n"
	  . " * Generated by src/backend/catalog/gencatalog.pl; do not edit.\n *\n"
	  . " * Copyright (c) 2026, Narwal developers; see LICENSE\n * src/$name\n */\n";
}

sub guard
{
	my ($name, $body) = @_;
	(my $g = uc $name) =~ s/\W/_/g;
	return "#ifndef $g\n#define $g\n\n$body\n#endif\t\t\t\t\t\t\t/* $g */\n";
}

sub camel
{
	my $s = shift;
	return join '', map { ucfirst } split /_/, $s;
}

# ---- pg_X_d.h ----

sub symbols_header
{
	my $rel = shift;
	my $name = $rel->{relname};
	my $macro = $relmacro{$name} or die "no OID macro for $name\n";
	my $t = "#define $macro $rel->{oid}\n";
	$t .= "#define $typemacro{$name} $rel->{reltype}\n" if $typemacro{$name};
	if ($rel->{reltoastrelid})
	{
		my ($idx) = grep { $_->{indrelid} == $rel->{reltoastrelid} } @{ $rows{pg_index} };
		my $c = camel($name);
		$t .= "#define ${c}ToastTable $rel->{reltoastrelid}\n";
		$t .= "#define ${c}ToastIndex $idx->{indexrelid}\n";
	}
	for my $i (grep { $_->{indrelid} == $rel->{oid} } @{ $rows{pg_index} })
	{
		my $m = $indexmacro{ $i->{indexrelid} }
		  or die "no OID macro for index $i->{indexrelid} $class{$i->{indexrelid}}{relname}\n";
		$t .= "#define $m $i->{indexrelid}\n";
	}
	$t .= "\n";
	$t .= "#define Anum_${name}_$_->{attname} $_->{attnum}\n" for @{ $attributes{ $rel->{oid} } };
	$t .= "#define Natts_${name} " . @{ $attributes{ $rel->{oid} } } . "\n\n";
	for (@{ $consts{$name} || [] })
	{
		my ($n, $v) = /^(\w+\([^)]*\)|\w+)\s+(.*)$/;
		$t .= "#define $n $v\n";
	}
	$t .= type_symbols() if $name eq 'pg_type';
	$t .= oper_symbols() if $name eq 'pg_operator';
	$t .= class_symbols() if $name eq 'pg_opclass';
	$t .= family_symbols() if $name eq 'pg_opfamily';
	my $h = "include/catalog/${name}_d.h";
	return banner($h, "Numbers of the catalog $name.") . guard("${name}_d.h", $t);
}

sub type_symbols
{
	my $t = "\n";
	for my $y (sort { $a->{oid} <=> $b->{oid} } @{ $rows{pg_type} })
	{
		next if $y->{typrelid} || $y->{oid} >= 12000;
		my $n = $y->{typname};
		if ($n =~ /^_(.*)/ && $y->{typelem})
		{
			next if $type{ $y->{typelem} }{typrelid};
			$n = "$1array";
		}
		$t .= "#define " . uc($n) . "OID $y->{oid}\n";
	}
	return $t;
}

sub oper_symbols
{
	my $t = "\n";
	for my $o (@opers)
	{
		my ($sym, $op, $l, $r) = @$o;
		my @hit = grep { $_->{oprname} eq $op && $_->{oprleft} == $typeoid{$l} && $_->{oprright} == $typeoid{$r} } @{ $rows{pg_operator} };
		die "operator $op($l,$r) not found\n" if @hit != 1;
		$t .= "#define $sym $hit[0]{oid}\n";
	}
	return $t;
}

sub by_method
{
	my ($wanted, $catalog, $prefix) = @_;
	my %am = map { $_->{amname} => $_->{oid} } @{ $rows{pg_am} };
	my $t = "\n";
	for my $w (@$wanted)
	{
		my ($sym, $method, $name) = @$w;
		my @hit = grep { $_->{"${prefix}name"} eq $name && $_->{"${prefix}method"} == $am{$method} } @{ $rows{$catalog} };
		die "$catalog row $method $name not found\n" if @hit != 1;
		$t .= "#define $sym $hit[0]{oid}\n";
	}
	return $t;
}

sub class_symbols { return by_method(\@classes, 'pg_opclass', 'opc'); }

sub family_symbols
{
	return by_method(\@families, 'pg_opfamily', 'opf')
	  . "\n#define IsBooleanOpfamily(opfamily) \\\n"
	  . "\t((opfamily) == BOOL_BTREE_FAM_OID || (opfamily) == BOOL_HASH_FAM_OID)\n";
}

# ---- pg_X.h ----

my %ctype;

# Columns that a C struct can show: fixed width and never null, and one vector
# right behind them.
sub fixed_columns
{
	my $rel = shift;
	my (@fixed, @rest);
	for my $a (@{ $attributes{ $rel->{oid} } })
	{
		my $vector = $a->{atttypid} == $typeoid{int2vector} || $a->{atttypid} == $typeoid{oidvector};
		if (!@rest && $a->{attnotnull} eq 't' && $a->{attlen} > 0) { push @fixed, $a; }
		elsif (!@rest && $a->{attnotnull} eq 't' && $vector)
		{
			push @fixed, $a;
			push @rest, '';
		}
		else { push @rest, $a; }
	}
	return (\@fixed, [ grep { ref } @rest ]);
}

sub struct_header
{
	my $rel = shift;
	my $name = $rel->{relname};
	%ctype = (
		oid => 'Oid', name => 'NameData', int2 => 'int16', int4 => 'int32', int8 => 'int64',
		char => 'char', bool => 'bool', float4 => 'float4', regproc => 'regproc', xid => 'TransactionId',
		pg_lsn => 'uint64', int2vector => 'int2vector', oidvector => 'oidvector', timestamptz => 'TimestampTz')
	  unless %ctype;
	my ($fixed, $rest) = fixed_columns($rel);
	my $s = "#include \"catalog/${name}_d.h\"\n\ntypedef struct FormData_$name\n{\n";
	my $vector = 0;
	for my $a (@$fixed)
	{
		my $c = $ctype{ $type{ $a->{atttypid} }{typname} } or die "$name.$a->{attname}: no C type";
		$vector = 1 if $c =~ /vector/;
		$s .= "\t$c\t\t$a->{attname};\n";
	}
	$s .= "} FormData_$name;\n\ntypedef FormData_$name *Form_$name;\n";
	if (@$rest)
	{
		my $list = join ' ', map { $_->{attname} . ($_->{attnotnull} eq 't' ? '' : '?') } @$rest;
		$list =~ s/(.{50,68}) /$1\n * /g;
		$s .= "\n/*\n * Not in the struct (a ? may be null):\n * $list\n */\n";
	}
	if ($name eq 'pg_attribute')
	{
		$s .= "\n#define ATTRIBUTE_FIXED_PART_SIZE \\\n\t(offsetof(FormData_pg_attribute, attcollation) + sizeof(Oid))\n";
	}
	elsif ($name eq 'pg_class')
	{
		$s .= "\n#define CLASS_TUPLE_SIZE \\\n\t(offsetof(FormData_pg_class, relminmxid) + sizeof(TransactionId))\n";
	}
	$s .= "\n#ifndef FRONTEND\n#include \"catalog/${name}_fn.h\"\n#endif\n" if -e "$datdir/${name}_fn.h";
	return banner("include/catalog/$name.h", "The row of the catalog $name as a C struct.") . guard("$name.h", $s);
}

# ---- schemapg.h ----

sub schema_header
{
	my $t = "";
	for my $n (qw(pg_proc pg_type pg_attribute pg_class pg_database pg_authid pg_auth_members pg_shseclabel pg_subscription pg_index))
	{
		my ($rel) = grep { $_->{relname} eq $n } @catalogs;
		$t .= "#define Schema_$n \\\n";
		my @lines = map { '{' . schema_row($_) . '}' } @{ $attributes{ $rel->{oid} } };
		$t .= join(", \\\n", @lines) . "\n\n";
	}
	return banner("include/catalog/schemapg.h", "Columns of the catalogs that must be known before any can be read.") . guard("schemapg.h", $t);
}

sub schema_row
{
	my $a = shift;
	my ($rel) = grep { $_->{relname} eq 'pg_attribute' } @catalogs;
	my ($fixed) = fixed_columns($rel);
	my @v;
	for my $c (@$fixed)
	{
		my $v = $a->{ $c->{attname} };
		my $ty = $type{ $c->{atttypid} }{typname};
		if ($ty eq 'name') { $v = "{\"$v\"}"; }
		elsif ($ty eq 'char') { $v = $v eq '' ? "'\\0'" : "'$v'"; }
		elsif ($ty eq 'bool') { $v = $v eq 't' ? 'true' : 'false'; }
		push @v, $v;
	}
	return join ', ', @v;
}

# ---- initdb_data.h ----

sub cstring
{
	my $v = shift;
	return 'NULL' unless defined $v;
	$v =~ s/([\\"])/\\$1/g;
	$v =~ s/\n/\\n/g;
	$v =~ s/\t/\\t/g;
	$v =~ s/\?\?/?\\?/g;
	return "\"$v\"";
}

sub rows_header
{
	my $t = "typedef struct CatalogRows\n{\n\tconst char *name;\n\tint\t\t\tnatts;\n\tint\t\t\tnrows;\n"
	  . "\tconst char *const *values;\t/* nrows * natts texts, NULL is null */\n} CatalogRows;\n\n";
	my $list = '';
	for my $rel (@catalogs)
	{
		my $n = $rel->{relname};
		my @r = @{ $rows{$n} || [] };
		my @c = map { $_->{attname} } @{ $attributes{ $rel->{oid} } };
		$list .= "\t{\"$n\", " . @c . ", " . @r . ", " . (@r ? "rows_of_$n" : 'NULL') . "},\n";
		next unless @r;
		for (@c) { die "$n.dat lacks column $_\n" unless exists $r[0]{$_}; }
		$t .= "static const char *const rows_of_${n}[] = {\n";
		for my $row (@r) { $t .= "\t" . join(', ', map { cstring($row->{$_}) } @c) . ",\n"; }
		$t .= "};\n\n";
	}
	$t .= "static const CatalogRows catalog_rows[] = {\n$list};\n";
	return banner("include/catalog/initdb_data.h", "All rows of a fresh cluster's catalogs, as text.") . guard("initdb_data.h", $t);
}

# ---- functions ----

sub builtin_functions
{
	my (%count, @f);
	$count{ $_->{proname} }++ for @{ $rows{pg_proc} };
	for my $p (sort { $a->{oid} <=> $b->{oid} } @{ $rows{pg_proc} })
	{
		my $sym = uc $p->{proname};
		if ($count{ $p->{proname} } > 1)
		{
			$sym .= '_' . join('_', map { uc $type{$_}{typname} } split ' ', $p->{proargtypes});
		}
		$p->{symbol} = "F_$sym";
		push @f, $p if $p->{prolang} == 12 && $p->{oid} < 10000;
	}
	return @f;
}

sub fmgroids_header
{
	my $t = join '', map { "#define $_->{symbol} $_->{oid}\n" } grep { $_->{oid} < 10000 } @{ $rows{pg_proc} };
	return banner("include/utils/fmgroids.h", "OIDs of the functions in pg_proc.") . guard("fmgroids.h", $t);
}

sub c_functions
{
	my %seen;
	return sort grep { !$seen{$_}++ } map { $_->{prosrc} } @builtins;
}

sub fmgrprotos_header
{
	my $t = "#include \"fmgr.h\"\n\n" . join '', map { "extern Datum $_(PG_FUNCTION_ARGS);\n" } c_functions();
	return banner("include/utils/fmgrprotos.h", "Prototypes of the C functions behind SQL functions.") . guard("fmgrprotos.h", $t);
}

sub fmgrtab_source
{
	my $t = banner("backend/utils/fmgrtab.c", "The built-in functions, by OID.");
	$t .= "#include \"postgres.h\"\n\n#include \"fmgr.h\"\n#include \"utils/fmgrtab.h\"\n\n";
	$t .= "/* A function without a body is NULL; calling it is an error that names it. */\n";
	$t .= "extern Datum $_(PG_FUNCTION_ARGS) __attribute__((weak));\n" for c_functions();
	$t .= "\nconst FmgrBuiltin fmgr_builtins[] = {\n";
	my @index = (65535) x 10000;
	my $i = 0;
	for my $p (@builtins)
	{
		my $strict = $p->{proisstrict} eq 't' ? 'true' : 'false';
		my $set = $p->{proretset} eq 't' ? 'true' : 'false';
		$t .= "\t{$p->{oid}, $p->{pronargs}, $strict, $set, \"$p->{prosrc}\", $p->{prosrc}},\n";
		$index[ $p->{oid} ] = $i++;
	}
	$t .= "};\n\nconst int\tfmgr_nbuiltins = $i;\n\nconst Oid\tfmgr_last_builtin_oid = $builtins[-1]{oid};\n\n";
	$t .= "const uint16 fmgr_builtin_oid_index[] = {\n";
	splice @index, $builtins[-1]{oid} + 1;
	while (my @part = splice @index, 0, 16) { $t .= "\t" . join(', ', @part) . ",\n"; }
	$t .= "};\n";
	return $t;
}
