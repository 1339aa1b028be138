# slow_fork.t
#	Children that get a signal before they have their own handlers: a shim makes
#	each child of the postmaster wait after the fork.  Shutdowns end all the same.
use strict;
use warnings;
use Narwal::Cluster;
use Test::More;

my $c = Narwal::Cluster->new('slow')->init;
my ($source, $shim) = ($c->dir . '/slow_fork.c', $c->dir . '/slow_fork.so');
Narwal::Cluster::spew($source, <<'C');
#define _GNU_SOURCE
#include <dlfcn.h>
#include <time.h>
#include <unistd.h>

pid_t
fork(void)
{
	pid_t (*real)(void) = (pid_t (*)(void)) dlsym(RTLD_NEXT, "fork");
	pid_t pid = real();
	struct timespec left = {0, 400000000};

	if (pid == 0)
		while (nanosleep(&left, &left) != 0)
			;
	return pid;
}
C
my ($rc, $out, $err) = Narwal::Cluster::run_command('cc', '-shared', '-fPIC', '-o', $shim, $source, '-ldl');
is($rc, 0, 'the shim compiles') or diag($err);
{
	# Only the server gets the shim.
	my $server = $c->dir . '/server';
	Narwal::Cluster::spew($server, sprintf "#!/bin/sh\nLD_PRELOAD='%s' exec '%s' \"\$@\"\n", $shim, $c->program('postgres'));
	chmod 0755, $server;
	for my $case ([ 'fast', 1 ], [ 'fast', 0 ], [ 'smart', 0 ], [ 'immediate', 1 ], [ 'fast', 0 ])
	{
		my ($mode, $session) = @$case;
		($rc, $out, $err) = $c->run('pg_ctl', '-D', $c->data_dir, '-l', $c->log_file, '-p', $server, '-w', 'start');
		is($rc, 0, "$mode: the server starts") or diag("$out$err");
		# A session that has only just been forked when the shutdown comes; without one
		# nothing else ends that would make the postmaster signal again.
		my $pid = $session ? fork // die : undef;
		exec "$Narwal::Cluster::STOCK_BIN/psql", '-XAtq', '-d', $c->connstr, '-c', '\\q' or die if $session && $pid == 0;
		($rc, $out, $err) = $c->run('pg_ctl', '-D', $c->data_dir, '-m', $mode, '-w', '-t', 20, 'stop');
		is($rc, 0, "$mode: and stops") or diag("$out$err" . $c->log_tail);
		waitpid $pid, 0 if $session;
		if ($rc)
		{
			$c->{pid} = (split /\n/, Narwal::Cluster::slurp($c->data_dir . '/postmaster.pid'))[0];
			$c->kill9;
		}
	}
}
done_testing();
