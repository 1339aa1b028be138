# use_dbd.pl SOCKET_FOLDER PORT USER
#	What programs do with Perl's DBI and DBD::Pg: server-side prepared
#	statements, catalog queries behind table_info and column_info, COPY,
#	asynchronous queries, savepoints.
# Prints one line per check, "ok" or "not ok" and its name.
use strict;
use warnings;
use DBI;
use DBD::Pg qw(:pg_types :async);

sub check { my ($good, $name) = @_; print $good ? 'ok ' : 'not ok ', "$name\n"; }

my ($host, $port, $user) = @ARGV;
my $dbh = DBI->connect("dbi:Pg:dbname=postgres;host=$host;port=$port", $user, '', { RaiseError => 1, PrintError => 0, AutoCommit => 1 });
check($dbh->{pg_server_version} >= 150000, 'server version');
check($dbh->ping, 'ping');
$dbh->do('CREATE TABLE dbd_t (id serial PRIMARY KEY, name varchar(40) NOT NULL, n numeric(8,3), b bytea, a int[], UNIQUE (name))');
my $insert = $dbh->prepare('INSERT INTO dbd_t (name, n, b, a) VALUES (?, ?, ?, ?) RETURNING id');
$insert->bind_param(3, undef, { pg_type => PG_BYTEA });
for my $i (1 .. 50)
{
	$insert->execute("name $i", $i / 8, join('', map { chr } 0 .. $i), [ $i, undef, -$i ]);
	check($insert->fetchrow_array == $i, "row $i returned its id") if $i % 25 == 0;
	$insert->finish;
}
my $row = $dbh->selectrow_hashref('SELECT * FROM dbd_t WHERE id = ?', undef, 33);
check($row->{n} eq '4.125' && $row->{b} eq join('', map { chr } 0 .. 33), 'numeric and bytea');
check(join(',', map { $_ // 'null' } @{ $row->{a} }) eq '33,null,-33', 'an array becomes an array');
check($dbh->last_insert_id(undef, undef, 'dbd_t', undef) == 50, 'last_insert_id');
check(join(',', map { $_->[3] } @{ $dbh->column_info(undef, 'public', 'dbd_t', '%')->fetchall_arrayref }) eq 'id,name,n,b,a', 'column_info');
check(join(',', $dbh->primary_key(undef, 'public', 'dbd_t')) eq 'id', 'primary_key');
check(scalar @{ $dbh->table_info('', 'public', 'dbd_t', 'TABLE')->fetchall_arrayref } == 1, 'table_info');
check(scalar @{ $dbh->statistics_info(undef, 'public', 'dbd_t', 0, 0)->fetchall_arrayref } >= 2, 'statistics_info');

$dbh->begin_work;
$dbh->pg_savepoint('one');
eval { $dbh->do("INSERT INTO dbd_t (name) VALUES ('name 1')"); };
check($dbh->state eq '23505', 'state of a unique violation');
$dbh->pg_rollback_to('one');
check($dbh->selectrow_array('SELECT count(*) FROM dbd_t') == 50, 'the transaction goes on after the savepoint');
$dbh->do('COPY dbd_t (name, n) FROM STDIN');
$dbh->pg_putcopydata("copied $_\t$_\n") for 1 .. 500;
$dbh->pg_putcopyend;
check($dbh->selectrow_array('SELECT sum(n) FROM dbd_t WHERE name LIKE \'copied%\'') == 125250, 'COPY in');
$dbh->do('COPY (SELECT name FROM dbd_t WHERE id <= 3 ORDER BY id) TO STDOUT');
my (@lines, $line);
push @lines, $line while $dbh->pg_getcopydata($line) >= 0;
check(join('', @lines) eq "name 1\nname 2\nname 3\n", 'COPY out');
$dbh->rollback;
check($dbh->selectrow_array('SELECT count(*) FROM dbd_t') == 50, 'rollback');

$dbh->do('SELECT pg_sleep(20)', { pg_async => PG_ASYNC });
check(!$dbh->pg_ready, 'an asynchronous query runs');
check($dbh->pg_cancel, 'and is cancelled');
my @notices;
{
	local $SIG{__WARN__} = sub { push @notices, @_ };
	$dbh->do('DROP TABLE IF EXISTS dbd_never');
}
check("@notices" =~ /NOTICE:  table "dbd_never" does not exist, skipping/, 'a notice');
my $many = $dbh->prepare('SELECT $1::int + $2::int');
my $sum = 0;
for my $i (1 .. 200) { $many->execute($i, 1); $sum += ($many->fetchrow_array)[0]; }
check($sum == 20300, 'a statement run 200 times');
$dbh->do('DROP TABLE dbd_t');
$dbh->disconnect;
