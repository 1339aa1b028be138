# bad_input.t
#	Damaged files, wrong directories and settings: each gets the error that
#	stock gives, and no row that was committed is lost.
#
# Each case damages a copy of one directory in the same way for Narwal and for
# stock, and compares: does the server start, and what does it say?  Where
# stock is not installed the recorded words are expected alone.
use strict;
use warnings;
use File::Path qw(remove_tree);
use Narwal::Cluster;
use Test::More;

my $have_stock = Narwal::Cluster::have_stock();
my $n = 0;

# A prepared directory, stopped cleanly or killed.
my $clean = Narwal::Cluster->new('clean')->init('--wal-segsize=1');
$clean->append_conf('log_error_verbosity = default');
$clean->start;
$clean->sql('CREATE TABLE t (a int PRIMARY KEY, b text); INSERT INTO t SELECT i, md5(i::text) FROM generate_series(1, 5000) i');
my $file_of_t = $clean->value("SELECT pg_relation_filepath('t')");
$clean->stop;
my $killed = Narwal::Cluster->new('killed')->init_from($clean);
$killed->append_conf('log_error_verbosity = default');
$killed->start;
$killed->sql("CHECKPOINT; INSERT INTO t SELECT i, 'later' FROM generate_series(5001, 20000) i");
$killed->kill9;

# try(name, from, damage, start => 0|1, log => regex, [after => sub])
sub try
{
	my ($name, $from, $damage, %want) = @_;
	for my $kind ('narwal', $have_stock ? 'stock' : ())
	{
		my $c = Narwal::Cluster->new("case$n.$kind", stock => $kind eq 'stock');
		$n++;
		system('cp', '-a', $from->data_dir, $c->data_dir) == 0 or die;
		unlink $c->data_dir . '/postmaster.pid';
		$c->set_test_conf;
		$c->append_conf('log_error_verbosity = default');
		$damage->($c);
		my $started = $c->start(may_fail => 1, timeout => 30) ? 1 : 0;
		is($started, $want{start}, "$name: $kind " . ($want{start} ? 'starts' : 'refuses to start'));
		like(Narwal::Cluster::slurp($c->log_file), $want{log}, "$name: $kind says so") if $want{log};
		$want{after}->($c, $kind) if $want{after} && $started;
		if ($started) { $c->stop('fast'); }
		remove_tree($c->dir);
	}
}

