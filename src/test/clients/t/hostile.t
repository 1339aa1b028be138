# hostile.t
#	Clients that break the rules: startup packets, messages and texts that are
#	cut, too long, or wrong, and clients that stop in the midst of something.
#
# Each case is all that one connection sends; what comes back, to the end of
# the connection, is compared with what stock PostgreSQL 15 sends.  Where stock
# is not installed the cases still run, and only crashes are noticed.  Each has
# two minutes, for machines with much else to do.
use strict;
use warnings;
use IO::Select;
use IO::Socket::UNIX;
use Narwal::Cluster;
use Test::More;
use Time::HiRes qw(time);

my @servers = (Narwal::Cluster->new('ours')->init);
push @servers, Narwal::Cluster->new('stock', stock => 1)->init if Narwal::Cluster::have_stock();
for my $s (@servers)
{
	$s->start;
	$s->sql(q{CREATE TABLE t (a int, b text); CREATE ROLE locked LOGIN PASSWORD 'secret'});
}

sub open_socket { my ($s) = @_; return IO::Socket::UNIX->new(Peer => $s->socket_dir . '/.s.PGSQL.' . $s->port); }
sub msg { my ($type, $body) = @_; return $type . pack('N', 4 + length $body) . $body; }
sub query { return msg('Q', "$_[0]\0"); }
sub parse { my ($name, $sql, @types) = @_; return msg('P', "$name\0$sql\0" . pack('n N*', scalar @types, @types)); }
sub bind_text { my ($portal, @values) = @_; return msg('B', "$portal\0\0" . pack('n n', 0, scalar @values) . join('', map { pack('N', length) . $_ } @values) . pack('n', 0)); }
sub execute { return msg('E', "$_[0]\0" . pack('N', 0)); }
sub sync { return msg('S', ''); }
sub packet { my ($body) = @_; return pack('N', 4 + length $body) . $body; }
# startup(protocol, names and values)
sub startup { my ($proto, @options) = @_; return packet(pack('N', $proto) . join('', map { "$_\0" } @options) . "\0"); }

my $v3 = 196608;
my @postgres = ('user', 'postgres', 'database', 'postgres');
my $hello = startup($v3, @postgres);
my $bye = msg('X', '');

