#!/usr/bin/env perl
# walstore.pl
#	The WAL store on WAL that stock PostgreSQL 15 writes here and now: stored bytes
#	as a share of stock's with wal_compression = zstd and of zstd -3 and lz4 over
#	whole files, CPU as a ratio to lz4 of the same bytes, ns per record, for each
#	workload and flush pattern, with the targets beside them.
#
# usage: walstore.pl [WORKLOAD ...]
#
# The workloads run from the same data directory with wal_compression off, lz4 and
# zstd, each between two segment switches; pg_walstore measures what "off" wrote,
# and packs (and reads back) what the others did.  SIZE (0.4) is the share of the
# rows and transactions that the targets were set with.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../perl";
use File::Path qw(make_path remove_tree);
use Narwal::Bench;
use Narwal::Cluster;

$| = 1;
die "make bench: stock PostgreSQL 15 is not installed\n" unless Narwal::Cluster::have_stock();
my $tool = Narwal::Cluster::narwal_bin() . '/pg_walstore';
my $size = $ENV{SIZE} // 0.4;
my $dir = Narwal::Cluster::workdir();

sub scaled { my ($n) = @_; my $m = int($n * $size); return $m < 10 ? 10 : $m; }

# ---- data ----

my ($seed, $source, $accounts, $customers, $items, $wide, $dead, $keys, $random, $random_rows) =
	map { scaled($_) } 1_000_000, 500_000, 200_000, 30_000, 30_000, 40_000, 150_000, 200_000, 500_000, 200_000;
my $setup = <<"SQL";
CREATE FUNCTION noise(n int) RETURNS text LANGUAGE sql VOLATILE AS
	\$\$ SELECT left(string_agg(translate(encode(sha256((random()::text || g)::bytea), 'base64'), E'+/=\\n', 'aB'), ''), n) FROM generate_series(0, n / 43) g \$\$;
CREATE TABLE seed (a int) WITH (fillfactor = 50); INSERT INTO seed SELECT generate_series(1, $seed);
CREATE TABLE source (a int); INSERT INTO source SELECT generate_series(1, $source);
CREATE TABLE target (a int, b text);
CREATE TABLE copied (aid int, bid int, abalance int, filler char(84));
CREATE TABLE customer (id int PRIMARY KEY, d smallint, w int, first varchar(16), middle char(2), last varchar(16), street varchar(20), city varchar(20), state char(2), zip char(9), phone char(16),
	since timestamp, credit char(2), balance numeric(12,2), ytd numeric(12,2), cnt smallint, data varchar(500)) WITH (fillfactor = 90);
INSERT INTO customer SELECT i, i % 10 + 1, 1 + i / 30000, noise(8 + i % 9), 'OE', 'BARBAR' || i % 100, noise(10 + i % 10), noise(10 + i % 9), noise(2), noise(4) || '11111', noise(16),
	'2024-01-01'::timestamp + i * interval '1.7 s', CASE WHEN i % 10 = 0 THEN 'BC' ELSE 'GC' END, -10, 10, 1, noise(300 + i % 200) FROM generate_series(1, $customers) i;
CREATE TABLE stock (id int PRIMARY KEY, quantity smallint, dist char(240), ytd int, cnt smallint, data varchar(50)) WITH (fillfactor = 90);
INSERT INTO stock SELECT i, 10 + (random() * 90)::int, noise(240), 0, 0, noise(26 + i % 24) FROM generate_series(1, $items) i;
CREATE TABLE orders (id bigserial PRIMARY KEY, customer int, at timestamptz DEFAULT now(), n smallint);
CREATE TABLE line (orders bigint, number smallint, item int, quantity smallint, amount numeric(6,2), dist char(24), PRIMARY KEY (orders, number));
CREATE TABLE wide (id bigserial, c1 int, c2 int, c3 smallint, c4 bigint, n1 numeric(12,2), n2 numeric, n3 numeric(20,6), t1 timestamptz, t2 timestamp, t3 date, u1 uuid, u2 uuid, j1 jsonb,
	s1 text, s2 varchar(40), s3 char(10), b1 bool, f1 float8, ip inet, ar int[], e1 text, k2 bigint);
