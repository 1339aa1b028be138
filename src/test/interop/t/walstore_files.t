# walstore_files.t
#	pg_walstore as an operator meets it, on the segments of the golden stores:
#	commands that are repeated, interrupted, raced or pointed at the wrong place,
#	each kind of byte of a store damaged, file systems without links.  Whatever
#	happens: an exit code that says it, and no half of a file.
use strict;
use warnings;
use Cwd qw(abs_path);
use File::Basename;
use File::Compare;
use File::Copy qw(copy);
use File::Path qw(make_path);
use Narwal::Cluster;
use Test::More;
use Time::HiRes qw(sleep);

my $tool = Narwal::Cluster::narwal_bin() . '/pg_walstore';
my $dir = Narwal::Cluster::workdir();
my $golden = abs_path(dirname(__FILE__) . '/../golden/walstore');

# The run must end with a code; its messages must match.
sub exits
{
	my ($name, $code, $message, @args) = @_;
	my ($rc, $out, $err) = Narwal::Cluster::run_command($tool, @args);
	is($rc, $code, "$name: exit code") or diag($err);
	like($err, $message, "$name: message") if $message;
	return $out;
}

# A new folder.
my $n = 0;
sub folder
{
	my $path = "$dir/f" . $n++;
	make_path($path);
	return $path;
}

# All files in a folder, hidden ones as well.
sub files { my ($in) = @_; return map { basename($_) } grep { -f } glob("'$in/*' '$in/.*'"); }

my ($one, $two) = ('000000010000000000000008', '000000010000000000000009');
my $wal = folder();
exits('unpack', 0, undef, 'unpack', '-o', $wal, "$golden/$one.wst", "$golden/$two.wst");
my $original = Narwal::Cluster::slurp("$wal/$one");

# ---- a command that is repeated ----

exits('unpack again', 0, undef, 'unpack', '-o', $wal, "$golden/$one.wst", "$golden/$two.wst");
my $again = folder();
Narwal::Cluster::spew("$again/$one", substr($original, 1));
exits('unpack where something else is', 3, qr/exists already, with other contents/, 'unpack', '-o', $again, "$golden/$one.wst");
is(-s "$again/$one", length($original) - 1, 'which stays');

# ---- places ----

my $empty = folder();
exits('archive into a folder that is not there', 1, qr/neither a directory nor a place for/, 'archive', "$wal/$one", "$empty/none");
exits('the same, a history file', 1, qr/neither a directory nor a place for/, 'archive', "$golden/README", "$empty/none");
is_deeply([files($empty)], [], 'makes no file of that name');
exits('restore from a folder that is not there', 200, qr/could not open archive directory/, 'restore', '-D', "$empty/none", $one, "$empty/x");
exits('the same in one word', 200, qr/could not open archive directory/, 'restore', "$empty/none/$one", "$empty/x");
exits('restore from an empty one', 1, undef, 'restore', '-D', $empty, $one, "$empty/x");
exits('cat of an empty folder', 1, qr/has no WAL stores/, 'cat', $empty);
exits('stats of an empty folder', 1, qr/has no WAL stores/, 'stats', $empty);
my $spaced = "$dir/with a space";
make_path($spaced);
exits('archive, a name with a space', 0, undef, 'archive', "$wal/$one", "$spaced/$one");
exits('restore, a name with a space', 0, undef, 'restore', '-D', $spaced, $one, "$spaced/RECOVERY XLOG");
is(compare("$spaced/RECOVERY XLOG", "$wal/$one"), 0, 'gives the segment');
my $relative = folder();
my ($rc, $out, $err) = Narwal::Cluster::run_command('/bin/sh', '-c', 'cd "$1" && mkdir pg_wal && cp "$2" pg_wal && "$3" archive "pg_wal/$4" . && "$3" restore -D . "$4" RECOVERYXLOG && cmp RECOVERYXLOG "$2"',
	'sh', $relative, "$wal/$one", $tool, $one);
is($rc, 0, 'relative paths') or diag($err);
copy("$golden/$one.wst", "$empty/$two.wst");
exits('verify of a store with another segment\'s name', 2, qr/holds segment $one, not "$two.wst"/, 'verify', "$empty/$two.wst");
exits('unpack of it', 2, qr/holds segment $one, not "$two"/, 'unpack', '-o', $relative, "$empty/$two.wst");

# ---- what belongs together ----

