# wal_format.t
#	wal_format, the methods that need it, and modules that bring methods: settings
#	and their errors, kill -9 and replay with wal_consistency_checking under each
#	method, changes of the format forward and back, a module that is missing when
#	its images are to be replayed, and one that misbehaves.
use strict;
use warnings;
use Narwal::Cluster;
use POSIX ();
use Test::More;

my $c = Narwal::Cluster->new('format')->init;
$c->append_conf("wal_consistency_checking = all\nlog_error_verbosity = default\nmax_wal_size = 64MB\nlog_backend_cpu = on");

# New settings for the next start; later lines win.
sub conf { $c->append_conf(join "\n", @_); }

# Log lines written since the last call.
my $seen = 0;
sub new_log
{
	my $text = substr(Narwal::Cluster::slurp($c->log_file), $seen);
	$seen += length $text;
	return $text;
}

sub err
{
	my ($sql) = @_;
	my ($rc, $out, $e) = $c->psql($sql);
	return $e;
}

# Page images of one method in rows that other methods did not write.
my $rows = 0;
sub write_under
{
	my (@set) = @_;
	$c->sql('CHECKPOINT');
	$c->sql(join('; ', @set, "UPDATE t SET v = v || 'y'", "INSERT INTO t SELECT i, repeat(md5(i::text), 4) FROM generate_series($rows + 1, $rows + 500) i"));
	$rows += 500;
}

my $checksum = "SELECT count(*) || ' ' || md5(string_agg(k || v, ',' ORDER BY k)) FROM t";

# Kill, start, compare.
sub survives
{
	my ($name, $start) = @_;
	my $before = $c->value($checksum);
	$c->kill9;
	new_log();
	$start->() if $start;
	$c->start;
	is($c->value($checksum), $before, "$name: same rows after kill -9");
	unlike(new_log(), qr/inconsistent page|FATAL|PANIC/, "$name: replay finds every page as it was");
}

# ---- the default format ----

$c->start;
$c->sql("CREATE TABLE t (k int PRIMARY KEY, v text) WITH (fillfactor = 60); CREATE EXTENSION narwal_wal");
like(err('SET wal_compression = zlib'), qr/method "zlib" needs the extended WAL format.*HINT:  Set "wal_format" to "extended"/s,
	'an extended method is refused, and the message says why');
like(err("ALTER SYSTEM SET wal_compression = zlib"), qr/needs the extended WAL format/, 'also for the next start');
like(err('SET wal_compression = snappy'), qr/invalid value for parameter "wal_compression"/, 'a module that is not loaded has no method');
like(err('SET wal_format = extended'), qr/cannot be changed without restarting the server/, 'wal_format is fixed while the server runs');
like(err("LOAD 'wal_snappy'"), qr/cannot register WAL compression method "snappy" now/, 'a module must be preloaded');
for (['zstd', 23], ['zstd', -8], ['lz4', 65538], ['lz4', -1], ['pglz', 1])
{
	my ($method, $level) = @$_;
	like(err("SET wal_compression = $method; SET wal_compression_level = '$level'"),
		qr/wal_compression_level $level is out of range for method "$method"/, "$method has no level $level");
}
is($c->value("SET wal_compression = zstd; SET wal_compression_level = 22; SHOW wal_compression_level"), '22', 'zstd has level 22');
like(err("SET wal_compression = zstd; SET wal_compression_level = 22; SET wal_compression = pglz"),
	qr/level 22 is out of range for method "pglz"/, 'a method must have the level that is set');
$c->sql("ALTER ROLE postgres SET wal_compression = 'lz4'");
is($c->value('SHOW wal_compression'), 'lz4', 'settable per role');
$c->sql('ALTER ROLE postgres RESET wal_compression');
write_under("SET wal_compression = $_") for qw(off pglz lz4 zstd);
write_under('SET wal_compression = zstd', 'SET wal_compression_level = 19');
survives('postgres15');

# ---- forward, after a crash ----

