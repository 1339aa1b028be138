# drivers.t
#	Client drivers as programs use them: psycopg2 (libpq), asyncpg (a protocol
#	implementation of its own, binary formats), Perl's DBD::Pg, and pgbench.
#	The same scripts must pass on stock, so that they judge us and not themselves.
use strict;
use warnings;
use FindBin;
use Narwal::Cluster;
use Test::More;

# Is the driver of a script there?
my $python = '/usr/bin/python3';
sub have { return system("@_ >/dev/null 2>&1") == 0; }

my @drivers = (
	[ 'use_psycopg2.py', have($python, '-c', "'import psycopg2'"), 'connstr' ],
	[ 'use_asyncpg.py', have($python, '-c', "'import asyncpg'"), 'parts' ],
	[ 'use_dbd.pl', have('perl', '-MDBD::Pg', '-e', '1'), 'parts' ],
);
for my $stock (Narwal::Cluster::have_stock() ? (1, 0) : (0))
{
	my $kind = $stock ? 'stock' : 'narwal';
	my $c = Narwal::Cluster->new($kind, stock => $stock)->init;
	$c->start;
	for my $driver (@drivers)
	{
		my ($script, $there, $args) = @$driver;
	  SKIP:
		{
			skip "$script: driver is not installed", 1 unless $there;
			my @args = $args eq 'connstr' ? $c->connstr : ($c->socket_dir, $c->port, $c->{user});
			my ($rc, $out, $err) = Narwal::Cluster::run_command({ timeout => 120 }, $script =~ /py$/ ? $python : 'perl', "$FindBin::Bin/../drivers/$script", @args);
			is($rc, 0, "$kind: $script ends well") or diag($err);
			my @results = grep { /^(?:not )?ok / } split /\n/, $out;
			cmp_ok(scalar @results, '>', 10, "$kind: $script made its checks");
			is_deeply([ grep { /^not/ } @results ], [], "$kind: $script: all of them good");
		}
	}
	$c->stop;
}
done_testing();