my $both = folder();
copy("$wal/$one", "$again/$one.partial");
exits('pack', 0, undef, 'pack', '-o', $both, "$wal/$one", "$wal/$two", "$again/$one.partial");
ok(exits('cat, a partial segment beside the whole one', 0, undef, 'cat', $both) eq $original . Narwal::Cluster::slurp("$wal/$two"), 'gives each byte once');
my ($records) = exits('stats of both', 0, undef, 'stats', '-f', 'csv', $both) =~ /^all,"total",(\d+)/m;
my ($whole) = exits('stats of the whole ones', 0, undef, 'stats', '-f', 'csv', "$both/$one.wst", "$both/$two.wst") =~ /^all,"total",(\d+)/m;
is($records, $whole, 'stats counts each record once');
(my $branch = $one) =~ s/^00000001/00000002/;
copy("$wal/$one", "$again/$branch");
exits('pack of another timeline', 0, undef, 'pack', '-o', $both, "$again/$branch");
exits('cat of two timelines', 1, qr/written already.*hint: Choose a timeline/s, 'cat', $both);
ok(exits('cat of one', 0, undef, 'cat', '-t', 2, $both) eq $original, 'gives that');
exits('cat of a timeline that is not there', 1, qr/no WAL of what was asked for/, 'cat', '-t', 3, $both);
exits('cat behind the end', 1, qr/no WAL of what was asked for/, 'cat', '-t', 1, '-s', '7/0', $both);
exits('cat backwards', 1, qr/is not behind start/, 'cat', '-s', '0/900000', '-e', '0/800000', $both);
my $foreign = folder();
my $stranger = Narwal::Cluster::slurp("$wal/$two");
substr($stranger, 24, 8) = pack 'H16', '0123456789ABCDEF';
Narwal::Cluster::spew("$foreign/$two", $stranger);
exits('pack of another cluster\'s segment', 0, undef, 'pack', '-o', $foreign, "$foreign/$two", "$wal/$one");
exits('cat of two clusters', 1, qr/is of database system \d+, those before are of \d+/, 'cat', $foreign);
exits('measure of nothing', 1, qr/no WAL of what was asked for/, 'measure', '-s', '7/0', "$wal/$one");
exits('an option of another command', 1, qr/command "list" has no option --level/, 'list', '--level', 1, "$both/$one.wst");
exits('the same without a short form', 1, qr/command "cat" has no option --partial/, 'cat', '--partial', "$both/$one.wst");

# ---- each kind of byte damaged ----

my $store = Narwal::Cluster::slurp("$golden/$one.wst");
my $index = (exits('list', 0, undef, 'list', "$golden/$one.wst") =~ /^ *(\d+)  \S+ +0 +\d+  index$/m)[0];
my ($second, $size) = exits('list', 0, undef, 'list', "$golden/$one.wst") =~ /^ *(\d+)  \S+ +\d+ +(\d+)  records$/m;
my %bytes = map { $_ => 1 } 0 .. 90, $second .. $second + 12, map({ int($second + $size * $_ / 10) } 1 .. 9), $second + $size - 8 .. $second + $size - 1, $index .. length($store) - 1;
my ($silent, $wrong, $left) = (0, 0, 0);
my $hurt = folder();
for my $at (sort { $a <=> $b } keys %bytes)
{
	my $bad = $store;
	substr($bad, $at, 1) ^= "\x10";
	Narwal::Cluster::spew("$hurt/$one.wst", $bad);
	($rc, $out, $err) = Narwal::Cluster::run_command($tool, 'verify', "$hurt/$one.wst");
	$silent++ if $rc != 2 || $err eq '';
	diag("byte $at: exit code $rc") if $rc != 2;
	($rc, $out) = Narwal::Cluster::run_command($tool, 'cat', "$hurt/$one.wst");
	$wrong++ if $out ne substr($original, 0, length $out);
	($rc) = Narwal::Cluster::run_command($tool, 'unpack', '-o', $hurt, "$hurt/$one.wst");
	$left++ if join(' ', files($hurt)) ne "$one.wst" && ($rc != 0 || compare("$hurt/$one", "$wal/$one") != 0);
	unlink "$hurt/$one";
}
is($silent, 0, 'verify sees each of ' . scalar(keys %bytes) . ' damaged bytes');
is($wrong, 0, 'cat gives a prefix of the original');
is($left, 0, 'unpack makes the segment or nothing');
Narwal::Cluster::spew("$hurt/$one.wst", $store . "\0");
exits('a byte too many', 2, qr/does not end at byte/, 'verify', "$hurt/$one.wst");
Narwal::Cluster::spew("$hurt/$one.wst", substr($store, 0, $index));
exits('stats of a store without its end', 2, qr/valid up to WAL position 0\/900000 but not finished/, 'stats', "$hurt/$one.wst");
Narwal::Cluster::spew("$hurt/$one.wst", substr($store, 0, $index - 10));
exits('cat into segments of a damaged store', 2, qr/no complete chunk at byte/, 'cat', '-o', $hurt, "$hurt/$one.wst");
is_deeply([files($hurt)], ["$one.wst"], 'makes none');

