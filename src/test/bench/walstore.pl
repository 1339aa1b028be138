#!/usr/bin/env perl
# walstore.pl
#	The WAL store on WAL that stock PostgreSQL 15 writes here and now: bytes as a
#	share of stock's with wal_compression = zstd and of zstd -3 and lz4 over whole
#	files, CPU as a ratio to lz4.
#
# usage: walstore.pl [WORKLOAD ...]
#
# Each workload runs twice from the same data directory, with wal_compression
# off and zstd, between two segment switches; pg_walstore measures the first.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../perl";
use File::Path qw(remove_tree);
use Narwal::Cluster;

$| = 1;
die "make bench: stock PostgreSQL 15 is not installed\n" unless Narwal::Cluster::have_stock();
my $tool = Narwal::Cluster::narwal_bin() . '/pg_walstore';

my $setup = <<'SQL';
CREATE FUNCTION noise(n int) RETURNS text LANGUAGE sql VOLATILE AS
	$$ SELECT left(string_agg(encode(sha256((random()::text || g)::bytea), 'base64'), ''), n) FROM generate_series(0, n / 43) g $$;
CREATE TABLE seed (a int) WITH (fillfactor = 50); INSERT INTO seed SELECT generate_series(1, 400000);
CREATE TABLE source (a int); INSERT INTO source SELECT generate_series(1, 300000);
CREATE TABLE target (a int, b text);
CREATE TABLE uu (u uuid, t timestamptz, d int, s text, r int);
INSERT INTO uu SELECT gen_random_uuid(), '2024-01-01'::timestamptz + i * interval '1.234 s', i % 50, 'cat' || (i % 300), (random() * 1e9)::int FROM generate_series(1, 150000) i;
CREATE TABLE wide (id bigserial, c1 int, c2 int, c4 bigint, n1 numeric(12,2), n2 numeric, t1 timestamptz, t3 date, u1 uuid, j1 jsonb, s1 text, s2 varchar(40), b1 bool, f1 float8, ip inet, ar int[]);
INSERT INTO wide (c1, c2, c4, n1, n2, t1, t3, u1, j1, s1, s2, b1, f1, ip, ar)
	SELECT (random() * 1000)::int, i, i::bigint * 1000003, (random() * 100000)::numeric(12,2), random()::numeric, '2024-03-01'::timestamptz + i * interval '3.3 s', '2024-01-01'::date + i % 700, gen_random_uuid(),
	jsonb_build_object('id', i, 'name', 'user' || i, 'score', (random() * 100)::int), 'Customer description text for item ' || i || ' with some words', 'sku-' || (i % 1000), i % 2 = 0, random(), ('10.0.' || (i % 256) || '.' || (i / 256 % 256))::inet, ARRAY[i % 3, i % 5]
	FROM generate_series(1, 30000) i;
CREATE TABLE stock (id int PRIMARY KEY, quantity smallint, dist char(240), ytd int, data varchar(50)) WITH (fillfactor = 90);
INSERT INTO stock SELECT i, 10 + (random() * 90)::int, noise(240), 0, noise(26 + i % 24) FROM generate_series(1, 10000) i;
CREATE TABLE orders (id bigserial PRIMARY KEY, item int, quantity smallint, dist char(24), at timestamptz DEFAULT now());
CREATE TABLE dead (id int PRIMARY KEY, v text, w int); INSERT INTO dead SELECT i, 'value ' || i, i % 100 FROM generate_series(1, 150000) i;
UPDATE dead SET w = w + 1; DELETE FROM dead WHERE id % 5 = 1;
VACUUM seed; VACUUM wide; VACUUM stock;
SQL

my $order = <<'SQL';
\set i random(1, 10000)
\set q random(1, 10)
BEGIN;
UPDATE stock SET quantity = quantity - :q, ytd = ytd + :q WHERE id = :i;
INSERT INTO orders (item, quantity, dist) VALUES (:i, :q, noise(24));
COMMIT;
SQL

