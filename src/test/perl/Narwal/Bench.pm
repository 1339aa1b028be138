# Narwal/Bench.pm
#	What the measurements have in common: clusters side by side, CPU of a backend,
#	the page-image UPDATE, medians, and results as text, CSV and SVG.
#
# A measurement runs its parts on the servers alternately (interleave), so that what else
# the machine does meets all of them alike, and compares medians of the rounds.
# Results go to $ENV{NARWAL_RESULTS} if that is set.
package Narwal::Bench;

use strict;
use warnings;
use File::Path qw(make_path);
use Narwal::Cluster;
use Narwal::Session;

# Narwal, and stock where it is installed.
sub servers { return ('narwal', Narwal::Cluster::have_stock() ? 'stock' : ()); }

sub rounds { my ($default) = @_; return $ENV{ROUNDS} // $default; }

sub median
{
	my @s = sort { $a <=> $b } grep { defined } @_;
	return undef unless @s;
	return @s % 2 ? $s[ $#s / 2 ] : ($s[ @s / 2 - 1 ] + $s[ @s / 2 ]) / 2;
}

# a / b as text
sub ratio
{
	my ($x, $y, $format) = @_;
	return defined $x && defined $y && $y > 0 ? sprintf($format // '%.2f', $x / $y) : '-';
}

sub number { my ($n, $format) = @_; return defined $n ? sprintf($format, $n) : '-'; }

# The machine, in lines.
sub machine
{
	my $cpuinfo = Narwal::Cluster::slurp('/proc/cpuinfo');
	my ($cpu) = $cpuinfo =~ /^model name\s*:\s*(.*)$/m;
	my $cores = () = $cpuinfo =~ /^processor\s*:/mg;
	my ($memory) = Narwal::Cluster::slurp('/proc/meminfo') =~ /^MemTotal:\s*(\d+)/m;
	my $dir = Narwal::Cluster::workdir();
	my ($fs) = `stat -f -c %T '$dir' 2>/dev/null`;
	my $kernel = `uname -sr`;
	my ($load) = Narwal::Cluster::slurp('/proc/loadavg') =~ /^(\S+)/;
	chomp($fs //= '?', $kernel);
	my @lines = (sprintf('%s, %d cores, %.1f GB memory, %s, %s', $cpu // '?', $cores, ($memory // 0) / 1048576, $fs, $kernel));
	for my $bin (Narwal::Cluster::narwal_bin(), Narwal::Cluster::have_stock() ? $Narwal::Cluster::STOCK_BIN : ())
	{
		chomp(my $version = `'$bin/postgres' --version`);
		push @lines, $version;
	}
	push @lines, "load average at the start: $load" . ($load > $cores / 2 ? ' (other work runs: compare the ratios only)' : '');
	return @lines;
}

# ---- clusters ----

my $quiet_conf = <<'CONF';
fsync = off
max_wal_size = 100GB
checkpoint_timeout = 1d
log_error_verbosity = default
max_parallel_workers_per_gather = 0
max_parallel_maintenance_workers = 0
CONF

# A running cluster with the functions of the server_bench module.
sub cluster
{
	my ($name, $conf, %opt) = @_;
	my $stock = $opt{stock} // ($name eq 'stock' || $name =~ /^stock_/);
	my $c = Narwal::Cluster->new($name, stock => $stock)->init;
	$c->append_conf($quiet_conf . ($conf // ''));
	$c->start;
	(my $lib = Narwal::Cluster::narwal_bin()) =~ s,/bin$,/lib/postgresql/server_bench.so,;
	$c->sql(<<"SQL");
CREATE EXTENSION pg_prewarm;
CREATE FUNCTION process_cpu() RETURNS text LANGUAGE c AS '$lib';
CREATE FUNCTION lz4_bench(text, int) RETURNS text LANGUAGE c STRICT AS '$lib';
CREATE FUNCTION pglz_bench(text, int) RETURNS text LANGUAGE c STRICT AS '$lib';
CREATE FUNCTION pglz_write(text, text) RETURNS int LANGUAGE c STRICT AS '$lib';
CREATE FUNCTION pglz_check(text, text) RETURNS int LANGUAGE c STRICT AS '$lib';
SQL
	return $c;
}

# User and system seconds of a session's backend so far.
sub cpu
{
	my ($session) = @_;
	my ($user, $system) = split ' ', $session->run('SELECT process_cpu()');
	return ($user / 1e6, $system / 1e6);
}

# Run SQL in a session; its user and system CPU, their sum, and the WAL it wrote, as a
# hash.  The kernel may sample what was user and what system time at its ticks; only the
# sum is exact, and fit for small differences.
sub measure_sql
{
	my ($c, $session, $sql) = @_;
	my $lsn = 'SELECT pg_current_wal_insert_lsn()';
	my $from = $session->run($lsn);
	my @before = cpu($session);
	my $error = $session->run($sql, 1200);
	my @after = cpu($session);
	die "$sql: $error\n" if $error ne '';
	my $to = $session->run($lsn);
	my ($user, $sys) = map { $after[$_] - $before[$_] } 0, 1;
	return { user => $user, sys => $sys, cpu => $user + $sys, from => $from, to => $to, wal => $c->value("SELECT '$to'::pg_lsn - '$from'::pg_lsn") };
}

# Seconds that page images of all methods took in compression so far, by Narwal's own clock;
# needs the extension narwal_wal.  For another session than the one measured.
sub compression_cpu
{
	my ($c) = @_;
	return $c->value('SELECT sum(cpu_s) FROM narwal_stat_wal_images');
}

# "method" or "method:level" as SET statements
sub set_method
{
	my ($spec) = @_;
	my ($method, $level) = split /:/, $spec;
	return "SET wal_compression = $method" . (defined $level ? "; SET wal_compression_level = $level" : '');
}

# The measurement of the page-image messages.  A table of one integer column is
# filled by a set-returning function in VALUES, read into memory, and after a
# CHECKPOINT all rows are updated: each page is logged as an image once.
sub update_images
{
	my ($c, $spec, $fillfactor, $rows, %opt) = @_;
	my $with = join ', ', "fillfactor = $fillfactor", @{ $opt{with} // [] };
	$c->sql('DROP TABLE IF EXISTS aa, lsns');
	$c->sql("CREATE TABLE aa (a int) WITH ($with); CREATE TABLE lsns (at text, lsn pg_lsn)");
	$c->sql("INSERT INTO aa VALUES (generate_series(1, $rows))");
	my $s = $c->background;
	$s->run(set_method($spec));
	$s->run("SELECT pg_prewarm('aa')");
	$s->run('CHECKPOINT');
	$s->run("INSERT INTO lsns VALUES ('start', pg_current_wal_insert_lsn())");
	my $r = measure_sql($c, $s, 'UPDATE aa SET a = a + 1');
	$s->run("INSERT INTO lsns VALUES ('end', pg_current_wal_insert_lsn())");
	$r->{images} = image_bytes($c, $r->{from}, $r->{to});
	$s->run('CHECKPOINT');
	$s->finish;
	$r->{$_} = { method => $spec, fillfactor => $fillfactor, rows => $rows }->{$_} for qw(method fillfactor rows);
	$r->{size} = $c->value("SELECT pg_relation_size('aa')");
	return $r;
}

# Bytes of page images between two LSNs, as pg_waldump counts them.
sub image_bytes
{
	my ($c, $from, $to) = @_;
	my ($rc, $out, $err) = Narwal::Cluster::run_command($c->program('pg_waldump'), '-p', $c->data_dir . '/pg_wal', '-z', '-s', $from, '-e', $to);
	return undef if $rc;
	return $out =~ /^Total\s+\d+\s+(?:\(.*?\)|\[.*?\])?\s*(\d+)\s+(?:\[.*?\])\s+(\d+)/m ? $2 : undef;
}

# interleave(rounds, [key, code], ...): all parts in turn, so many times; each round
# begins with another, so that none is always the first after something.
# A hash of key => list of results.
sub interleave
{
	my ($rounds, @parts) = @_;
	my %results;
	for my $round (0 .. $rounds - 1)
	{
		my $first = int(@parts * $round / $rounds);
		for my $part (@parts[ $first .. $#parts ], @parts[ 0 .. $first - 1 ])
		{
			my ($key, $code) = @$part;
			push @{ $results{$key} }, $code->();
			print STDERR '.' if -t STDERR;
		}
	}
	print STDERR "\n" if -t STDERR;
	return \%results;
}

# Median of one field over a key's results.
sub med
{
	my ($results, $key, $field) = @_;
	return undef unless $results->{$key};
	return median(map { $_->{$field} } @{ $results->{$key} });
}

# ---- results ----

# report(name, title, [columns], [[row], ...], plot): prints a table, and keeps it as
# NAME.txt, NAME.csv and NAME.svg.  plot is { unit, bars => [[label, {server => value}], ...] }.
my %begun;
sub report
{
	my ($name, $title, $columns, $rows, $plot) = @_;
	my @width = map { my $i = $_; my $w = 0; for ($columns, @$rows) { my $l = length($_->[$i] // '-'); $w = $l if $l > $w } $w } 0 .. $#$columns;
	my $text = "\n$title\n";
	for my $row ($columns, @$rows)
	{
		my @cells = map { sprintf($_ == 0 ? '%-*s' : '%*s', $width[$_], $row->[$_] // '-') } 0 .. $#$columns;
		(my $line = join '  ', @cells) =~ s/\s+$//;
		$text .= "$line\n";
	}
	print $text;
	my $dir = $ENV{NARWAL_RESULTS} or return;
	make_path($dir);
	my $head = $begun{$name}++ ? '' : join '', map { "$_\n" } machine();
	append("$dir/$name.txt", $begun{$name} == 1, $head . $text);
	append("$dir/$name.csv", $begun{$name} == 1, join '', map { csv_line(@$_) } [$title], $columns, @$rows);
	my $serial = $begun{$name} > 1 ? "-$begun{$name}" : '';
	Narwal::Cluster::spew("$dir/$name$serial.svg", svg($title, $plot)) if $plot && @{ $plot->{bars} };
}

sub append
{
	my ($path, $anew, $text) = @_;
	open my $fh, $anew ? '>' : '>>', $path or die "$path: $!\n";
	print $fh $text;
	close $fh;
}

sub csv_line
{
	return join(',', map { my $c = $_ // ''; $c =~ /[",]/ ? '"' . $c =~ s/"/""/gr . '"' : $c } @_) . "\n";
}

sub escape { my ($t) = @_; $t =~ s/&/&amp;/g; $t =~ s/</&lt;/g; $t =~ s/>/&gt;/g; return $t; }

# Horizontal bars, per label one for each server.
sub svg
{
	my ($title, $plot) = @_;
	my %color = (narwal => '#1f6fb2', stock => '#b0b0b0');
	my ($left, $wide, $bar, $gap, $top) = (260, 420, 14, 8, 56);
	my $max = 0;
	for (@{ $plot->{bars} }) { for my $v (values %{ $_->[1] }) { $max = $v if defined $v && $v > $max } }
	$max ||= 1;
	my ($y, $body) = ($top, '');
	for (@{ $plot->{bars} })
	{
		my ($label, $values) = @$_;
		my @series = grep { defined $values->{$_} } qw(narwal stock);
		$body .= sprintf qq{<text x="%d" y="%d" text-anchor="end">%s</text>\n}, $left - 8, $y + 11 + ($bar * (@series - 1)) / 2, escape($label);
		for my $s (@series)
		{
			my $w = $values->{$s} / $max * $wide;
			$body .= sprintf qq{<rect x="%d" y="%d" width="%.1f" height="%d" fill="%s"/><text x="%.1f" y="%d" class="v">%.4g</text>\n},
				$left, $y, $w, $bar - 2, $color{$s}, $left + $w + 4, $y + 10, $values->{$s};
			$y += $bar;
		}
		$y += $gap;
	}
	my $legend = join '', map { my ($n, $x) = @$_; qq{<rect x="$x" y="32" width="12" height="10" fill="$color{$n}"/><text x="} . ($x + 16) . qq{" y="41">$n</text>} } ['narwal', $left], ['stock', $left + 90];
	return sprintf qq{<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" font-family="sans-serif" font-size="12">\n<style>.v{font-size:10px;fill:#444}</style>\n<rect width="100%%" height="100%%" fill="white"/>\n<text x="8" y="18" font-size="14">%s (%s)</text>\n%s\n%s</svg>\n},
		$left + $wide + 80, $y + 8, escape($title), escape($plot->{unit}), $legend, $body;
}

1;
