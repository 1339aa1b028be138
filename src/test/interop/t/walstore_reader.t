# walstore_reader.t
#	A second decoder, made from doc/walstore-format.md alone, gives the same
#	bytes as pg_walstore: the golden stores, and new ones at every level, of
#	records, page images and what a recycled segment held before.
use strict;
use warnings;
use Cwd qw(abs_path);
use Digest::SHA qw(sha256_hex);
use File::Basename;
use File::Path qw(make_path);
use Narwal::Cluster;
use Test::More;

my $reader = abs_path(dirname(__FILE__) . '/../walstore_reader.py');
for my $program ([ 'python3', '-c', '0' ], [ 'zstd', '--version' ])
{
	my ($rc) = Narwal::Cluster::run_command(@$program);
	plan skip_all => "$program->[0] is not installed" if $rc != 0;
}

my $tool = Narwal::Cluster::narwal_bin() . '/pg_walstore';
my $dir = Narwal::Cluster::workdir();
my $golden = abs_path(dirname(__FILE__) . '/../golden/walstore');

# The store must give these bytes, or have images that the reader leaves out.
sub reads
{
	my ($name, $store, $sum, $may_leave_out) = @_;
	my ($rc, $out, $err) = Narwal::Cluster::run_command('python3', $reader, $store);
	return ok(1, "$name: has images compressed by pglz") if $may_leave_out && $rc == 77;
	is($rc, 0, "$name: is read") or diag($err);
	is(sha256_hex($out), $sum, 'and gives the segment');
}

for my $store (sort glob "$golden/*.wst")
{
	my ($sum) = Narwal::Cluster::slurp("$store.sha256") =~ /^([0-9a-f]{64})/;
	reads('golden ' . basename($store), $store, $sum, 1);
}

my ($images, $old) = ('00000001000000000000000B', '00000001000000000000000C');
my ($rc) = Narwal::Cluster::run_command($tool, 'unpack', '-o', $dir, "$golden/$images.wst", "$golden/$old.wst");
is($rc, 0, 'unpack');
my $bytes = Narwal::Cluster::slurp("$dir/$images");
make_path("$dir/recycled");
Narwal::Cluster::spew("$dir/recycled/$old", substr(Narwal::Cluster::slurp("$dir/$old"), 0, 24 * 8192) . substr($bytes, 24 * 8192));
for my $segment ("$dir/$images", "$dir/$old", "$dir/recycled/$old")
{
	my $sum = sha256_hex(Narwal::Cluster::slurp($segment));
	for my $level (0 .. 3)
	{
		my $to = "$dir/level$level" . basename(dirname($segment));
		make_path($to);
		($rc) = Narwal::Cluster::run_command($tool, 'pack', '-l', $level, '-o', $to, $segment);
		is($rc, 0, "pack, level $level");
		reads(basename($segment), "$to/" . basename($segment) . '.wst', $sum, 0);
	}
}
done_testing();
