# functions.t
#	No built-in function brings the server down: each is called with NULLs and
#	with odd values of its argument types.
#
# Whether the answers are right is not looked at here; a function that is not
# written yet has to say so by an error.
use strict;
use warnings;
use Narwal::Cluster;
use Test::More;

my $c = Narwal::Cluster->new('ours')->init;
$c->start;

# Functions that wait, end sessions, write files or change the server.
my $skip = join '|', qw(pg_terminate_backend pg_cancel_backend pg_reload_conf pg_sleep pg_advisory pg_rotate pg_promote pg_switch
	pg_create pg_drop pg_start pg_stop pg_backup pg_wal_replay pg_log_backend pg_replication pg_logical pg_import binary_upgrade lo_ be_lo);
my %odd = (
	'integer' => [qw(0 -1 2147483647 -2147483648)], 'bigint' => [ 0, '(-9223372036854775808)', '9223372036854775807' ], 'smallint' => [ 0, '(-32768)', 32767 ],
	'text' => [ q(''), q('abc'), q(repeat('x', 1000)), q('{1,2}'), q('%'), q('1 day') ], 'name' => [ q(''), q('abc') ], 'cstring' => [ q(''), q('12'), q('abc') ],
	'numeric' => [ 0, '(-1.5)', q('NaN'), q('Infinity'), '1e100' ], 'double precision' => [ 0, q('NaN'), q('-Infinity'), '1e308' ], 'real' => [ 0, q('NaN'), '1e38' ],
	'date' => [ q('2020-02-29'), q('infinity'), q('4713-01-01 BC') ], 'interval' => [ q('1 mon'), q('-5 days 3 hours'), q('178000000 years') ],
	'timestamp without time zone' => [ q('2020-02-29 12:00'), q('-infinity') ], 'timestamp with time zone' => [ q('2020-02-29 12:00+03'), q('infinity') ],
	'oid' => [ 0, 1259, 4294967295 ], 'regclass' => [ q('pg_class'), 0 ], 'bytea' => [ q('\x'), q('\x00ff') ], 'boolean' => [ 'true', 'false' ], '"char"' => [ q(''), q('a') ],
	'anyarray' => [ q('{1,2,NULL}'::int[]), q('{}'::text[]), q('{{1,2},{3,4}}'::int[]) ], 'anyelement' => [ '1', q('x'::text) ], 'anycompatiblearray' => [q('{1}'::int[])],
	'bit' => [ q(B'101'), q(B'') ], 'record' => [q(ROW(1, 'x'::text))], 'pg_lsn' => [ q('0/0'), q('FFFFFFFF/FFFFFFFF') ], 'uuid' => [q('a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11')],
	'text[]' => [ q('{a,NULL}'), q('{}') ], 'integer[]' => [ q('{1,2}'), q('{}') ], 'tid' => [q('(0,1)')], 'json' => [q('{"a":1}')], 'inet' => [q('1.2.3.4/8')],
	'time without time zone' => [q('24:00')], 'time with time zone' => [q('12:00+05')], 'xid' => [q('0')], 'any' => ['1'], '"any"' => ['1']);
sub argument
{
	my ($type, $round) = @_;
	my $any = $type =~ /^"?any/;
	return $any ? ($type =~ /array/ ? 'NULL::int[]' : 'NULL::int') : "NULL::$type" if $round == 0 || $type eq 'internal';
	my $values = $odd{$type} // [$any ? 1 : q('x')];
	my $value = $values->[ $round % @$values ];
	return $any ? $value : "$value\::$type";
}
my @statements = ('SET statement_timeout = \'1s\';');
for my $line (split /\n/, $c->sql(q{SELECT p.proname || '|' || array_to_string(ARRAY(SELECT format_type(t, NULL) FROM unnest(p.proargtypes) t), '|')
	FROM pg_proc p WHERE prokind IN ('f', 'a') AND prorettype <> 'trigger'::regtype ORDER BY p.oid}))
{
	my ($name, @types) = split /\|/, $line;
	next if $name =~ /^(?:$skip)/;
	for my $round (0 .. (@types ? 2 : 0))
	{
		push @statements, qq{SELECT pg_catalog."$name"(} . join(', ', map { argument($_, $round) } @types) . ') FROM (SELECT 1) s;';
	}
}
my $file = $c->dir . '/functions.sql';
Narwal::Cluster::spew($file, join "\n", @statements, '');
cmp_ok(scalar @statements, '>', 5000, 'there is something to call');
my ($rc, $out, $err) = Narwal::Cluster::run_command("$Narwal::Cluster::STOCK_BIN/psql", '-X', '-q', '-o', '/dev/null', '-d', $c->connstr('postgres'), '-f', $file);
unlike($err, qr/server closed the connection/, 'no call ended the session');
unlike(Narwal::Cluster::slurp($c->log_file), qr/TRAP|terminated by signal/, 'nothing crashed');
is($c->value('SELECT 1'), 1, 'the server still works');
done_testing();