# name, checkpoint before it, what to run
my @workloads = (
	['seed UPDATE', 1, sub { $_[0]->sql('UPDATE seed SET a = a + 1') }],
	['pgbench after a checkpoint', 1, sub { pgbench($_[0], 800) }],
	['pgbench hot', 0, sub { pgbench($_[0], 1500) }],
	['INSERT ... SELECT', 1, sub { $_[0]->sql("INSERT INTO target SELECT a, 'row number ' || a FROM source") }],
	['CREATE INDEX', 1, sub { $_[0]->sql("CREATE INDEX ON uu (u); CREATE INDEX ON uu (s); CREATE INDEX ON uu (d); CREATE INDEX ON uu (t)") }],
	['wide rows', 1, sub { $_[0]->sql('UPDATE wide SET c2 = c2 + 1, t1 = now(), n1 = n1 + 1 WHERE id % 10 = 3') }],
	['orders, random text', 0, sub { pgbench($_[0], 500, "$_[0]{dir}/order.sql") }],
	['VACUUM', 1, sub { $_[0]->sql('VACUUM dead'); $_[0]->sql('VACUUM FREEZE target') }],
);
@workloads = grep { my $name = $_->[0]; grep { index($name, $_) >= 0 } @ARGV } @workloads if @ARGV;

sub pgbench
{
	my ($c, $transactions, $file) = @_;
	my ($rc, $out, $err) = $c->run('pgbench', '-h', $c->socket_dir, '-p', $c->port, '-U', 'postgres', '-n', '--random-seed=7',
		'-c', 8, '-t', $transactions, ($file ? ('-f', $file) : ()), 'postgres');
	die "pgbench: $err" if $rc;
}

my $base = Narwal::Cluster->new('base', stock => 1)->init;
$base->append_conf("max_wal_size = 20GB\ncheckpoint_timeout = 1d\nwal_keep_size = 20GB\nwal_recycle = off\nfsync = off\nshared_buffers = 256MB\nmaintenance_work_mem = 256MB\nmax_parallel_maintenance_workers = 0\nmax_parallel_workers_per_gather = 0");
$base->start;
$base->sql($setup);
$base->run('pgbench', '-i', '-q', '-s', 5, '-h', $base->socket_dir, '-p', $base->port, '-U', 'postgres', 'postgres');
$base->stop;

my %wal;
for my $method (qw(off zstd))
{
	my $c = Narwal::Cluster->new($method, stock => 1);
	$c->init_from($base);
	$c->append_conf("wal_compression = $method");
	$c->start;
	Narwal::Cluster::spew("$c->{dir}/order.sql", $order);
	for my $w (@workloads)
	{
		my ($name, $checkpoint, $run) = @$w;
		$c->sql('CHECKPOINT') if $checkpoint;
		$c->sql('SELECT pg_switch_wal()');
		my $from = $c->value('SELECT pg_current_wal_insert_lsn()');
		$run->($c);
		my $to = $c->value('SELECT pg_current_wal_insert_lsn()');
		$wal{$name}{$method} = $c->value("SELECT pg_wal_lsn_diff('$to', '$from')::bigint");
		$c->sql('SELECT pg_switch_wal()');
		next if $method ne 'off';
		my ($a, $b) = map { $c->value("SELECT pg_walfile_name('$_')") } $from, $to;
		$wal{$name}{files} = [grep { my ($n) = m,/([0-9A-F]{24})$,; $n ge $a && $n le $b } $c->wal_segments];
	}
	$c->stop;
	remove_tree($c->data_dir) if $method eq 'zstd';
}
for my $w (@workloads)
{
	my $name = $w->[0];
	my $files = $wal{$name}{files};
	my ($rc, $out, $err) = Narwal::Cluster::run_command({ timeout => 1800 }, $tool, 'measure', @$files);
	die "pg_walstore measure: $err" if $rc;
	printf "\n%s: %.1f MB of WAL by stock, %.1f MB with wal_compression = zstd\n", $name, $wal{$name}{off} / 1e6, $wal{$name}{zstd} / 1e6;
	print $out;
	for my $flush ('bulk', '4 commits', 'commit')
	{
		my ($stored) = $out =~ /^2\s+\Q$flush\E\s+(\d+)/m or next;
		my ($zstd3) = $out =~ /^zstd -3, files\s+(\d+)/m;
		my ($lz4) = $out =~ /^lz4, files\s+(\d+)/m;
		printf "level 2, %s: %.1f%% of stock's zstd, %.1f%% of zstd -3, %.1f%% of lz4\n", $flush,
			100 * $stored / $wal{$name}{zstd}, 100 * $stored / $zstd3, 100 * $stored / $lz4;
	}
}
