# Narwal/Cluster.pm
#	Throw-away clusters for tests, of Narwal or of stock PostgreSQL 15.
#
# Both kinds are one class, so that a test says the same thing to either:
#	my $c = Narwal::Cluster->new('main');				# Narwal
#	my $s = Narwal::Cluster->new('judge', stock => 1);	# stock
#	$c->init; $c->start; my $n = $c->value('SELECT count(*) FROM t');
# A cluster lives in a folder of its own below $ENV{NARWAL_WORKDIR}, listens on
# a Unix socket there, and is stopped and removed when the program ends.
package Narwal::Cluster;

use strict;
use warnings;
use Carp;
use Cwd qw(abs_path);
use File::Path qw(make_path remove_tree);
use File::Temp qw(tempdir);
use IO::Socket::INET;
use IPC::Open3;
use POSIX qw(:sys_wait_h);
use Symbol qw(gensym);
use Time::HiRes qw(sleep time);

our $STOCK_BIN = $ENV{STOCK_BINDIR} // '/usr/lib/postgresql/15/bin';
our @all;
my $owner = $$;
my $next_port = 61000 + $$ % 2000;

# Is stock PostgreSQL there to compare with?
sub have_stock { return -x "$STOCK_BIN/postgres"; }

# Folder of Narwal's programs.
sub narwal_bin
{
	return $ENV{NARWAL_BINDIR} // croak 'NARWAL_BINDIR is not set';
}

# The work folder of this test program; removed at its end.
my $workdir;
sub workdir
{
	$workdir //= tempdir('narwal-test-XXXXXX', DIR => $ENV{NARWAL_WORKDIR} // '/tmp', CLEANUP => 0);
	return $workdir;
}

# new(name, stock => 0|1): nothing is made on disk yet.
sub new
{
	my ($class, $name, %opt) = @_;
	my $dir = workdir() . "/$name";
	make_path($dir);
	my $self = bless {
		name => $name,
		stock => $opt{stock} ? 1 : 0,
		dir => $dir,
		data => "$dir/data",
		log => "$dir/log",
		socket => $dir,
		port => $next_port++,
		user => $opt{user} // 'postgres',
		bin => $opt{stock} ? $STOCK_BIN : narwal_bin(),
	}, $class;
	push @all, $self;
	return $self;
}

sub name { $_[0]{name} }
sub data_dir { $_[0]{data} }
sub log_file { $_[0]{log} }
sub port { $_[0]{port} }
sub socket_dir { $_[0]{socket} }
sub bin { $_[0]{bin} }
sub dir { $_[0]{dir} }

# run(program, args...): (exit code, stdout, stderr); the program is searched
# in this cluster's bin, then among stock's clients, unless it is a path.
sub run
{
	my ($self, $program, @args) = @_;
	return run_command($self->program($program), @args);
}

sub program
{
	my ($self, $program) = @_;
	return $program if $program =~ m,/,;
	for my $dir (ref $self ? $self->{bin} : narwal_bin(), $STOCK_BIN)
	{
		return "$dir/$program" if -x "$dir/$program";
	}
	croak "program $program not found";
}