# ---- records that a recycled segment held before ----

my $recycled = folder();
Narwal::Cluster::spew("$recycled/$one", substr($original, 0, 40 * 8192) . substr(Narwal::Cluster::slurp("$wal/$two"), 40 * 8192));
exits('pack of a recycled segment', 0, undef, 'pack', '-o', $recycled, "$recycled/$one");
my $counted = exits('stats of it', 0, undef, 'stats', "$recycled/$one.wst");
Narwal::Cluster::spew("$recycled/$one", substr($original, 0, 40 * 8192) . "\0" x (length($original) - 40 * 8192));
unlink "$recycled/$one.wst";
exits('pack of it with zeros instead', 0, undef, 'pack', '-o', $recycled, "$recycled/$one");
my ($alone) = exits('stats of that', 0, undef, 'stats', "$recycled/$one.wst") =~ /; (\d+) records/;
like($counted, qr/^not counted: \d\d+ records that recycled segments held before/m, 'stats tells them apart');
cmp_ok(abs($alone - ($counted =~ /; (\d+) records/)[0]), '<=', 1, 'and counts the others');

# ---- interrupted ----

my $long = folder();
my $big = '000000010000000000000002';
Narwal::Cluster::spew("$long/$big", ($original x 16) . (Narwal::Cluster::slurp("$wal/$two") x 48));

# Start a command, send a signal when its temporary files are there; its end.
sub interrupt
{
	my ($signal, $where, $files, @args) = @_;
	my $pid = fork // die;
	if ($pid == 0)
	{
		open STDERR, '>', '/dev/null';
		exec $tool, @args or POSIX::_exit(127);
	}
	for (1 .. 30000)
	{
		last if grep({ /\.tmp$/ } files($where)) == $files;
		sleep 0.001;
	}
	kill $signal, $pid;
	waitpid $pid, 0;
	my $status = $? & 127;
	# processes of its own end a little later
	for (1 .. 3000)
	{
		last unless files($where);
		sleep 0.01;
	}
	return $status;
}

my $cut = folder();
my %number = (INT => 2, TERM => 15, HUP => 1);
for my $signal (sort keys %number)
{
	is(interrupt($signal, $cut, 1, 'archive', "$long/$big", $cut), $number{$signal}, "archive ends by SIG$signal");
	is_deeply([files($cut)], [], 'and leaves nothing');
}
exits('pack of what was interrupted', 0, undef, 'pack', '-o', $long, "$long/$big");
is(interrupt('TERM', $cut, 1, 'restore', '-j', 2, '-D', $long, $big, "$cut/x"), 15, 'restore ends by SIGTERM, not with the code for "no such file"');
is_deeply([files($cut)], [], 'and leaves nothing');
copy("$long/$big", "$long/000000010000000000000003");
is(interrupt('TERM', $cut, 2, 'pack', '-j', 2, '-o', $cut, "$long/$big", "$long/000000010000000000000003"), 15, 'pack with several processes');
is_deeply([files($cut)], [], 'leaves nothing');

# ---- no room ----

my $full = folder();
($rc, $out, $err) = Narwal::Cluster::run_command('/bin/sh', '-c', 'ulimit -f 20; exec "$@"', 'sh', $tool, 'archive', "$wal/$one", $full);
is($rc, 1, 'no room for the store');
like($err, qr/could not write file/, 'says so');
($rc, $out, $err) = Narwal::Cluster::run_command('/bin/sh', '-c', 'ulimit -f 2000; exec "$@"', 'sh', $tool, 'restore', '-D', $long, $big, "$full/x");
is($rc, 200, 'no room for a segment');
is(() = $err =~ /could not write file/g, 1, 'says so once');
Narwal::Cluster::spew("$full/page.html", 'before');
make_path("$dir/walonly");
copy("$wal/$one", "$dir/walonly/$one");
($rc, $out, $err) = Narwal::Cluster::run_command('/bin/sh', '-c', 'ulimit -f 1; exec "$@" >/dev/null', 'sh', $tool, 'advise', '--html', "$full/page.html", "$dir/walonly");
is($rc, 1, 'no room for the page');
is_deeply([files($full)], ['page.html'], 'no half of a file is left');
is(Narwal::Cluster::slurp("$full/page.html"), 'before', 'and what was there stays');

