#!/usr/bin/env perl
# recovery.pl
#	Seconds from start to a working server, after kill -9 with WAL_MB (300) of WAL.
#
# Inserts and updates of narrow rows, without page images; figures are scaled to WAL_MB.
# ROUNDS (3).
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../perl";
use Narwal::Bench;
use Time::HiRes qw(time);

my $mb = $ENV{WAL_MB} // 300;
my @servers = Narwal::Bench::servers();

sub recover
{
	my ($name) = @_;
	my $c = Narwal::Cluster->new($name, stock => $name eq 'stock')->init;
	$c->append_conf("shared_buffers = 512MB\nmax_wal_size = 100GB\ncheckpoint_timeout = 1d\nfull_page_writes = off\n");
	$c->start;
	$c->sql('CREATE TABLE t (a int PRIMARY KEY, b text); CHECKPOINT');
	my $from = $c->value('SELECT pg_current_wal_insert_lsn()');
	my ($written, $i) = (0, 0);
	while ($written < $mb * 1e6)
	{
		$c->sql("INSERT INTO t SELECT g, md5(g::text) FROM generate_series($i * 200000 + 1, ($i + 1) * 200000) g");
		$c->sql("UPDATE t SET b = b || 'x' WHERE a > $i * 200000");
		$i++;
		$written = $c->value("SELECT pg_current_wal_insert_lsn() - '$from'::pg_lsn");
	}
	my $rows = $c->value('SELECT count(*) FROM t');
	$c->kill9;
	my $t0 = time;
	$c->start;
	my $s = time - $t0;
	die "rows are missing after recovery\n" unless $c->value('SELECT count(*) FROM t') == $rows;
	$c->stop;
	$c->remove;
	return { seconds => $s * $mb * 1e6 / $written };
}

my $r = Narwal::Bench::interleave(Narwal::Bench::rounds(3), map { my $name = $_; [ $name, sub { recover($name) } ] } @servers);
my %m = map { $_ => Narwal::Bench::med($r, $_, 'seconds') } @servers;
Narwal::Bench::report('recovery', "Recovery of $mb MB of WAL after kill -9, seconds (medians)", [ 'server', 's', 'rounds' ],
	[ (map { my $name = $_; [ $name, sprintf('%.2f', $m{$name}), join ' ', map { sprintf '%.2f', $_->{seconds} } @{ $r->{$name} } ] } @servers), [ 'narwal/stock', Narwal::Bench::ratio(@m{qw(narwal stock)}), '' ] ],
	{ unit => 's', bars => [ [ 'recovery', \%m ] ] });
