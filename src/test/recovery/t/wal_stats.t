# wal_stats.t
#	Counters of the log: per method, manager and relation, kept over a clean stop, begun
#	anew after a crash, a damaged or foreign file passed over, reset; pg_waldump's
#	statistics by method and relation add up to the same; stock starts on the directory.
use strict;
use warnings;
use Narwal::Cluster;
use Test::More;

my $c = Narwal::Cluster->new('stats')->init;
$c->append_conf("wal_format = extended\nmax_wal_size = 1GB\nautovacuum = off\nlog_error_verbosity = default");
$c->start;
$c->sql("CREATE EXTENSION narwal_wal;
	CREATE TABLE big (a int, b text); INSERT INTO big SELECT i, repeat(md5(i::text), 3) FROM generate_series(1, 3000) i;
	CREATE TABLE small (a int); INSERT INTO small VALUES (1)");

sub relations
{
	return $c->value("SELECT string_agg(concat_ws(' ', relation, images, bytes_before, bytes_after), ',' ORDER BY relation::text) FROM narwal_stat_wal_relations WHERE relation::text IN ('big', 'small')");
}

# ---- what is counted ----

$c->sql('CHECKPOINT');
my $from = $c->value('SELECT narwal_wal_reset(), pg_current_wal_insert_lsn()');
$from =~ s/^\|//;
$c->sql("SET wal_compression = zstd; UPDATE big SET a = a + 1; SET wal_compression = zlib; UPDATE small SET a = 2");
my $to = $c->value('SELECT pg_current_wal_insert_lsn()');
my $relations = relations();
like($relations, qr/^big (\d+) (\d+) (\d+),small 1 \d+ \d+$/, "relations: $relations");
my ($images, $before, $after) = $relations =~ /^big (\d+) (\d+) (\d+)/;
cmp_ok($images, '>', 30, 'an image of each page of the large table');
cmp_ok($after, '<', $before / 2, 'compressed');
is($c->value("SELECT images || ' ' || bytes_after FROM narwal_stat_wal_images WHERE method = 'zstd'"),
	$c->value("SELECT $images || ' ' || $after"), 'the same by method, as nothing else was written under zstd');

sub waldump
{
	my (@args) = @_;
	my ($rc, $out, $err) = $c->run('pg_waldump', '-p', $c->data_dir . '/pg_wal', @args);
	is("$rc$err", '0', "pg_waldump @args");
	return $out;
}
my @range = ('-s', $from, '-e', $to);
my $by_method = waldump('--stats=method', @range);
like($by_method, qr/^Method +Images +Page bytes +Stored bytes +\(%\) +% of page$/m, 'statistics by method');
like($by_method, qr/^zstd +$images +$before +$after /m, 'have the counters of zstd');
like($by_method, qr/^zlib +\d+ /m, 'and zlib');
my $by_relation = waldump('--stats=relation', @range);
my $node = $c->value("SELECT '1663/' || oid || '/' || pg_relation_filenode('big') FROM pg_database WHERE datname = 'postgres'");
like($by_relation, qr/^\Q$node\E +\d+ +\d+ +$images +$after /m, 'statistics by relation have those of the table');
my ($total) = waldump('-z', @range) =~ /^Total .* (\d+) +\[100%\]/m;
like($by_relation, qr/^Total .* $total \(100\.00\)$/m, "and add up to all bytes, $total");
like((split /\n/, $by_relation)[2], qr/^\Q$node\E /, 'the relation with most bytes comes first');
my ($rc, $out, $err) = $c->run('pg_waldump', '--stats=nosuch', '-p', $c->data_dir . '/pg_wal', @range);
like($err, qr/unrecognized value for option --stats: nosuch/, 'another word is refused as by stock');

# ---- a delta in words ----

$from = $c->value('SELECT pg_current_wal_insert_lsn()');
$c->sql("INSERT INTO small VALUES (7); UPDATE big SET a = 0 WHERE ctid = (SELECT max(ctid) FROM big)");
like(waldump('-r', 'Heap', '-s', $from, '-e', $c->value('SELECT pg_current_wal_insert_lsn()')),
	qr/UPDATE off \d+ xmax \d+ flags 0x80 ; new off \d+ xmax \d+; delta of [1-9] bytes/, 'a delta is named in its record');

# ---- hard data is recognised, and soon not even looked at; whole pages are compressed ----

for my $method (qw(pglz zstd zlib))
{
	# Pages have no room for a second version of a row, which would be a repeat.
	$c->sql("CREATE TABLE hard (a int, b bytea); ALTER TABLE hard ALTER b SET STORAGE plain;
		INSERT INTO hard SELECT i, (SELECT string_agg(decode(md5(i::text || g), 'hex'), '') FROM generate_series(1, 118) g) FROM generate_series(1, 800) i");
	$c->sql('CHECKPOINT; SELECT narwal_wal_reset()');
	$c->sql("SET wal_compression = $method; UPDATE hard SET a = a + 1");
	my ($n, $raw, $same) = split /\|/, $c->value("SELECT i.images, kept_raw_hard + kept_raw_no_gain, r.bytes_after * 100 > r.bytes_before * 98
		FROM narwal_stat_wal_images i, narwal_stat_wal_relations r WHERE method = '$method' AND relation = 'hard'::regclass");
	ok($n > 100 && $raw > 100 && $same eq 't', "$method: images of random bytes are kept raw ($raw of $n)");
	$c->sql('DROP TABLE hard');
}
$c->sql('SELECT narwal_wal_reset()');
$c->sql('SET wal_compression = lz4; CREATE INDEX big_b ON big (b)');
my ($built, $half) = split /\|/, $c->value("SELECT images, bytes_after * 2 < bytes_before FROM narwal_stat_wal_relations WHERE relation = 'big_b'::regclass");
ok($built > 40 && $half eq 't', "an index build logs compressed pages ($built)");
$c->sql('UPDATE small SET a = a + 1; CHECKPOINT; UPDATE small SET a = a + 1');

# ---- kept over a clean stop ----

my $counts = "SELECT wal_records > 10 AND wal_bytes > 100000, stats_reset FROM pg_stat_wal";
my ($many, $since) = split /\|/, $c->value($counts);
is($many, 't', 'pg_stat_wal counts');
$relations = relations();
my $manager = $c->value("SELECT records FROM narwal_stat_wal_rmgrs WHERE rmgr = 'Heap'");
$c->restart;
is($c->value($counts), "t|$since", 'pg_stat_wal goes on after a clean stop');
is(relations(), $relations, 'relations too');
cmp_ok($c->value("SELECT records FROM narwal_stat_wal_rmgrs WHERE rmgr = 'Heap'"), '>=', $manager, 'managers too');
ok(!-e $c->data_dir . '/pg_stat/narwal_wal.stat', 'the file is taken away while the server runs');

# ---- begun anew ----

$c->kill9;
$c->start;
is(relations(), '', 'after a crash nothing is left');
isnt((split /\|/, $c->value($counts))[1], $since, 'and counting begins at the start');
$c->sql('CHECKPOINT; UPDATE small SET a = a + 1');
isnt(relations(), '', 'again');
$c->stop;
my $file = $c->data_dir . '/pg_stat/narwal_wal.stat';
my $whole = Narwal::Cluster::slurp($file);
substr(my $damaged = $whole, 100, 1) ^= "\x01";
for (['cut short', substr($whole, 0, 1000)], ['empty', ''], ['damaged', $damaged], ['foreign', 'x' x 5000])
{
	Narwal::Cluster::spew($file, $_->[1]);
	$c->start;
	is(relations(), '', "$_->[0]: the file is passed over");
	$c->stop;
}
like(Narwal::Cluster::slurp($c->log_file), qr/narwal_wal\.stat" is damaged or of another version/, 'and the log says so');
Narwal::Cluster::spew($file, $whole);
$c->start;
isnt(relations(), '', 'the whole file would have been read');

# ---- more relations than places, and reset ----

$c->sql(join ';', 'CHECKPOINT', map { "CREATE TABLE many$_ (a int); INSERT INTO many$_ VALUES (1)" } 1 .. 60);
$c->sql('CHECKPOINT');
$c->sql(join ';', map { "INSERT INTO many$_ VALUES (2)" } 1 .. 60);
is($c->value("SELECT count(*) FROM narwal_stat_wal_relations WHERE relation::text LIKE 'many%' AND images = 1"), '60',
	'more relations than a process has places for');
$c->sql("SELECT pg_stat_reset_shared('wal')");
is(relations(), '', 'a reset is for relations too');
$c->sql('CREATE DATABASE other');
$c->sql('CREATE TABLE elsewhere (a int); INSERT INTO elsewhere VALUES (1); CHECKPOINT; INSERT INTO elsewhere VALUES (1)', db => 'other');
is($c->value("SELECT bool_and(relation IS NULL) AND count(*) > 0 FROM narwal_stat_wal_relations WHERE database = (SELECT oid FROM pg_database WHERE datname = 'other')"),
	't', 'relations of another database have no name here');

# ---- resets while others count ----

# Relations outnumber the places of a process, and every record has an image, so that
# writers add to the shared counts all the time.  A counter that a reset and an
# addition met badly would be negative, or larger than all that was ever written.
my $inserts = join ';', map { "INSERT INTO many$_ VALUES (3)" } 1 .. 60;
my @writers = map { $c->background } 1 .. 3;
my $resetter = $c->background;
my $limits = "images < 0 OR images > 1000000 OR bytes_before < 0 OR bytes_before > 8192 * 1000000::bigint OR bytes_after < 0 OR bytes_after > 8192 * 1000000::bigint";
my $strange = "SELECT (SELECT count(*) FROM narwal_stat_wal_relations WHERE $limits) + (SELECT count(*) FROM narwal_stat_wal_images WHERE $limits)
	+ (SELECT count(*) FROM pg_stat_wal WHERE wal_records NOT BETWEEN 0 AND 1000000000 OR wal_fpi NOT BETWEEN 0 AND 1000000 OR wal_bytes NOT BETWEEN 0 AND 100000000000)";
$_->send("SET wal_consistency_checking = 'heap'; SET synchronous_commit = off;" . "$inserts;" x 40) for @writers;
$resetter->send("SELECT FROM narwal_wal_reset(); SELECT FROM pg_stat_reset_shared('wal'); SELECT FROM pg_sleep(0.002);" x 400);
my ($reads, $found, $seen) = (0, 0, 0);
while (grep { $_->blocked(0.01) } @writers, $resetter)
{
	my @rows = split /\n/, $c->value(join ';', ($strange, 'SELECT count(*) FROM narwal_stat_wal_relations') x 20);
	$seen += $rows[ 2 * $_ + 1 ] for 0 .. 19;
	@rows = @rows[ map { 2 * $_ } 0 .. 19 ];
	$found += $_ for @rows;
	$reads += @rows;
}
is($found, 0, "no counter is out of range in $reads reads");
cmp_ok($seen, '>', 0, 'and there was something to read');
is(join('', map { $_->wait_done } @writers, $resetter), '', 'nobody complained');
$_->finish for @writers, $resetter;
$c->sql('SELECT narwal_wal_reset()');
is($c->value("SELECT count(*) FROM narwal_stat_wal_relations WHERE relation::text LIKE 'many%'"), 0, 'a reset when all is quiet leaves nothing');
$c->sql("SET wal_consistency_checking = 'heap'; $inserts; $inserts");
is($c->value("SELECT count(*) || ' ' || min(images) || ' ' || max(images) || ' ' || bool_and(bytes_before BETWEEN 2 AND 16384 AND bytes_after BETWEEN 2 AND bytes_before)
	FROM narwal_stat_wal_relations WHERE relation::text LIKE 'many%'"), '60 2 2 true', 'after it all are counted, and no others');

# ---- stock ----

SKIP:
{
	skip 'stock PostgreSQL 15 is not installed', 2 unless Narwal::Cluster::have_stock();
	$c->append_conf('wal_format = postgres15');
	$c->restart;
	$c->sql('DROP EXTENSION narwal_wal');
	$c->stop;
	my $stock = Narwal::Cluster->new('stock', stock => 1);
	$stock->init_from($c);
	my $conf = Narwal::Cluster::slurp($stock->data_dir . '/postgresql.conf');
	$conf =~ s/^wal_format.*$//mg;
	Narwal::Cluster::spew($stock->data_dir . '/postgresql.conf', $conf);
	ok($stock->start, 'stock starts beside the file');
	$stock->stop;
	ok(-e $stock->data_dir . '/pg_stat/narwal_wal.stat', 'and leaves it alone');
}
done_testing();
