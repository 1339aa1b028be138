# lock_during_update.t
#	A key-share lock taken while an update is storing the new version's long
#	value holds the new version, too.
#
# The row is unlocked meanwhile, and the lock does not conflict with the update.
# Stock 15 loses it: it then lets a third session lock, and delete, the row.
use strict;
use warnings;
use Narwal::Cluster;
use Test::More;

my $c = Narwal::Cluster->new('ours')->init;
$c->append_conf('max_wal_size = 2GB');
$c->start;
$c->sql("CREATE TABLE t (id int PRIMARY KEY, big text); ALTER TABLE t ALTER big SET STORAGE EXTERNAL; INSERT INTO t VALUES (1, 'a')");
my $toast = $c->value("SELECT reltoastrelid FROM pg_class WHERE oid = 't'::regclass");
my ($updater, $locker, $watcher) = map { $c->background } 1 .. 3;

$updater->send("BEGIN; UPDATE t SET big = repeat('x', 80000000) WHERE id = 1");
for (1 .. 2000)
{
	last if $watcher->run("SELECT pg_relation_size($toast) > 0") eq 't';
}
is($locker->run('BEGIN; SELECT length(big) FROM t WHERE id = 1 FOR KEY SHARE'), 1, 'the old version is locked and read');
$updater->wait_done;
$updater->run('COMMIT');
like($watcher->run('SELECT 1 FROM t WHERE id = 1 FOR UPDATE NOWAIT'), qr/could not obtain lock/, 'the new version is locked');
is($watcher->run('UPDATE t SET big = NULL WHERE id = 1 RETURNING id'), 1, 'it can be updated all the same');
like($watcher->run('SELECT 1 FROM t WHERE id = 1 FOR UPDATE NOWAIT'), qr/could not obtain lock/, 'and then still is locked');
$locker->run('COMMIT');
is($watcher->run('DELETE FROM t WHERE id = 1 RETURNING id'), 1, 'until the end of the transaction');
$_->finish for $updater, $locker, $watcher;
done_testing();
