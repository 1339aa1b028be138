# Narwal/Session.pm
#	A psql that stays open, for tests with several sessions at once.
#
# send(sql) starts a statement and returns; wait_done waits for its end and
# gives its output, stderr included; blocked tells that it is still running.
package Narwal::Session;

use strict;
use warnings;
use Carp;
use IO::Select;
use IPC::Open3;
use Time::HiRes qw(sleep time);

my $serial = 0;

sub new
{
	my ($class, $cluster, %opt) = @_;
	my ($in, $out);
	my $pid = open3($in, $out, undef, "$Narwal::Cluster::STOCK_BIN/psql", '-XAtq',
		'-d', $opt{connstr} // $cluster->connstr($opt{db}), '-f', '-');
	$in->autoflush(1);
	return bless { pid => $pid, in => $in, out => $out, text => '', mark => '' }, $class;
}

# Start a statement; its end is marked by a line that psql echoes.
sub send
{
	my ($self, $sql) = @_;
	$self->{mark} = 'done-' . ++$serial;
	$self->{text} = '';
	print { $self->{in} } "$sql;\n\\echo $self->{mark}\n";
}

sub pump
{
	my ($self, $seconds) = @_;
	return 1 if $self->{text} =~ /^\Q$self->{mark}\E$/m;
	my $sel = IO::Select->new($self->{out});
	my $end = time + $seconds;
	while ((my $left = $end - time) > 0)
	{
		next unless $sel->can_read($left);
		my $n = sysread $self->{out}, $self->{text}, 65536, length $self->{text};
		return $self->{eof} = 1 unless $n;
		return 1 if $self->{text} =~ /^\Q$self->{mark}\E$/m;
	}
	return 0;
}

# Does the statement still run after a moment?
sub blocked
{
	my ($self, $seconds) = @_;
	return !$self->pump($seconds // 0.5);
}

# Output of the statement, which must end within the time.
sub wait_done
{
	my ($self, $seconds) = @_;
	$self->pump($seconds // 60) or croak "statement did not end: $self->{text}";
	(my $text = $self->{text}) =~ s/^\Q$self->{mark}\E\n?//m;
	chomp $text;
	return $text;
}

sub run
{
	my ($self, $sql, $seconds) = @_;
	$self->send($sql);
	return $self->wait_done($seconds);
}

sub finish
{
	my ($self) = @_;
	return unless $self->{pid};
	close $self->{in};
	1 while sysread $self->{out}, my $rest, 65536;
	close $self->{out};
	waitpid delete $self->{pid}, 0;
}

sub DESTROY { local $?; $_[0]->finish; }

1;
