# walstore.t
#	pg_walstore on what stock PostgreSQL 15 writes: segments of several
#	workloads, wal_compression settings and segment sizes come back identical;
#	stock's pg_waldump reads expanded WAL; damage and misuse are refused; the
#	store that is kept as a golden file still gives the same bytes.
use strict;
use warnings;
use Digest::SHA qw(sha256_hex);
use File::Basename;
use File::Compare;
use File::Path qw(make_path);
use JSON::PP qw(decode_json);
use Narwal::Cluster;
use Test::More;

plan skip_all => 'stock PostgreSQL 15 is not installed' unless Narwal::Cluster::have_stock();

my $tool = Narwal::Cluster::narwal_bin() . '/pg_walstore';
my $stock_waldump = "$Narwal::Cluster::STOCK_BIN/pg_waldump";
my $dir = Narwal::Cluster::workdir();

sub run { return Narwal::Cluster::run_command($tool, @_); }

# The run must end with a code; its messages must match.
sub exits
{
	my ($name, $code, $message, @args) = @_;
	my ($rc, $out, $err) = run(@args);
	is($rc, $code, "$name: exit code") or diag($err);
	like($err, $message, "$name: message") if $message;
	return $out;
}

# ---- workloads ----

my $workload = <<'SQL';
CREATE TABLE seed (a int) WITH (fillfactor = 50);
INSERT INTO seed SELECT generate_series(1, 20000);
CREATE TABLE wide (id serial PRIMARY KEY, n numeric, u uuid, t timestamptz, s text, j jsonb, a int[]);
INSERT INTO wide(n, u, t, s, j, a) SELECT i * 1.25, md5(i::text)::uuid, '2024-01-01'::timestamptz + i * interval '1 s',
	repeat(md5(i::text), 1 + i % 5), jsonb_build_object('k', i), ARRAY[i, i % 7] FROM generate_series(1, 4000) i;
CREATE TABLE big (b bytea); ALTER TABLE big ALTER b SET STORAGE EXTERNAL;
INSERT INTO big SELECT string_agg(sha256((g * i)::text::bytea), '') FROM generate_series(1, 20) i, generate_series(1, 2000) g GROUP BY i;
CHECKPOINT;
UPDATE seed SET a = a + 1;
UPDATE wide SET n = n + 1 WHERE id % 3 = 0;
DELETE FROM wide WHERE id % 7 = 0;
CREATE INDEX ON wide (u); CREATE INDEX ON wide (s); CREATE INDEX ON wide USING gin (a); CREATE INDEX ON wide USING hash (n);
CREATE INDEX ON wide USING brin (t); CREATE INDEX ON wide (((id % 10)));
VACUUM FREEZE seed; VACUUM wide;
BEGIN; INSERT INTO seed VALUES (1); SAVEPOINT s; INSERT INTO seed VALUES (2); ROLLBACK TO s; INSERT INTO seed VALUES (3); COMMIT;
SELECT pg_logical_emit_message(true, 'x', repeat('message', 40000));
TRUNCATE seed;
DROP TABLE big;
SELECT pg_switch_wal();
CREATE TABLE after_switch (x int);
SQL

my $n = 0;
my %kept;

sub round_trip
{
	my ($name, @segments) = @_;
	my $base = "$dir/rt" . $n++;
	my ($bad, $in, $out) = (0, 0, 0);
	for my $level (0 .. 3)
	{
		my ($stores, $back) = ("$base/stores$level", "$base/back$level");
		make_path($stores, $back);
		exits("$name, level $level, pack", 0, undef, 'pack', '-l', $level, '-o', $stores, @segments);
		my @stores = map { "$stores/" . basename($_) . '.wst' } @segments;
		exits("$name, level $level, unpack", 0, undef, 'unpack', '-o', $back, @stores);
		$bad += compare($_, "$back/" . basename($_)) != 0 for @segments;
		exits("$name, level $level, verify", 0, undef, 'verify', '--original', dirname($segments[0]), @stores) if $level == 2;
		($in, $out) = (0, 0);
		$in += -s $_ for @segments;
		$out += -s $_ for @stores;
	}
	is($bad, 0, "$name: all " . scalar(@segments) . ' segments come back at all levels');
	note(sprintf('%s: %d kB stored in %d kB (%.2f%%)', $name, $in / 1024, $out / 1024, 100 * $out / $in));
	return "$base/stores2";
}

