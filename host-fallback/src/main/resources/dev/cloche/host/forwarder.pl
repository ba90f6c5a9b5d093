# cloche forwarder: carries connections from the loopback addresses of a session to the Unix sockets of its JVM.
# It reads nothing of what it carries. Told on standard input: "listen ADDRESS PORT SOCKET" and "host TEXT" lines, then
# "go": what was before ends, and it says "ready". The end of standard input is its end.
use strict; use warnings; use Socket; use Fcntl; use Errno qw(EAGAIN EINTR);
my ($hosts, $own) = @ARGV;
my ($MAX, $CHUNK) = (64, 65536);
$SIG{PIPE} = 'IGNORE'; $| = 1;

socket(my $any, AF_INET, SOCK_DGRAM, 0) or die "socket: $!\n";
my $up = pack('a16 s x22', 'lo', 0x41);
ioctl($any, 0x8914, $up) or die "loopback: $!\n";    # SIOCSIFFLAGS, IFF_UP | IFF_RUNNING
close $any;

my (%listen, %sock, %peer, %out, %ended);    # by file number; %out: what is to be written to it
my ($told, $names, @new) = ('', '');

sub quiet { my ($s) = @_; fcntl($s, F_SETFL, fcntl($s, F_GETFL, 0) | O_NONBLOCK); fcntl($s, F_SETFD, FD_CLOEXEC); }

sub drop {
  for my $fd (@_) {
    next unless exists $sock{$fd};
    close delete $sock{$fd}; delete $peer{$fd}; delete $out{$fd}; delete $ended{$fd};
  }
}

sub go {
  close $_->[0] for values %listen;
  %listen = (); drop(keys %sock);
  open(my $f, '>', $hosts) or return "hosts: $!";
  print $f $own . $names; close $f or return "hosts: $!";
  for my $each (@new) {
    my ($address, $port, $to) = @$each;
    socket(my $s, AF_INET, SOCK_STREAM, 0) or return "socket: $!";
    setsockopt($s, SOL_SOCKET, SO_REUSEADDR, 1);
    bind($s, pack_sockaddr_in($port, inet_aton($address))) or return "bind: $!";
    listen($s, 64) or return "listen: $!";
    quiet($s); $listen{fileno $s} = [$s, pack_sockaddr_un($to)];
  }
  return 'ready';
}

sub told {
  my $n = sysread(STDIN, $told, 65536, length $told);
  exit 0 if defined $n ? $n == 0 : $! != EINTR;
  while ($told =~ s/^([^\n]*)\n//) {
    my ($word, $rest) = split / /, $1, 2;
    if ($word eq 'listen') { push @new, [split / /, $rest, 3]; }
    elsif ($word eq 'host') { $names .= "$rest\n"; }
    else { print go(), "\n"; @new = (); $names = ''; }
  }
}

sub take {
  my ($s, $to) = @{$_[0]};
  accept(my $in, $s) or return;
  socket(my $up, AF_UNIX, SOCK_STREAM, 0) or return;
  quiet($in); quiet($up);
  return if keys %sock >= 2 * $MAX || !connect($up, $to);
  my ($a, $b) = (fileno $in, fileno $up);
  ($sock{$a}, $sock{$b}, $peer{$a}, $peer{$b}, $out{$a}, $out{$b}) = ($in, $up, $b, $a, '', '');
}

# What one side will send no more, the other is told once it has all of it; with both, the connection is over.
sub finish {
  my ($fd) = @_; my $to = $peer{$fd};
  shutdown($sock{$to}, 1) if $ended{$fd} == 1 && !length $out{$to};
  $ended{$fd} = 2 if !length $out{$to};
  drop($fd, $to) if $ended{$fd} == 2 && ($ended{$to} || 0) == 2;
}

sub from {
  my ($fd) = @_; my $n = sysread($sock{$fd}, $out{$peer{$fd}}, $CHUNK);
  return if !defined $n && ($! == EAGAIN || $! == EINTR);
  if (!$n) { $out{$peer{$fd}} = ''; $ended{$fd} = 1; finish($fd); }
}

# What cannot be written is dropped; what comes the other way may still say why.
sub to {
  my ($fd) = @_; my $n = syswrite($sock{$fd}, $out{$fd});
  return if !defined $n && ($! == EAGAIN || $! == EINTR);
  $out{$fd} = defined $n ? substr($out{$fd}, $n) : '';
  finish($peer{$fd}) if $ended{$peer{$fd}} || 0;
}

while (1) {
  my ($r, $w) = ('', '');
  vec($r, fileno STDIN, 1) = 1;
  vec($r, $_, 1) = 1 for keys %listen;
  for my $fd (keys %sock) {
    vec($r, $fd, 1) = 1 if !$ended{$fd} && !length $out{$peer{$fd}};
    vec($w, $fd, 1) = 1 if length $out{$fd};
  }
  next if select($r, $w, undef, undef) < 0;
  for my $fd (keys %sock) {
    to($fd) if exists $sock{$fd} && vec($w, $fd, 1);
    from($fd) if exists $sock{$fd} && vec($r, $fd, 1);
  }
  for my $fd (keys %listen) { take($listen{$fd}) if vec($r, $fd, 1); }
  told() if vec($r, fileno STDIN, 1);
}
