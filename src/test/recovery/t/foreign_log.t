# foreign_log.t
#	What a log may hold at its end, or of another server's doing: databases and
#	tablespaces made and dropped, a record of which the disk got only a part.
#
# Stock writes the first log and both servers replay copies of it; the second is
# damaged in the same way for both.
use strict;
use warnings;
use File::Path qw(make_path remove_tree);
use Narwal::Cluster;
use Test::More;

plan skip_all => 'stock PostgreSQL 15 is not installed' unless Narwal::Cluster::have_stock();
my $stock_waldump = "$Narwal::Cluster::STOCK_BIN/pg_waldump";

# ---- databases and tablespaces that come and go ----
{
	my $s = Narwal::Cluster->new('writer', stock => 1)->init('--wal-segsize=1');
	$s->append_conf("log_error_verbosity = default\nmax_wal_size = 1GB\ncheckpoint_timeout = 1d");
	$s->start;
	my $space = $s->dir . '/space';
	make_path($space);
	$s->sql('CREATE DATABASE before');
	$s->sql('CREATE TABLE b (a int)', db => 'before');
	$s->sql('CHECKPOINT');
	$s->sql($_) for "CREATE TABLESPACE sp LOCATION '$space'", 'CREATE DATABASE logged', 'CREATE DATABASE copied STRATEGY file_copy', 'CREATE DATABASE stays STRATEGY file_copy',
		'CREATE DATABASE elsewhere TABLESPACE sp';
	$s->sql("CREATE TABLE w (a int, b text); INSERT INTO w SELECT i, repeat('w', 300) FROM generate_series(1, 3000) i; CREATE INDEX ON w (a)", db => $_)
		for qw(before logged copied stays elsewhere);
	$s->sql("DROP DATABASE $_") for qw(before logged copied elsewhere);
	$s->sql('DROP TABLESPACE sp; CREATE TABLE last (a int); INSERT INTO last VALUES (7)');
	$s->kill9;
	for my $kind ('narwal', 'stock')
	{
		my $c = Narwal::Cluster->new("replay.$kind", stock => $kind eq 'stock')->init_from($s);
		ok(eval { $c->start; 1 }, "$kind: replays databases that were made and dropped") or diag($c->log_tail);
		is($c->value('SELECT a FROM last'), 7, "$kind: what came last is there");
		is($c->value("SELECT string_agg(datname, ' ' ORDER BY datname) FROM pg_database"), 'postgres stays template0 template1', "$kind: the right databases are left");
		is($c->value('SELECT count(*) FROM w', db => 'stays'), 3000, "$kind: with their rows");
		my @dirs = glob $c->data_dir . '/base/[0-9]*';
		is(scalar(@dirs), 4, "$kind: and no other directory");
		$c->sql('CHECKPOINT');
		unlike(Narwal::Cluster::slurp($c->log_file), qr/PANIC|TRAP|could not fsync/, "$kind: without trouble");
		$c->stop;
		remove_tree($c->dir);
	}
}

# ---- the log ends in a record that is not all there ----
{
	my $w = Narwal::Cluster->new('cut')->init('--wal-segsize=1');
	$w->append_conf("log_error_verbosity = default\nmax_wal_size = 1GB\ncheckpoint_timeout = 1d\nfull_page_writes = on");
	$w->start;
	$w->sql('CREATE TABLE t (a int PRIMARY KEY, b text); CHECKPOINT');
	$w->sql("INSERT INTO t SELECT i, repeat(md5(i::text), 20) FROM generate_series(1, 2000) i");
	$w->sql("UPDATE t SET b = b || 'x' WHERE a % 9 = 1");
	$w->kill9;
	# The last records that run over a page's end, in one segment, not a commit.
	my $state = (Narwal::Cluster::run_command("$Narwal::Cluster::STOCK_BIN/pg_controldata", $w->data_dir))[1];
	my ($redo) = $state =~ /REDO location:\s+(\S+)/;
	my ($rc, $dump) = Narwal::Cluster::run_command($stock_waldump, '-p', $w->data_dir . '/pg_wal', '-s', $redo);
	my @records;
	push @records, hex($1) << 32 | hex $2 while $dump =~ /lsn: (\w+)\/(\w+),/g;
	my @long;
	for my $i (0 .. $#records - 1)
	{
		my ($from, $to) = @records[ $i, $i + 1 ];
		push @long, [ $from, $to ] if $from >> 13 != ($to - 1) >> 13 && $from >> 20 == $to >> 20 && $to % 8192 > 200;
	}
	cmp_ok(scalar(@long), '>', 3, 'there are records that run over a page');
	my ($from, $to) = @{ $long[-2] };
	my $page = $to - $to % 8192;
	for my $damage ('half', 'gone')
	{
		my %said;
		for my $kind ('narwal', 'stock')
		{
			my $c = Narwal::Cluster->new("cut.$damage.$kind", stock => $kind eq 'stock')->init_from($w);
			my $segment = sprintf '%s/pg_wal/%08X%08X%08X', $c->data_dir, 1, $from >> 32, ($from & 0xffffffff) >> 20;
			my $size = 1 << 20;
			my $at = $damage eq 'half' ? $to - 100 : $page;
			# Nothing after it has reached the disk.
			$c->write_bytes($segment, $at % $size, "\0" x ($size - $at % $size));
			for my $later (grep { $_ gt $segment } $c->wal_segments) { $c->write_bytes($later, 0, "\0" x $size); }
			ok(eval { $c->start; 1 }, "$damage: $kind recovers") or diag($c->log_tail);
			is($c->value("INSERT INTO t VALUES (100000, 'new') RETURNING a"), 100000, "$damage: $kind writes again");
			$c->stop;
			my $what = sprintf '%X/%08X', $page >> 32, $page & 0xffffffff;
			my (undef, $after) = Narwal::Cluster::run_command($stock_waldump, '-p', $c->data_dir . '/pg_wal', '-s', $what, '-n', 1);
			($said{$kind}) = $after =~ /(lsn: \S+,.*OVERWRITE_CONTRECORD lsn \S+);/;
			ok($said{$kind}, "$damage: $kind replaced the record from its last page on") or diag($after);
			remove_tree($c->dir);
		}
		is($said{narwal}, $said{stock}, "$damage: as stock does");
	}
}
done_testing();
