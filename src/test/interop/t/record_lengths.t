# record_lengths.t
#	With wal_compression = off every record has the manager, type, length and
#	image length that stock gives it, for the same SQL on copies of one
#	directory; stock's pg_waldump reads both.
use strict;
use warnings;
use Narwal::Cluster;
use Test::More;

plan skip_all => 'stock PostgreSQL 15 is not installed' unless Narwal::Cluster::have_stock();

# Records between two positions as "manager type record-length image-length".
# Stock since 15.19 notes a version with each column of a user's table
# (pg_attver in attoptions), which 15.18 and we do not: where it does, rows
# of pg_attribute that have no key to compare by get no lengths.
my $has_attver;
sub records
{
	my ($c, $from, $to) = @_;
	my ($rc, $out, $err) = Narwal::Cluster::run_command("$Narwal::Cluster::STOCK_BIN/pg_waldump", '-p', $c->data_dir . '/pg_wal', '-s', $from, '-e', $to);
	$rc == 0 or diag("pg_waldump on $c->{name}: $err");
	my @list;
	for (split /\n/, $out)
	{
		next unless /^rmgr: (\S+)\s+len \(rec\/tot\):\s*(\d+)\/\s*(\d+), .*?desc: (\S+)/;
		my ($manager, $type, $rec, $tot) = ($1, $4, $2, $3);
		push @list, $has_attver && $type =~ /^MULTI_INSERT/ && m,rel 1663/\d+/1249 , ? "$manager MULTI_INSERT of pg_attribute" :
			sprintf '%s %s %d %d', $manager, $type, $rec, $tot - $rec;
	}
	return @list;
}

# What checkpoint timing and background processes write is not the statement's.
sub settled { return grep { !/^(?:Standby RUNNING_XACTS|XLOG FPI_FOR_HINT) / } @_; }

