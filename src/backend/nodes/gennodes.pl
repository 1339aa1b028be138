#!/usr/bin/perl
#
# gennodes.pl
#		Makes the node structs, tags and field tables from *.desc files.
#
# usage: perl gennodes.pl --srcdir TOP --outdir BUILD/src
#
# Reads every TOP/src/backend/nodes/*.desc and writes, touching only what
# changed:
#   OUT/include/nodes/nodetags.h       T_Name constants for enum NodeTag
#   OUT/include/nodes/NAME.h           the structs of NAME.desc
#   OUT/backend/nodes/nodefields_gen.c one table row per field of every node,
#                                      which copyfuncs.c, equalfuncs.c,
#                                      outfuncs.c and readfuncs.c interpret
#   OUT/include/nodes/gennodes.stamp   time of the last run
#
# Format of a .desc file (lines; '#' starts a comment, blank lines are free):
#
#   include nodes/primnodes.h     an #include of the generated header
#   noheader STRUCTHEADER         no header is made; STRUCTHEADER declares the
#                                 structs by hand (only tags and tables made)
#   = any C line                  copied to the header in place
#   enum Name  A=0 B C            typedef enum; may continue on indented lines
#   enumtype Name                 an enum type that another header declares
#   tag Name ...                  node tags without struct and table
#   node Name [: Parent member] [(flags)]
#       type field [(flags)]; type field; ...
#                                 struct Name, its first member "Parent member"
#                                 or, with no parent, "NodeTag type".  Indented
#                                 lines hold the fields in text order
#   node Name = Other             same struct and fields as Other, own tag
#   abstract Name [: Parent member]   as node, but has no tag of its own
#
# Field types: int int16 uint16 int32 uint32 Index Oid AttrNumber BlockNumber
# long int64 uint64 Cost Selectivity Cardinality double bool char, an enum,
# loc (a parse location, C type int), char* (string), Bitmapset*, Relids,
# List*, X* (node pointer), and with the flag n=FIELD "T*" is an array of
# FIELD elements, where FIELD is in the same struct.
# Field flags: noequal (not compared), nocopy (zero in the copy), noout (not
# in the text form), opaque (pointer copied as it is, never printed or
# compared), zerook (compared only if both are non-zero), cform (not compared).
# Node flags: nocopy, noequal, noout, noread: that operation is an error;
# custom=out+read+copy+equal: hand-written routine _outName etc. instead;
# label=X: the label in the text form, else NAME in capitals.
#
# Copyright (c) 2026, Narwal developers; see LICENSE
# src/backend/nodes/gennodes.pl

use strict;
use warnings;

my %opt;
while (@ARGV) { my $k = shift; $opt{$1} = shift if $k =~ /^--(\w+)$/; }
die "usage: gennodes.pl --srcdir TOP --outdir BUILD/src\n"
  unless $opt{srcdir} && $opt{outdir};

my %KIND = (
	int => 'INT', int32 => 'INT', int16 => 'INT16', AttrNumber => 'INT16',
	uint16 => 'UINT16', uint32 => 'UINT', Index => 'UINT', Oid => 'UINT',
	bits32 => 'UINT', SubTransactionId => 'UINT', BlockNumber => 'UINT',
	AclMode => 'UINT', long => 'INT64', int64 => 'INT64', uint64 => 'UINT64',
	double => 'DOUBLE', Cost => 'DOUBLE', Selectivity => 'DOUBLE',
	Cardinality => 'DOUBLE', bool => 'BOOL', char => 'CHAR', loc => 'LOC',
	'char*' => 'STRING', 'Bitmapset*' => 'BITMAPSET', Relids => 'BITMAPSET',
	RegProcedure => 'UINT');
my %SIZE = (INT => 'int', INT16 => 'int16', UINT => 'uint32', BOOL => 'bool');

my (%node, @tags, @order, %header_text, @headers, %enum);

# Fixed order of the files we know; others follow by name.
my %rank = (nodes => 0, primnodes => 1, parsenodes => 2, plannodes => 3,
	pathnodes => 4);