survives('forward', sub { conf("wal_format = extended", "shared_preload_libraries = 'wal_snappy,wal_codec_test'", "wal_compression = Snappy") });
is($c->value('SELECT setting, active FROM narwal_wal_format()'), 'extended|extended', 'the format is in force');
is($c->value('SHOW wal_compression'), 'snappy', 'the method of a module may stand in postgresql.conf');
is($c->value("SELECT string_agg(method, ' ' ORDER BY id) FROM narwal_wal_methods()"), 'pglz lz4 zstd zlib snappy test', 'all methods');
for my $set ('snappy', 'zlib', 'test', 'off', 'pglz', 'lz4', 'zstd')
{
	$c->sql('SELECT narwal_wal_reset()');
	write_under("SET wal_compression = $set");
	my ($images, $before, $after) = split /\|/,
		$c->value("SELECT images, bytes_before, bytes_after FROM narwal_wal_images() WHERE method = '$set'");
	cmp_ok($images, '>', 10, "$set: images are counted");
	cmp_ok($after, $set eq 'off' ? '==' : '<', $before, "$set: with their bytes");
	survives("extended, $set");
}
write_under('SET wal_compression = zlib', 'SET wal_compression_level = 9');
survives('extended, zlib level 9');
like(err('SET wal_compression = zlib; SET wal_compression_level = 10'), qr/out of range for method "zlib"/, 'zlib has no level 10');

write_under('SET wal_compression = zlib');
my ($rc, $out) = $c->run('pg_waldump', '-b', $c->data_dir . '/pg_wal/' . $c->value('SELECT pg_walfile_name(pg_current_wal_lsn())'));
like($out, qr/method: zlib/, 'pg_waldump reads the extended format');

# ---- a module that is missing ----

write_under('SET wal_compression = snappy');
my $before = $c->value($checksum);
$c->kill9;
new_log();
conf("shared_preload_libraries = ''", "wal_compression = off");
ok(!$c->start(may_fail => 1), 'without the module recovery stops');
like(new_log(), qr/compressed with method "snappy" \(id 16\) of a module that is not loaded/, 'and names it');
conf("shared_preload_libraries = 'wal_snappy,wal_codec_test'");
$c->start;
is($c->value($checksum), $before, 'with it recovery goes through');

# ---- a module that misbehaves ----

# What it claims cannot be stored: images are kept as they are.  What cannot be read
# again is told, too.
for my $mode (qw(prepare refuse nothing overlong boast short damage stop_early go_on))
{
	conf("wal_codec_test.mode = '$mode'");
	$c->reload;
	new_log();
	$c->sql('SELECT narwal_wal_reset()');
	write_under('SET wal_compression = test');
	is($c->value("SELECT kept_raw_no_gain + kept_raw_hard = images AND kept_raw_no_gain > 4 AND images > 10 FROM narwal_wal_images() WHERE method = 'test'"), 't',
		"$mode: all images are kept raw");
	my $told = () = new_log() =~ /LOG:  WAL compression method "test" made an image that it cannot read/g;
	is($told, $mode =~ /short|damage|stop_early|go_on/ ? 1 : 0, "$mode: the log " . ($told ? 'says why, once' : 'is silent'));
	survives($mode);
}

# One that was right when it wrote, and is wrong when recovery reads.
conf("wal_codec_test.mode = 'ok'");
$c->reload;
for my $mode (qw(damage stop_early go_on))
{
	write_under('SET wal_compression = test');
	$before = $c->value($checksum);
	$c->kill9;
	new_log();
	conf("wal_codec_test.mode = '$mode'");
	ok(!$c->start(may_fail => 1), "$mode: an image that does not decompress stops recovery");
	like(new_log(), qr/could not decompress image at/, "$mode: and says so");
	conf("wal_codec_test.mode = 'ok'");
	$c->start;
	is($c->value($checksum), $before, "$mode: nothing is lost by that");
}

# One that writes where it should not: the process cannot go on.
conf("wal_codec_test.mode = 'overrun'");
$c->reload;
$before = $c->value($checksum);
new_log();
like(err('CHECKPOINT; SET wal_compression = test; UPDATE t SET v = v'), qr/server closed the connection unexpectedly/, 'overrun: the server ends');
like(new_log(), qr/PANIC:  WAL compression method "test" wrote beyond its room/, 'overrun: and says why');
ok($c->poll('SELECT true'), 'overrun: it starts again');
is($c->value($checksum), $before, 'overrun: nothing is lost by that');
conf("wal_codec_test.mode = 'ok'");
$c->reload;

# ---- refused registrations ----

