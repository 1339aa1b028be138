# databases.t
#	CREATE and DROP DATABASE: the server is killed right after, and the other
#	one recovers the directory and reads all databases.
use strict;
use warnings;
use Narwal::Cluster;
use Test::More;

my $bin = $Narwal::Cluster::STOCK_BIN;
plan skip_all => 'stock PostgreSQL 15 is not installed' unless Narwal::Cluster::have_stock();

my $digest = "SELECT count(*) || ' ' || md5(string_agg(a || b, ',' ORDER BY a)) || ' ' || (SELECT count(*) FROM pg_class) FROM t";
my @databases = qw(source by_wal by_files copy_of_copy);

sub connection { my ($c) = @_; return ('-h', $c->socket_dir, '-p', $c->port, '-U', 'postgres'); }

for my $writer (qw(narwal stock))
{
	my $c = Narwal::Cluster->new($writer, stock => $writer eq 'stock')->init;
	$c->append_conf("wal_consistency_checking = all\nautovacuum = off");
	$c->start;
	my ($rc, $out, $err) = Narwal::Cluster::run_command("$bin/createdb", connection($c), 'source');
	is($rc, 0, "$writer: createdb") or diag($err);
	$c->sql("CREATE TABLE t (a int PRIMARY KEY, b text); INSERT INTO t SELECT i, repeat(md5(i::text), 1 + i % 90) FROM generate_series(1, 3000) i;
		CREATE UNLOGGED TABLE u AS SELECT * FROM t; CREATE TABLE toasted AS SELECT (SELECT string_agg(md5(j::text), '') FROM generate_series(1, 400) j) AS x", db => 'source');
	$c->sql('CREATE DATABASE gone_before TEMPLATE source');
	$c->sql('CHECKPOINT');
	$c->sql('CREATE DATABASE by_wal TEMPLATE source');
	$c->sql('CREATE DATABASE by_files TEMPLATE source STRATEGY file_copy');
	$c->sql('CREATE DATABASE copy_of_copy TEMPLATE by_wal');
	$c->sql("INSERT INTO t SELECT i, 'more' FROM generate_series(5001, 5100) i; DELETE FROM t WHERE a < 50", db => 'by_wal');
	$c->sql('CREATE DATABASE gone_after TEMPLATE source');
	my %oid = map { $_ => $c->value("SELECT oid FROM pg_database WHERE datname = '$_'") } qw(gone_before gone_after);
	$c->sql('DROP DATABASE gone_before');
	($rc, $out, $err) = Narwal::Cluster::run_command("$bin/dropdb", connection($c), 'gone_after');
	is($rc, 0, "$writer: dropdb") or diag($err);
	my %before = map { $_ => $c->value($digest, db => $_) } @databases;
	isnt($before{by_wal}, $before{source}, "$writer: the copy is a database of its own");
	is($before{by_files}, $before{source}, "$writer: a copy by files holds the same");
	is($before{copy_of_copy}, $before{source}, "$writer: a copy by WAL holds the same");
	$c->kill9;

	my $other = Narwal::Cluster->new("$writer.other", stock => $writer ne 'stock')->init_from($c);
	ok(eval { $other->start; 1 }, "$writer: the other server recovers") or do { diag($@); next; };
	is($other->value($digest, db => $_), $before{$_}, "$writer: $_ is the same after recovery") for @databases;
	is($other->value('SELECT count(*) FROM u', db => 'by_wal'), 0, "$writer: an unlogged table is empty after recovery");
	unlike(Narwal::Cluster::slurp($other->log_file), qr/inconsistent page|PANIC|TRAP/, "$writer: replay made every page what it was");
	ok(!-e $other->data_dir . "/base/$oid{$_}", "$writer: the files of $_ are gone") for sort keys %oid;
	if ($writer eq 'narwal')
	{
		($rc, $out, $err) = Narwal::Cluster::run_command("$bin/pg_amcheck", connection($other), '--all', '--install-missing', '--heapallindexed', '--parent-check');
		is($rc, 0, 'pg_amcheck passes in all databases') or diag("$out$err");
	}
	$other->sql('CREATE DATABASE again TEMPLATE by_wal');
	is($other->value($digest, db => 'again'), $other->value($digest, db => 'by_wal'), "$writer: the other server copies it on");
	$other->stop;
}

# DROP DATABASE waits for nobody: FORCE ends the others
my $c = Narwal::Cluster->new('force')->init;
$c->start;
$c->sql('CREATE DATABASE busy');
my $session = $c->background(db => 'busy');
$session->send('SELECT 1;');
ok($c->poll("SELECT count(*) > 0 FROM pg_stat_activity WHERE datname = 'busy'"), 'a session is in the database');
my ($rc, $out, $err) = $c->psql('DROP DATABASE busy');
like($err, qr/database "busy" is being accessed by other users/, 'DROP DATABASE refuses');
$c->sql('DROP DATABASE busy WITH (FORCE)');
is($c->value("SELECT count(*) FROM pg_database WHERE datname = 'busy'"), 0, 'FORCE drops it');
$c->stop;
done_testing();
