# crash_extended.t
#	crash.t in the extended WAL format: its methods, a module's, and deltas.
use strict;
use warnings;
use FindBin;

$ENV{CRASH_FORMAT} = 'extended';
$ENV{CRASH_ROUNDS} //= 20;
do "$FindBin::Bin/crash.t" or die $@ || $!;