sub flip
{
	my ($c, $path, $at, $mask) = @_;
	my $byte = $c->read_bytes($path, $at, 1);
	$c->write_bytes($path, $at, chr(ord($byte) ^ ($mask // 0x40)));
}

sub last_segment { my ($c) = @_; my ($rc, $out) = $c->run('pg_controldata', $c->data_dir); return $out =~ /Latest checkpoint's REDO WAL file:\s+(\S+)/ ? $1 : die; }

try('sound directory', $clean, sub { }, start => 1);
try('corrupt control file', $clean, sub { flip($_[0], $_[0]->data_dir . '/global/pg_control', 100) },
	start => 0, log => qr/(?:incorrect checksum in control file|control file contains invalid)/i);
try('control file cut short', $clean, sub { truncate $_[0]->data_dir . '/global/pg_control', 100 }, start => 0, log => qr/could not read file "global\/pg_control": read 100 of \d+/);
try('control file missing', $clean, sub { unlink $_[0]->data_dir . '/global/pg_control' }, start => 0,
	log => qr/could not (?:open|find).*pg_control/);
try('another major version', $clean, sub { Narwal::Cluster::spew($_[0]->data_dir . '/PG_VERSION', "14\n") }, start => 0,
	log => qr/database files are incompatible with server/);
try('not a data directory', $clean, sub { unlink $_[0]->data_dir . '/PG_VERSION' }, start => 0, log => qr/is not a valid data directory|is not a database cluster directory|^$/m);
try('directory that others can read', $clean, sub { chmod 0755, $_[0]->data_dir }, start => 0, log => qr/data directory ".*" has invalid permissions/);
try('bad line in postgresql.conf', $clean, sub { $_[0]->append_conf('shared_buffers = = 3') }, start => 0, log => qr/syntax error in file ".*postgresql\.conf" line \d+, near token "="/);
try('unknown setting', $clean, sub { $_[0]->append_conf('nosuch_setting = 3') }, start => 0, log => qr/unrecognized configuration parameter "nosuch_setting" in file ".*" line \d+/);
try('setting out of range', $clean, sub { $_[0]->append_conf('max_connections = 0') }, start => 0, log => qr/0 is outside the valid range for parameter "max_connections" \(1 \.\. 262143\)/);
try('bad pg_hba.conf', $clean, sub { Narwal::Cluster::spew($_[0]->data_dir . '/pg_hba.conf', "local all all nosuch\n") }, start => 0, log => qr/invalid authentication method "nosuch"/);
try('missing WAL segment', $killed, sub { unlink $_[0]->data_dir . '/pg_wal/' . last_segment($_[0]) }, start => 0, log => qr/could not locate (?:a valid checkpoint record|required checkpoint record)|invalid checkpoint record/);
try('recovery after a kill', $killed, sub { }, start => 1, log => qr/redo starts at/,
	after => sub { is($_[0]->value('SELECT count(*) FROM t'), 20000, "recovery after a kill: $_[1] has every row") });
try('flipped byte of the checkpoint record', $clean, sub {
		my ($c) = @_;
		my ($rc, $out) = $c->run('pg_controldata', $c->data_dir);
		my ($hi, $lo) = $out =~ /Latest checkpoint location:\s+(\w+)\/(\w+)/ or die;
		flip($c, $c->data_dir . '/pg_wal/' . last_segment($c), hex($lo) % (1024 * 1024) + 40);
	}, start => 0, log => qr/could not locate a valid checkpoint record/);
try('garbage behind the end of WAL', $killed, sub {
		my ($c) = @_;
		my @segments = $c->wal_segments;
		# The newest segment that recycling left is not WAL yet.
		$c->write_bytes($segments[-1], 1024 * 1024 - 100, join '', map { chr int rand 256 } 1 .. 100);
	}, start => 1, after => sub { is($_[0]->value('SELECT count(*) FROM t'), 20000, "garbage behind the end: $_[1] has every row") });

# A page with a wrong checksum: the statement fails, the server does not.
try('wrong page checksum', $clean, sub { flip($_[0], $_[0]->data_dir . "/$file_of_t", 5000) }, start => 1,
	after => sub {
		my ($c, $kind) = @_;
		my ($rc, $out, $err) = $c->psql("\\set VERBOSITY verbose\nSELECT sum(a) FROM t");
		like($err, qr/ERROR:  XX001: invalid page in block 0 of relation \Q$file_of_t\E/, "wrong page checksum: $kind names the page");
		is($c->value('SELECT 1'), 1, "wrong page checksum: $kind goes on");
	});
# The file is shorter than an index believes.
try('block past the end of the file', $clean, sub { truncate $_[0]->data_dir . "/$file_of_t", 8192 }, start => 1,
	after => sub {
		my ($c, $kind) = @_;
		my ($rc, $out, $err) = $c->psql("\\set VERBOSITY verbose\nSET enable_seqscan = off; SET enable_bitmapscan = off; SELECT b FROM t WHERE a = 4999");
		like($err, qr/ERROR:  XX001: could not read block \d+ in file "\Q$file_of_t\E": read only 0 of 8192 bytes/, "block past the end: $kind names the block");
	});

# Two servers on one directory.
{
	my $c = Narwal::Cluster->new('first')->init_from($clean);
	$c->start;
	my $second = Narwal::Cluster->new('second');
	my ($rc, $out, $err) = $second->run('postgres', '-D', $c->data_dir, '-c', 'port=' . $second->port);
	isnt($rc, 0, 'a second server on one directory refuses to start');
	like($err, qr/FATAL:  (?:F0001: )?lock file "postmaster\.pid" already exists/, 'and says why');
	is($c->value('SELECT count(*) FROM t'), 5000, 'the first server is not disturbed');
	$c->stop;
}
done_testing();