my $stores;
my $stock;
for my $case (['off', 1], ['pglz', 16], ['lz4', 4], ['zstd', 64])
{
	my ($method, $size) = @$case;
	my $c = Narwal::Cluster->new("stock_$method", stock => 1)->init("--wal-segsize=$size");
	$c->append_conf("wal_compression = $method\nwal_keep_size = 1GB\nmax_wal_size = 1GB\nwal_level = logical\nfsync = off");
	$c->start;
	$c->sql($workload);
	$c->run('pgbench', '-i', '-q', '-h', $c->socket_dir, '-p', $c->port, '-U', 'postgres', 'postgres');
	$c->run('pgbench', '-c', 4, '-t', 100, '-n', '-h', $c->socket_dir, '-p', $c->port, '-U', 'postgres', 'postgres');
	$c->stop;
	my @segments = $c->wal_segments;
	my $at = round_trip("$method, $size MB segments", @segments);
	next if $method ne 'off';
	($stores, $stock) = ($at, $c);
}

# ---- the WAL that Narwal writes ----

SKIP:
{
	skip 'no Narwal server in this build', 1 unless -x Narwal::Cluster::narwal_bin() . '/postgres';
	for my $format ('postgres15', 'extended')
	{
		my $c = Narwal::Cluster->new("narwal_$format")->init;
		$c->append_conf("wal_format = $format\nwal_compression = " . ($format eq 'extended' ? 'zlib' : 'pglz'));
		$c->start;
		$c->sql('CREATE TABLE t (k int, v text); INSERT INTO t SELECT i, md5(i::text) FROM generate_series(1, 5000) i; CHECKPOINT; UPDATE t SET k = k + 1');
		$c->stop;
		round_trip("Narwal's WAL, $format", $c->wal_segments);
	}
}

# ---- expanded WAL and stock's pg_waldump ----

my @segments = $stock->wal_segments;
my ($first, $second) = @segments[1, 2];
my $last = $segments[-2];
my $lsn = sub { my ($f, $off) = @_; return sprintf('%X/%X', hex substr(basename($f), 8, 8), hex(substr basename($f), 16, 8) * 1024 * 1024 + $off); };
my $whole = join '', map { Narwal::Cluster::slurp($_) } @segments;
my $origin = hex(substr basename($segments[0]), 16, 8) * 1024 * 1024;
my $from = hex(substr basename($first), 16, 8) * 1024 * 1024 + 12345;
my $to = hex(substr basename($second), 16, 8) * 1024 * 1024 + 54321;
my $bytes = exits('cat of a range', 0, undef, 'cat', '-s', sprintf('0/%X', $from), '-e', sprintf('0/%X', $to), $stores);
ok($bytes eq substr($whole, $from - $origin, $to - $from), 'cat gives the bytes of the range');
make_path("$dir/expanded");
exits('cat into segments', 0, undef, 'cat', '-s', $lsn->($first, 0), '-e', $lsn->($last, 0), '-o', "$dir/expanded", $stores);
my @theirs = Narwal::Cluster::run_command($stock_waldump, '-p', dirname($first), '-s', $lsn->($first, 0), '-e', $lsn->($last, 0));
my @ours = Narwal::Cluster::run_command($stock_waldump, '-p', "$dir/expanded", '-s', $lsn->($first, 0), '-e', $lsn->($last, 0));
is($ours[0], 0, 'stock\'s pg_waldump reads expanded segments');
is($ours[1], $theirs[1], 'and prints the same');

# ---- list and stats ----