# Run a command to its end with an optional {stdin => text, timeout => seconds}.
sub run_command
{
	my %opt = ref $_[0] eq 'HASH' ? %{ shift() } : ();
	my @cmd = @_;
	my $err_file = workdir() . "/stderr.$$." . int(rand(1e9));
	my $out_file = "$err_file.out";
	my $pid = fork // croak "fork: $!";
	if ($pid == 0)
	{
		if (defined $opt{stdin})
		{
			open my $in, '>', "$err_file.in" or POSIX::_exit(126);
			print $in $opt{stdin};
			close $in;
			open STDIN, '<', "$err_file.in" or POSIX::_exit(126);
		}
		else { open STDIN, '<', '/dev/null'; }
		open STDOUT, '>', $out_file or POSIX::_exit(126);
		open STDERR, '>', $err_file or POSIX::_exit(126);
		exec { $cmd[0] } @cmd or POSIX::_exit(127);
	}
	my $end = time + ($opt{timeout} // 300);
	my $timed_out = 0;
	while (waitpid($pid, WNOHANG) == 0)
	{
		if (time > $end) { kill 'KILL', $pid; waitpid $pid, 0; $timed_out = 1; last; }
		sleep 0.01;
	}
	my $rc = $timed_out ? -1 : $? & 127 ? 128 + ($? & 127) : $? >> 8;
	my ($out, $err) = (slurp($out_file), slurp($err_file));
	unlink $out_file, $err_file, "$err_file.in";
	return ($rc, $out, $err);
}

sub slurp
{
	my ($path) = @_;
	open my $fh, '<', $path or return '';
	binmode $fh;
	local $/;
	my $text = <$fh>;
	return $text // '';
}

sub spew
{
	my ($path, $text) = @_;
	open my $fh, '>', $path or croak "$path: $!";
	binmode $fh;
	print $fh $text;
	close $fh or croak "$path: $!";
}

# init(args...): initdb, then settings fit for tests (small, quiet, local).
sub init
{
	my ($self, @args) = @_;
	my ($rc, $out, $err) = $self->run('initdb', '-D', $self->{data}, '-U', $self->{user}, '-A', 'trust',
		'-k', '-E', 'UTF8', '--locale=C', '-N', @args);
	croak "initdb of $self->{name} failed ($rc): $out$err" if $rc;
	$self->set_test_conf;
	return $self;
}

sub set_test_conf
{
	my ($self) = @_;
	my $socket = $self->{socket} =~ s/'/''/gr;
	$self->append_conf(<<"CONF");
listen_addresses = ''
unix_socket_directories = '$socket'
port = $self->{port}
max_connections = 20
shared_buffers = 32MB
autovacuum = off
log_line_prefix = '%m [%p] %q%a '
log_error_verbosity = verbose
CONF
}

sub append_conf
{
	my ($self, $text) = @_;
	open my $fh, '>>', "$self->{data}/postgresql.conf" or croak "postgresql.conf: $!";
	print $fh "$text\n";
	close $fh;
}

# Copy a data directory that no server uses, e.g. one of the other kind.
sub init_from
{
	my ($self, $other) = @_;
	system('cp', '-a', ref $other ? $other->{data} : $other, $self->{data}) == 0 or croak 'cp failed';
	unlink "$self->{data}/postmaster.pid", "$self->{data}/postmaster.opts";
	$self->set_test_conf;
	return $self;
}

# start(options): wait until it is ready; croak with the log's end if not.
sub start
{
	my ($self, %opt) = @_;
	my ($rc, $out, $err) = $self->run('pg_ctl', '-D', $self->{data}, '-l', $self->{log}, '-w', '-t', $opt{timeout} // 120,
		($opt{options} ? ('-o', $opt{options}) : ()), 'start');
	if ($rc)
	{
		return 0 if $opt{may_fail};
		croak "start of $self->{name} failed: $out$err\n" . $self->log_tail;
	}
	$self->{pid} = (split /\n/, slurp("$self->{data}/postmaster.pid"))[0];
	return 1;
}

sub log_tail
{
	my ($self, $lines) = @_;
	my @lines = split /\n/, slurp($self->{log});
	splice @lines, 0, -($lines // 40) if @lines > ($lines // 40);
	return join "\n", @lines, '';
}

sub stop
{
	my ($self, $mode) = @_;
	return unless $self->{pid};
	my ($rc, $out, $err) = $self->run('pg_ctl', '-D', $self->{data}, '-m', $mode // 'fast', '-w', '-t', 120, 'stop');
	croak "stop of $self->{name} failed: $out$err\n" . $self->log_tail if $rc;
	delete $self->{pid};
}

sub restart { my ($self, $mode) = @_; $self->stop($mode); $self->start; }

sub reload
{
	my ($self) = @_;
	$self->run('pg_ctl', '-D', $self->{data}, 'reload');
}

# End the whole server as a power cut would: SIGKILL to all of its processes.
sub kill9
{
	my ($self) = @_;
	my $pid = $self->{pid} or croak 'not running';
	# A postmaster that still runs may start another one while we look.
	kill 'STOP', $pid;
	for (1 .. 500)
	{
		last if slurp("/proc/$pid/stat") =~ /^\d+ \(.*\) [TZX]/s;
		sleep 0.001;
	}
	my @children = $self->children;
	kill 'KILL', $pid, @children;
	for (1 .. 500)
	{
		last unless grep { kill 0, $_ } $pid, @children;
		sleep 0.02;
	}
	delete $self->{pid};
	unlink "$self->{data}/postmaster.pid";
}

# Process ids of the server's children.
sub children
{
	my ($self) = @_;
	my @pids;
	for my $stat (glob '/proc/[0-9]*/stat')
	{
		my $text = slurp($stat);
		push @pids, $1 if $text =~ /^(\d+) \(.*\) \S (\d+)/s && $2 == $self->{pid};
	}
	return @pids;
}

# ---- SQL ----

sub connstr
{
	my ($self, $db) = @_;
	my $socket = $self->{socket};
	$socket = "'" . ($socket =~ s/(['\\])/\\$1/gr) . "'" if $socket =~ m,[^\w./-],;
	return "host=$socket port=$self->{port} user=$self->{user} dbname=" . ($db // 'postgres');
}

# psql(sql, db => name, extra => [...]): (exit code, stdout, stderr), unaligned.
sub psql
{
	my ($self, $sql, %opt) = @_;
	local $ENV{PGCLIENTENCODING} = 'UTF8';
	return run_command({ stdin => $sql, timeout => $opt{timeout} // 300 }, "$STOCK_BIN/psql", '-XAtq', '-d', $opt{connstr} // $self->connstr($opt{db}),
		'-v', 'ON_ERROR_STOP=' . ($opt{go_on} ? 0 : 1), '-f', '-', @{ $opt{extra} // [] });
}

# Output of SQL that must succeed, without the last newline.
sub sql
{
	my ($self, $sql, %opt) = @_;
	my ($rc, $out, $err) = $self->psql($sql, %opt);
	croak "psql on $self->{name} failed ($rc): $err\n$sql\n" if $rc;
	chomp $out;
	return $out;
}
sub value { return sql(@_); }

# Wait until a query gives a value; 0 after the time limit.
sub poll
{
	my ($self, $sql, $expected, $seconds) = @_;
	my $end = time + ($seconds // 60);
	while (time < $end)
	{
		my ($rc, $out) = $self->psql($sql);
		chomp $out;
		return 1 if $rc == 0 && $out eq ($expected // 't');
		sleep 0.1;
	}
	return 0;
}

# A psql that stays open: ->send(sql) and ->finish, for concurrent sessions.
sub background
{
	my ($self, %opt) = @_;
	require Narwal::Session;
	return Narwal::Session->new($self, %opt);
}

# ---- files ----

# Path of the first segment of a relation's main fork.
sub relation_path
{
	my ($self, $relation, $db) = @_;
	return "$self->{data}/" . $self->value("SELECT pg_relation_filepath('$relation')", db => $db);
}

# Read or overwrite bytes of a file, e.g. to damage it.
sub read_bytes
{
	my (undef, $path, $offset, $len) = @_;
	open my $fh, '<:raw', $path or croak "$path: $!";
	seek $fh, $offset, 0;
	read $fh, my ($bytes), $len;
	return $bytes;
}

sub write_bytes
{
	my (undef, $path, $offset, $bytes) = @_;
	open my $fh, '+<:raw', $path or croak "$path: $!";
	seek $fh, $offset, 0;
	print $fh $bytes;
	close $fh or croak "$path: $!";
}

# WAL segments, oldest first.
sub wal_segments
{
	my ($self) = @_;
	return sort grep { m,/[0-9A-F]{24}$, } glob "$self->{data}/pg_wal/*";
}

sub remove
{
	my ($self) = @_;
	kill9($self) if $self->{pid} && eval { $self->stop('immediate'); 1 } != 1;
	remove_tree($self->{dir}, { safe => 0 });
}

END
{
	if ($$ == $owner)
	{
		my $status = $?;
		for my $c (@all)
		{
			next unless $c->{pid};
			eval { $c->stop('immediate'); 1 } or eval { $c->kill9 };
		}
		if ($workdir && !$ENV{NARWAL_KEEP}) { remove_tree($workdir); }
		elsif ($workdir) { print STDERR "# kept: $workdir\n"; }
		$? = $status;
	}
}

1;