# ---- what came back, readable, without what differs between two servers ----
sub printable { my ($s) = @_; $s =~ s/([^ -~]|\\)/sprintf '\\x%02x', ord $1/ge; return $s; }
sub show
{
	my ($type, $body) = @_;
	return () if $type =~ /[SK]/;
	if ($type =~ /[EN]/)
	{
		my %f = map { substr($_, 0, 1) => substr $_, 1 } grep { length } split /\0/, $body;
		return "$type " . join ' ', map { "$_=" . printable($f{$_} // '-') } qw(S C M P W);
	}
	if ($type eq 'T')
	{
		# a table's OID may differ
		my ($at, $out) = (2, '');
		for (1 .. unpack 'n', $body)
		{
			my $end = index $body, "\0", $at;
			$out .= ' ' . substr $body, $at, $end - $at;
			$at = $end + 19;
		}
		return "T$out";
	}
	return "$type " . printable($body);
}
sub answers
{
	my ($server, $bytes, $seconds) = @_;
	my $sock = open_socket($server) or return 'no connection';
	my ($in, $end) = ('', time + ($seconds // 120));
	local $SIG{PIPE} = 'IGNORE';
	print $sock $bytes;
	$sock->flush;
	my $select = IO::Select->new($sock);
	my $last = 'waits';
	while ((my $left = $end - time) > 0)
	{
		next unless $select->can_read($left);
		sysread($sock, $in, 65536, length $in) or $last = 'closed', last;
	}
	my @lines;
	push @lines, 'N' while $in =~ s/^N(?=[EN]|R\0\0\0\x08|$)//;
	while (length $in >= 5 && length $in >= 1 + unpack 'x N', $in)
	{
		my $len = unpack 'x N', $in;
		push @lines, show(substr($in, 0, 1), substr $in, 5, $len - 4);
		substr $in, 0, 1 + $len, '';
	}
	push @lines, printable($in) if length $in;
	return join "\n", @lines, $last;
}

my $deep_parens = 'SELECT ' . '(' x 20000 . '1' . ')' x 20000;
my @cases = (
	# ---- startup packets ----
	[ 'length 0', pack('N', 0) ],
	[ 'a negative length', pack('N', 0xffffffff) ],
	[ 'a huge length', pack('N', 0x7fffffff) ],
	[ 'a length one beyond the limit', pack('N', 10005) . 'x' x 10001 ],
	[ 'a length too short for a version', pack('N', 7) . 'abc' ],
	[ 'HTTP', "GET / HTTP/1.0\r\n\r\n" ],
	[ 'SSLRequest and more in one go', pack('NN', 8, 80877103) . $hello . $bye ],
	[ 'a protocol of the future', startup(4 << 16, @postgres) ],
	[ 'a minor version of the future', startup($v3 + 9, @postgres, '_pq_.foo', 1) . $bye ],
	[ 'protocol options that nobody knows', startup($v3, @postgres, '_pq_.foo', 1, '_pq_.bar', 2) . $bye ],
	[ 'no user', startup($v3, 'database', 'postgres') ],
	[ 'an empty user', startup($v3, 'user', '') ],
	[ 'no zero byte at the end', packet(pack('N', $v3) . "user\0postgres\0") ],
	[ 'bytes behind the end', packet(pack('N', $v3) . "user\0postgres\0\0\0") ],
	[ 'a name without a value', packet(pack('N', $v3) . "user\0postgres\0database\0") ],
	[ 'an unknown role', startup($v3, 'user', 'nobody_at_all') ],
	[ 'an unknown setting', startup($v3, @postgres, 'nosuch_setting', 1) ],
	[ 'a bad value', startup($v3, @postgres, 'work_mem', 'much') ],
	[ 'a setting that a client may not set', startup($v3, @postgres, 'shared_buffers', '1MB') ],
	[ 'options', startup($v3, @postgres, 'options', '-c work_mem=77kB --enable-seqscan=off -c\\ application_name=a\\\\b') . query('SHOW work_mem; SHOW enable_seqscan; SHOW application_name') . $bye ],
	[ 'an unknown encoding', startup($v3, @postgres, 'client_encoding', 'NOPE') ],
	[ 'another encoding', startup($v3, @postgres, 'client_encoding', 'LATIN1') . query("SELECT 'a\xe9'::text, length('\xe9'), octet_length('\xe9')") . $bye ],
	[ 'a CancelRequest of the wrong length', pack('NNN', 12, 80877102, 1) ],
	[ 'a CancelRequest for nobody', pack('NNNN', 16, 80877102, 999999, 2) ],
	# ---- messages ----
	[ 'an unknown type', $hello . msg('z', 'abc') ],
	[ 'a length below 4', $hello . 'Q' . pack('N', 3) ],
	[ 'a negative length', $hello . 'Q' . pack('N', 0xfffffff0) ],
	[ 'a length beyond memory', $hello . 'Q' . pack('N', 0x7fffffff) . 'abc' ],
	[ 'a Sync of 20 kB', $hello . 'S' . pack('N', 20000) . 'x' x 19996 ],
	[ 'a query without its zero byte', $hello . msg('Q', 'SELECT 1') . sync() . $bye ],
	[ 'a zero byte in a query', $hello . msg('Q', "SELECT 1\0; SELECT 2\0") . $bye ],
	[ 'a Sync with a body', $hello . msg('S', 'x') . sync() . $bye ],
	[ 'a Flush with a body', $hello . msg('H', 'x') . sync() . $bye ],
	[ 'Parse, Bind, Execute cut short', $hello . join('', map { $_ . sync() } msg('P', 'a'), msg('P', "\0SELECT 1\0" . pack('n', 65535)), msg('B', ''), parse('', 'SELECT $1::text'), msg('B', "\0\0" . pack('n n', 0, 1)), msg('E', "\0"), msg('D', ''), msg('D', "Q\0"), msg('C', "Z\0")) . $bye ],
	[ 'a parameter of length -2', $hello . parse('', 'SELECT $1::text') . msg('B', "\0\0" . pack('n n N n', 0, 1, 0xfffffffe, 0)) . execute('') . sync() . query('SELECT 1') . $bye ],
	[ 'a parameter longer than the message', $hello . parse('', 'SELECT $1::text') . msg('B', "\0\0" . pack('n n N', 0, 1, 1000) . 'abc') . sync() . $bye ],
	[ 'parameter numbers', $hello . join('', map { parse('', "SELECT $_") . sync() } '$0', '$70000::int', '$65536::int') . $bye ],
	[ 'where in the portal an error is', $hello . parse('', 'SELECT $1::int, $2::int') . bind_text('', 1, 'x') . sync() . parse('', 'SELECT $1::int') . bind_text('c', 'y') . sync() . $bye ],
	[ 'a function call cut short', $hello . msg('F', pack('N n n', 177, 0, 2)) . $bye ],
	[ 'a function that is not there', $hello . msg('F', pack('N n n n', 99999999, 0, 0, 0)) . $bye ],
	# ---- texts ----
	[ 'bytes that are no UTF-8', $hello . query("SELECT '\xff'") . query("SELECT '\xc3'") . query("SELECT 1 AS \"\xed\xa0\x80\"") . query("SELECT 'ok'") . $bye ],
	[ 'escapes that are no UTF-8', $hello . query(q{SELECT E'\xff'}) . query(q{SELECT E'\000'}) . query(q{SELECT U&'\d800'}) . query('SELECT chr(0)') . query('SELECT chr(1114112)') . $bye ],
	[ 'parameters that are no UTF-8', $hello . join('', map { parse('', 'SELECT $1::text') . bind_text('', $_) . execute('') . sync() } "\xff", "a\0b", "\xf4\x90\x80\x80") . $bye ],
	[ 'a binary text with a zero byte', $hello . parse('', 'SELECT $1::text') . msg('B', "\0\0" . pack('n n n N', 1, 1, 1, 3) . "a\0b" . pack('n', 0)) . execute('') . sync() . $bye ],
	[ 'positions count characters', $hello . query("SELECT '\xc3\xa9\xc3\xa9', nosuch") . $bye ],
	# ---- too much of everything ----
	[ 'parentheses without end', $hello . query($deep_parens) . query('SELECT 2') . $bye ],
	[ 'a sum without end', $hello . query('SELECT ' . '1-' x 40000 . '1') . query("SELECT 'x'" . " || 'y'" x 20000) . query('SELECT 2') . $bye ],
	[ 'deep values', $hello . query("SELECT '" . '[' x 100000 . "'::json") . query("SELECT '" . '{' x 100 . "'::int[]") . query('SELECT ' . 'ARRAY[' x 8 . '1' . ']' x 8) . $bye ],
	# refused before any memory is touched, which can take long
	[ 'values without room', $hello . query(q{SELECT length(repeat('x', 1073741824))}) . query(q{SELECT array_fill(1, ARRAY[1000000000])}) . query(q{SELECT rpad('x', 300000000, 'y')}) . query(q{SELECT repeat(repeat('x', 1000000), 1100)}) . query('SELECT 2') . $bye ],
	[ 'too many columns', $hello . query('SELECT ' . join ',', (1) x 1665) . query('SELECT 2') . $bye ],
	# ---- COPY ----
	[ 'COPY that the client gives up', $hello . query('COPY t FROM STDIN') . msg('d', "1\tx\n") . msg('f', "no more\0") . query('SELECT count(*) FROM t') . $bye ],
	[ 'COPY with a bad row', $hello . query('COPY t FROM STDIN') . msg('d', "1\tx\nzz\ty\n") . msg('d', "2\ty\n") . msg('c', '') . query('SELECT count(*) FROM t') . $bye ],
	[ 'COPY cut anywhere', $hello . query('BEGIN') . query('COPY t FROM STDIN') . msg('d', "1") . msg('d', "\tx\n2") . msg('d', '') . msg('d', "\ty") . msg('c', '') . query('SELECT * FROM t; ROLLBACK') . $bye ],
	[ 'a query in the midst of COPY', $hello . query('COPY t FROM STDIN') . msg('d', "1\tx\n") . query('SELECT 1') . query('SELECT count(*) FROM t') . $bye ],
	[ 'Flush and Sync in COPY are ignored', $hello . query('BEGIN; COPY t FROM STDIN') . msg('d', "1\tx\n") . msg('H', '') . sync() . msg('c', '') . query('ROLLBACK') . $bye ],
	[ 'COPY fails in the extended protocol', $hello . parse('', 'COPY t FROM STDIN') . bind_text('') . execute('') . msg('d', "q\tx\n") . msg('c', '') . sync() . query('SELECT count(*) FROM t') . $bye ],
	[ 'COPY data that nobody asked for', $hello . msg('d', "1\tx\n") . msg('c', '') . msg('f', "no\0") . query('SELECT 1') . $bye ],
);
for my $case (@cases)
{
	my ($name, $bytes) = @$case;
	my @got = map { answers($_, $bytes) } @servers;
	is($got[0], $got[1] // $got[0], $name);
}

# ---- clients that stop ----
for my $case ([ 'in a startup packet', substr $hello, 0, 9 ], [ 'in a message', $hello . substr query('SELECT 1'), 0, 7 ], [ 'in COPY', $hello . query('COPY t FROM STDIN') . msg('d', "1\tx\n") ])
{
	my $sock = open_socket($servers[0]);
	print $sock $case->[1];
	close $sock;
}
is($servers[0]->value('SELECT count(*) FROM t'), 0, 'clients that leave half-way leave nothing');

# A statement timeout between two messages is an error, not the end.
my $slow = $hello . query("SET statement_timeout = '300ms'") . parse('', 'SELECT 1') . msg('H', '');
for my $s (@servers)
{
	my $sock = open_socket($s);
	print $sock $slow;
	$sock->flush;
	select undef, undef, undef, 1;
	print $sock bind_text('') . execute('') . sync() . query('SELECT 5') . $bye;
	$sock->flush;
	my $in = '';
	1 while sysread $sock, $in, 8192, length $in;
	like($in, qr/C57014\0Mcanceling statement due to statement timeout\0.*Z\0\0\0\x05I.*5C\0/s, $s->name . ': a statement timeout while the client is slow');
}

# So is one in the midst of planning, which takes long for many tables.
my $star = 'EXPLAIN SELECT 1 FROM ' . join(', ', map { "t t$_" } 1 .. 13) . ' WHERE ' . join ' AND ', map { "t1.a = t$_.a" } 2 .. 13;
for my $s (@servers)
{
	my $start = time;
	like(answers($s, $hello . query("SET statement_timeout = '300ms'; SET geqo_threshold = 20; SET from_collapse_limit = 20") . query($star) . $bye), qr/C=57014/, $s->name . ': a statement timeout while planning');
	cmp_ok(time - $start, '<', 20, $s->name . ': in time');
}

# Who does not answer the server's question for a password is sent away.
for my $s (@servers)
{
	$s->append_conf("authentication_timeout = '1s'\nclient_connection_check_interval = '100ms'");
	Narwal::Cluster::spew($s->data_dir . '/pg_hba.conf', "local all locked scram-sha-256\nlocal all all trust\n");
	$s->reload;
	$s->poll('SHOW authentication_timeout', '1s', 10);
	my $start = time;
	unlike(answers($s, startup($v3, 'user', 'locked', 'database', 'postgres'), 15), qr/waits/, $s->name . ': authentication_timeout');
	cmp_ok(time - $start, '<', 14, $s->name . ': in time');
	like(Narwal::Cluster::slurp($s->log_file), qr/canceling authentication due to timeout/, $s->name . ': and the log says so');

	# a query of a client that is gone does not run on
	my $sock = open_socket($s);
	print $sock $hello . query('SELECT pg_sleep(100) /* abandoned */');
	$sock->flush;
	$s->poll(q{SELECT count(*) FROM pg_stat_activity WHERE query LIKE '%/* abandoned */' AND pid <> pg_backend_pid()}, 1, 10);
	close $sock;
	ok($s->poll(q{SELECT count(*) FROM pg_stat_activity WHERE query LIKE '%/* abandoned */' AND pid <> pg_backend_pid()}, 0, 15), $s->name . ': client_connection_check_interval');
}
unlike(Narwal::Cluster::slurp($servers[0]->log_file), qr/TRAP|terminated by signal/, 'and the server did not crash');
done_testing();
