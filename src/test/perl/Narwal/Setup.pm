# Narwal/Setup.pm
#	Prepares a run of tests, benches or the demonstration.
#
# prepare() installs the build into a new folder below /tmp, copies src/test
# there so that every user can read it, and sets the environment that
# Narwal::Cluster expects.  run() runs a command there, as an unprivileged user
# when we are root.  The folder is removed when the program ends.
package Narwal::Setup;

use strict;
use warnings;
use File::Path qw(make_path remove_tree);
use File::Temp qw(tempdir);

my $work;
my $main = $$;
my @as_user;

$SIG{INT} = $SIG{TERM} = $SIG{HUP} = sub { exit 1 };

sub prepare
{
	my ($purpose) = @_;
	my $build = $ENV{MAKE_BUILDDIR} or die "MAKE_BUILDDIR is not set\n";
	my $src = $ENV{NARWAL_SRCDIR} or die "NARWAL_SRCDIR is not set\n";
	$work = tempdir("narwal-$purpose-XXXXXX", DIR => '/tmp');
	chmod 0755, $work;
	print "# installing into $work\n";
	system("make -s -C '$build' install DESTDIR='$work/inst' >'$work/install.log' 2>&1") == 0
		or die "installing failed:\n" . `tail -20 $work/install.log`;
	chomp(my $postgres = `find $work/inst -type f -name postgres -path '*/bin/*'`);
	(my $bin = $postgres) =~ s,/postgres$,,;
	system("cp -a $src/src/test $work/test && chmod -R a+rX $work/test") == 0 or die "copying failed\n";
	make_path("$work/tmp");
	if ($> == 0)
	{
		my $user = (grep { defined getpwnam $_ } qw(postgres nobody))[0] or die "no unprivileged user\n";
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
	$ENV{PGCONNECT_TIMEOUT} = 30;
	delete @ENV{qw(PGDATA PGHOST PGPORT PGUSER PGDATABASE PGOPTIONS PGSERVICE PGPASSWORD PGAPPNAME)};
	chdir $work;
	return $work;
}

sub run { return system(@as_user, @_); }

END
{
	if ($$ == $main && $work)
	{
		my $status = $?;
		chdir '/';
		remove_tree($work) unless $ENV{NARWAL_KEEP};
		$? = $status;
	}
}

1;
