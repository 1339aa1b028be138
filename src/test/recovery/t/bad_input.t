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

# What the log says from PostgreSQL's side: levels, codes and messages of errors.
sub complaints
{
	my ($text) = @_;
	my @lines = $text =~ /(?:FATAL|PANIC|ERROR):  .*/g;
	return join "\n", @lines;
}

# A statement's error, with its SQLSTATE.
sub error_of { my ($c, $sql) = @_; my (undef, undef, $err) = $c->psql("\\set VERBOSITY verbose\n$sql"); return complaints($err); }

# try(name, from, damage, start => 0|1, log => regex, [after => sub], [same => sub])
# same gives a text that must be the one that stock gives.
sub try
{
	my ($name, $from, $damage, %want) = @_;
	my %text;
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
		$text{$kind} = $want{same}->($c) if $want{same};
		if ($started) { $c->stop('fast'); }
		remove_tree($c->dir);
	}
	is($text{narwal}, $text{stock}, "$name: what stock says") if exists $text{stock};
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
	log => qr/could not find the database system\n.*\n?.*pg_control/);
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

# ---- files that are missing, cut short, unreadable or full of garbage ----
my $said = sub { complaints(Narwal::Cluster::slurp($_[0]->log_file)) };
my $base = $file_of_t =~ s,/[^/]*$,,r;
sub in { my ($c, $path) = @_; return $c->data_dir . "/$path"; }

try('status file missing', $clean, sub { unlink in($_[0], 'pg_xact/0000') }, start => 0, same => $said,
	log => qr/FATAL:  could not access status of transaction \d+\n.*Could not open file "pg_xact\/0000": No such file/);
try('status file cut short', $clean, sub { truncate in($_[0], 'pg_xact/0000'), 100 }, start => 0, same => $said,
	log => qr/FATAL:  could not access status of transaction \d+\n.*Could not read from file "pg_xact\/0000" at offset 0: read too few bytes/);
try('status file unreadable', $clean, sub { chmod 0, in($_[0], 'pg_xact/0000') }, start => 0, same => $said, log => qr/Could not open file "pg_xact\/0000": Permission denied/);
try('garbage in the status file', $clean, sub { $_[0]->write_bytes(in($_[0], 'pg_xact/0000'), 4000, join '', map { chr(3 + $_ % 250) } 1 .. 4192) }, start => 1,
	after => sub {
		my ($c, $kind) = @_;
		is($c->value('SELECT count(*) FROM t'), 5000, "garbage in the status file: $kind has every row");
		is($c->value('INSERT INTO t VALUES (9999999) RETURNING a'), 9999999, "garbage in the status file: $kind writes");
	});
try('multixact file missing', $clean, sub { unlink in($_[0], 'pg_multixact/offsets/0000') }, start => 0, same => $said, log => qr/could not access status of transaction 1/);
try('relation map of a database missing', $clean, sub { unlink in($_[0], "$base/pg_filenode.map") }, start => 1, same => sub { error_of($_[0], 'SELECT 1') },
	after => sub { like(error_of($_[0], 'SELECT 1'), qr/FATAL:  could not open file "\Q$base\E\/pg_filenode\.map": No such file/, "relation map missing: $_[1] says so") });
try('relation map of the cluster missing', $clean, sub { unlink in($_[0], 'global/pg_filenode.map') }, start => 1, same => sub { error_of($_[0], 'SELECT 1') });
try('damaged relation map', $clean, sub { flip($_[0], in($_[0], "$base/pg_filenode.map"), 20) }, start => 1, same => sub { error_of($_[0], 'SELECT 1') },
	after => sub { like(error_of($_[0], 'SELECT 1'), qr/FATAL:  relation mapping file "\Q$base\E\/pg_filenode\.map" contains incorrect checksum/, "damaged relation map: $_[1] says so") });
try('file of a relation missing', $clean, sub { unlink in($_[0], $file_of_t) }, start => 1, same => sub { error_of($_[0], 'SELECT count(*) FROM t') },
	after => sub { like(error_of($_[0], 'SELECT count(*) FROM t'), qr/ERROR:  58P01: could not open file "\Q$file_of_t\E": No such file/, "file missing: $_[1] says so"); is($_[0]->value('SELECT 1'), 1, "file missing: $_[1] goes on") });
try('file of a relation unreadable', $clean, sub { chmod 0, in($_[0], $file_of_t) }, start => 1, same => sub { error_of($_[0], 'SELECT count(*) FROM t') },
	after => sub { like(error_of($_[0], 'SELECT count(*) FROM t'), qr/ERROR:  42501: could not open file "\Q$file_of_t\E": Permission denied/, "file unreadable: $_[1] says so") });
