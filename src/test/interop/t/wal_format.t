# wal_format.t
#	Stock PostgreSQL 15 and the extended WAL format: it refuses the log and says
#	so, its pg_waldump too; after a return to postgres15 it starts on the data
#	directory, and what stock has written since can be taken forward again.
use strict;
use warnings;
use Narwal::Cluster;
use Test::More;

plan skip_all => 'stock PostgreSQL 15 is not installed' unless Narwal::Cluster::have_stock();

my $checksum = "SELECT count(*) || ' ' || md5(string_agg(k || v, ',' ORDER BY k)) FROM t";
my $c = Narwal::Cluster->new('ours')->init;
my $judge;

# The same data directory under the other program.
sub give_to
{
	my ($name, $from, %opt) = @_;
	my $to = Narwal::Cluster->new($name, %opt);
	$to->init_from($from);
	return $to;
}

$c->append_conf("wal_format = extended\nwal_compression = zlib");
$c->start;
$c->sql("CREATE TABLE t (k int PRIMARY KEY, v text) WITH (wal_delta_update = off); INSERT INTO t SELECT i, md5(i::text) FROM generate_series(1, 2000) i; CHECKPOINT; UPDATE t SET v = v || 'x'");
my $rows = $c->value($checksum);
my $last = $c->data_dir . '/pg_wal/' . $c->value('SELECT pg_walfile_name(pg_current_wal_lsn())');
my ($rc, $out, $err) = Narwal::Cluster::run_command("$Narwal::Cluster::STOCK_BIN/pg_waldump", $last);
isnt($rc, 0, 'stock pg_waldump refuses an extended segment');
like($err, qr/574E|WAL segment size|could not find a valid record/, 'as one that is none of its own');
($rc, $out, $err) = $c->run('pg_waldump', '-b', $last);
like($out, qr/method: zlib/, 'ours reads it and names the method');
like($out, qr/PARAMETER_CHANGE.*wal_format=extended/, 'and the record of the change');

for my $way (qw(clean crash))
{
	$way eq 'clean' ? $c->stop : do { $c->start; $c->kill9 };
	$judge = give_to("judge_$way", $c, stock => 1);
	$judge->append_conf('max_connections = 20');
	# What stock does not know must not be what stops it.
	my $conf = $judge->data_dir . '/postgresql.conf';
	Narwal::Cluster::spew($conf, Narwal::Cluster::slurp($conf) =~ s/^wal_(format|compression).*$//gmr);
	ok(!$judge->start(may_fail => 1), "$way: stock does not start");
	like(Narwal::Cluster::slurp($judge->log_file), qr/invalid magic number 574E/, "$way: and says why");
}

$c->append_conf("wal_format = postgres15\nwal_compression = zstd");
$c->start;
is($c->value($checksum), $rows, 'back after a crash');
$c->sql("CHECKPOINT; UPDATE t SET v = v || 'y' WHERE k % 2 = 0");
$rows = $c->value($checksum);
$c->kill9;

$judge = give_to('judge_back', $c, stock => 1);
my $conf = $judge->data_dir . '/postgresql.conf';
Narwal::Cluster::spew($conf, Narwal::Cluster::slurp($conf) =~ s/^wal_(format|compression).*$//gmr);
$judge->start;
is($judge->value($checksum), $rows, 'stock replays the log after a return to its format');
$judge->sql("UPDATE t SET v = v || 'z' WHERE k % 3 = 0");
like(($judge->psql('ALTER TABLE t SET (fillfactor = 90)'))[2], qr/unrecognized parameter "wal_delta_update"/, 'stock does not know the storage parameter');
$judge->sql('ALTER TABLE t RESET (wal_delta_update); ALTER TABLE t SET (fillfactor = 90)');
is($judge->value("SELECT reloptions FROM pg_class WHERE relname = 't'"), '{fillfactor=90}', 'but can take it away');
$rows = $judge->value($checksum);
$judge->stop;

my $again = give_to('again', $judge);
$again->append_conf("wal_format = extended\nwal_compression = zlib");
$again->start;
is($again->value($checksum), $rows, 'and what stock wrote can be taken forward again');
$again->stop;

done_testing();
