#!/usr/bin/env perl
# make_stock_bytes.pl FOLDER [PART...]
#	Makes the files of src/test/unit/data: bytes that a stock PostgreSQL 15
#	wrote, for the unit tests t_stock_*.c (README.md here).
#
# Parts, all by default; each makes a throw-away cluster of its own:
#	datums	values of types as stock stores them in rows      -> datums.txt
#	redo	a history of rows and indexes, and the pages that stock's own
#			replay makes of it                                 -> redo.*
#	misc	a log with every other kind of record              -> misc.*, promote.*
#	log		a database copied through the log; an unfinished record
#														-> dbcopy.*, overwrite.*
#	ops		single operations on a table with two indexes      -> ops.*
#	files	control file, maps, status pages, text files       -> files.*
# NAME.z is a zlib stream of what the other files of that name describe.  Needs
# stock's programs (STOCK_BINDIR) and an ordinary user:
#	setpriv --reuid=postgres --regid=postgres --clear-groups \
#		perl -Isrc/test/perl src/test/unit/make_stock_bytes.pl /tmp/data
use strict;
use warnings;
use Compress::Zlib;
use Digest::MD5 qw(md5_hex);
use File::Path qw(make_path);
use Narwal::Cluster;

my ($dir, @parts) = @ARGV;
$dir or die "usage: $0 FOLDER [PART...]\n";
make_path($dir);
@parts = qw(datums redo files misc log ops) unless @parts;
$ENV{TZ} = 'UTC';
$ENV{NARWAL_BINDIR} //= $Narwal::Cluster::STOCK_BIN;

sub slurp { Narwal::Cluster::slurp(@_) }
sub put { my ($name, $bytes) = @_; Narwal::Cluster::spew("$dir/$name", $bytes); printf "%-16s %7d\n", $name, length $bytes; }

# Compressed, in files of 60 kB: NAME.z, NAME.1.z ...
sub put_z
{
	my ($name, $bytes) = @_;
	my $z = compress($bytes, 9);
	unlink glob "$dir/$name.z $dir/$name.[1-9].z";
	for (my $i = 0; $i * 61440 < length $z; $i++)
	{
		put($i ? "$name.$i.z" : "$name.z", substr $z, $i * 61440, 61440);
	}
}

sub cluster
{
	my ($name, $conf, @initdb) = @_;
	my $c = Narwal::Cluster->new($name, stock => 1)->init(@initdb);
	$c->append_conf("autovacuum = off\nfsync = off\nwal_keep_size = 512\nmax_wal_size = 4GB\ncheckpoint_timeout = 1d\ntimezone = UTC\nbgwriter_lru_maxpages = 0\nmax_prepared_transactions = 5\nmax_connections = 20\n$conf");
	$c->start;
	return $c;
}

sub lsn { my ($hi, $lo) = split m,/, , $_[0]; return hex($hi) * 4294967296 + hex $lo; }
sub lsn_text { return sprintf '%X/%08X', $_[0] >> 32, $_[0] & 0xFFFFFFFF; }

my $SEG = 1024 * 1024;

# The log in [from, to) as whole pages; (bytes, LSN of their first page).
sub wal_pages
{
	my ($c, $from, $to, $tli) = @_;
	my ($first, $bytes) = ($from - $from % 8192, '');
	my $last = $to + (8192 - $to % 8192) % 8192;
	for (my $p = $first; $p < $last; $p += $SEG - $p % $SEG)
	{
		my $len = $SEG - $p % $SEG;
		$len = $last - $p if $len > $last - $p;
		my $seg = int($p / $SEG);
		my $name = sprintf '%08X%08X%08X', $tli // 1, int($seg / 4096), $seg % 4096;
		$bytes .= $c->read_bytes($c->data_dir . "/pg_wal/$name", $p % $SEG, $len);
	}
	# what is behind the end is no part of it
	substr($bytes, $to - $first) = "\0" x (length($bytes) - ($to - $first));
	return ($bytes, $first);
}

