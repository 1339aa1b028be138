# protocol.t
#	The extended query protocol, message by message: what Narwal answers is
#	what stock PostgreSQL 15 answers.
#
# Each case is a list of messages for one new connection.  The answers are
# written down field by field and compared; where stock is not installed the
# cases still run, and only crashes are noticed.
use strict;
use warnings;
use IO::Socket::UNIX;
use Narwal::Cluster;
use Test::More;

my @servers = (Narwal::Cluster->new('ours')->init);
push @servers, Narwal::Cluster->new('stock', stock => 1)->init if Narwal::Cluster::have_stock();
my $schema = q{CREATE TABLE p (a int PRIMARY KEY, b text, n numeric);
INSERT INTO p SELECT g, 'row ' || g::text, g * 1.25 FROM generate_series(1, 10) g};
for my $s (@servers) { $s->start; $s->sql($schema); }

# ---- messages to the server ----
sub msg { my ($type, $body) = @_; return $type . pack('N', 4 + length $body) . $body; }
sub query { return msg('Q', "$_[0]\0"); }
sub parse { my ($name, $sql, @types) = @_; return msg('P', "$name\0$sql\0" . pack('n N*', scalar @types, @types)); }
# bind(portal, statement, [values], [formats], [result formats])
sub bind_msg
{
	my ($portal, $stmt, $values, $formats, $results) = @_;
	$formats //= [];
	$results //= [];
	my $body = "$portal\0$stmt\0" . pack('n n*', scalar @$formats, @$formats) . pack('n', scalar @$values);
	$body .= defined $_ ? pack('N', length $_) . $_ : pack('N', 0xffffffff) for @$values;
	return msg('B', $body . pack('n n*', scalar @$results, @$results));
}
sub describe { return msg('D', "$_[0]$_[1]\0"); }
sub execute { return msg('E', "$_[0]\0" . pack('N', $_[1] // 0)); }
sub close_msg { return msg('C', "$_[0]$_[1]\0"); }
sub sync { return msg('S', ''); }
sub flush_msg { return msg('H', ''); }

# ---- messages from the server ----
sub printable { my ($s) = @_; $s =~ s/([^ -~]|\\)/sprintf '\\x%02x', ord $1/ge; return $s; }
sub describe_error
{
	my %f = map { substr($_, 0, 1) => substr $_, 1 } grep { length } split /\0/, $_[0];
	return join ' ', map { "$_=" . printable($f{$_} // '-') } qw(S C M P);
}
sub show
{
	my ($type, $body) = @_;
	return 'Error ' . describe_error($body) if $type eq 'E';
	return 'Notice ' . describe_error($body) if $type eq 'N';
	return 'Row ' . printable(substr $body, 2) if $type eq 'D';
	if ($type eq 'T')
	{
		# the table's OID may differ
		my ($n, $out, $at) = (unpack('n', $body), '', 2);
		for (1 .. $n)
		{
			my $end = index $body, "\0", $at;
			my ($rel, @rest) = unpack 'N n N n N n', substr $body, $end + 1, 18;
			$out .= ' ' . substr($body, $at, $end - $at) . ($rel ? ':table:' : ':-:') . join ':', @rest;
			$at = $end + 19;
		}
		return "RowDescription$out";
	}
	return "$type " . printable($body);
}

# Send all the messages and read until the n-th ReadyForQuery or the end.
sub transcript
{
	my ($server, $syncs, $bytes) = @_;
	my $sock = IO::Socket::UNIX->new(Peer => $server->socket_dir . '/.s.PGSQL.' . $server->port) or return 'no connection';
	my $body = pack('N', 196608) . "user\0postgres\0database\0postgres\0\0";
	print $sock pack('N', 4 + length $body) . $body;
	$sock->flush;
	my ($in, @lines, $started) = ('');
	local $SIG{ALRM} = sub { die "timeout\n" };
	eval {
		alarm 20;
		for (;;)
		{
			while (length $in >= 5 && length $in >= 1 + unpack 'x N', $in)
			{
				my $len = unpack 'x N', $in;
				my ($type, $data) = (substr($in, 0, 1), substr $in, 5, $len - 4);
				substr $in, 0, 1 + $len, '';
				push @lines, show($type, $data) if $started;
				next unless $type eq 'Z';
				if (!$started) { $started = 1; print $sock $bytes; $sock->flush; next; }
				die "done\n" if --$syncs == 0;
			}
			sysread($sock, $in, 8192, length $in) or die "closed\n";
		}
	};
	alarm 0;
	push @lines, $@ unless $@ eq "done\n";
	return join "\n", @lines;
}

my $int = 23;
my @cases = (
	[ 'a statement without parameters', 1, parse('', 'SELECT 1 AS one, \'x\' AS t'), bind_msg('', '', []), describe('P', ''), execute(''), sync() ],
	[ 'parameters as text', 1, parse('s', 'SELECT $1::int + 1, $2 || \'!\'', $int), describe('S', 's'), bind_msg('', 's', [ '41', 'hi' ]), execute(''), sync() ],
	[ 'binary parameters and results', 1, parse('s', 'SELECT $1::int + 1, $2::text, $3::bool, $4::int8, $5::float8, $6::numeric'),
		bind_msg('', 's', [ pack('N', 41), 'hi', "\1", pack('NN', 0, 5), pack('d>', 1.5), pack('n n n n n n', 2, 0, 0, 2, 12, 5000) ], [1], [1]), describe('P', ''), execute(''), sync() ],
	[ 'mixed formats', 1, parse('', 'SELECT a, b, n FROM p WHERE a = $1 OR b = $2'), bind_msg('', '', [ pack('N', 3), 'row 4' ], [ 1, 0 ], [ 1, 0, 1 ]), execute(''), sync() ],
	[ 'NULL parameters', 1, parse('', 'SELECT $1::int IS NULL, coalesce($2, \'none\')'), bind_msg('', '', [ undef, undef ]), execute(''), sync() ],
	[ 'types of parameters are inferred', 1, parse('s', 'INSERT INTO p VALUES ($1, $2, $3)'), describe('S', 's'), sync() ],
	[ 'a portal in pieces', 1, parse('', 'SELECT a FROM p ORDER BY a'), bind_msg('c', '', []), execute('c', 3), execute('c', 3), execute('c', 0), execute('c', 0), sync() ],
	[ 'a portal ends with its transaction', 2, parse('s', 'SELECT a FROM p ORDER BY a'), bind_msg('c', 's', []), execute('c', 2), sync(), execute('c', 2), sync() ],
	[ 'a portal in a transaction block', 3, query('BEGIN'), parse('s', 'SELECT a FROM p ORDER BY a'), bind_msg('c', 's', []), execute('c', 2), sync(), execute('c', 2), close_msg('P', 'c'), execute('c', 1), sync() ],
	[ 'FETCH from a protocol portal', 3, query('BEGIN'), parse('', 'SELECT a FROM p ORDER BY a'), bind_msg('c', '', []), execute('c', 2), sync(), query('FETCH 2 FROM c') ],
	[ 'a DECLARE cursor is executed', 2, query('BEGIN; DECLARE d CURSOR FOR SELECT a FROM p ORDER BY a'), describe('P', 'd'), execute('d', 2), sync() ],
	[ 'an error skips to Sync', 2, parse('', 'SELECT 1/0'), bind_msg('', '', []), execute(''), parse('', 'SELECT 2'), bind_msg('', '', []), execute(''), sync(), query('SELECT 3') ],
	[ 'an error in a pipeline undoes all since the Sync', 3, parse('', 'INSERT INTO p VALUES (100, \'pipe\')'), bind_msg('', '', []), execute(''), parse('', 'SELECT nope'), sync(), query('SELECT count(*) FROM p WHERE a = 100'), sync() ],
	[ 'a pipeline commits at its Sync', 3, parse('', 'INSERT INTO p VALUES ($1, $2)'), bind_msg('', '', [ 101, 'x' ]), execute(''), bind_msg('', '', [ 102, 'y' ]), execute(''), sync(), query('SELECT a, b FROM p WHERE a > 100 ORDER BY a'), query('DELETE FROM p WHERE a > 100') ],
	[ 'a failed transaction block', 4, query('BEGIN'), query('SELECT 1/0'), parse('', 'SELECT 1'), sync(), parse('', 'ROLLBACK'), bind_msg('', '', []), execute(''), sync() ],
	[ 'a bad value', 1, parse('', 'SELECT $1::int'), bind_msg('', '', ['abc']), execute(''), sync() ],
	[ 'a binary value of the wrong length', 1, parse('', 'SELECT $1::int'), bind_msg('', '', ["\0\0"], [1]), execute(''), sync() ],
	[ 'too few values', 1, parse('', 'SELECT $1::int, $2::int'), bind_msg('', '', [1]), sync() ],
	[ 'too many formats', 1, parse('', 'SELECT $1::int'), bind_msg('', '', [1], [ 0, 0 ]), sync() ],
	[ 'a bad format code', 1, parse('', 'SELECT $1::int'), bind_msg('', '', [1], [7]), sync() ],
	[ 'too many result formats', 1, parse('', 'SELECT 1'), bind_msg('', '', [], [], [ 0, 1 ]), sync() ],
	[ 'an undetermined type', 1, parse('', 'SELECT $1 IS NULL, $1'), sync() ],
	[ 'a gap in the parameters', 1, parse('', 'SELECT $2::int'), sync() ],
	[ 'an unknown statement', 1, bind_msg('', 'nosuch', []), sync() ],
	[ 'an unknown portal', 1, describe('P', 'nosuch'), sync() ],
	[ 'closing what is not there', 1, close_msg('S', 'nosuch'), close_msg('P', 'nosuch'), sync() ],
	[ 'a name used twice', 1, parse('s', 'SELECT 1'), parse('s', 'SELECT 2'), sync() ],
	[ 'a portal name used twice', 1, parse('', 'SELECT 1'), bind_msg('c', '', []), bind_msg('c', '', []), sync() ],
	[ 'several commands in one statement', 1, parse('', 'SELECT 1; SELECT 2'), sync() ],
	[ 'an empty statement', 1, parse('', ''), bind_msg('', '', []), describe('P', ''), execute(''), sync() ],
	[ 'an empty query', 1, query('') ],
	[ 'only semicolons', 1, query(' ; ; ') ],
	[ 'several commands in one query', 1, query('SELECT 1 AS a; SELECT 2 AS b; UPDATE p SET b = b WHERE a < 3') ],
	[ 'an error in the midst of several', 2, query('SELECT 1; SELECT nope; SELECT 2'), query('SELECT 3') ],
	[ 'several commands are one transaction', 2, query('INSERT INTO p VALUES (200); SELECT 1/0'), query('SELECT count(*) FROM p WHERE a = 200') ],
	[ 'a syntax error', 1, parse('', 'SELEC 1'), sync() ],
	[ 'INSERT RETURNING', 1, parse('', 'INSERT INTO p VALUES ($1, $2) RETURNING a, b'), bind_msg('', '', [ 300, 'r' ]), describe('P', ''), execute('', 1), sync() ],
	[ 'tags', 1, query('UPDATE p SET n = 0 WHERE a = 300; DELETE FROM p WHERE a = 300; CREATE TEMP TABLE tt (x int); INSERT INTO tt VALUES (1), (2); DROP TABLE tt; SET work_mem = 1024; SHOW work_mem') ],
	[ 'reported settings', 1, query('SET application_name = \'abc\'; SET datestyle = \'SQL, DMY\'; RESET application_name') ],
	[ 'utility statements', 1, parse('', 'SHOW server_encoding'), bind_msg('', '', []), describe('P', ''), execute(''), sync() ],
	[ 'a statement lives on', 2, parse('keep', 'SELECT $1::int * 2', $int), sync(), bind_msg('', 'keep', [4]), execute(''), bind_msg('', 'keep', [5]), execute(''), close_msg('S', 'keep'), bind_msg('', 'keep', [6]), sync() ],
	[ 'SQL PREPARE meets the protocol', 3, query('PREPARE q (int) AS SELECT $1 + 1'), describe('S', 'q'), bind_msg('', 'q', [1]), execute(''), sync(), query('EXECUTE q(5)') ],
	[ 'the table changes under a statement', 5, parse('s', 'SELECT * FROM p2'), sync(), query('CREATE TABLE p2 (a int)'), parse('s', 'SELECT * FROM p2'), sync(), query('ALTER TABLE p2 ADD COLUMN b int'), bind_msg('', 's', []), execute(''), sync() ],
	[ 'cleaning up', 1, query('DROP TABLE p2') ],
	[ 'Flush', 1, parse('', 'SELECT 1'), flush_msg(), bind_msg('', '', []), flush_msg(), execute(''), flush_msg(), sync() ],
	[ 'Sync alone', 3, sync(), sync(), sync() ],
	[ 'arrays in binary', 1, parse('', 'SELECT ARRAY[1,NULL,3], $1::int[]'), bind_msg('', '', [ pack('N*', 1, 0, 23, 2, 1, 4, 7, 4, 8) ], [1], [1]), execute(''), sync() ],
	[ 'dates in binary', 1, parse('', q{SELECT date '2020-02-29', timestamp '2020-02-29 12:34:56.789', interval '1 mon 2 days 03:04:05', time '01:02:03', uuid 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', 'abc'::bytea, 12.345, B'101', ROW(1, 'x'), 1.5::float4, 'n'::name, '(1,2)'::tid, 5::oid, '1/2'::pg_lsn}), bind_msg('', '', [], [], [1]), execute(''), sync() ],
	[ 'a limit that is no multiple', 1, parse('', 'UPDATE p SET n = n RETURNING a'), bind_msg('', '', []), execute('', 4), execute('', 100), sync() ],
	[ 'a statement over a cursor WITH HOLD', 3, query('BEGIN; DECLARE h CURSOR WITH HOLD FOR SELECT a FROM p ORDER BY a; FETCH 2 FROM h; COMMIT'), execute('h', 2), sync(), query('FETCH ALL FROM h') ],
	[ 'a function call', 1, msg('F', pack('N n n n N N n', 177, 1, 1, 2, 4, 40, 0) =~ s/..\z//sr . pack('N N', 4, 2) . pack('n', 1)) ],
	[ 'COPY in the extended protocol', 1, parse('', 'COPY nosuch FROM STDIN'), bind_msg('', '', []), execute(''), sync() ],
	[ 'a terminated connection', 1, msg('X', '') ],
);
for my $case (@cases)
{
	my ($name, $syncs, @messages) = @$case;
	my @answers = map { transcript($_, $syncs, join '', @messages) } @servers;
	is($answers[0], $answers[1] // $answers[0], $name);
	unlike($answers[0], qr/timeout/, "$name: no hanging") unless @servers > 1;
}
is($servers[0]->value('SELECT count(*) FROM p'), 10, 'the server still works');
unlike(Narwal::Cluster::slurp($servers[0]->log_file), qr/TRAP|terminated by signal/, 'and did not crash');
done_testing();