INSERT INTO wide (c1, c2, c3, c4, n1, n2, n3, t1, t2, t3, u1, u2, j1, s1, s2, s3, b1, f1, ip, ar, e1, k2)
	SELECT (random() * 1000)::int, i, i % 7, i::bigint * 1000003, (random() * 100000)::numeric(12,2), random()::numeric, (i * 0.001)::numeric(20,6), '2024-03-01'::timestamptz + i * interval '3.3 s',
	'2023-03-01'::timestamp + random() * interval '400 d', '2024-01-01'::date + i % 700, gen_random_uuid(), gen_random_uuid(), jsonb_build_object('id', i, 'name', 'user' || i, 'score', (random() * 100)::int),
	'Customer description text for item ' || i || ' with some words', 'sku-' || (i % 1000), 'abc' || (i % 10), i % 2 = 0, random(), ('10.0.' || (i % 256) || '.' || (i / 256 % 256))::inet,
	ARRAY[i % 3, i % 5, i % 7], (ARRAY['red','green','blue'])[1 + i % 3], (random() * 1e12)::bigint FROM generate_series(1, $wide) i;
CREATE TABLE dead (id int PRIMARY KEY, v text, w int); INSERT INTO dead SELECT i, 'value ' || i, i % 100 FROM generate_series(1, $dead) i;
UPDATE dead SET w = w + 1; UPDATE dead SET w = w + 1 WHERE id % 3 = 0; DELETE FROM dead WHERE id % 5 = 1;
CREATE TABLE keys (u uuid, t timestamptz, d int, s text, r int);
INSERT INTO keys SELECT gen_random_uuid(), '2024-01-01'::timestamptz + i * interval '1.234 s', i % 50, 'cat' || (i % 300), (random() * 1e9)::int FROM generate_series(1, $keys) i;
CREATE TABLE seed_random (a int) WITH (fillfactor = 50); INSERT INTO seed_random SELECT (random() * 2e9)::int FROM generate_series(1, $random);
CREATE TABLE target_random (a int, b int, c text);
VACUUM seed; VACUUM wide; VACUUM customer; VACUUM stock; VACUUM seed_random;
SQL

my $item = join '', map { "\\set i$_ random(1, $items)\n" } 1 .. 3;
my $order = <<"SQL" . $item . <<'SQL';
\\set c random(1, $customers)
\\set q random(1, 10)
SQL
BEGIN;
INSERT INTO orders (customer, n) VALUES (:c, 3) RETURNING id \gset
UPDATE stock SET quantity = quantity - :q, ytd = ytd + :q, cnt = cnt + 1 WHERE id = :i1;
INSERT INTO line VALUES (:id, 1, :i1, :q, :q * 12.5, noise(24));
UPDATE stock SET quantity = quantity - :q, ytd = ytd + :q, cnt = cnt + 1 WHERE id = :i2;
INSERT INTO line VALUES (:id, 2, :i2, :q, :q * 1.25, noise(24));
UPDATE stock SET quantity = quantity - :q, ytd = ytd + :q, cnt = cnt + 1 WHERE id = :i3;
INSERT INTO line VALUES (:id, 3, :i3, :q, :q * 2.75, noise(24));
UPDATE customer SET balance = balance - 12.5, ytd = ytd + 12.5, cnt = cnt + 1, data = left(noise(20) || data, 450) WHERE id = :c;
COMMIT;
SQL

# ---- workloads ----

sub pgbench_args
{
	my ($c, $clients, $transactions, @args) = @_;
	return ('pgbench', '-h', $c->socket_dir, '-p', $c->port, '-U', 'postgres', '-n', '-c', $clients, '-j', 2, '-t', scaled($transactions), @args, 'postgres');
}

sub pgbench
{
	my ($c, @args) = @_;
	my ($rc, $out, $err) = $c->run(pgbench_args($c, @args));
	die "pgbench: $err" if $rc;
}

my @orders = ('-f', "$dir/order.sql");
sub mixed
{
	my ($c) = @_;
	my @children;
	for my $args ([ 4, 1500, '--random-seed=3' ], [ 4, 200, @orders ])
	{
		my $pid = fork // die "fork: $!";
		if ($pid == 0) { open STDOUT, '>', '/dev/null'; open STDERR, '>', '/dev/null'; my @a = pgbench_args($c, @$args); $a[0] = $c->program('pgbench'); exec @a or exit 1; }
		push @children, $pid;
	}
	$c->sql('INSERT INTO target SELECT a, a::text FROM source LIMIT ' . scaled(60_000));
	$c->sql('UPDATE seed SET a = a + 1 WHERE a < ' . scaled(60_000));
	$c->sql('VACUUM wide');
	$c->sql('CREATE TABLE zz (id serial PRIMARY KEY, t text)');
	$c->sql('DELETE FROM target WHERE a % 5 = 0 AND a < ' . scaled(50_000));
	$c->sql('DROP TABLE zz');
	waitpid $_, 0 for @children;
}

