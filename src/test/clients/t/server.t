# server.t
#	Connections: authentication, cancel, shutdown modes, reload, a crash of
#	one backend, and malformed packets.
use strict;
use warnings;
use IO::Socket::UNIX;
use Narwal::Cluster;
use Test::More;
use Time::HiRes qw(sleep);

my $c = Narwal::Cluster->new('main')->init;
$c->append_conf("log_error_verbosity = default\nlisten_addresses = '127.0.0.1'\nauthentication_timeout = 5s");
$c->start;

# ---- authentication ----
sub login
{
	my ($user, $password, $host) = @_;
	local $ENV{PGPASSWORD} = $password;
	my $str = 'host=' . ($host // $c->socket_dir) . ' port=' . $c->port . " user=$user dbname=postgres";
	return $c->psql('SELECT current_user', connstr => $str);
}
$c->sql("CREATE ROLE scram_user LOGIN PASSWORD 'secret'; SET password_encryption = md5; CREATE ROLE md5_user LOGIN PASSWORD 'secret5';
CREATE ROLE nologin_user; CREATE ROLE nopass_user LOGIN");
sub hba { Narwal::Cluster::spew($c->data_dir . '/pg_hba.conf', "local all postgres trust\n" . join "\n", @_, ''); $c->reload; sleep 0.5; }
hba('local all all scram-sha-256', 'host all all 127.0.0.1/32 scram-sha-256');
my ($rc, $out, $err) = login('scram_user', 'secret');
is($out, "scram_user\n", 'scram-sha-256: the right password');
($rc, $out, $err) = login('scram_user', 'secret', '127.0.0.1');
is($out, "scram_user\n", 'scram-sha-256 over TCP');
($rc, $out, $err) = login('scram_user', 'wrong');
isnt($rc, 0, 'scram-sha-256: a wrong password is refused');
like($err, qr/FATAL:  password authentication failed for user "scram_user"/, 'with the message of stock');
($rc, $out, $err) = login('nosuch_user', 'secret');
like($err, qr/FATAL:  password authentication failed for user "nosuch_user"/, 'an unknown role looks the same');
($rc, $out, $err) = login('nopass_user', 'x');
like($err, qr/FATAL:  password authentication failed for user "nopass_user"/, 'a role without a password too');
hba('local all all md5');
($rc, $out, $err) = login('md5_user', 'secret5');
is($out, "md5_user\n", 'md5: the right password');
($rc, $out, $err) = login('scram_user', 'secret');
is($out, "scram_user\n", 'md5 line: a SCRAM secret gets SCRAM');
hba('local all scram_user reject', 'local all all trust');
($rc, $out, $err) = login('scram_user', 'secret');
like($err, qr/FATAL:  pg_hba\.conf rejects connection for host "\[local\]", user "scram_user", database "postgres", no encryption/, 'reject');
($rc, $out, $err) = login('nologin_user', '');
like($err, qr/FATAL:  role "nologin_user" is not permitted to log in/, 'a role that may not log in');
($rc, $out, $err) = $c->psql('SELECT 1', db => 'nosuchdb');
like($err, qr/FATAL:  database "nosuchdb" does not exist/, 'a database that does not exist');
hba();
($rc, $out, $err) = login('md5_user', '');
like($err, qr/FATAL:  no pg_hba\.conf entry for host "\[local\]", user "md5_user", database "postgres", no encryption/, 'no line');
my $os_user = getpwuid $>;
hba('local all all peer');
($rc, $out, $err) = login('md5_user', '');
like($err, qr/FATAL:  Peer authentication failed for user "md5_user"/, 'peer: another user is refused');
hba('local all all trust');

# ---- cancel, timeouts ----
my $s = $c->background;
my $pid = $s->run('SELECT pg_backend_pid()');
$s->send('SELECT pg_sleep(60)');
ok($s->blocked(0.5), 'a long statement runs');
$c->sql("SELECT pg_cancel_backend($pid)");
like($s->wait_done(10), qr/canceling statement due to user request/, 'and is cancelled');
is($s->run('SELECT 1'), 1, 'the session goes on');
like($s->run('SET statement_timeout = 200; SELECT pg_sleep(10)'), qr/canceling statement due to statement timeout/, 'statement_timeout');
$s->run('SET statement_timeout = 0');
$c->sql("SELECT pg_terminate_backend($pid)");
like($s->run('SELECT 1', 10), qr/terminating connection due to administrator command|server closed the connection/, 'pg_terminate_backend');
$s->finish;

# ---- locks ----
$c->sql('CREATE TABLE l (a int PRIMARY KEY, b int); INSERT INTO l VALUES (1, 0), (2, 0)');
my ($x, $y) = ($c->background, $c->background);
$x->run('BEGIN; UPDATE l SET b = 1 WHERE a = 1');
$y->run('BEGIN; UPDATE l SET b = 2 WHERE a = 2');
$x->send('UPDATE l SET b = 1 WHERE a = 2');
ok($x->blocked(0.5), 'an UPDATE waits for the row lock of another transaction');
$y->send('UPDATE l SET b = 2 WHERE a = 1');
my ($rx, $ry) = ($x->wait_done(20), $y->wait_done(20));
like("$rx$ry", qr/ERROR:  deadlock detected/, 'a deadlock is found');
unlike($rx =~ /deadlock/ ? $ry : $rx, qr/ERROR/, 'and only one of the two is the victim');
$_->run('ROLLBACK') for $x, $y;
$x->run('BEGIN; UPDATE l SET b = 10 WHERE a = 1');
$y->send('UPDATE l SET b = b + 1 WHERE a = 1');
ok($y->blocked(0.3), 'a second UPDATE of the row waits');
$x->run('COMMIT');
$y->wait_done;
is($c->value('SELECT b FROM l WHERE a = 1'), 11, 'and sees the value that the first one committed');
$x->run('BEGIN; LOCK TABLE l IN ACCESS EXCLUSIVE MODE');
$y->send('SELECT count(*) FROM l');
ok($y->blocked(0.3), 'ACCESS EXCLUSIVE keeps readers out');
$x->run('COMMIT');
is($y->wait_done, 2, 'until it is released');
$_->finish for $x, $y;

# ---- malformed packets ----
sub raw
{
	my ($bytes) = @_;
	my $sock = IO::Socket::UNIX->new(Peer => $c->socket_dir . '/.s.PGSQL.' . $c->port) or return undef;
	print $sock $bytes;
	$sock->flush;
	shutdown $sock, 1;
	local $SIG{ALRM} = sub { die "timeout\n" };
	my $answer = '';
	eval { alarm 10; 1 while sysread $sock, $answer, 8192, length $answer; alarm 0; };
	return $@ ? undef : $answer;
}
my $body = pack('N', 196608) . "user\0postgres\0database\0postgres\0\0";
my $startup = pack('N', 4 + length $body) . $body;
for my $case (
	[ 'nothing', '' ], [ 'one byte', "\0" ], [ 'a length of zero', pack('N', 0) ], [ 'a huge length', pack('N', 0x7fffffff) ],
	[ 'a negative length', pack('N', 0xfffffff0) ], [ 'HTTP', "GET / HTTP/1.0\r\n\r\n" ], [ 'an unknown protocol', pack('NN', 8, 0x00090000) ],
	[ 'a startup packet without end', pack('NN', 20, 196608) . "user\0postgre" ], [ 'a cancel request with a wrong key', pack('NNNN', 16, 80877102, 1, 2) ],
	[ 'a short cancel request', pack('NN', 8, 80877102) ], [ 'an unknown message', $startup . 'z' . pack('N', 4) ],
	[ 'a message with length 0', $startup . 'Q' . pack('N', 0) ], [ 'a message with a huge length', $startup . 'Q' . pack('N', 0x7fffffff) ],
	[ 'a query without its zero', $startup . 'Q' . pack('N', 8) . 'SELE' ], [ 'a bind of nothing', $startup . 'B' . pack('N', 4) ],
	[ 'an execute of an unknown portal', $startup . 'E' . pack('N', 14) . "nosuch\0" . pack('N', 0) ],
	(map { [ "noise $_", $startup . join '', map { chr int rand 256 } 1 .. 200 ] } 1 .. 10),
	(map { [ "noise at the start $_", join '', map { chr int rand 256 } 1 .. 50 ] } 1 .. 10))
{
	my $answer = raw($case->[1]);
	ok(defined $answer, "$case->[0]: the server answers or hangs up");
}
is($c->value('SELECT 1'), 1, 'after all that the server works');
like(raw(pack('NN', 8, 80877103)), qr/^N/, 'an SSLRequest is answered with N');

# ---- a crash of one backend restarts all ----
$s = $c->background;
$pid = $s->run('SELECT pg_backend_pid()');
my $other = $c->background;
$other->run('SELECT 1');
$c->sql('CREATE TABLE survives (a int); INSERT INTO survives VALUES (1)');
kill 'KILL', $pid;
ok($c->poll('SELECT count(*) FROM survives', 1, 60), 'after a backend was killed the server comes back with every row');
like($other->run('SELECT 1', 10), qr/crash of another server process|server closed|terminating connection/, 'other sessions were ended');
$_->finish for $s, $other;

# ---- reload, ALTER SYSTEM, restart, shutdown modes ----
$c->sql("ALTER SYSTEM SET work_mem = '7MB'");
$c->reload;
ok($c->poll('SHOW work_mem', '7MB', 10), 'ALTER SYSTEM and reload');
$c->sql('ALTER SYSTEM RESET work_mem');
$s = $c->background;
$s->run('BEGIN; INSERT INTO survives VALUES (2)');
$c->stop('fast');
pass('a fast shutdown does not wait for a session');
$s->finish;
$c->start;
is($c->value('SELECT count(*) FROM survives'), 1, 'what was not committed is not there');
$c->stop('smart');
$c->start;
$c->sql('INSERT INTO survives VALUES (3)');
$c->stop('immediate');
$c->start;
is($c->value('SELECT count(*) FROM survives'), 2, 'an immediate shutdown loses nothing committed');
my ($src, $sout) = $c->run('pg_ctl', '-D', $c->data_dir, 'status');
is($src, 0, 'pg_ctl status: running');
$c->stop;
($src, $sout) = $c->run('pg_ctl', '-D', $c->data_dir, 'status');
is($src, 3, 'pg_ctl status: 3 when no server runs');

# ---- programs ----
($rc, $out) = $c->run('postgres', '-C', 'shared_buffers', '-D', $c->data_dir);
is($out, "4096\n", 'postgres -C prints a setting') or diag($out);
($rc, $out) = $c->run('postgres', '--version');
like($out, qr/^postgres \(PostgreSQL\) 15\.\d+/, 'postgres --version');
($rc, $out) = Narwal::Cluster::run_command({ stdin => "SELECT 41 + 1 AS answer\n" }, $c->program('postgres'), '--single', '-D', $c->data_dir, 'postgres');
like($out, qr/answer = "42"/, 'postgres --single');
# A server has made its lock file, and not written to it yet, when pg_ctl looks.
my $slow = $c->dir . '/slow_server';
Narwal::Cluster::spew($slow, sprintf "#!/bin/sh\nfile='%s/postmaster.pid'\n: >\"\$file\"\nsleep 1\nrm \"\$file\"\nexec '%s' \"\$@\"\n", $c->data_dir, $c->program('postgres'));
chmod 0755, $slow;
$c->stop if $c->{pid};
($rc, $out, $err) = $c->run('pg_ctl', '-D', $c->data_dir, '-l', $c->log_file, '-p', $slow, '-w', 'start');
is($rc, 0, 'pg_ctl waits for a lock file that is still empty') or diag("$out$err");
$c->{pid} = (split /\n/, Narwal::Cluster::slurp($c->data_dir . '/postmaster.pid'))[0];

# The lock file's line of a long data directory does not hide the lines below it.
my $long = Narwal::Cluster->new('long');
$long->{data} = $long->dir . '/' . join '/', ('d' x 60) x 5;
Narwal::Cluster::run_command('mkdir', '-p', $long->data_dir);
$long->init;
ok($long->start(may_fail => 1, timeout => 60), 'pg_ctl waits for a server with a long path');
$long->stop;
done_testing();