# ---- several at once ----

sub at_once
{
	my (@commands) = @_;
	my %codes;
	for my $c (@commands)
	{
		my $pid = fork // die;
		next if $pid;
		open STDERR, '>', '/dev/null';
		exec $tool, @$c or POSIX::_exit(127);
	}
	$codes{ $? & 127 ? 'signal' : $? >> 8 }++ while wait > 0;
	return \%codes;
}

my $raced = folder();
for my $round (1 .. 3)
{
	is_deeply(at_once(map { [ 'archive', "$wal/$one", $raced ] } 1 .. 6), { 0 => 6 }, 'archivers of one segment all succeed');
	is_deeply([files($raced)], ["$one.wst"], 'with one store');
	unlink "$raced/$one.wst";
	is_deeply(at_once(map { [ 'archive', ($_ % 2 ? $wal : $recycled) . "/$one", $raced ] } 1 .. 6), { 0 => 3, 3 => 3 }, 'of two contents one kind is refused');
	unlink "$raced/$one.wst";
	is_deeply(at_once(map { [ 'unpack', '-o', $raced, "$golden/$one.wst" ] } 1 .. 4), { 0 => 4 }, 'so with segments');
	unlink "$raced/$one";
}

# ---- file systems that are not as others ----

SKIP:
{
	my $shim = "$dir/shim.c";
	Narwal::Cluster::spew($shim, <<'C');
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
static int how(const char *s) { const char *e = getenv("SHIM"); return e && strstr(e, s) != NULL; }
int link(const char *a, const char *b)
{
	int (*real)(const char *, const char *) = (int (*)(const char *, const char *)) dlsym(RTLD_NEXT, "link");
	if (how("nolink")) { errno = EPERM; return -1; }
	if (real(a, b) != 0) return -1;
	if (how("lostlink")) { errno = EEXIST; return -1; }
	return 0;
}
int rename(const char *a, const char *b)
{
	int (*real)(const char *, const char *) = (int (*)(const char *, const char *)) dlsym(RTLD_NEXT, "rename");
	if (how("norename")) { errno = EIO; return -1; }
	if (real(a, b) != 0) return -1;
	if (how("lostrename")) { errno = ENOENT; return -1; }
	return 0;
}
int fsync(int fd)
{
	int (*real)(int) = (int (*)(int)) dlsym(RTLD_NEXT, "fsync");
	if (how("nosync")) { errno = EIO; return -1; }
	return real(fd);
}
C
	($rc) = Narwal::Cluster::run_command('cc', '-shared', '-fPIC', '-o', "$dir/shim.so", $shim, '-ldl');
	my ($works, $seen) = $rc == 0 ? Narwal::Cluster::run_command('env', "LD_PRELOAD=$dir/shim.so", $tool, '--version') : (1);
	skip 'no library can be put before the program', 1 if $works != 0;
	my $odd = folder();
	my $with = sub { my ($how, @args) = @_; return (Narwal::Cluster::run_command('env', "LD_PRELOAD=$dir/shim.so", "SHIM=$how", $tool, @args))[ 0, 2 ]; };

	for my $how ('nolink', 'lostlink', 'nolink lostrename')
	{
		is(($with->($how, 'archive', "$wal/$one", $odd))[0], 0, "archive, $how");
		is_deeply([files($odd)], ["$one.wst"], 'makes the store');
		is(($with->($how, 'archive', "$recycled/$one", $odd))[0], 3, 'does not replace it');
		exits('which is whole', 0, undef, 'verify', '--original', "$wal/$one", "$odd/$one.wst");
		unlink "$odd/$one.wst";
	}
	($rc, $err) = $with->('nolink norename', 'archive', "$wal/$one", $odd);
	is($rc, 1, 'no link and no rename');
	like($err, qr/could not rename file/, 'is said');
	($rc, $err) = $with->('nosync', 'archive', "$wal/$one", $odd);
	is($rc, 1, 'nothing is acknowledged that is not durable');
	like($err, qr/could not fsync file/, 'which is said');
	is_deeply([files($odd)], [], 'and nothing is left');
}
done_testing();