try('version file of a database missing', $clean, sub { unlink in($_[0], "$base/PG_VERSION") }, start => 1, same => sub { error_of($_[0], 'SELECT 1') });
try('database directory missing', $clean, sub { remove_tree(in($_[0], $base)) }, start => 1, same => sub { error_of($_[0], 'SELECT 1') });
try('control file unreadable', $clean, sub { chmod 0, in($_[0], 'global/pg_control') }, start => 0, log => qr/could not find the database system\n.*\n?.*pg_control".*: Permission denied/);
try('no pg_wal', $clean, sub { remove_tree(in($_[0], 'pg_wal')) }, start => 0, same => $said, log => qr/FATAL:  required WAL directory "pg_wal" does not exist/);
try('no archive_status', $clean, sub { remove_tree(in($_[0], 'pg_wal/archive_status')) }, start => 1, log => qr/creating missing WAL directory "pg_wal\/archive_status"/);
try('WAL segment unreadable', $killed, sub { chmod 0, in($_[0], 'pg_wal/' . last_segment($_[0])) }, start => 0, log => qr/could not open file "pg_wal\/\w+": Permission denied/);
try('WAL segment cut short', $killed, sub { truncate in($_[0], 'pg_wal/' . last_segment($_[0])), 8192 }, start => 0, log => qr/PANIC:  could not locate a valid checkpoint record/);
try('WAL of another cluster', $clean, sub { $_[0]->write_bytes(in($_[0], 'pg_wal/' . last_segment($_[0])), 24, "\1\2\3\4\5\6\7\10") }, start => 0, log => qr/WAL file is from different database system/);
try('flipped byte in the middle of WAL', $killed, sub {
		my ($c) = @_;
		my @segments = $c->wal_segments;
		my ($redo) = grep { $segments[$_] =~ /@{[ last_segment($c) ]}$/ } 0 .. $#segments;
		flip($c, $segments[ $redo + 1 ], 500_000);
	}, start => 1, same => sub { $_[0]->value('SELECT count(*), sum(a) FROM t') });
try('garbage in backup_label', $clean, sub { Narwal::Cluster::spew(in($_[0], 'backup_label'), "nothing\n") }, start => 0, same => $said, log => qr/FATAL:  invalid data in file "backup_label"/);
try('lock file of a dead server', $clean, sub { Narwal::Cluster::spew(in($_[0], 'postmaster.pid'), "4194303\n" . $_[0]->data_dir . "\n1\n2\n\n\n  1 1\nready   \n") }, start => 1);
try('no pg_hba.conf', $clean, sub { unlink in($_[0], 'pg_hba.conf') }, start => 0, log => qr/could not open configuration file ".*pg_hba\.conf": No such file/);
try('included file missing', $clean, sub { $_[0]->append_conf("include 'nosuch.conf'") }, start => 0, log => qr/could not open configuration file ".*nosuch\.conf": No such file/);
try('WAL settings too small for the segments', $clean, sub { $_[0]->append_conf("max_wal_size = 2MB\nmin_wal_size = 2MB") }, start => 1);

# A lock file without a pid: pg_ctl does not begin, nor does the server.
for my $case (['nobody', qr/invalid data in PID file/, qr/FATAL:  (?:XX000: )?bogus data in lock file "postmaster\.pid": "nobody"/],
	['', qr/the PID file ".*postmaster\.pid" is empty/, qr/FATAL:  (?:F0001: )?lock file "postmaster\.pid" is empty/])
{
	my ($content, $ctl_says, $server_says) = @$case;
	for my $kind ('narwal', $have_stock ? 'stock' : ())
	{
		my $c = Narwal::Cluster->new("lock$n.$kind", stock => $kind eq 'stock')->init_from($clean);
		$n++;
		Narwal::Cluster::spew(in($c, 'postmaster.pid'), $content);
		for my $command ('start', 'stop', 'status')
		{
			my ($rc, $out, $err) = $c->run('pg_ctl', '-D', $c->data_dir, '-l', $c->log_file, $command);
			like($err, $ctl_says, "lock file \"$content\": ${kind}'s pg_ctl $command says so");
			is($rc, 1, "lock file \"$content\": and exits with 1");
		}
		my ($rc, $out, $err) = $c->run('postgres', '-D', $c->data_dir);
		like($err, $server_says, "lock file \"$content\": ${kind}'s server says so");
		remove_tree($c->dir);
	}
}

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
