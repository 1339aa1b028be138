# wal_delta.t
#	Updates logged as deltas (wal_format = extended): over a suite of row shapes
#	no record gets longer by it and many get shorter; kill -9 under each shape and
#	fill factor with wal_consistency_checking, also with pages torn in half before
#	replay; old rows on other pages; the storage parameter switches it off, and the
#	default format never has it.
use strict;
use warnings;
use Narwal::Cluster;
use Narwal::Shapes;
use Test::More;

my $c = Narwal::Cluster->new('delta')->init;
$c->append_conf("wal_consistency_checking = all\nlog_error_verbosity = default\nmax_wal_size = 64MB\nwal_format = extended\nwal_compression = zstd\nshared_buffers = 8MB");
$c->start;
$c->sql('CREATE EXTENSION pg_walinspect');

my @shapes = Narwal::Shapes::all();

# Bytes of Heap update records without page images, and their number.
sub update_bytes
{
	my ($from) = @_;
	return split /\|/, $c->value("SELECT sum(record_length - fpi_length), count(*) FROM pg_get_wal_records_info_till_end_of_wal('$from')
		WHERE resource_manager = 'Heap' AND record_type LIKE '%UPDATE%'");
}

my ($n, %sum) = (0);
for my $shape (@shapes)
{
	my ($name, $columns, $values, $set, $shorter) = @$shape{qw(name columns row set shorter)};
	for my $fillfactor (100, 45)
	{
		my %bytes;
		for my $delta ('on', 'off')
		{
			my $t = "s${n}_$delta";
			$c->sql("CREATE TABLE $t ($columns) WITH (fillfactor = $fillfactor, wal_delta_update = $delta, autovacuum_enabled = off);
				INSERT INTO $t SELECT $values FROM generate_series(1, 60) i; CHECKPOINT; UPDATE $t SET i = i");
			my $from = $c->value('SELECT pg_current_wal_lsn()');
			$c->sql("SET wal_consistency_checking = ''; UPDATE $t SET $set; UPDATE $t SET $set");
			my ($b, $count) = update_bytes($from);
			$bytes{$delta} = $b;
			is($count, 120, "$name, $fillfactor, $delta: 120 records") if $delta eq 'on';
		}
		$sum{$_} += $bytes{$_} for qw(on off);
		cmp_ok($bytes{on}, $shorter && $fillfactor == 45 ? '<' : '<=', $bytes{off},
			"$name, fill factor $fillfactor: $bytes{on} bytes, without deltas $bytes{off}");
		is($c->value("SELECT md5(string_agg(x::text, ',' ORDER BY i)) FROM s${n}_on x"),
			$c->value("SELECT md5(string_agg(x::text, ',' ORDER BY i)) FROM s${n}_off x"), "$name, $fillfactor: same rows");
		$n++;
	}
}
diag(sprintf 'all shapes: %d bytes of updates, without deltas %d', $sum{on}, $sum{off});

sub all_rows
{
	return join ' ', map { $c->value("SELECT count(*) || md5(string_agg(x::text, ',' ORDER BY i)) FROM s${_}_on x") } 0 .. $n - 1;
}

my $seen = 0;
sub new_log
{
	my $text = substr(Narwal::Cluster::slurp($c->log_file), $seen);
	$seen += length $text;
	return $text;
}

# A pass of updates: right after a checkpoint (images), and again (no images).
sub run_updates
{
	$c->sql('CHECKPOINT');
	for my $round (1 .. 2)
	{
		for my $i (0 .. $n - 1)
		{
			my $set = $shapes[ $i / 2 ]{set};
			$c->sql("UPDATE s${i}_on SET $set WHERE i % 3 = $round");
		}
	}
}

run_updates();
my $before = all_rows();
$c->kill9;
new_log();
$c->start;
is(all_rows(), $before, 'same rows after kill -9');
unlike(new_log(), qr/inconsistent page|FATAL|PANIC|invalid delta/, 'replay finds every page as it was');

# Tear every page that the log has an image of: its second half was lost.
run_updates();
$before = all_rows();
my $refs = $c->value("SELECT string_agg(block_ref, ' ') FROM pg_get_wal_records_info_till_end_of_wal((SELECT redo_lsn FROM pg_control_checkpoint())) WHERE fpi_length > 0");
my %file = map { $c->value("SELECT relfilenode FROM pg_class WHERE relname = 's${_}_on'") => $c->relation_path("s${_}_on") } 0 .. $n - 1;
$c->kill9;
my $torn = 0;
while ($refs =~ m,rel \d+/\d+/(\d+) fork main blk (\d+) \(FPW\),g)
{
	next if !$file{$1} || -s $file{$1} < ($2 + 1) * 8192;
	$c->write_bytes($file{$1}, $2 * 8192 + 4096, "\0" x 4096);
	$torn++;
}
cmp_ok($torn, '>', 100, "$torn pages are torn");
new_log();
$c->start;
is(all_rows(), $before, 'same rows after kill -9 and torn pages');
unlike(new_log(), qr/inconsistent page|FATAL|PANIC|invalid delta/, 'replay finds every page as it was');

# Deltas against rows of another page, which replay has since that page's image.
$c->sql("CREATE TABLE far (i int PRIMARY KEY, v text) WITH (fillfactor = 100); ALTER TABLE far ALTER v SET STORAGE plain;
	INSERT INTO far SELECT i, (SELECT string_agg(md5(i::text || g), '') FROM generate_series(1, 30) g) FROM generate_series(1, 100) i; CHECKPOINT");
my $from = $c->value('SELECT pg_current_wal_lsn()');
$c->sql("SET wal_consistency_checking = ''; UPDATE far SET v = 'x' || v WHERE i % 8 = 1");
my $short = $c->value("SELECT count(*) FROM pg_get_wal_records_info_till_end_of_wal('$from')
	WHERE resource_manager = 'Heap' AND record_type LIKE 'UPDATE%' AND record_length - fpi_length < 300 AND block_ref LIKE '%#1%'");
cmp_ok($short, '>', 0, "rows moved to another page are logged as deltas ($short)");
$before = $c->value("SELECT md5(string_agg(v, ',' ORDER BY i)) FROM far");
$c->kill9;
new_log();
$c->start;
is($c->value("SELECT md5(string_agg(v, ',' ORDER BY i)) FROM far"), $before, 'and replayed');
unlike(new_log(), qr/FATAL|PANIC|invalid delta/, 'without trouble');

# Without full-page writes the old page is not certain, until a checkpoint after them.
sub far_deltas
{
	my $lsn = $c->value('SELECT pg_current_wal_lsn()');
	$c->sql("SET wal_consistency_checking = ''; UPDATE far SET v = 'x' || v WHERE i % 8 $_[0]");
	return $c->value("SELECT count(*) FROM pg_get_wal_records_info_till_end_of_wal('$lsn')
		WHERE resource_manager = 'Heap' AND record_type LIKE 'UPDATE%' AND record_length - fpi_length < 300 AND block_ref LIKE '%#1%'");
}
for (['off', '= 2', 0], ['on', '= 3', 0])
{
	my ($fpw, $k, $expected) = @$_;
	$c->sql("ALTER SYSTEM SET full_page_writes = $fpw");
	$c->reload;
	$c->poll('SHOW full_page_writes', $fpw);
	# The checkpointer puts it into force.
	$c->sql('CHECKPOINT') if $fpw eq 'off';
	$c->poll("SELECT count(*) > 0 FROM pg_get_wal_records_info_till_end_of_wal('$from') WHERE record_type = 'FPW_CHANGE' AND description = '" . ($fpw eq 'on' ? 'true' : 'false') . "'", 't');
	is(far_deltas($k), $expected, "full_page_writes turned $fpw: no delta against another page");
}
$c->sql('CHECKPOINT');
cmp_ok(far_deltas('IN (0, 4, 5, 6, 7)'), '>', 0, 'after a checkpoint with full_page_writes there are');
$before = $c->value("SELECT md5(string_agg(v, ',' ORDER BY i)) FROM far");
$c->kill9;
$c->start;
is($c->value("SELECT md5(string_agg(v, ',' ORDER BY i)) FROM far"), $before, 'and all is replayed');

# The switch can be turned, and the default format has none.
$c->sql('ALTER TABLE far SET (wal_delta_update = off)');
like(($c->psql('ALTER TABLE far SET (wal_delta_update = maybe)'))[2], qr/invalid value for boolean option "wal_delta_update"/, 'a bad value');
$c->stop;
$c->append_conf('wal_format = postgres15');
$c->start;
my %bytes;
my ($tiny) = grep { $shapes[$_]{name} eq 'hundred tiny fields, two changed' } 0 .. $#shapes;
$tiny = 's' . (2 * $tiny + 1);
for my $delta (qw(on off))
{
	$from = $c->value('SELECT pg_current_wal_lsn()');
	$c->sql("SET wal_consistency_checking = ''; UPDATE ${tiny}_$delta SET i = i, c3 = c3 + 1, c97 = c97 + 1; UPDATE ${tiny}_$delta SET i = i");
	($bytes{$delta}) = $c->value("SELECT string_agg(DISTINCT (record_length - fpi_length)::text, ' ') FROM pg_get_wal_records_info_till_end_of_wal('$from')
		WHERE resource_manager = 'Heap' AND record_type LIKE '%UPDATE%' AND fpi_length = 0");
}
is($bytes{on}, $bytes{off}, 'in the default format the parameter changes nothing');

done_testing();