# Name, statements; a manager if only its records are compared (readers of
# catalogs prune rows of earlier cases, each server at its own times).
my @cases = (
	[ 'CREATE TABLE', 'CREATE TABLE c1 (a int)' ],
	[ 'CREATE TABLE with a key', 'CREATE TABLE c2 (id int PRIMARY KEY, t text)' ],
	[ 'INSERT', 'INSERT INTO t VALUES (1, \'one\')' ],
	[ 'multi-row INSERT', 'INSERT INTO t SELECT i, md5(i::text) FROM generate_series(2, 300) i' ],
	[ 'INSERT, set-returning', 'INSERT INTO n VALUES (generate_series(1, 500))' ],
	[ 'UPDATE, HOT', 'UPDATE h SET v = v + 1 WHERE k = 5' ],
	[ 'UPDATE, HOT, all', 'UPDATE h SET v = v + 1' ],
	[ 'UPDATE of a key', 'UPDATE h SET k = k + 1000 WHERE k = 7' ],
	[ 'UPDATE to another page', 'UPDATE w SET t = t || \'x\'' ],
	[ 'DELETE', 'DELETE FROM h WHERE k < 10' ],
	[ 'index inserts and splits', 'INSERT INTO s SELECT i FROM generate_series(1, 3000) i' ],
	[ 'index inserts, random', 'INSERT INTO s SELECT (i * 7919) % 1000003 + 10000 FROM generate_series(1, 3000) i' ],
	[ 'CREATE INDEX', 'CREATE INDEX w_t ON w (id)' ],
	[ 'DROP TABLE', 'DROP TABLE d' ],
	[ 'CREATE TABLE rolled back', "BEGIN;\nCREATE TABLE gone (a int PRIMARY KEY);\nROLLBACK", 'Transaction' ],
	[ 'CREATE TABLE in savepoints', "BEGIN;\nSAVEPOINT s;\nCREATE TABLE gone (a int);\nROLLBACK TO s;\nSAVEPOINT u;\nDROP TABLE d2;\nRELEASE u;\nCOMMIT", 'Transaction' ],
	[ 'ROLLBACK', "BEGIN;\nINSERT INTO t VALUES (1000, 'r');\nROLLBACK" ],
	[ 'savepoint', "BEGIN;\nINSERT INTO t VALUES (1001, 'a');\nSAVEPOINT s;\nINSERT INTO t VALUES (1002, 'b');\nCOMMIT" ],
	[ 'TRUNCATE', 'TRUNCATE n' ],
	[ 'CHECKPOINT', 'CHECKPOINT' ],
	[ 'INSERT after a checkpoint', 'INSERT INTO t VALUES (2000, \'fpi\')' ],
	[ 'UPDATE after a checkpoint', 'UPDATE h SET v = 0 WHERE k = 20' ],
	[ 'DELETE of many rows', "DELETE FROM s WHERE a % 3 = 0;\nDELETE FROM h WHERE k > 50;\nDELETE FROM w WHERE id > 5" ],
	[ 'VACUUM', 'VACUUM s' ],
	[ 'VACUUM that gives pages back', 'VACUUM w' ],
	[ 'VACUUM after pruning', 'VACUUM h' ],
	[ 'VACUUM FREEZE', 'VACUUM (FREEZE) s' ],
	[ 'ANALYZE', 'ANALYZE h' ],
	[ 'ANALYZE again', 'ANALYZE h' ],
	[ 'GRANT ON PARAMETER', 'GRANT SET ON PARAMETER wal_compression TO someone' ],
	[ 'GRANT ON PARAMETER again', 'GRANT ALTER SYSTEM ON PARAMETER wal_compression TO someone, another WITH GRANT OPTION' ],
	[ 'GRANT ON several parameters', 'GRANT ALL ON PARAMETER work_mem, "Wal_Level", a.b, work_mem TO someone, PUBLIC' ],
	[ 'GRANT of the default', 'GRANT ALL ON PARAMETER log_statement TO postgres' ],
	[ 'REVOKE ON PARAMETER', 'REVOKE GRANT OPTION FOR ALTER SYSTEM ON PARAMETER wal_compression FROM another' ],
	[ 'REVOKE ON PARAMETER, the last one', 'REVOKE ALL ON PARAMETER wal_level, nosuch, work_mem FROM someone, PUBLIC' ],
	[ 'CREATE DATABASE', 'CREATE DATABASE new' ],
	[ 'CREATE DATABASE by files', 'CREATE DATABASE files STRATEGY file_copy', 'Database' ],
	[ 'DROP DATABASE', 'DROP DATABASE new' ],
);
my $prepare = <<'SQL';
CREATE TABLE t (id int PRIMARY KEY, t text);
CREATE TABLE n (a int);
CREATE TABLE h (k int PRIMARY KEY, v int) WITH (fillfactor = 50);
INSERT INTO h SELECT i, i FROM generate_series(1, 100) i;
CREATE TABLE w (id int, t text);
INSERT INTO w SELECT i, repeat('w', 200) FROM generate_series(1, 200) i;
CREATE TABLE s (a int PRIMARY KEY);
CREATE TABLE d (a int PRIMARY KEY, b text);
CREATE TABLE d2 (a int, b text);
CREATE TABLE flush (a int);
CREATE ROLE someone; CREATE ROLE another;
INSERT INTO flush VALUES (1);
CHECKPOINT;
SQL

# One directory, made by us, prepared by stock, copied for both.
my $base = Narwal::Cluster->new('base', stock => 1);
{
	my $init = Narwal::Cluster->new('init')->init;
	system('cp', '-a', $init->data_dir, $base->data_dir) == 0 or die;
	$base->set_test_conf;
	$base->append_conf("bgwriter_delay = 10s\ncheckpoint_timeout = 1d\nautovacuum = off\nwal_keep_size = 1GB\nfull_page_writes = on\nmax_wal_size = 4GB");
	$base->start;
	$base->sql($prepare);
	$has_attver = $base->value("SELECT count(*) FROM pg_attribute WHERE attrelid = 't'::regclass AND attoptions IS NOT NULL");
	$base->stop;
}
my %server;
for my $kind (qw(narwal stock))
{
	$server{$kind} = Narwal::Cluster->new($kind, stock => $kind eq 'stock');
	$server{$kind}->init_from($base);
	$server{$kind}->start;
}
for my $case (@cases)
{
	my ($name, $sql, $manager) = @$case;
	my %list;
	for my $kind (qw(narwal stock))
	{
		my $c = $server{$kind};
		my $from = $c->value('SELECT pg_current_wal_insert_lsn()');
		$c->sql($sql);
		my $to = $c->value('SELECT pg_current_wal_insert_lsn()');
		$c->sql('INSERT INTO flush VALUES (1)');	# its commit makes all before it durable
		$list{$kind} = [ grep { !$manager || /^$manager / } settled(records($c, $from, $to)) ];
	}
	cmp_ok(scalar @{ $list{stock} }, '>', 0, "$name: stock wrote records");
	is_deeply($list{narwal}, $list{stock}, "$name: same managers, types and lengths (" . scalar(@{ $list{stock} }) . ' records)');
}
done_testing();
