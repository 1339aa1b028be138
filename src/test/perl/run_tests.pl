#!/usr/bin/env perl
# run_tests.pl [NAME ...]
#	Runs the tests: all, or the suites or files whose path contains a NAME.
#
# Installs the build into a folder of its own below /tmp, copies the tests
# there, and runs prove on them as an unprivileged user when it was started by
# root, since the server refuses to be root.  Nothing is left behind.
#
# Environment: MAKE_BUILDDIR (the build), NARWAL_SRCDIR (the sources),
# NARWAL_JOBS (tests at once), NARWAL_KEEP=1 (keep folders of failed tests).
use strict;
use warnings;
use File::Path qw(make_path remove_tree);
use File::Temp qw(tempdir);

my $build = $ENV{MAKE_BUILDDIR} or die "MAKE_BUILDDIR is not set\n";
my $src = $ENV{NARWAL_SRCDIR} or die "NARWAL_SRCDIR is not set\n";
my @names = @ARGV;
my @suites = qw(unit regress isolation recovery interop clients fuzz);

my $work = tempdir('narwal-check-XXXXXX', DIR => '/tmp');
chmod 0755, $work;
my $status = 1;
my $main = $$;
$SIG{INT} = $SIG{TERM} = sub { exit 1 };
END { if ($$ == ($main // 0)) { remove_tree($work) if $work && !$ENV{NARWAL_KEEP}; $? = $status; } }

print "# installing into $work\n";
system('make', '-s', '-C', $build, 'install', "DESTDIR=$work/inst") == 0 or exit 1;
my ($bin) = glob "$work/inst/*/bin $work/inst/*/*/bin $work/inst/*/*/*/bin";
chomp(my $found = `find $work/inst -type f -name postgres -path '*/bin/*'`);
($bin = $found) =~ s,/postgres$,,;

# A copy of the tests that every user can read, and the unit test programs.
system("cp -a $src/src/test $work/test && chmod -R a+rX $work/test") == 0 or exit 1;
make_path("$work/test/unit/bin", "$work/tmp");
for my $c (glob "$src/src/test/unit/t_*.c")
{
	(my $name = $c) =~ s,.*/|\.c$,,g;
	system('cp', "$build/src/test/unit/$name", "$work/test/unit/bin/$name") == 0 or exit 1;
}

my @files;
for my $suite (@suites)
{
	my @found = $suite eq 'unit' ? glob "$work/test/unit/bin/t_*" : glob "$work/test/$suite/t/*.t";
	for my $f (@found)
	{
		push @files, $f if !@names || grep { index(substr($f, length "$work/test/"), $_) >= 0 } @names;
	}
}
@files or do { print "no test matches @names\n"; exit 1; };

my @as_user;
if ($> == 0)
{
	my $user = (grep { defined getpwnam $_ } qw(postgres nobody))[0];
	my ($uid, $gid) = (getpwnam $user)[2, 3];
	chown $uid, $gid, "$work/tmp";
	@as_user = ('setpriv', "--reuid=$uid", "--regid=$gid", '--clear-groups', '--');
	print "# running as $user\n";
}

$ENV{NARWAL_BINDIR} = $bin;
$ENV{NARWAL_WORKDIR} = "$work/tmp";
$ENV{NARWAL_TESTDIR} = "$work/test";
$ENV{HOME} = "$work/tmp";
$ENV{PERL5LIB} = "$work/test/perl";
$ENV{LC_ALL} = 'C';
delete @ENV{qw(PGDATA PGHOST PGPORT PGUSER PGDATABASE PGOPTIONS PGSERVICE PGPASSWORD)};
$ENV{PGCONNECT_TIMEOUT} = 30;
chdir $work;
# Unit tests are programs; the others are Perl.
my $run = "$work/run_one";
open my $fh, '>', $run or die;
print $fh "#!/bin/sh\ncase \$1 in *.t) exec perl \"\$\@\" ;; *) exec \"\$\@\" ;; esac\n";
close $fh;
chmod 0755, $run;
my $rc = system(@as_user, 'prove', '--timer', '-j', $ENV{NARWAL_JOBS} // 2, '--exec', $run, @files);
$status = $rc == 0 ? 0 : 1;
print $status ? "Result of make check: FAIL\n" : "Result of make check: PASS\n";
exit $status;
