#!/usr/bin/env perl
# redo.pl
#	Time to replay MB (200) megabytes of page images, per method.
#
# A table with few rows a page is filled, and after a CHECKPOINT a few rows of each
# page are deleted: the log is images, and little else.  Then kill -9, and a copy of
# the directory is started ROUNDS (3) times, alternately with stock's.  The figures are those
# of the server's "redo done" line: elapsed, and user CPU of the startup process.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../perl";
use File::Path qw(remove_tree);
use Narwal::Bench;

my $mb = $ENV{MB} // 200;
my @servers = Narwal::Bench::servers();
my @methods = qw(off pglz lz4 zstd);
my $pages = int($mb * 1e6 / 8192);
my %crashed;
for my $name (@servers)
{
	my $c = Narwal::Bench::cluster($name, "shared_buffers = 512MB\n");
	# Pages of pgbench's kind of rows: a few numbers, and a filler.
	$c->sql("CREATE TABLE t (id int, a int, b int, note text, filler char(84)) WITH (fillfactor = 95, autovacuum_enabled = off);
		INSERT INTO t SELECT i, i % 100, i % 10007 * 37, md5(i::text), '' FROM generate_series(1, $pages * 45) i; CHECKPOINT");
	for my $method (@methods)
	{
		$c->sql("CHECKPOINT; SET wal_compression = $method; DELETE FROM t WHERE id % 45 = " . (1 + $#{ $crashed{$name} // [] }));
		$c->kill9;
		my $copy = $c->dir . "/crashed_$method";
		system('cp', '-a', $c->data_dir, $copy) == 0 or die "cp failed\n";
		push @{ $crashed{$name} }, $copy;
		$c->start;
	}
	$c->stop;
	remove_tree($c->data_dir);
}

sub replay
{
	my ($name, $copy) = @_;
	my $c = Narwal::Cluster->new("replay_$name", stock => $name eq 'stock');
	$c->init_from($copy);
	$c->append_conf("shared_buffers = 512MB\nfsync = off\nlog_error_verbosity = default\nmax_wal_size = 100GB\n");
	unlink $c->log_file;
	system('sync'); # writing the copy back must not disturb
	$c->start;
	my $log = Narwal::Cluster::slurp($c->log_file);
	$c->stop('immediate');
	remove_tree($c->data_dir);
	$log =~ /redo done at \S+ system usage: CPU: user: ([\d.]+) s, system: ([\d.]+) s, elapsed: ([\d.]+) s/ or die "no \"redo done\" in the log of $name\n";
	return { user => $1, sys => $2, cpu => $1 + $2, elapsed => $3 };
}

my @parts;
for my $i (0 .. $#methods)
{
	for my $name (@servers)
	{
		push @parts, [ "$name $methods[$i]", sub { replay($name, $crashed{$name}[$i]) } ];
	}
}
my $r = Narwal::Bench::interleave(Narwal::Bench::rounds(3), @parts);
my (@table, @bars);
for my $method (@methods)
{
	my %e = map { $_ => Narwal::Bench::med($r, "$_ $method", 'elapsed') } @servers;
	my %u = map { $_ => Narwal::Bench::med($r, "$_ $method", 'user') } @servers;
	push @table, [ $method, (map { Narwal::Bench::number($e{$_}, '%.2f') } qw(narwal stock)), Narwal::Bench::ratio(@e{qw(narwal stock)}),
		(map { Narwal::Bench::number($u{$_}, '%.2f') } qw(narwal stock)), Narwal::Bench::ratio(@u{qw(narwal stock)}) ];
	push @bars, [ $method, \%u ];
}
Narwal::Bench::report('redo', "Replay of $pages page images, $mb MB (medians)",
	[ 'method', 'narwal s', 'stock s', 'ratio', 'narwal user s', 'stock user s', 'ratio' ], \@table, { unit => 'user CPU, s', bars => \@bars });
remove_tree($_) for map { @$_ } values %crashed;