my $dir = "$opt{srcdir}/src/backend/nodes";
$dir = "$opt{srcdir}/backend/nodes" unless -d $dir;
my @files = sort {
	my ($x, $y) = map { m{([^/]+)\.desc$}; $1 } $a, $b;
	($rank{$x} // 9) <=> ($rank{$y} // 9) || $x cmp $y
} glob("$dir/*.desc");

parse_file($_) for @files;
emit_tags();
emit_header($_) for grep { !$_->{noheader} } @headers;
emit_tables();
write_file("include/nodes/gennodes.stamp", "# " . time() . "\n", 1);
exit 0;

# ---- reading ----

sub flags
{
	my ($s) = @_;
	return {} unless defined $s;
	return { map { /^([\w]+)=(.*)$/ ? ($1 => $2) : ($_ => 1) } split /[\s,]+/, $s };
}

sub parse_file
{
	my ($path) = @_;
	my ($name) = $path =~ m{([^/]+)\.desc$};
	my $h = { name => $name, inc => [], items => [], structs => [] };
	my ($cur, $enum);
	push @headers, $h;
	open my $fh, '<', $path or die "$path: $!\n";
	while (my $line = <$fh>)
	{
		chomp $line;
		if ($line =~ /^= ?(.*)$/) { push @{ $h->{items} }, [ text => $1 ]; next; }
		$line =~ s/\s*#.*$//;
		next if $line =~ /^\s*$/;
		if ($line =~ /^\s/)
		{
			if ($enum) { push @{ $enum->{vals} }, split ' ', $line; next; }
			die "$path:$.: fields outside a node\n" unless $cur;
			add_fields($cur, $line, "$path:$.");
			next;
		}
		($cur, $enum) = ();
		if ($line =~ /^include (\S+)/) { push @{ $h->{inc} }, $1; }
		elsif ($line =~ /^noheader (\S+)/) { $h->{noheader} = $1; }
		elsif ($line =~ /^enumtype (.+)/) { $enum{$_} = 1 for split ' ', $1; }
		elsif ($line =~ /^tag (.+)/) { push @tags, split ' ', $1; }
		elsif ($line =~ /^enum (\w+)\s*(.*)/)
		{
			$enum = { name => $1, vals => [ split ' ', $2 ] };
			$enum{$1} = 1;
			push @{ $h->{items} }, [ enum => $enum ];
		}
		elsif ($line =~ /^node (\w+) = (\w+)/)
		{
			push @{ $h->{items} }, [ text => "typedef $2 $1;" ];
			$node{$1} = { name => $1, same => $2, flags => {} };
			push @order, $1;
			push @tags, $1;
		}
		elsif ($line =~ /^(node|abstract) (\w+)(?:\s*:\s*(\w+) (\w+))?\s*(?:\((.*)\))?\s*$/)
		{
			$cur = { name => $2, parent => $3, member => $4, fields => [],
				flags => flags($5), abstract => $1 eq 'abstract' };
			$node{$2} = $cur;
			push @order, $2;
			push @tags, $2 unless $cur->{abstract};
			push @{ $h->{items} }, [ struct => $cur ];
			push @{ $h->{structs} }, $2;
		}
		else { die "$path:$.: cannot read \"$line\"\n"; }
	}
}

sub add_fields
{
	my ($n, $line, $where) = @_;
	for my $f (split /;/, $line)
	{
		next if $f =~ /^\s*$/;
		$f =~ /^\s*((?:struct |union )?\w+\s*\**)\s*(\w+)\s*(?:\((.*)\))?\s*$/
		  or die "$where: bad field \"$f\"\n";
		my ($type, $name, $fl) = ($1, $2, flags($3));
		$type =~ s/\s+(?=\*)//g;
		$type =~ s/\s+$//;
		push @{ $n->{fields} }, { type => $type, name => $name, flags => $fl };
	}
}

# ---- writing ----

sub write_file
{
	my ($rel, $text, $always) = @_;
	my $path = "$opt{outdir}/$rel";
	my $d = $path;
	$d =~ s{/[^/]+$}{};
	system('mkdir', '-p', $d) unless -d $d;
	if (!$always && open my $in, '<', $path)
	{
		local $/;
		my $old = <$in>;
		return if defined $old && $old eq $text;
	}
	open my $out, '>', "$path.tmp$$" or die "$path: $!\n";
	print $out $text;
	close $out or die "$path: $!\n";
	rename "$path.tmp$$", $path or die "$path: $!\n";
}

sub banner { return "/* Made by gennodes.pl from $_[0] in src/backend/nodes; do not edit. */\n"; }

sub emit_tags
{
	my %seen;
	my $t = banner("the .desc files");
	$t .= "T_$_,\n" for grep { !$seen{$_}++ } @tags;
	write_file('include/nodes/nodetags.h', $t);
}

sub emit_header
{
	my ($h) = @_;
	return if $h->{name} eq 'nodes';
	my $guard = uc $h->{name} . '_H';
	my $t = banner("$h->{name}.desc") . "#ifndef $guard\n#define $guard\n\n";
	$t .= "#include \"$_\"\n" for @{ $h->{inc} };
	$t .= "\n";
	$t .= "typedef struct $_ $_;\n" for @{ $h->{structs} };
	for my $it (@{ $h->{items} })
	{
		my ($k, $v) = @$it;
		if ($k eq 'text') { $t .= "$v\n"; }
		elsif ($k eq 'enum')
		{
			my @v = map { s/=/ = /r } @{ $v->{vals} };
			$t .= "\ntypedef enum $v->{name}\n{\n\t" . join(",\n\t", @v)
			  . "\n} $v->{name};\n\n";
		}
		else { $t .= struct_text($v); }
	}
	write_file("include/nodes/$h->{name}.h", "$t\n#endif\n");
}

sub struct_text
{
	my ($n) = @_;
	my $t = "\nstruct $n->{name}\n{\n";
	$t .= $n->{parent} ? "\t$n->{parent} $n->{member};\n" : "\tNodeTag type;\n";
	for my $f (@{ $n->{fields} })
	{
		my $type = $f->{type};
		$type = 'int' if $type eq 'loc';
		$type =~ s/(\*+)$/ $1/;
		$type .= ' ' unless $type =~ /\*$/;
		$t .= "\t$type$f->{name};\n";
	}
	return "$t};\n";
}

# All fields of a node as [C path, field], parents first.
sub all_fields
{
	my ($n, $prefix) = @_;
	$prefix //= '';
	return all_fields($node{ $n->{same} }, $prefix) if $n->{same};
	my @r;
	@r = all_fields($node{ $n->{parent} } // die("no parent $n->{parent}\n"),
		"$prefix$n->{member}.") if $n->{parent};
	push @r, map { [ "$prefix$_->{name}", $_, $prefix ] } @{ $n->{fields} };
	return @r;
}

sub field_row
{
	my ($struct, $path, $f, $prefix) = @_;
	my $fl = $f->{flags};
	my ($kind, $count) = ('', -1);
	if ($fl->{opaque}) { $kind = 'OPAQUE'; }
	elsif ($fl->{n})
	{
		my $el = $f->{type} =~ s/\*$//r;
		$kind = ($KIND{$el} // die "array of $el in $struct\n") . '_ARRAY';
		$count = "offsetof($struct, $prefix$fl->{n})";
	}
	elsif ($KIND{ $f->{type} }) { $kind = $KIND{ $f->{type} }; }
	elsif ($f->{type} =~ /\*$/) { $kind = 'NODE'; }
	elsif ($enum{ $f->{type} }) { $kind = 'ENUM'; }
	else { die "unknown type $f->{type} of $struct.$path\n"; }
	my @flags = map { 'NF_' . uc } grep { $fl->{$_} } qw(noequal nocopy noout zerook);
	push @flags, 'NF_NOEQUAL' if $f->{type} eq 'CoercionForm';
	my $flags = join(' | ', @flags) || '0';
	return "\t{\"$f->{name}\", offsetof($struct, $path), NFK_$kind, $flags, $count},\n";
}

sub emit_tables
{
	my $t = banner("the .desc files") . "#include \"postgres.h\"\n\n#include \"nodes/nodefields.h\"\n";
	for my $h (@headers)
	{
		next if $h->{name} eq 'nodes';
		my $inc = $h->{noheader} // "nodes/$h->{name}.h";
		$t .= "#include \"$inc\"\n";
	}
	$t .= "\n";
	my $rows = '';
	for my $name (@order)
	{
		my $n = $node{$name};
		next if $n->{abstract};
		my @f = all_fields($n);
		if (@f)
		{
			$t .= "static const NodeField fields_$name\[] = {\n";
			$t .= field_row($name, @$_) for @f;
			$t .= "};\n";
		}
		my %c = map { $_ => 1 } split /\+/, $n->{flags}{custom} // '';
		my @fl = map { 'NI_' . uc } grep { $n->{flags}{$_} } qw(nocopy noequal noout noread);
		push @fl, map { 'NI_CUSTOM_' . uc } grep { $c{$_} } qw(out read copy equal);
		my $fl = join(' | ', @fl) || '0';
		my $label = $n->{flags}{label} // uc $name;
		$rows .= "\t[T_$name] = {\"$label\", \"$name\", sizeof($name), " . scalar(@f) . ", $fl, "
		  . (@f ? "fields_$name" : 'NULL') . "},\n";
	}
	$t .= "const NodeInfo node_info[NUM_NODE_TAGS] = {\n$rows};\n";
	write_file('backend/nodes/nodefields_gen.c', $t);
}