# name, checkpoint before it, what to run; then, with their flush patterns, the targets for
# stored bytes / stock's zstd, and for encoding / lz4
my %target;
my @workloads = (
	['seed UPDATE', 1, sub { $_[0]->sql('UPDATE seed SET a = a + 1') }, ['256 kB', 0.01, 2]],
	['pgbench after a checkpoint', 1, sub { pgbench($_[0], 16, 1250, '--random-seed=7') }, ['4 commits', 0.10, 3]],
	['pgbench hot', 0, sub { pgbench($_[0], 16, 1250, '--random-seed=9') }, ['4 commits', 0.11, 3.3], ['commit', 0.13, 3.3]],
	['INSERT ... SELECT', 1, sub { $_[0]->sql("INSERT INTO target SELECT a, 'row number ' || a FROM source") }, ['256 kB', 0.01, 2]],
	['COPY', 1, sub { $_[0]->sql("COPY copied FROM '$dir/accounts.txt'") }, ['256 kB', 0.03, 2.5]],
	['CREATE INDEX', 1, sub { $_[0]->sql("CREATE INDEX ON source (a); CREATE INDEX ON target (b); CREATE INDEX ON keys (u); CREATE INDEX ON keys (d)") }, ['256 kB', 0.36, 1.6]],
	['wide rows', 1, sub { $_[0]->sql('UPDATE wide SET c2 = c2 + 1, t1 = now(), n1 = n1 + 1 WHERE id % 10 = 3') }, ['256 kB', 0.52, 2.4]],
	['orders', 1, sub { pgbench($_[0], 16, 250, '--random-seed=5', @orders) }, ['4 commits', 0.77, 5]],
	['orders hot', 0, sub { pgbench($_[0], 16, 250, '--random-seed=6', @orders) }, ['4 commits', 0.50, 5]],
	['VACUUM', 1, sub { $_[0]->sql('VACUUM dead'); $_[0]->sql('VACUUM FREEZE target') }, ['256 kB', 0.06, 1.2]],
	['mixed', 1, \&mixed, ['4 commits', 0.32, 2.9]],
	['UPDATE, random keys', 1, sub { $_[0]->sql('UPDATE seed_random SET a = (random() * 2e9)::int') }, ['256 kB', 0.11, 6]],
	['INSERT, random keys', 1, sub { $_[0]->sql("INSERT INTO target_random SELECT (random() * 2e9)::int, (random() * 2e9)::int, 'n' || (random() * 1e6)::int FROM generate_series(1, $random_rows)") }, ['256 kB', 0.18, 6]],
);
my %asked = map { $_ => 1 } @ARGV;
sub asked { my ($name) = @_; return !%asked || grep { index($name, $_) >= 0 } keys %asked; }

# ---- the corpus ----

my $base = Narwal::Cluster->new('base', stock => 1)->init('--no-locale', '-E', 'UTF8');
$base->append_conf("max_wal_size = 60GB\ncheckpoint_timeout = 1d\nwal_keep_size = 60GB\nwal_recycle = off\nfsync = off\nautovacuum = off\nshared_buffers = 1GB\nmaintenance_work_mem = 512MB\nmax_parallel_maintenance_workers = 0\nmax_parallel_workers_per_gather = 0");
# the targets were set without checksums
my ($rc, $out, $err) = $base->run('pg_checksums', '--disable', '-D', $base->data_dir);
die "pg_checksums: $err" if $rc;
$base->start;
$base->sql($setup);
($rc, $out, $err) = $base->run('pgbench', '-i', '-q', '-s', 10, '-h', $base->socket_dir, '-p', $base->port, '-U', 'postgres', 'postgres');
die "pgbench -i: $err" if $rc;
$base->sql("COPY (SELECT * FROM pgbench_accounts LIMIT $accounts) TO '$dir/accounts.txt'");
$base->stop;
Narwal::Cluster::spew("$dir/order.sql", $order);