my $store = "$stores/" . basename($first) . '.wst';
like(exits('list', 0, undef, 'list', $store), qr/restart point of writer.*finished/s, 'list shows chunks and the end');
my $text = exits('stats', 0, undef, 'stats', $stores);
like($text, qr/^Heap\/INSERT /m, 'stats names record types');
my $csv = exits('stats as CSV', 0, undef, 'stats', '-f', 'csv', $stores);
my ($count) = $csv =~ /^all,"total",(\d+),/m;
my @z = Narwal::Cluster::run_command($stock_waldump, '-z', '-p', dirname($first), '-s', $lsn->($segments[0], 0), basename($segments[0]), basename($segments[-1]));
my ($stock_count) = $z[1] =~ /^Total\s+(\d+)/m;
ok(defined $stock_count && $count <= $stock_count && $count > 0.98 * $stock_count,
	'stats counts the records, but for those that lie in two segments') or diag("$count, stock: " . ($stock_count // '') . $z[2]);
my $json = exits('stats as JSON', 0, undef, 'stats', '--format=json', $stores);
my $parsed = eval { decode_json($json) } // {};
for my $table ('resource_managers', 'record_types', 'relations')
{
	my %sum;
	for my $entry (@{ $parsed->{$table} // [] }) { $sum{$_} += $entry->{$_} for 'records', 'images'; }
	is_deeply(\%sum, { map { $_ => $parsed->{$_} } 'records', 'images' }, "JSON, $table: add up to the totals");
}
is($parsed->{records}, $count, 'and are those of CSV');

# ---- advise and measure ----

my $report = exits('advise', 0, undef, 'advise', '--html', "$dir/report.html", $stock->data_dir);
my ($share) = $report =~ /^wal_compression = off\s+[\d.]+\s+([\d.]+)%/m;
ok(defined $share && abs($share - 100) < 0.5, 'advise finds that WAL without compression is as long as without compression') or diag($report);
like($report, qr/^What would help:\n- /m, 'advise gives advice');
like($report, qr/^- wal_compression = \w+ would have written/m, 'compression is among it, since the WAL has images');
my ($relation) = $report =~ /of the image bytes are of relation (\d+\/\d+\/\d+)/;
ok(defined $relation, 'and the relation that has most of them') or diag($report);
my $html = Narwal::Cluster::slurp("$dir/report.html");
my @open = grep { !/^(meta|rect)$/ } $html =~ /<(\w+)[ >]/g;
is_deeply([ sort @open ], [ sort $html =~ m,</(\w+)>,g ], 'its page closes what it opens');
like($html, qr/<svg.*<\/html>\n$/s, 'its page has plots and an end');
unlike($html, qr/https?:|src=|href=/, 'and needs nothing from elsewhere');
exits('advise without WAL', 1, qr/no WAL segments/, 'advise', "$dir/expanded/..");
like(exits('measure', 0, undef, 'measure', $first), qr/^3\s+256 kB\s+\d+/m, 'measure has all levels');

# ---- bad input ----

my $damaged = "$dir/damaged";
make_path($damaged, "$damaged/out");
my $name = basename($first);
my $good = Narwal::Cluster::slurp($store);
my $put = sub { Narwal::Cluster::spew("$damaged/$name.wst", $_[0]); };
my $flipped = $good;
substr($flipped, length($good) / 2, 1) ^= "\x04";
$put->($flipped);
exits('a flipped bit, verify', 2, qr/damaged: wrong checksum at byte \d+ of the file, WAL position/, 'verify', "$damaged/$name.wst");
exits('a flipped bit, unpack', 2, qr/damaged/, 'unpack', '-o', "$damaged/out", "$damaged/$name.wst");
is_deeply([glob "$damaged/out/* $damaged/out/.[!.]*"], [], 'no file is left');
exits('a flipped bit, restore', 200, qr/damaged/, 'restore', '-D', $damaged, $name, "$damaged/out/restored");
exits('a flipped bit, unpack what is valid', 2, qr/damaged/, 'unpack', '--partial', '-o', "$damaged/out", "$damaged/$name.wst");
my $prefix = Narwal::Cluster::slurp("$damaged/out/$name");
my $original = Narwal::Cluster::slurp($first);
is(length $prefix, length $original, 'the file has a segment\'s size');
my ($same) = ("$prefix" ^ "$original") =~ /^(\0*)/;
ok(length($same) > 100_000 && substr($prefix, length($same) + 8192) !~ /[^\0]/, 'a prefix of the original, then zeros');
unlink "$damaged/out/$name";
$put->(substr $good, 0, length($good) / 3);
exits('a short store', 2, undef, 'verify', "$damaged/$name.wst");
exits('a short store, restore', 200, undef, 'restore', '-D', $damaged, $name, "$damaged/out/restored");
$put->('');
exits('an empty store', 2, qr/not a WAL store/, 'verify', "$damaged/$name.wst");
$put->(substr($good, 0, 4) . "\x63\0" . substr($good, 6));
exits('a newer format', 2, qr/format version 99/, 'verify', "$damaged/$name.wst");
$put->($good);
rename "$damaged/$name.wst", "$damaged/" . basename($second) . '.wst';
exits('a store of another segment', 200, qr/not "\w+"/, 'restore', '-D', $damaged, basename($second), "$damaged/out/restored");
exits('no such file', 1, undef, 'restore', '-D', $damaged, '0000000100000000000000FF', "$damaged/out/restored");
exits('an unreadable directory', 200, qr/could not stat/, 'restore', '-D', "$first/x", $name, "$damaged/out/restored");
exits('a directory that is not there', 1, undef, 'pack', '-o', "$dir/none", $first);
exits('not a segment', 1, qr/not the name of a WAL segment/, 'pack', '-o', $damaged, $tool);
Narwal::Cluster::spew("$damaged/$name", 'x' x 5000);
exits('a segment of an odd size', 1, qr/no WAL segment has/, 'pack', '-o', "$damaged/out", "$damaged/$name");
my ($rc, $out, $err) = Narwal::Cluster::run_command('/bin/sh', '-c', 'trap "" XFSZ; ulimit -f 20; exec "$@"', 'sh', $tool, 'pack', '-l', 0, '-o', "$damaged/out", $first);
is($rc, 1, 'no room for the store: exit code');
like($err, qr/could not write file/, 'no room for the store: message');
is_deeply([glob "$damaged/out/* $damaged/out/.[!.]*"], [], 'and no file is left');
make_path("$dir/jobs");
exits('several jobs', 0, undef, 'unpack', '-j', 3, '-o', "$dir/jobs", map { "$stores/" . basename($_) . '.wst' } @segments);
is(scalar(grep { compare($_, "$dir/jobs/" . basename($_)) } @segments), 0, 'unpack the same');
make_path("$dir/threads");
for my $segment ($first, $last)
{
	my $file = "$stores/" . basename($segment) . '.wst';
	exits('one file by several threads', 0, undef, 'unpack', '-j', 4, '-o', "$dir/threads", $file);
	is(compare($segment, "$dir/threads/" . basename($segment)), 0, 'gives the same');
	exits('verify by several threads', 0, undef, 'verify', '-j', 4, '--original', $segment, $file);
}
exits('verify with another segment', 3, qr/differs from the original at WAL position/, 'verify', '-j', 4, '--original', $second, $store);
$put->($flipped);
exits('a flipped bit, threads', 2, qr/damaged: wrong checksum at byte \d+ of the file, WAL position/, 'verify', '-j', 4, "$damaged/$name.wst");
exits('no command', 1, qr/no command specified/);
exits('unknown command', 1, qr/unrecognized command/, 'frobnicate');
exits('bad level', 1, qr/invalid value "4"/, 'pack', '-l', 4, '-o', $dir, $first);
exits('bad position', 1, qr/invalid WAL location/, 'cat', '-s', 'zz', $stores);
exits('a gap', 1, qr/no WAL from/, 'cat', '-s', $lsn->($segments[0], 0), '-e', $lsn->($last, 0), "$stores/" . basename($segments[0]) . '.wst', "$stores/" . basename($segments[2]) . '.wst');
like(exits('help', 0, undef, '--help'), qr/^Usage:.*--level/ms, 'help names the options');
for my $command (qw(pack unpack verify cat list stats archive restore advise measure))
{
	my $help = exits("$command --help", 0, undef, $command, '--help');
	like($help, qr/^pg_walstore $command .*^Usage:\n  pg_walstore $command \[OPTION\].*^Options:.*^Exit codes:/ms, "help of $command");
	is(scalar(grep { length > 79 } split /\n/, $help), 0, 'in lines of 80 columns');
}
my ($progress_rc, $progress_out, $progress_err) = run('pack', '-P', '-o', "$dir/threads", $first, $second);
is($progress_rc, 0, 'pack with --progress');
like($progress_err, qr,^2/2 files\, \d+ of \d+ kB \([\d.]+%\)$,m, 'says how far it is');
SKIP:
{
	skip 'root reads everything', 4 if $> == 0;
	make_path("$dir/closed");
	Narwal::Cluster::spew("$dir/closed/$name.wst", $good);
	chmod 0, "$dir/closed/$name.wst";
	exits('a store that cannot be read', 1, qr/could not open file .*Permission denied/, 'verify', "$dir/closed/$name.wst");
	chmod 0, "$dir/closed";
	exits('a directory that cannot be read', 1, qr/Permission denied/, 'cat', "$dir/closed");
	exits('a directory that cannot be read, restore', 200, qr/could not stat .*Permission denied/, 'restore', '-D', "$dir/closed", $name, "$damaged/out/restored");
	exits('a directory that cannot be written', 1, qr/Permission denied/, 'archive', $first, "$dir/closed/$name");
	chmod 0700, "$dir/closed";
}

($rc, $out, $err) = Narwal::Cluster::run_command('/bin/sh', '-c', 'trap "" XFSZ; ulimit -f 700; exec "$@"', 'sh', $tool, 'unpack', '-j', 3, '-o', "$damaged/out", $store);
is($rc, 1, 'no room for the segment: exit code');
like($err, qr/could not write file/, 'no room for the segment: message');
is_deeply([glob "$damaged/out/* $damaged/out/.[!.]*"], [], 'and no file is left');

# segments of random bytes, of zeros, recycled, of other versions, partial
my $odd = "$dir/odd";
make_path("$odd/in", "$odd/out", "$odd/back");
srand(15);
my $random = join '', map { chr int rand 256 } 1 .. 1024 * 1024;
my %odd = (
	'0000000100000000000000A0' => $random,
	'0000000100000000000000A1' => "\0" x (1024 * 1024),
	'0000000100000000000000A2' => $original,
	'0000000100000000000000A3.partial' => substr($original, 0, 300_000) . "\0" x (1024 * 1024 - 300_000),
	$name => substr($original, 0, 500_000) . substr($random, 500_000),
);
# a segment that was recycled: behind the end lies what it held before
my $tail = Narwal::Cluster::slurp($second);
my $recycled = '0000000100000000000000A5.partial';
$odd{$recycled} = substr($original, 0, 303_104) . substr($tail, 303_104);
# page magics of 13, 14, 16, 17 and 18, alone and mixed with 15's
my %magic = (13 => 0xD106, 14 => 0xD10D, 16 => 0xD113, 17 => 0xD116, 18 => 0xD118);
for my $version (sort keys %magic)
{
	my $other = $original;
	substr($other, $_ * 8192, 2) = pack 'v', $magic{$version} for 0 .. 127;
	$odd{"000000${version}00000000000000B0"} = $other;
	substr($other, $_ * 16384, 2) = pack 'v', 0xD110 for 0 .. 63;
	$odd{"000000${version}00000000000000B1"} = $other;
}
# another system identifier, another timeline, and a name that is not its own
my $foreign = $original;
substr($foreign, 24, 8) = pack 'H16', '0123456789ABCDEF';
$odd{'0000002A00000000000000B2'} = $foreign;
Narwal::Cluster::spew("$odd/in/$_", $odd{$_}) for keys %odd;
exits('odd segments, pack', 0, undef, 'pack', '-o', "$odd/out", map { "$odd/in/$_" } sort keys %odd);
exits('odd segments, unpack', 0, undef, 'unpack', '-o', "$odd/back", map { "$odd/out/$_.wst" } sort keys %odd);
is(compare("$odd/in/$_", "$odd/back/$_"), 0, "$_ comes back") for sort keys %odd;
cmp_ok(-s "$odd/out/0000000100000000000000A1.wst", '<', 200, 'zeros take no room');
cmp_ok(-s "$odd/out/$recycled.wst", '<', 0.6 * 1024 * 1024, 'a recycled segment takes ' . int((-s "$odd/out/$recycled.wst") / 1024) . ' kB');
my $plain = 0;
my $chunks = exits('list of a recycled segment', 0, undef, 'list', "$odd/out/$recycled.wst");
$plain += $1 while $chunks =~ /^ *\d+  \S+ +(\d+) +\d+  plain/mg;
cmp_ok($plain, '<=', 8192, 'what it held before is coded as records');
cmp_ok(-s "$odd/out/000000${_}00000000000000B0.wst", '<', 0.7 * 1024 * 1024, "WAL with the page magic of $_ takes " . int((-s "$odd/out/000000${_}00000000000000B0.wst") / 1024) . ' kB') for sort keys %magic;
cmp_ok(-s "$odd/out/0000000100000000000000A0.wst", '<', 1.01 * 1024 * 1024, 'random bytes take hardly more than themselves');

# ---- archive and restore ----

my $archive = "$dir/archive";
make_path($archive);
exits('archive', 0, undef, 'archive', $first, $archive);
exits('archive again', 0, undef, 'archive', $first, "$archive/$name");
my $other = "$dir/other";
make_path($other);
Narwal::Cluster::spew("$other/$name", $random);
exits('archive of something else', 3, qr/exists already, with other contents/, 'archive', "$other/$name", $archive);
Narwal::Cluster::spew("$other/00000002.history", "1\t0/3000000\tno recovery target\n");
exits('a history file', 0, undef, 'archive', "$other/00000002.history", $archive);
is(compare("$other/00000002.history", "$archive/00000002.history"), 0, 'is copied as it is');
exits('restore', 0, undef, 'restore', '-D', $archive, $name, "$other/RECOVERYXLOG");
is(compare("$other/RECOVERYXLOG", $first), 0, 'gives the segment');
exits('restore again', 0, undef, 'restore', '-D', $archive, $name, "$other/RECOVERYXLOG");
exits('restore over something else', 200, qr/exists already/, 'restore', '-D', $archive, $name, "$other/$name");
system('cp', $second, "$archive/") == 0 or die;
exits('restore of a stock file', 0, undef, 'restore', "$archive/" . basename($second), "$other/RECOVERYXLOG2");
is(compare("$other/RECOVERYXLOG2", $second), 0, 'gives it');
exits('archive of a segment that lies there as stock put it', 0, undef, 'archive', $second, $archive);

# ---- falling behind ----

make_path("$dir/busy/pg_wal/archive_status", "$dir/busy/quiet", "$dir/busy/behind");
Narwal::Cluster::spew("$dir/busy/pg_wal/$name", $original);
Narwal::Cluster::spew("$dir/busy/pg_wal/archive_status/" . sprintf('0000000100000000%08X.ready', $_), '') for 1 .. 400;
exits('archive, at the level asked for', 0, undef, 'archive', "$dir/busy/pg_wal/$name", "$dir/busy/quiet");
exits('archive, at a lower level', 0, undef, 'archive', '--adaptive', "$dir/busy/pg_wal/$name", "$dir/busy/behind");
cmp_ok(-s "$dir/busy/behind/$name.wst", '>', 1.1 * -s "$dir/busy/quiet/$name.wst", 'while 400 segments wait, less is done to each');
exits('which comes back as well', 0, undef, 'verify', '--original', $first, "$dir/busy/behind/$name.wst");

# ---- a segment of 1 GB ----

make_path("$dir/huge/in", "$dir/huge/back");
my $huge = '000000010000000000000001';
my $page = $original;
substr($page, 32, 4) = pack 'V', 1024 * 1024 * 1024;
Narwal::Cluster::spew("$dir/huge/in/$huge", $page);
truncate "$dir/huge/in/$huge", 1024 * 1024 * 1024 or die;
exits('1 GB, pack', 0, undef, 'pack', '-o', "$dir/huge", "$dir/huge/in/$huge");
exits('1 GB, verify', 0, undef, 'verify', '--original', "$dir/huge/in/$huge", "$dir/huge/$huge.wst");
cmp_ok(-s "$dir/huge/$huge.wst", '<', 1024 * 1024, 'its zeros take no room');
unlink "$dir/huge/in/$huge";

# ---- golden files ----

my $golden = dirname(__FILE__) . '/../golden/walstore';
for my $file (sort glob "$golden/*.wst")
{
	my ($sum) = Narwal::Cluster::slurp("$file.sha256") =~ /^([0-9a-f]{64})/;
	make_path("$dir/golden");
	exits(basename($file) . ', unpack', 0, undef, 'unpack', '-o', "$dir/golden", $file);
	is(sha256_hex(Narwal::Cluster::slurp("$dir/golden/" . basename($file, '.wst'))), $sum, basename($file) . ' gives the bytes of then');
}
done_testing();
