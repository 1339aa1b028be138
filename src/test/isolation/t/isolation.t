# isolation.t
#	Sessions at once: who waits for whom, and what each then sees.
#
# A file in specs/ has a "setup" section of SQL and "case NAME" sections of
# steps, "N: SQL" for session N.  A step that waits for a lock is noted as
# waiting and its output printed when it ends, which the test looks for after
# every later step.  "N!: SQL" is waited for whatever it does meanwhile: a
# statement that a timer will end.  The setup is run before each case.
#
# expected/ is what stock PostgreSQL 15 printed; ISOLATION_RECORD=DIR runs the
# specs on stock and writes the files there.
use strict;
use warnings;
use FindBin;
use Narwal::Cluster;
use Narwal::Session;
use Test::More;
use Time::HiRes qw(sleep time);

my $record = $ENV{ISOLATION_RECORD};
my $c = Narwal::Cluster->new($record ? 'judge' : 'ours', stock => $record ? 1 : 0)->init;
$c->append_conf('deadlock_timeout = 20s');
$c->start;
my $watcher = $c->background;
my (%session, %pid);

sub parse
{
	my ($file) = @_;
	my %spec = (setup => '');
	my $case;
	for my $line (split /\n/, Narwal::Cluster::slurp($file))
	{
		next if $line =~ /^\s*(?:#|$)/;
		if ($line =~ /^case (.*)/) { push @{ $spec{cases} }, $case = { name => $1, steps => [] }; }
		elsif ($line =~ /^setup$/) { }
		elsif (!$case) { $spec{setup} .= "$line\n"; }
		elsif ($line =~ /^(\d)(!?): (.*)/) { push @{ $case->{steps} }, [ $1, $2, $3 ]; }
		elsif ($line =~ /^\t(.*)/) { $case->{steps}[-1][2] .= "\n$1"; }
		else { die "$file: $line\n"; }
	}
	return \%spec;
}

# Done or waiting?  A lock is granted by whoever releases it, so after its step
# has ended nobody is found waiting who need not.
sub settle
{
	my ($s, $must_end) = @_;
	my $end = time + 60;
	while (time < $end)
	{
		return 1 if !$s->blocked(0.01);
		next if $must_end;
		my %waits = map { $_ => 1 } split /\n/, $watcher->run('SELECT pid FROM pg_locks WHERE NOT granted');
		return 0 if $waits{ $pid{$s} };
	}
	die "a session neither ends nor waits\n";
}

sub output
{
	my ($s) = @_;
	my $text = $s->wait_done;
	$text =~ s/^psql:<stdin>:\d+: //mg;
	$text =~ s/^/  /mg;
	return $text eq '  ' ? '' : "$text\n";
}

sub run_case
{
	my ($case) = @_;
	my $text = "case $case->{name}\n";
	my @waiting;
	for my $step (@{ $case->{steps} })
	{
		my ($n, $must_end, $sql) = @$step;
		my $s = $session{$n};
		die "$case->{name}: session $n still waits\n" if grep { $_ == $n } @waiting;
		$s->send("$sql;\n\\if :ERROR\n\\echo :SQLSTATE\n\\endif\n");
		$text .= "$n: $sql\n";
		if (settle($s, $must_end)) { $text .= output($s); }
		else { $text .= "  <waiting>\n"; push @waiting, $n; }
		my @still;
		for my $w (sort @waiting)
		{
			if ($w != $n && settle($session{$w})) { $text .= "$w: <ended>\n" . output($session{$w}); }
			else { push @still, $w; }
		}
		@waiting = @still;
	}
	die "$case->{name}: sessions @waiting still wait at the end\n" if @waiting;
	$session{$_}->run('ROLLBACK; DEALLOCATE ALL; RESET ALL') for sort keys %session;
	return $text;
}

for my $n (1 .. 4)
{
	$session{$n} = $c->background;
	$session{$n}->run("\\set VERBOSITY terse\n");
	$pid{ $session{$n} } = $session{$n}->run('SELECT pg_backend_pid()');
}
for my $file (glob "$FindBin::Bin/../specs/*.spec")
{
	my ($name) = $file =~ m,([^/]*)\.spec$,;
	my $spec = parse($file);
	my $text = '';
	for my $case (@{ $spec->{cases} })
	{
		$c->sql("SET client_min_messages = error; $spec->{setup}");
		$text .= run_case($case) . "\n";
	}
	if ($record) { Narwal::Cluster::spew("$record/$name.out", $text); }
	my $expected = $record ? $text : Narwal::Cluster::slurp("$FindBin::Bin/../expected/$name.out");
	my @got = split /\n\n/, $text;
	my @want = split /\n\n/, $expected;
	for my $case (@{ $spec->{cases} })
	{
		is(shift(@got), shift(@want), "$name: $case->{name}");
	}
}
unlike(Narwal::Cluster::slurp($c->log_file), qr/TRAP|PANIC|terminated by signal|resource was not closed/, 'no failure in the log');
done_testing();