my (%wal, %range);
for my $method (qw(off lz4 zstd))
{
	my $c = Narwal::Cluster->new($method, stock => 1);
	$c->init_from($base);
	$c->append_conf("wal_compression = $method");
	$c->start;
	my (%files, $first);
	for my $w (@workloads)
	{
		my ($name, $checkpoint, $run) = @$w;
			# those without a checkpoint build on the images that came before
		$c->sql('CHECKPOINT') if $checkpoint;
		pgbench($c, 16, 4000 / $size, '--random-seed=8') if $name eq 'pgbench hot'; # each page had its image
		$c->sql('SELECT pg_switch_wal()');
		my $from = $c->value('SELECT pg_current_wal_insert_lsn()');
		$run->($c);
		my $to = $c->value('SELECT pg_current_wal_insert_lsn()');
		$wal{$name}{$method} = $c->value("SELECT pg_wal_lsn_diff('$to', '$from')::bigint");
		$c->sql('SELECT pg_switch_wal()');
		my ($a, $b) = map { $c->value("SELECT pg_walfile_name('$_')") } $from, $to;
		$files{$name} = [ $a, $b ];
		$range{$name} = [ $from, $to ] if $method eq 'off';
		print "# $method: $name, ", sprintf('%.1f', $wal{$name}{$method} / 1e6), " MB\n";
	}
	$c->stop;
	my @segments = $c->wal_segments;
	for my $w (@workloads)
	{
		my $name = $w->[0];
		my ($a, $b) = @{ $files{$name} };
		my @own = grep { my ($n) = m,/([0-9A-F]{24})$,; $n ge $a && $n le $b } @segments;
		if ($method eq 'off') { $wal{$name}{segments} = \@own; next; }
		next unless asked($name);
		# images that stock compressed stay as they are: what that costs
		my $stores = "$dir/stores";
		make_path($stores);
		my ($rc, $out, $err) = Narwal::Cluster::run_command({ timeout => 1800 }, $tool, 'pack', '-o', $stores, @own);
		die "pg_walstore pack: $err" if $rc;
		$wal{$name}{"kept $method"} += -s $_ for glob "$stores/*";
		remove_tree($stores);
	}
	remove_tree($c->data_dir) if $method ne 'off';
}

# ---- figures ----