for (['wal_codec_test.id = 16', qr/cannot register WAL compression method "test" with id 16.*its id is taken/s, 'a taken id'],
	['wal_codec_test.id = 3', qr/outside of the range for modules/, 'an id of the server'],
	["wal_codec_test.name = 'zlib'", qr/its name is taken/, 'a taken name'],
	["wal_codec_test.name = 'No Name'", qr/its name is not a word/, 'a bad name'])
{
	my ($line, $message, $what) = @$_;
	$c->stop;
	new_log();
	conf($line);
	ok(!$c->start(may_fail => 1), "$what stops the start");
	like(new_log(), $message, "$what is named");
	conf('wal_codec_test.id = 31', "wal_codec_test.name = 'test'");
	$c->start;
}

# ---- settings that do not fit stop the start ----

$c->stop;
for (["wal_format = postgres15\nwal_compression = zlib", qr/method "zlib" needs the extended WAL format/],
	["wal_format = extended\nwal_compression = nosuch", qr/invalid value for parameter "wal_compression": "nosuch"/],
	["wal_compression = zstd\nwal_compression_level = 99", qr/level 99 is out of range for method "zstd"/],
	["wal_compression = off\nwal_compression_level = 99999", qr/invalid value for parameter "wal_compression_level": 99999/])
{
	new_log();
	conf($_->[0]);
	ok(!$c->start(may_fail => 1), 'start refused: ' . $_->[0] =~ s/\n/, /r);
	like(new_log(), $_->[1], 'with the reason');
}

# ---- back ----

conf('wal_format = extended', 'wal_compression = zlib', 'wal_compression_level = 0');
$c->start;
write_under();
survives('back', sub { conf('wal_format = postgres15', 'wal_compression = zstd', "shared_preload_libraries = ''") });
is($c->value('SELECT setting, active FROM narwal_wal_format()'), 'postgres15|postgres15', 'after a crash the format goes back');
write_under();
survives('back again');
$c->stop;
conf('wal_format = extended');
$c->start;
is($c->value('SELECT active FROM narwal_wal_format()'), 'extended', 'forward after a clean stop');
$c->stop;
conf('wal_format = postgres15');
$c->start;
is($c->value('SELECT active FROM narwal_wal_format()'), 'postgres15', 'and back after a clean stop');

# ---- kill -9 at each step of a change, and another mind after it ----

# Start the server, and kill it when its log has what is asked for.
sub start_until
{
	my ($line) = @_;
	my $text = '';
	local $SIG{CHLD} = 'IGNORE';
	new_log();
	my $pid = fork // die;
	if ($pid == 0)
	{
		open STDOUT, '>>', $c->log_file or POSIX::_exit(126);
		open STDERR, '>&', \*STDOUT or POSIX::_exit(126);
		exec $c->program('postgres'), '-D', $c->data_dir or POSIX::_exit(127);
	}
	my $tries = 0;
	while (($text .= new_log()) !~ $line && kill(0, $pid) && $tries++ < 12000) { select undef, undef, undef, 0.01; }
	$c->{pid} = $pid;
	$c->kill9;
	return $text =~ $line;
}

my $format = 'postgres15';
for my $step (qr/was interrupted/, qr/redo starts/, qr/redo done/, qr/WAL format is/, qr/WAL format is.*checkpoint starting/s, qr/WAL format is.*ready to accept/s)
{
	my $other = $format eq 'extended' ? 'postgres15' : 'extended';
	write_under('SET wal_compression = ' . ($format eq 'extended' ? 'zlib' : 'lz4'));
	$before = $c->value($checksum);
	$c->kill9;
	conf("wal_format = $other");
	ok(start_until($step), "from $format: killed at $step");
	# Half of the times it shall stay as it was.
	$format = $other if $step !~ /starts|checkpoint/;
	conf("wal_format = $format");
	$c->start;
	is($c->value('SELECT setting, active FROM narwal_wal_format()'), "$format|$format", "then started with $format");
	is($c->value($checksum), $before, 'with all rows');
}

like($c->value("SELECT narwal_backend_cpu_mark(); SELECT user_s >= 0 AND system_s >= 0 AND marked_at IS NOT NULL FROM narwal_backend_cpu_since_mark()"),
	qr/t$/, 'CPU time since a mark');
is($c->value('SELECT marked_at IS NULL FROM narwal_backend_cpu_since_mark()'), 't', 'which a new session does not have');
$c->stop;
like(Narwal::Cluster::slurp($c->log_file), qr/session CPU: user: \d+\.\d{3} s, system: \d+\.\d{3} s; WAL: \d+ records, \d+ page images, \d+ bytes/,
	'and in the log at the end of a session');

done_testing();