# The log between two positions and what stock's pg_waldump says of it.
sub put_wal
{
	my ($name, $c, $from, $to, $tli, $more, %opt) = @_;
	my ($bytes, $first) = wal_pages($c, $from, $to, $tli);
	my ($rc, $out, $err) = $c->run('pg_waldump', '-p', $c->data_dir . '/pg_wal', '-t', $tli // 1,
		'-s', lsn_text($from), '-e', lsn_text($to));
	$rc == 0 or die "pg_waldump: $err";
	my ($sysid) = ($c->run('pg_controldata', $c->data_dir))[1] =~ /system identifier:\s+(\d+)/;
	put_z("$name.wal", $bytes);
	my $printed = $out;
	$out = '' if $opt{no_dump};
	put_z("$name.dump", $out) if $out;
	put("$name.txt", sprintf("# made by make_stock_bytes.pl\npage %X\nstart %X\nend %X\ntli %d\nsysid %s\nsize %d\ndumpsize %d\n%s",
		$first, $from, $to, $tli // 1, $sysid, length $bytes, length $out, $more // ''));
	my %seen;
	$seen{"$1 $2"}++ while $printed =~ /^rmgr: (\S+).*?desc: (\S+)/mg;
	print join(', ', map { "$_ $seen{$_}" } sort keys %seen), "\n";
}

sub current_lsn { return lsn($_[0]->value('SELECT pg_current_wal_insert_lsn()')); }

# Redo pointer and checkpoint position of the last checkpoint.
sub last_checkpoint
{
	my ($c) = @_;
	return split /\|/, $c->value('SELECT redo_lsn, checkpoint_lsn, next_xid FROM pg_control_checkpoint()');
}

# ---- datums ----

# type => literals; each is stored alone in a row
my @datums = (
	bool => [qw(true false)],
	int2 => [qw(0 -1 32767 -32768)],
	int4 => [qw(0 -1 2147483647 -2147483648 305419896)],
	int8 => [qw(0 -1 9223372036854775807 -9223372036854775808)],
	oid => [qw(0 4294967295 16384)],
	xid => [qw(3 4294967295)],
	xid8 => [qw(3 18446744073709551615)],
	cid => [qw(0 4294967295)],
	tid => ['(0,1)', '(4294967295,65535)', '(74565,7)'],
	'"char"' => ['x', ''],
	float4 => [qw(0 -0 1.5 0.1 3.4028235e38 1e-45 NaN Infinity -Infinity)],
	float8 => [qw(0 -0 1.5 0.1 1.7976931348623157e308 5e-324 NaN Infinity -Infinity)],
	numeric => [qw(0 1 -1 0.1 1.0 1.00 10000 9999.9999 12345678901234567890.123456789 -0.0001 0.00001234
		NaN Infinity -Infinity 1e100 1e-100 -123456789012345678901234567890 1e300 100000000 0.000 0.00000000000000000000000000000000000000000000000000000000000000000000001)],
	'numeric(10,2)' => [qw(1 12345.678 -0.005 NaN)],
	text => ['', 'a', 'hello world', 'x' x 126, 'x' x 127, "caf\x{c3}\x{a9} \x{e2}\x{82}\x{ac}"],
	varchar => ['', 'abc'],
	'char(5)' => ['', 'ab', 'abcde'],
	bytea => ['\\x', '\\x00ff10', '\\xdeadbeef'],
	name => ['', 'abc', 'x' x 63],
	date => ['2000-01-01', '1999-12-31', '0044-03-15 BC', '5874897-12-31', 'infinity', '-infinity'],
	time => ['00:00', '24:00:00', '12:34:56.789012'],
	timetz => ['00:00+00', '12:34:56.789012-08:30', '24:00:00+15:59'],
	timestamp => ['2000-01-01', '1999-12-31 23:59:59.999999', '4713-01-01 BC', '294276-12-31 23:59:59.999999', 'infinity', '-infinity'],
	timestamptz => ['2000-01-01 00:00:00+00', '2022-09-06 12:34:56.789-07', 'infinity', '-infinity'],
	interval => ['0', '1 year 2 mons -3 days 04:05:06.789', '-178000000 years', '100 hours', '1 day', '-00:00:00.000001'],
	uuid => ['00000000-0000-0000-0000-000000000000', 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'],
	inet => ['0.0.0.0', '192.168.1.5/24', '::1', '2001:db8::ff00:42:8329/64', '255.255.255.255/0'],
	cidr => ['10.0.0.0/8', '2001:db8::/32', '0.0.0.0/0'],
	bit => ['1', '0'],
	'bit(13)' => ['1010101010101'],
	'bit varying' => ['', '1', '11110000', '101010101'],
	json => ['{"a": [1, 2.5, null]}'],
	pg_snapshot => ['10:20:10,14,15', '3:3:'],
	pg_lsn => ['0/0', '16/B374D848', 'FFFFFFFF/FFFFFFFF'],
	'int4[]' => ['{}', '{1}', '{1,2,3}', '{1,NULL,3}', '{{1,2},{3,4}}', '[2:3]={7,8}', '{NULL}'],
	'int2[]' => ['{1,2,3}'],
	'int8[]' => ['{1,NULL}'],
	'text[]' => ['{}', '{a}', '{a,NULL,"","b c"}', '{{ab,c},{d,efgh}}'],
	'float8[]' => ['{0.5,NULL}'],
	int2vector => ['', '1 2 3'],
	oidvector => ['', '23 25'],
);

sub datums
{
	my $c = cluster('datums', '');
	my $text = "# Values as stock PostgreSQL stores them: each alone in a row of one column.\n"
		. "# type NAME LENGTH BYVAL ALIGN STORAGE TYPMOD OID INPUT OUTPUT ELEMENT, then for each value: literal, its\n"
		. "# text, infomask, the row's bytes behind the header\n";
	$c->sql('CREATE EXTENSION pageinspect');
	while (@datums)
	{
		my ($type, $values) = splice @datums, 0, 2;
		$c->sql("CREATE TABLE d (x $type)");
		my $q = join ',', map { (my $v = $_) =~ s/'/''/g; "('$v'::$type)" } @$values;
		$c->sql("INSERT INTO d VALUES $q");
		$text .= 'type ' . $c->value("SELECT concat_ws(' ', typname, attlen, CASE WHEN attbyval THEN 1 ELSE 0 END, attalign, attstorage, atttypmod, t.oid, p.proname, o.proname, typelem)
			FROM pg_attribute a JOIN pg_type t ON t.oid = atttypid JOIN pg_proc p ON p.oid = typinput JOIN pg_proc o ON o.oid = typoutput
			WHERE attrelid = 'd'::regclass AND attnum = 1") . "\n";
		my @out = split /\n/, $c->sql("SELECT '=' || format('%s', x) FROM d");
		my @raw = split /\n/, $c->sql("SELECT t_infomask & 15, encode(t_data, 'hex') FROM heap_page_items(get_raw_page('d', 0)) ORDER BY lp");
		@out == @$values && @raw == @$values or die "$type: @out";
		for my $i (0 .. $#$values)
		{
			my ($mask, $hex) = split /\|/, $raw[$i];
			$text .= "<$values->[$i]\n$out[$i]\n$mask " . ($hex || '-') . "\n";
		}
		$c->sql('DROP TABLE d');
	}
	$c->stop;
	put('datums.txt', $text);
}

# ---- redo ----

my $redo_setup = <<'SQL';
CREATE TABLE h1 (id int, v text, w text);
CREATE TABLE h2 (id int PRIMARY KEY, t text, n int);
CREATE INDEX h2_n ON h2 (n);
CREATE TABLE wide (k text);
CREATE INDEX wide_k ON wide (k);
CREATE TABLE dups (k text, n int);
CREATE INDEX dups_k ON dups (k);
CREATE TABLE pairs (a int, b text, c int);
CREATE INDEX pairs_ab ON pairs (a, b) INCLUDE (c);
CREATE TABLE lck (id int PRIMARY KEY, v int);
CREATE TABLE toasted (id int, pl text, lz text COMPRESSION lz4, ext text);
ALTER TABLE toasted ALTER ext SET STORAGE EXTERNAL;
CREATE TABLE churn (id int PRIMARY KEY, k text, v int);
CREATE INDEX churn_k ON churn (k);
CREATE TABLE trunc (a int, b text);
CREATE SEQUENCE s1;
CREATE SEQUENCE s2 INCREMENT 5 CACHE 10;
CREATE TABLE fast (k text);
CREATE INDEX fast_k ON fast (k);
CREATE TABLE par (id int PRIMARY KEY);
CREATE TABLE chi (id int REFERENCES par);
SQL

# A key of n bytes that is long but packs well.
my $redo_work = <<'SQL';
SET wal_consistency_checking = 'all';
-- rows: single, several, updates with common ends, deletes
INSERT INTO h1 VALUES (1, 'one', NULL);
INSERT INTO h1 VALUES (2, 'two', 'zwei'), (3, NULL, NULL);
COPY h1 FROM STDIN;
4	vier	\N
5	fuenf	cinq
6	\N	six
\.
COPY pairs FROM STDIN;
1	a	1
2	b	2
\.
SET wal_compression = pglz;
UPDATE h1 SET v = 'a rather long value that has a common end' WHERE id = 1;
UPDATE h1 SET v = 'a rather long value that has another common end' WHERE id = 1;
UPDATE h1 SET w = 'only the end differs' WHERE id = 4;
UPDATE h1 SET w = 'only the end is new' WHERE id = 4;
DELETE FROM h1 WHERE id = 2;
BEGIN; DELETE FROM h1 WHERE id = 3; ROLLBACK;
BEGIN; SAVEPOINT a; INSERT INTO h1 VALUES (7, 'sub', ''); ROLLBACK TO a; INSERT INTO h1 VALUES (8, 'sub', ''); RELEASE a; COMMIT;
SET wal_compression = lz4;
INSERT INTO h1 SELECT i, repeat('f', 700), 'w' FROM generate_series(10, 24) i;
UPDATE h1 SET v = repeat('g', 1500) WHERE id IN (10, 11);
UPDATE h1 SET w = 'ww' WHERE id = 24;
-- unique index, conflicts, keys changed or not
SET wal_consistency_checking = '';
INSERT INTO h2 SELECT i, 'row ' || i, i % 5 FROM generate_series(1, 52) i;
SET wal_consistency_checking = 'all';
INSERT INTO h2 SELECT i, 'row ' || i, i % 5 FROM generate_series(53, 60) i;
INSERT INTO h2 VALUES (1, 'again', 1) ON CONFLICT (id) DO UPDATE SET t = 'merged';
INSERT INTO h2 VALUES (61, 'new', 1) ON CONFLICT (id) DO NOTHING;
UPDATE h2 SET t = 'hot ' || id WHERE id < 10;
UPDATE h2 SET n = n + 1 WHERE id BETWEEN 20 AND 25;
UPDATE h2 SET id = 100 + id WHERE id BETWEEN 30 AND 32;
DELETE FROM h2 WHERE id BETWEEN 40 AND 45;
VACUUM h2;
INSERT INTO h2 SELECT i, 'reuse', 2 FROM generate_series(40, 43) i;
UPDATE h2 SET t = 'hot again' WHERE id < 10;
SELECT count(*) FROM h2 WHERE id < 12;
VACUUM (FREEZE) h2;
UPDATE h2 SET t = 'after freeze' WHERE id = 50;
DELETE FROM h2 WHERE id = 51;
-- locks and multixacts
SET wal_compression = zstd;
INSERT INTO lck SELECT i, i FROM generate_series(1, 8) i;
VACUUM lck;
BEGIN; SELECT * FROM lck WHERE id = 1 FOR UPDATE; SELECT * FROM lck WHERE id = 2 FOR SHARE; SELECT * FROM lck WHERE id = 3 FOR KEY SHARE; SELECT * FROM lck WHERE id = 4 FOR NO KEY UPDATE; COMMIT;
BEGIN; SELECT * FROM lck WHERE id = 5 FOR KEY SHARE; SAVEPOINT a; UPDATE lck SET v = 50 WHERE id = 5; SAVEPOINT b; SELECT * FROM lck WHERE id = 6 FOR SHARE; RELEASE b; COMMIT;
INSERT INTO par VALUES (1), (2); INSERT INTO chi VALUES (1), (1), (2);
BEGIN; SELECT * FROM lck WHERE id = 7 FOR SHARE; SAVEPOINT a; SELECT * FROM lck WHERE id = 7 FOR UPDATE; COMMIT;
-- TOAST
SET wal_compression = off;
INSERT INTO toasted VALUES (1, repeat('pglz ', 1000), repeat('lz4 ', 1000), 'short');
INSERT INTO toasted SELECT 2, NULL, NULL, string_agg(to_char(i, 'FM0000'), ' ') FROM generate_series(1, 1000) i;
INSERT INTO toasted SELECT 3, string_agg(md5(i::text), ''), NULL, 'x' FROM generate_series(1, 120) i;
INSERT INTO toasted SELECT 4, NULL, string_agg(md5(i::text), ''), 'x' FROM generate_series(1, 130) i;
DELETE FROM toasted WHERE id = 2;
-- wide keys: splits to the right and in the middle, up to two levels above the leaves
SET wal_consistency_checking = '';
INSERT INTO wide SELECT to_char(i * 10, 'FM00000') || repeat('k', 480) FROM generate_series(1, 250) i;
SET wal_consistency_checking = 'btree';
INSERT INTO wide SELECT to_char(i * 10, 'FM00000') || repeat('k', 480) FROM generate_series(251, 266) i;
INSERT INTO wide SELECT to_char(i * 10 + 5, 'FM00000') || repeat('k', 480) FROM generate_series(120, 130) i;
INSERT INTO wide VALUES ('00000' || repeat('a', 480));
-- emptied pages leave the tree, and come back
SET wal_consistency_checking = '';
DELETE FROM wide WHERE k BETWEEN '00900' AND '01600';
SET wal_consistency_checking = 'heap2, btree';
VACUUM wide;
INSERT INTO h1 VALUES (30, 'an xid', '');
VACUUM wide;
VACUUM wide;
INSERT INTO wide SELECT to_char(i * 10, 'FM00000') || repeat('r', 480) FROM generate_series(267, 281) i;
-- a tree that shrinks to one page a level, and grows again
SET wal_consistency_checking = '';
INSERT INTO fast SELECT to_char(i, 'FM00000') || repeat('f', 480) FROM generate_series(1, 60) i;
DELETE FROM fast WHERE k < '00060';
SET wal_consistency_checking = 'btree';
VACUUM fast;
SET wal_consistency_checking = '';
INSERT INTO fast SELECT to_char(i, 'FM00000') || repeat('f', 480) FROM generate_series(61, 82) i;
-- duplicates: posting lists, insertion into one, their vacuum
INSERT INTO dups SELECT repeat('d', 400), i FROM generate_series(1, 15) i;
SET wal_consistency_checking = 'btree';
INSERT INTO dups SELECT repeat('d', 400), i FROM generate_series(16, 30) i;
DELETE FROM dups WHERE n IN (3, 4, 9);
VACUUM dups;
INSERT INTO dups SELECT repeat('d', 400), 100 + i FROM generate_series(1, 3) i;
SET wal_consistency_checking = '';
INSERT INTO dups SELECT repeat('d', 399) || i % 3, i FROM generate_series(1, 45) i;
SET wal_consistency_checking = 'btree';
DELETE FROM dups WHERE n % 4 = 0;
SET enable_seqscan = off; SET enable_bitmapscan = off;
SELECT count(*) FROM dups WHERE k = repeat('d', 400);
SELECT count(*) FROM dups WHERE k >= repeat('d', 399);
INSERT INTO dups SELECT repeat('d', 400), 200 + i FROM generate_series(1, 8) i;
SET wal_consistency_checking = '';
INSERT INTO dups SELECT repeat('d', 400), 200 + i FROM generate_series(9, 20) i;
SET wal_consistency_checking = '';
INSERT INTO pairs SELECT i % 7, repeat('p', 100 + i % 3), i FROM generate_series(1, 90) i;
SET wal_consistency_checking = 'all';
INSERT INTO pairs VALUES (3, 'q', 1);
-- churn of versions: deletion from below
INSERT INTO churn SELECT i, repeat('c', 300) || i, 0 FROM generate_series(1, 12) i;
DO $$ BEGIN FOR i IN 1..9 LOOP UPDATE churn SET v = v + 1, k = CASE WHEN id = 5 THEN k || 'x' ELSE k END WHERE id IN (5, 6, 7); COMMIT; END LOOP; END $$;
VACUUM churn;
-- sequences, truncation of the end
SELECT nextval('s1'), nextval('s1'), setval('s2', 77), nextval('s2');
SET wal_consistency_checking = 'heap2';
INSERT INTO trunc SELECT i, repeat('t', 900) FROM generate_series(1, 30) i;
DELETE FROM trunc WHERE a > 5;
VACUUM trunc;
SET wal_consistency_checking = 'all';
UPDATE trunc SET a = a;
VACUUM (FREEZE, DISABLE_PAGE_SKIPPING) trunc;
INSERT INTO h1 VALUES (99, 'the end', '');
SQL

sub redo
{
	my $c = cluster('redo', "wal_level = replica\nwal_compression = off\ntrack_commit_timestamp = off", '--wal-segsize=1');
	$c->sql($redo_setup);
	$c->sql('VACUUM');
	# a backup, so that there is a backup_label for the same log
	my $backup = $c->background;
	$backup->send("SELECT pg_backup_start('the redo log', true)");
	$backup->wait_done;
	my ($redo, undef, $next_xid) = last_checkpoint($c);
	put_z('redo.control', slurp($c->data_dir . '/global/pg_control'));
	my ($rc, $out, $err) = $c->psql($redo_work);
	$rc == 0 or die $err;
	# a lock that follows a row to its newer version
	my $old = $c->background;
	$old->send("SET wal_consistency_checking = 'all'; BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 1 FROM lck WHERE id = 8");
	$old->wait_done;
	$c->sql("SET wal_consistency_checking = 'all'; UPDATE lck SET v = 80 WHERE id = 8");
	$old->send('SELECT 1 FROM lck WHERE id = 8 FOR KEY SHARE; COMMIT');
	$old->wait_done;
	$backup->send("SELECT encode(convert_to(labelfile, 'UTF8'), 'hex') FROM pg_backup_stop(false)");
	put('redo.label', pack 'H*', $backup->wait_done =~ s/\s//gr);
	my $end = lsn($c->value('SELECT pg_current_wal_flush_lsn()'));
	my @rels = split /\n/, $c->sql("SELECT c.relname, c.relfilenode, c.relkind, t.relname FROM pg_class c LEFT JOIN pg_class t ON t.reltoastrelid = c.oid
		WHERE c.oid >= 16384 ORDER BY c.oid");
	$c->kill9;
	my ($wal_bytes) = wal_pages($c, lsn($redo), $end);
	# replay makes everything, as it does in the test
	for (@rels)
	{
		my $node = (split /\|/)[1];
		unlink glob $c->data_dir . "/base/5/$node $c->{data}/base/5/${node}_*";
	}
	$c->start;
	my $pages = '';
	my $nkept = 0;
	# as recovery left them; nobody has read the tables since
	$c->sql('CHECKPOINT');
	for (@rels)
	{
		my ($name, $node, $kind, $owner) = split /\|/;
		$name = "toast_of_$owner" if $owner;
		next if $name =~ /_index$/;
		$pages .= "rel $name $node $kind\n";
		for my $fork ('', '_fsm', '_vm')
		{
			my $bytes = slurp($c->data_dir . "/base/5/$node$fork");
			for (my $b = 0; $b * 8192 < length $bytes; $b++)
			{
				my $page = substr $bytes, $b * 8192, 8192;
				$pages .= sprintf "page %s %d %s\n", $fork ? substr($fork, 1) : 'main', $b, md5_hex($page);
				$nkept++;
			}
		}
	}
	$c->stop;
	put_wal('redo', $c, lsn($redo), $end, 1, "xid $next_xid\n$pages");
	my ($again) = wal_pages($c, lsn($redo), $end);
	die 'the log changed' if $again ne $wal_bytes;
	print "$nkept pages\n";
}

# ---- files: what lies in a data directory beside relations ----

sub hexdump
{
	my ($bytes) = @_;
	my $text = '';
	# runs of other than zeros, 32 bytes a line
	while ($bytes =~ /((?:[^\0]|\0{1,7}(?=[^\0]))+)/sg)
	{
		my ($at, $run) = ($-[1], $1);
		for (my $i = 0; $i < length $run; $i += 32)
		{
			$text .= sprintf "@%d %s\n", $at + $i, unpack 'H*', substr $run, $i, 32;
		}
	}
	return $text;
}

my $files_text;

sub entry
{
	my ($name, $bytes, $facts) = @_;
	my $text = sprintf "[%s] %d\n", $name, length $bytes;
	$text .= "=$_\n" for split /\n/, $facts // '';
	$files_text .= $text . hexdump($bytes);
}

sub files
{
	my $c = cluster('files', "wal_level = replica\ntrack_commit_timestamp = on\npassword_encryption = 'scram-sha-256'", '--wal-segsize=1');
	my $d = $c->data_dir;
	my $block = sub { my ($path, $n) = @_; return substr slurp("$d/$path"), $n * 8192, 8192; };

	$files_text = "# Files of a stock PostgreSQL: [name] size, facts that stock's tools or SQL told (=),\n# and bytes that are not zero (\@offset hex).  Made by make_stock_bytes.pl.\n";

	# status of transactions: known xids, committed, aborted, with children, with times
	my @facts;
	$c->sql('CREATE EXTENSION pageinspect; CREATE EXTENSION pg_visibility; CREATE EXTENSION pg_freespacemap; CREATE TABLE t (a int)');
	for my $end ('COMMIT', 'ROLLBACK', 'COMMIT', 'COMMIT', 'ROLLBACK')
	{
		my $xids = $c->sql("BEGIN; INSERT INTO t VALUES (1); SAVEPOINT a; INSERT INTO t VALUES (2); RELEASE a; SELECT txid_current(), max(xmin::text::int) FROM t WHERE a = 2; $end");
		my ($top, $sub) = split /\|/, $xids;
		push @facts, "$top $sub $end " . ($end eq 'COMMIT' ? $c->value("SELECT (extract(epoch FROM pg_xact_commit_timestamp('$top'::xid)) * 1000000 - 946684800000000)::bigint") : 0);
	}
	# multixacts
	$c->sql('CREATE TABLE m (id int PRIMARY KEY, v int); INSERT INTO m SELECT i, 0 FROM generate_series(1, 5) i');
	my @multis;
	for my $i (1 .. 5)
	{
		my $strength = ('KEY SHARE', 'SHARE', 'KEY SHARE', 'KEY SHARE', 'NO KEY UPDATE')[$i - 1];
		my $second = ('SHARE', 'SHARE', 'NO KEY UPDATE', 'UPDATE', 'UPDATE')[$i - 1];
		my $out = $c->sql("BEGIN; SELECT 1 FROM m WHERE id = $i FOR $strength; SAVEPOINT a; SELECT 1 FROM m WHERE id = $i FOR $second;
			SELECT 'multi', xmax, array_to_string(array(SELECT xid || ' ' || mode FROM pg_get_multixact_members(m.xmax)), ',') FROM m WHERE id = $i AND xmax::text::bigint < 100; COMMIT");
		push @multis, $1 if $out =~ /^multi\|(.*)$/m;
	}
	# pages: a heap with free space, its maps
	$c->sql("CREATE TABLE f (a int, b text); INSERT INTO f SELECT i, repeat('x', 200) FROM generate_series(1, 400) i; DELETE FROM f WHERE a BETWEEN 50 AND 90; VACUUM f; INSERT INTO f VALUES (0, 'x')");
	my $vm = $c->sql("SELECT string_agg(blkno || ' ' || all_visible::int || ' ' || all_frozen::int, E'\\n') FROM pg_visibility_map('f')");
	my $fsm = $c->sql("SELECT string_agg(blkno || ' ' || avail, E'\\n') FROM pg_freespace('f')");
	my $f = $c->value("SELECT pg_relation_filepath('f')");
	$c->sql('CREATE TABLE frz (a int); INSERT INTO frz VALUES (1); VACUUM (FREEZE) frz');
	my $vm2 = $c->sql("SELECT string_agg(blkno || ' ' || all_visible::int || ' ' || all_frozen::int, E'\\n') FROM pg_visibility_map('frz')");
	my $frz = $c->value("SELECT pg_relation_filepath('frz')");
	# a row with a bit of everything, and toast
	$c->sql("CREATE TABLE r (a int, b text, c numeric, d bool, e timestamptz, f int[], g \"char\", h varchar(10), i name, j int2);
		INSERT INTO r VALUES (1, 'hello', 1.50, true, '2022-09-06 12:34:56.789+00', '{1,NULL,3}', 'q', 'vc', 'nm', 7), (2, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL), (NULL, repeat('y', 130), 'NaN', false, 'infinity', '{}', '', '', '', -1);
		UPDATE r SET a = 3 WHERE a = 2; DELETE FROM r WHERE b = 'hello'; ALTER TABLE r ADD COLUMN k int DEFAULT 5; INSERT INTO r (a, k) VALUES (4, 6)");
	my $r = $c->value("SELECT pg_relation_filepath('r')");
	my $r_items = $c->sql("SELECT lp, lp_off, lp_flags, lp_len, t_xmin, t_xmax, t_field3, t_ctid, t_infomask2, t_infomask, t_hoff, t_bits, encode(t_data, 'hex') FROM heap_page_items(get_raw_page('r', 0))");
	my $r_header = $c->sql("SELECT * FROM page_header(get_raw_page('r', 0))");
	$c->sql("CREATE TABLE comp (a int, b text); CREATE TYPE ct AS (x int, y text, z numeric); CREATE TABLE cv (c ct); INSERT INTO cv VALUES (ROW(1, 'abc', 2.5)), (ROW(NULL, NULL, NULL)), (ROW(7, NULL, 'NaN'))");
	my $cv = $c->value("SELECT pg_relation_filepath('cv')");
	my $ct = $c->value("SELECT t.oid || ' ' || coalesce(max(substring(attoptions::text FROM 'pg_attver=(\\d+)')::numeric), 0) FROM pg_type t JOIN pg_attribute ON attrelid = typrelid WHERE typname = 'ct' GROUP BY t.oid");
	$c->sql("CREATE TABLE tt (id int, pl text, lz text COMPRESSION lz4, ext text, lzx text COMPRESSION lz4); ALTER TABLE tt ALTER ext SET STORAGE EXTERNAL;
		INSERT INTO tt SELECT 1, repeat('pglz ', 1000), repeat('lz4 ', 1000), string_agg(to_char(i, 'FM0000'), ' '), (SELECT string_agg(md5(i::text), '') FROM generate_series(1, 120) i) FROM generate_series(1, 900) i");
	my $tt = $c->value("SELECT pg_relation_filepath('tt')");
	my $tt_toast = $c->value("SELECT pg_relation_filepath(reltoastrelid) FROM pg_class WHERE relname = 'tt'");
	my $tt_oid = $c->value("SELECT reltoastrelid FROM pg_class WHERE relname = 'tt'");
	# btree: metapage, leaf with posting list, inner page with pivots cut short, including a TID
	$c->sql("CREATE TABLE b (k int, t text); INSERT INTO b SELECT i, repeat('t', 100) || i % 4 FROM generate_series(1, 240) i; CREATE INDEX b_t ON b (t);
		CREATE TABLE b2 (x int, y text, z int); CREATE INDEX b2_i ON b2 (x, y DESC) INCLUDE (z); INSERT INTO b2 SELECT i / 50, repeat('y', i % 50), i FROM generate_series(1, 300) i");
	my %index;
	# many equal keys on several pages: pivots that need a TID
	$c->sql('CREATE TABLE bd (k int); INSERT INTO bd SELECT 7 FROM generate_series(1, 4000); CREATE INDEX bd_k ON bd (k)');
	for my $i (qw(b_t b2_i bd_k))
	{
		my $path = $c->value("SELECT pg_relation_filepath('$i')");
		my ($root, $level) = split /\|/, $c->value("SELECT root, level FROM bt_metap('$i')");
		my $meta = $c->sql("SELECT magic, version, root, level, fastroot, fastlevel, last_cleanup_num_delpages, last_cleanup_num_tuples, allequalimage::int FROM bt_metap('$i')");
		$index{$i} = [ $path, $root, $meta ];
		for my $b ($root, 1)
		{
			$index{"$i $b"} = [
				$c->sql("SELECT blkno, type, live_items, dead_items, free_size, btpo_prev, btpo_next, btpo_level, btpo_flags FROM bt_page_stats('$i', $b)"),
				$c->sql("SELECT itemoffset, ctid, itemlen, nulls::int, vars::int, replace(data, ' ', ''), htid, tids FROM bt_page_items('$i', $b) WHERE itemoffset <= 12") ];
		}
	}
	$c->sql("CREATE SEQUENCE sq; SELECT nextval('sq'), nextval('sq')");
	my $sq = $c->value("SELECT pg_relation_filepath('sq')");
	my $sq_facts = $c->value('SELECT last_value, log_cnt, is_called::int FROM sq');
	$c->sql('CREATE ROLE r1; CREATE TABLE acl (a int); GRANT SELECT, INSERT ON acl TO r1 WITH GRANT OPTION; GRANT UPDATE ON acl TO PUBLIC');
	my $acl = $c->sql("SELECT a.grantee || ' ' || a.grantor || ' ' || string_agg(privilege_type || CASE WHEN is_grantable THEN '*' ELSE '' END, ',' ORDER BY privilege_type) FROM pg_class c, aclexplode(relacl) a WHERE relname = 'acl' GROUP BY a.grantee, a.grantor ORDER BY 1");
	$c->sql('CREATE TABLE aclv AS SELECT relacl FROM pg_class WHERE relname = \'acl\'');
	$acl .= "\n" . $c->sql("SELECT encode(t_data, 'hex') FROM heap_page_items(get_raw_page('aclv', 0))");
	my @roles = split /\n/, $c->sql("CREATE ROLE joe PASSWORD 'secret'; SET password_encryption = 'md5'; CREATE ROLE ann PASSWORD 'pencil'; SELECT rolname, rolpassword FROM pg_authid WHERE rolpassword IS NOT NULL ORDER BY 1");
	my $codec = $c->sql("SELECT encode('\\x00ff10deadbeef0102', 'base64'), encode('\\x00ff10deadbeef0102', 'hex'), encode('\\x00ff105c41', 'escape'), encode(sha256('abc'), 'hex'), encode(sha224('abc'), 'hex'), encode(sha384('abc'), 'hex'), encode(sha512('abc'), 'hex'), md5('abc')");
	my @hashes = split /\n/, $c->sql("SELECT 'text ' || v || ' ' || hashtext(v) || ' ' || hashtextextended(v, 7) FROM (VALUES ('a'), ('hello'), ('twelve-bytes'), ('thirteenbytes'), (repeat('z', 100))) x(v)
		UNION ALL SELECT 'int4 ' || v || ' ' || hashint4(v) || ' ' || hashint4extended(v, 7) FROM (VALUES (0), (-1), (42), (2147483647)) x(v)
		UNION ALL SELECT 'int8 ' || v || ' ' || hashint8(v) || ' ' || hashint8extended(v, 7) FROM (VALUES (0::int8), (-1), (42), (9223372036854775807)) x(v)
		UNION ALL SELECT 'int2 ' || v || ' ' || hashint2(v::int2) || ' ' || hashint2extended(v::int2, 7) FROM (VALUES (0), (-1), (42)) x(v)
		UNION ALL SELECT 'float8 ' || v || ' ' || hashfloat8(v) || ' ' || hashfloat8extended(v, 7) FROM (VALUES (0::float8), ('-0'), (1.5), ('NaN'), ('Infinity')) x(v)
		UNION ALL SELECT 'float4 ' || v || ' ' || hashfloat4(v) || ' ' || hashfloat4extended(v, 7) FROM (VALUES (0::float4), (1.5), (0.1)) x(v)
		UNION ALL SELECT 'oid ' || v || ' ' || hashoid(v) || ' ' || hashoidextended(v, 7) FROM (VALUES (0::oid), (16384)) x(v)
		UNION ALL SELECT 'name ' || v::text || ' ' || hashname(v) || ' ' || hashnameextended(v, 7) FROM (VALUES ('pg_class'::name), ('x')) x(v)
		UNION ALL SELECT 'char ' || v::text || ' ' || hashchar(v) || ' ' || hashcharextended(v, 7) FROM (VALUES ('a'::\"char\")) x(v)
		UNION ALL SELECT 'numeric ' || v || ' ' || hash_numeric(v) || ' ' || hash_numeric_extended(v, 7) FROM (VALUES (0::numeric), (1.50), (1.5), ('NaN'), (12345678.9)) x(v)
		UNION ALL SELECT 'bpchar ' || 'ab' || ' ' || hashbpchar('ab   ') || ' ' || hashbpcharextended('ab   ', 7)
		UNION ALL SELECT 'uuid ' || v || ' ' || uuid_hash(v) || ' ' || uuid_hash_extended(v, 7) FROM (VALUES ('a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'::uuid)) x(v)
		UNION ALL SELECT 'time ' || v || ' ' || time_hash(v) || ' ' || time_hash_extended(v, 7) FROM (VALUES ('12:34:56'::time)) x(v)
		UNION ALL SELECT 'inet ' || v || ' ' || hashinet(v) || ' ' || hashinetextended(v, 7) FROM (VALUES ('10.1.2.3'::inet)) x(v)
		UNION ALL SELECT 'int4[] ' || v::text || ' ' || hash_array(v) || ' ' || hash_array_extended(v, 7) FROM (VALUES ('{1,2}'::int4[])) x(v)");
	my $pid_file = slurp("$d/postmaster.pid");
	my $opts_file = slurp("$d/postmaster.opts");
	$c->sql('CHECKPOINT');
	my $running = slurp("$d/global/pg_control");
	my $controldata_running = ($c->run('pg_controldata', $d))[1];
	$c->stop;

	entry('pg_control', slurp("$d/global/pg_control"), ($c->run('pg_controldata', $d))[1]);
	entry('pg_control running', $running, $controldata_running);
	entry('global/pg_filenode.map', slurp("$d/global/pg_filenode.map"));
	entry('base/5/pg_filenode.map', slurp("$d/base/5/pg_filenode.map"));
	entry('PG_VERSION', slurp("$d/PG_VERSION"));
	entry('base/5/PG_VERSION', slurp("$d/base/5/PG_VERSION"));
	entry('postmaster.pid', $pid_file);
	entry('postmaster.opts', $opts_file);
	entry('pg_xact 0', $block->('pg_xact/0000', 0), join "\n", @facts);
	entry('pg_commit_ts 0', $block->('pg_commit_ts/0000', 0), join "\n", @facts);
	entry('pg_multixact/offsets 0', $block->('pg_multixact/offsets/0000', 0), join "\n", @multis);
	entry('pg_multixact/members 0', $block->('pg_multixact/members/0000', 0), join "\n", @multis);
	entry('vm f', $block->("${f}_vm", 0), $vm);
	entry('vm frz', $block->("${frz}_vm", 0), $vm2);
	entry("fsm f $_", $block->("${f}_fsm", $_), $fsm) for 0 .. 2;
	entry('heap frz', $block->($frz, 0));
	entry('heap r', $block->($r, 0), "$r_header\n$r_items");
	entry('heap cv', $block->($cv, 0), $ct);
	entry('heap tt', $block->($tt, 0), $tt_oid);
	entry("toast tt $_", $block->($tt_toast, $_)) for 0 .. length(slurp("$d/$tt_toast")) / 8192 - 1;
	for my $i (qw(b_t b2_i bd_k))
	{
		my ($path, $root, $meta) = @{ $index{$i} };
		entry("btree $i 0", $block->($path, 0), $meta);
		my %done;
		for my $b (grep { !$done{$_}++ } $root, $i eq 'bd_k' ? () : 1)
		{
			entry("btree $i $b", $block->($path, $b), join "\n", @{ $index{"$i $b"} });
		}
	}
	entry('sequence', $block->($sq, 0), $sq_facts);
	entry('aclitems', '', $acl);
	entry('passwords', '', join "\n", @roles);
	entry('encodings', '', $codec);
	entry('hashes', '', join "\n", @hashes);
	put('files.txt', $files_text);
}

# ---- misc: records of all managers ----

sub misc
{
	my $c = cluster('misc', "wal_level = logical\nmax_replication_slots = 4\ntrack_commit_timestamp = on\nfull_page_writes = on", '--wal-segsize=1');
	my $d = $c->data_dir;
	my $dbs = sub { my ($sql) = @_; $c->sql($sql, db => $_) for qw(postgres template1 template0); };

	# xids, multixacts and members just before the end of a page and beyond a file
	$c->sql("CREATE TABLE zz (a int); UPDATE pg_database SET datallowconn = true");
	$c->stop;
	my $fill = sub { my ($name, $blocks) = @_; my $old = -e "$d/$name" ? slurp("$d/$name") : ''; Narwal::Cluster::spew("$d/$name", $old . "\0" x ($blocks * 8192 - length $old)); };
	$fill->("pg_xact/0000", 32);
	$fill->("pg_xact/0003", 4);
	$fill->("pg_multixact/offsets/0000", 32);
	$fill->("pg_multixact/offsets/0001", 4);
	$fill->("pg_multixact/members/0000", 32);
	$fill->("pg_multixact/members/0001", 4);
	# from here it is not far to a page of pg_commit_ts either
	my $xid = 100 * 32768 - 60;
	my $multi = 65536 + 2 * 2048 - 6;
	my $member = 32 * 1636 + 2 * 1636 - 7;
	my ($rc, $out, $err) = $c->run('pg_resetwal', '-D', $d, '-f', '-x', $xid, '-m', "$multi,1", '-O', $member, '-o', 20000);
	$rc == 0 or die $err;
	$c->start;
	for my $db (qw(template0 template1 postgres))
	{
		my $tables = $c->sql("SELECT string_agg('VACUUM (FREEZE) ' || oid::regclass, '; ') FROM pg_class WHERE relkind IN ('r', 'm') AND relname <> 'zz'", db => $db);
		$c->sql($_, db => $db) for split /; /, $tables;
	}
	$c->sql("ALTER SYSTEM SET full_page_writes = off; SELECT pg_reload_conf()");
	sleep 1;
	$c->sql('CREATE EXTENSION bloom; CREATE TABLE early (a int PRIMARY KEY, t text); CREATE TABLE early2 (a int, b text); INSERT INTO early2 SELECT i, i FROM generate_series(1, 10) i; CHECKPOINT');
	my ($start) = last_checkpoint($c);

	# pages of status that begin, and files that end
	$c->sql('SELECT txid_current()') for 1 .. 45;
	$c->sql("INSERT INTO early SELECT i, 'x' FROM generate_series(1, 12) i");
	for my $i (1 .. 9)
	{
		$c->sql("BEGIN; SELECT 1 FROM early WHERE a = $i FOR KEY SHARE; SAVEPOINT s; SELECT 1 FROM early WHERE a = $i FOR SHARE; COMMIT");
	}
	$c->sql('VACUUM (FREEZE) zz');
	# databases, tablespaces, maps
	$c->sql("SET allow_in_place_tablespaces = on; CREATE TABLESPACE ts LOCATION ''");
	$c->sql('CREATE TABLE in_ts (a int) TABLESPACE ts; DROP TABLE in_ts');
	$c->sql('DROP TABLESPACE ts');
	$c->sql('CREATE DATABASE copied STRATEGY file_copy');
	$c->sql('DROP DATABASE copied');
	$c->sql('REINDEX INDEX pg_class_oid_index');
	# transactions: children, dropped files, prepared, of another origin
	$c->sql('BEGIN;' . join('', map { "SAVEPOINT s$_; INSERT INTO early2 VALUES ($_, 's');" } 1 .. 66) . 'COMMIT');
	$c->sql('BEGIN; SAVEPOINT a; CREATE TABLE gone (a int, b text); ROLLBACK TO a; SAVEPOINT b; CREATE TABLE kept (a int PRIMARY KEY, b text); COMMIT');
	$c->sql('BEGIN; CREATE TABLE gone2 (a int); INSERT INTO gone2 VALUES (1); SAVEPOINT a; INSERT INTO gone2 VALUES (2); ROLLBACK');
	$c->sql("BEGIN; SAVEPOINT a; INSERT INTO early2 VALUES (70, 'p'); SAVEPOINT b; INSERT INTO early2 VALUES (71, 'p'); RELEASE b; RELEASE a; DROP TABLE kept; PREPARE TRANSACTION 'gid one'; COMMIT PREPARED 'gid one'");
	$c->sql("BEGIN; CREATE TABLE gone3 (a int); SAVEPOINT a; INSERT INTO gone3 VALUES (1); PREPARE TRANSACTION 'gid two'");
	$c->sql("ROLLBACK PREPARED 'gid two'");
	$c->sql("SELECT pg_replication_origin_create('o1'); SELECT pg_replication_origin_create('o2')");
	$c->sql("SELECT pg_replication_origin_session_setup('o1'); BEGIN; SELECT pg_replication_origin_xact_setup('0/AABBCC', '2022-09-06 12:00+00'); INSERT INTO early2 VALUES (80, 'o'); COMMIT; SELECT pg_replication_origin_session_reset()");
	$c->sql("SELECT pg_replication_origin_advance('o2', '0/1234'); SELECT pg_replication_origin_drop('o2')");
	$c->sql("SELECT pg_logical_emit_message(true, 'prefix', 'content'); SELECT pg_logical_emit_message(false, 'p', '\\x00ff'::bytea)");
	# standby
	my $s = $c->background;
	$s->send("BEGIN; INSERT INTO early2 VALUES (90, 'r'); SAVEPOINT a; INSERT INTO early2 VALUES (91, 'r'); LOCK TABLE early IN ACCESS EXCLUSIVE MODE");
	$s->wait_done;
	$c->sql('CHECKPOINT');
	$s->send('COMMIT');
	$s->wait_done;
	$c->sql('VACUUM early2; ANALYZE early2');
	# logical: command ids, whole tables, rows' identities
	$c->sql('ALTER TABLE early2 REPLICA IDENTITY FULL');
	$c->sql("UPDATE early2 SET b = 'full' WHERE a = 1; DELETE FROM early2 WHERE a = 2; UPDATE early SET a = 100 WHERE a = 12; DELETE FROM early WHERE a = 11");
	$c->sql("INSERT INTO early VALUES (1, 'c') ON CONFLICT DO NOTHING; INSERT INTO early VALUES (200, 'c') ON CONFLICT DO NOTHING");
	$c->sql('CREATE TABLE tr (a serial); INSERT INTO tr DEFAULT VALUES; TRUNCATE tr RESTART IDENTITY CASCADE');
	$c->sql("SELECT pg_create_logical_replication_slot('l', 'test_decoding')") if -e '/usr/lib/postgresql/15/lib/test_decoding.so';
	$c->sql('CREATE TABLE uct (a int) WITH (user_catalog_table = true); INSERT INTO uct VALUES (1), (2); UPDATE uct SET a = 3 WHERE a = 1');
	$c->sql('VACUUM FULL uct');
	# locks of a chain of versions
	my $s2 = $c->background;
	$s2->send("BEGIN; UPDATE early SET t = 'v2' WHERE a = 3; SELECT 1");
	$s2->wait_done;
	my $s3 = $c->background;
	$s3->send('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 1 FROM early WHERE a = 4');
	$s3->wait_done;
	$c->sql("UPDATE early SET t = 'v2' WHERE a = 4");
	$s3->send('SELECT 1 FROM early WHERE a = 4 FOR KEY SHARE; COMMIT');
	$s3->wait_done;
	$s2->send('COMMIT');
	$s2->wait_done;
	# other index methods
	$c->sql("CREATE TABLE ix (i int, p point, a int[], t text)");
	$c->sql("INSERT INTO ix SELECT g, point(g, g), ARRAY[g, g % 3], 'text ' || g FROM generate_series(1, 8) g");
	$c->sql('CREATE INDEX ix_hash ON ix USING hash (i); CREATE INDEX ix_gin ON ix USING gin (a); CREATE INDEX ix_gist ON ix USING gist (p);
		CREATE INDEX ix_spg ON ix USING spgist (t); CREATE INDEX ix_brin ON ix USING brin (i); CREATE INDEX ix_bloom ON ix USING bloom (i)');
	$c->sql("INSERT INTO ix SELECT g, point(g, g), ARRAY[g, g % 3], 'text ' || g FROM generate_series(9, 24) g");
	$c->sql('DELETE FROM ix WHERE i < 12; VACUUM ix');
	$c->sql("SELECT brin_summarize_new_values('ix_brin'); UPDATE ix SET i = i + 1000 WHERE i = 20; SELECT brin_desummarize_range('ix_brin', 0)");
	# the log itself
	$c->sql("SELECT pg_create_restore_point('a point')");
	$c->sql('ALTER SYSTEM RESET full_page_writes; SELECT pg_reload_conf()');
	$c->poll("SELECT count(*) FROM pg_settings WHERE name = 'full_page_writes' AND setting = 'on'", 1);
	sleep 1;
	my $b = $c->background;
	$b->send("SELECT pg_backup_start('b', true)");
	$b->wait_done;
	$b->send('SELECT 1 FROM pg_backup_stop(false)');
	$b->wait_done;
	$c->sql("INSERT INTO early2 VALUES (300, 'after the switch'); UPDATE early2 SET b = 'image' WHERE a = 3");
	$c->stop;
	$c->append_conf("wal_level = replica\nmax_connections = 30\ntrack_commit_timestamp = off\nwal_log_hints = on");
	$c->append_conf("max_replication_slots = 4");
	system 'rm', '-rf', glob "$d/pg_replslot/*";
	$c->start;
	$c->sql("INSERT INTO early2 VALUES (301, 'other settings'); SELECT lo_create(0)");
	my $end = lsn($c->value('SELECT pg_current_wal_flush_lsn()'));
	put_wal('misc', $c, lsn($start), $end, 1);

	# promotion
	$c->stop;
	Narwal::Cluster::spew("$d/standby.signal", '');
	$c->start;
	$c->sql('SELECT pg_promote()');
	$c->sql("INSERT INTO early2 VALUES (302, 'on timeline 2')");
	my $switch = lsn(($c->sql("SELECT pg_read_file('pg_wal/00000002.history')") =~ m,^1\t(\S+),)[0]);
	$end = lsn($c->value('SELECT pg_current_wal_flush_lsn()'));
	$c->stop;
	# the first record of the new timeline is where the old one was left
	put_wal('promote', $c, $switch, $end, 2, "history\n" . slurp("$d/pg_wal/00000002.history"));
}

# ---- ops: a script of single operations, for our code to do the same ----

# Each is a transaction of its own on a table (a int, b text, c int) with
# a unique index on a and one on c:
#	i A LEN C	insert a row		m A N LEN	COPY of N rows from A on
#	r A LEN C	the same, rolled back
#	s A TEXT	set b				k A C		set c		d A		delete
#	l A MODE	lock				p			read the whole table
#	D A B		delete the rows from A to B
#	v			VACUUM, of which our test does the indexes
sub ops_script
{
	my @ops;
	push @ops, "i $_ " . ($_ * 7 % 60) . ' ' . ($_ % 5) for 1 .. 30;
	push @ops, 'm 31 4 20', 'm 35 1 500', 'r 40 10 1', 'r 41 3000 1';
	push @ops, "s 1 the_beginning_and_the_end", "s 1 the_beginning_xx_and_the_end", "s 1 the_beginning_xx_and_the_END", "s 2 y", "s 3 x";
	push @ops, 'k 4 9', 'k 5 9', 'd 6', 'd 7', 'l 8 KEY SHARE', 'l 9 SHARE', 'l 10 NO KEY UPDATE', 'l 11 UPDATE';
	push @ops, map { "s 12 version$_" } 1 .. 6;
	push @ops, 'p';
	# fill pages, until rows move to others
	push @ops, map { "i $_ 1500 " . ($_ % 3) } 50 .. 62;
	push @ops, map { "s $_ " . ('moved' x 250) } 13 .. 16;
	push @ops, 'p', map { ("s $_ a", "s $_ bb") } 17 .. 22;
	push @ops, 'p';
	# splits in the middle, at the right end, and lists of duplicates
	push @ops, map { "m " . (1000 + $_ * 100) . ' 60 0' } 0 .. 4;
	push @ops, map { "m " . (1060 + $_ * 100) . ' 35 1' } 0 .. 4;
	push @ops, map { 'm ' . (9000 - $_ * 40) . ' 40 2' } 0 .. 9;
	push @ops, map { "i $_ 1 77" } 3000 .. 3030;
	push @ops, map { "k $_ 77" } 1001 .. 1012;
	push @ops, map { "d $_" } 1100 .. 1130;
	push @ops, 'p', map { ("k 1200 $_", "s 1201 v$_") } 1 .. 12;
	push @ops, map { "i $_ 1 4" } 1100 .. 1110;
	# versions of one row, until a leaf is full of dead entries; leaves that end up empty
	push @ops, map { "k 1020 $_" } 100 .. 300;
	# a row that comes back to a place within a list of duplicates
	push @ops, (map { "s 1310 v$_" } 1 .. 8), 'p', map { ("k $_ 6", "k $_ 0") } 1311 .. 1314;
	push @ops, 'D 8600 9100', 'D 1060 1095', 'v';
	return @ops;
}

sub op_sql
{
	my ($op, @arg) = split ' ', $_[0];
	my $fill = sub { my ($a, $len) = @_; return chr(97 + $a % 26) x $len; };
	return "INSERT INTO t VALUES ($arg[0], '" . $fill->(@arg) . "', $arg[2])" if $op eq 'i';
	return "BEGIN; INSERT INTO t VALUES ($arg[0], '" . $fill->(@arg) . "', $arg[2]); ROLLBACK" if $op eq 'r';
	return "COPY t FROM STDIN;\n" . join('', map { "$_\t" . $fill->($_, $arg[2]) . "\t0\n" } $arg[0] .. $arg[0] + $arg[1] - 1) . "\\.\n" if $op eq 'm';
	return "UPDATE t SET b = '$arg[1]' WHERE a = $arg[0]" if $op eq 's';
	return "UPDATE t SET c = $arg[1] WHERE a = $arg[0]" if $op eq 'k';
	return "DELETE FROM t WHERE a BETWEEN $arg[0] AND $arg[1]" if $op eq 'D';
	return "DELETE FROM t WHERE a = $arg[0]" if $op eq 'd';
	return "SELECT 1 FROM t WHERE a = $arg[0] FOR " . join(' ', @arg[ 1 .. $#arg ]) if $op eq 'l';
	return 'SET enable_seqscan = on; SET enable_indexonlyscan = off; SET enable_indexscan = off; SELECT count(b) FROM t; SET enable_seqscan = off; SET enable_indexscan = on' if $op eq 'p';
	return 'VACUUM (INDEX_CLEANUP on) t';
}

sub ops
{
	my $c = cluster('ops', "wal_level = replica\nfull_page_writes = off", '--wal-segsize=1');
	$c->sql('CREATE TABLE t (a int, b text, c int); CREATE UNIQUE INDEX t_a ON t (a); CREATE INDEX t_c ON t (c); VACUUM; CHECKPOINT');
	my $nodes = $c->value("SELECT string_agg(relfilenode::text, ' ' ORDER BY oid) FROM pg_class WHERE relname IN ('t', 't_a', 't_c')");
	my $xid = $c->value('SELECT next_xid FROM pg_control_checkpoint()');
	my $start = current_lsn($c);
	my @ops = ops_script();
	my ($rc, $out, $err) = $c->psql("SET enable_seqscan = off; SET enable_bitmapscan = off;\n" . join '', map { op_sql($_) . (/^m/ ? '' : ";\n") } grep { !/^v/ } @ops);
	die $err if $rc;
	my $vacuum = sprintf '%X', current_lsn($c);
	$c->sql('VACUUM (INDEX_CLEANUP on) t');
	my $end = current_lsn($c);
	$c->sql('SELECT pg_switch_wal()'); # that all be on disk
	put_wal('ops', $c, $start, $end, 1, "nodes $nodes\nxid $xid\nvacuum $vacuum\n" . join('', map { "$_\n" } @ops), no_dump => 1);
	$c->stop;
}

# ---- log: a database copied block by block; a record that was never finished ----

sub log_cases
{
	my $c = cluster('log', 'wal_level = replica', '--wal-segsize=1');
	my $d = $c->data_dir;
	my $start = current_lsn($c);
	$c->sql('CREATE DATABASE copied STRATEGY wal_log');
	my ($rc, $out) = $c->run('pg_waldump', '-p', "$d/pg_wal", '-s', lsn_text($start), '-n', 12);
	my ($end) = $out =~ /\n.*lsn: (\S+), .*?\n?\z/ or die $out;
	# from the record itself to some blocks later
	my ($from) = $out =~ /lsn: (\S+), [^\n]*CREATE_WAL_LOG/ or die $out;
	put_wal('dbcopy', $c, lsn($from), lsn($end), 1);

	# a record over several segments, whose last ones were lost
	$c->sql('SELECT pg_switch_wal(); CREATE TABLE t (a int); CHECKPOINT; INSERT INTO t VALUES (1)');
	$start = current_lsn($c);
	my ($redo) = last_checkpoint($c);
	$c->sql("INSERT INTO t VALUES (2); SELECT pg_logical_emit_message(false, 'long', repeat('m', 1500000))");
	$c->sql('INSERT INTO t VALUES (3)');
	my @segments = $c->wal_segments;
	$c->kill9;
	my $first = sprintf '%08X%08X%08X', 1, 0, int(lsn($redo) / $SEG);
	unlink grep { (m,([^/]*)$,)[0] gt $first } @segments;
	$c->start;
	$c->sql('INSERT INTO t VALUES (4)');
	my $stop = lsn($c->value('SELECT pg_current_wal_flush_lsn()'));
	put_wal('overwrite', $c, $start, $stop, 1);
	$c->stop;
}

my %part = (ops => \&ops, log => \&log_cases, datums => \&datums, redo => \&redo, files => \&files, misc => \&misc);
for (@parts)
{
	print "== $_\n";
	($part{$_} or die "no part $_\n")->();
}
