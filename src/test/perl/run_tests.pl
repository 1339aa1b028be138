#!/usr/bin/env perl
# run_tests.pl [NAME ...]
#	Runs the tests: all, or the suites or files whose path contains a NAME.
#
# Environment: MAKE_BUILDDIR (the build), NARWAL_SRCDIR (the sources),
# NARWAL_JOBS (tests at once), NARWAL_KEEP=1 (keep the folders).
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Narwal::Setup;

my @names = @ARGV;
my @suites = qw(unit regress isolation recovery interop clients fuzz);
my $build = $ENV{MAKE_BUILDDIR};
my $src = $ENV{NARWAL_SRCDIR};
my $work = Narwal::Setup::prepare('check');

sub wanted
{
	my ($path) = @_;
	return !@names || grep { index($path, $_) >= 0 } @names;
}
mkdir "$work/test/unit/bin";
for my $c (glob "$src/src/test/unit/t_*.c")
{
	(my $name = $c) =~ s,.*/|\.c$,,g;
	next unless wanted("unit/bin/$name");
	system('cp', "$build/src/test/unit/$name", "$work/test/unit/bin/$name") == 0 or exit 1;
}
my @files;
for my $suite (@suites)
{
	for my $f ($suite eq 'unit' ? glob "$work/test/unit/bin/t_*" : glob "$work/test/$suite/t/*.t")
	{
		push @files, $f if wanted(substr($f, length "$work/test/"));
	}
}
@files or do { print "no test matches @names\n"; exit 1; };

# Unit tests are programs; the others are Perl.
open my $fh, '>', "$work/run_one" or die;
print $fh "#!/bin/sh\ncase \$1 in *.t) exec perl \"\$\@\" ;; *) exec \"\$\@\" ;; esac\n";
close $fh;
chmod 0755, "$work/run_one";
# Tests wait for disks and time limits half of the time: two for each core.
chomp(my $cores = `nproc`);
my $jobs = $ENV{NARWAL_JOBS} // 2 * ($cores > 1 ? $cores : 1);
my $rc = Narwal::Setup::run('prove', '--timer', '-j', $jobs, '--exec', "$work/run_one", @files);
print "Result of make check: ", $rc ? "FAIL\n" : "PASS\n";
exit($rc ? 1 : 0);
