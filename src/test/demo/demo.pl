#!/usr/bin/env perl
# demo.pl
#	make demo: the page-image benchmark, then a pulled plug.
#
# Prepares a folder of its own and runs demo_run.pl there; see that file.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../perl";
use Narwal::Setup;

my $work = Narwal::Setup::prepare('demo');
my $rc = Narwal::Setup::run('perl', "$work/test/demo/demo_run.pl");
print $rc ? "make demo: FAILED\n" : "make demo: done, nothing is left behind\n";
exit($rc ? 1 : 0);