my (@sizes, @cpu, @targets, @kept, @bars);
# bytes of level 2 with a flush pattern
my $stored = sub { my ($f, $p) = @_; return exists $f->{2}{$p} ? $f->{2}{$p}{stored} : undef; };
my $percent = sub { my ($x, $y) = @_; return defined $x && $y ? sprintf('%.2f%%', 100 * $x / $y) : '-'; };
my @patterns = ('1 MB', '256 kB', '64 kB', '64 kB forced', '16 commits', '4 commits', 'commit');
my @levels;
for my $w (grep { asked($_->[0]) } @workloads)
{
	my ($name, undef, undef, @goals) = @$w;
	my ($from, $to) = @{ $range{$name} };
	my ($rc, $out, $err) = Narwal::Cluster::run_command({ timeout => 3600 }, $tool, 'measure', '-f', 'csv', '-s', $from, '-e', $to, @{ $wal{$name}{segments} });
	die "pg_walstore measure: $err" if $rc;
	my %f;
	for my $line (split /\n/, $out)
	{
		my ($level, $flushes, $logical, $records, $commits, $stored, $encode, $decode, $decode_c, $ns_encode, $ns_decode) = split /,/, $line;
		$f{$level}{$flushes} = { logical => $logical, records => $records, commits => $commits, stored => $stored, encode => $encode, decode => $decode, decode_c => $decode_c, ns_encode => $ns_encode, ns_decode => $ns_decode };
	}
	my ($zstd, $zstd3, $lz4) = ($wal{$name}{zstd}, $f{'zstd -3'}{files}{stored}, $f{lz4}{files}{stored});
	push @sizes, [ $name, map { sprintf('%.2f', $wal{$name}{$_} / 1e6) } qw(off lz4 zstd) ];
	push @{ $sizes[-1] }, map { $percent->($stored->(\%f, $_), $zstd) } @patterns;
	push @{ $sizes[-1] }, $percent->($f{2}{'256 kB'}{stored}, $zstd3), $percent->($f{2}{'256 kB'}{stored}, $lz4);
	for my $p (@patterns)
	{
		my $x = $f{2}{$p} or next;
		push @cpu, [ "$name, $p", map { sprintf('%.2f', $x->{$_}) } qw(encode decode decode_c) ];
		push @{ $cpu[-1] }, map { sprintf('%.0f', $x->{$_}) } qw(ns_encode ns_decode);
	}
	push @levels, [ $name, map { my $x = $f{$_}{'256 kB'}; sprintf('%.2f%% %.1f/%.1f', 100 * $x->{stored} / $x->{logical}, $x->{encode}, $x->{decode}) } 0 .. 3 ];
	push @kept, [ $name, map { my $m = $_; sprintf('%.2f', $wal{$name}{$m} / 1e6), $percent->($wal{$name}{"kept $m"}, $wal{$name}{$m}) } qw(lz4 zstd) ];
	for my $g (@goals)
	{
		my ($p, $bytes, $cpu) = @$g;
		my $x = $f{2}{$p} or next;
		push @targets, [ "$name, $p", sprintf('%.4f', $x->{stored} / $zstd), $bytes, $x->{stored} / $zstd <= $bytes ? 'met' : 'NOT met',
			sprintf('%.2f', $x->{encode}), $cpu, $x->{encode} <= $cpu ? 'met' : 'NOT met' ];
	}
	# what is aimed at beyond them: the prototype's figures, as ratios to lz4 and to stock's zstd
	my %aim = ('CREATE INDEX' => [ '256 kB', 'stored / stock zstd', 0.9 * 0.352, sub { $_[0]{stored} / $zstd } ],
		'wide rows' => [ '256 kB', 'stored / stock zstd', 0.9 * 0.503, sub { $_[0]{stored} / $zstd } ]);
	push @targets, [ "aim: $name, $aim{$name}[1]", sprintf('%.4f', $aim{$name}[3]->($f{2}{ $aim{$name}[0] })), sprintf('%.3f', $aim{$name}[2]),
		$aim{$name}[3]->($f{2}{ $aim{$name}[0] }) <= $aim{$name}[2] ? 'met' : 'NOT met' ] if $aim{$name};
	if ($name eq 'pgbench hot')
	{
		my %proto = ('256 kB' => [ 3.42, 3.85 ], '16 commits' => [ 2.96, 3.97 ], '4 commits' => [ 3.19, 4.06 ], 'commit' => [ 3.23, 4.29 ]);
		for my $p (grep { $proto{$_} } @patterns)
		{
			my $x = $f{2}{$p} or next;
			my ($e, $d) = (0.7 * $proto{$p}[0], 0.5 * $proto{$p}[1]);
			push @targets, [ "aim: $name, $p, decode / lz4 compression", sprintf('%.2f', $x->{decode_c}), sprintf('%.2f', $d), $x->{decode_c} <= $d ? 'met' : 'NOT met',
				sprintf('%.2f', $x->{encode}), sprintf('%.2f', $e), $x->{encode} <= $e ? 'met' : 'NOT met' ];
		}
	}
	push @bars, [ $name, { narwal => 100 * $f{2}{'256 kB'}{stored} / $zstd, stock => 100 * $zstd3 / $zstd } ];
}
Narwal::Bench::report('walstore', "The WAL store, level 2: MB of stock's WAL by wal_compression; stored bytes as a share of zstd's, by flush pattern; and of zstd -3 and lz4 over whole files",
	[ 'workload', 'off', 'lz4', 'zstd', @patterns, 'of zstd -3', 'of lz4' ], \@sizes, { unit => '% of stock with wal_compression = zstd; narwal: the store, stock: zstd -3 of its files', bars => \@bars });
Narwal::Bench::report('walstore', 'The WAL store, level 2: thread CPU as a ratio to lz4 of the same bytes, medians of 3; ns per record',
	[ 'workload, flushes', 'encode/lz4', 'decode/lz4', 'decode/lz4 compression', 'encode ns', 'decode ns' ], \@cpu);
Narwal::Bench::report('walstore', 'Levels, 256 kB: stored share of the WAL (off), encode/lz4 / decode/lz4', [ 'workload', 0 .. 3 ], \@levels);
Narwal::Bench::report('walstore', 'Images that stock compressed, kept as they are: MB of WAL, stored share of it', [ 'workload', 'lz4 MB', 'stored', 'zstd MB', 'stored' ], \@kept);
Narwal::Bench::report('walstore', 'Targets (SIZE 1 on an idle machine; CPU differs between machines)',
	[ 'workload', 'stored/zstd', 'target', '', 'encode/lz4', 'target', '' ], \@targets);
