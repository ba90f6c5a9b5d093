package dev.cloche.host.attack;

import dev.cloche.host.NativeCommand;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.stream.Collectors;

/** Perl programs for sandboxes: actions that print what they tried and the errno, or OK. */
final class Inside {
  /** What programs can call; perl-base is enough for it. */
  static final String PRELUDE =
      """
      use strict; use warnings; no warnings qw(void uninitialized); use Errno; use Socket; use Fcntl;
      $| = 1; our %NR = (@NUMBERS@);
      sub errno {
        my $e = $! + 0;
        for my $n (sort keys %!) { return $n if $n ne 'EWOULDBLOCK' && $!{$n}; }
        return "E$e";
      }
      sub r { my ($what, $ok) = @_; my $e = $ok ? 'OK' : errno(); print "$what $e\\n"; }
      sub rd {
        my ($p) = @_; my $f; my $b;
        return r($p, 0) unless sysopen($f, $p, O_RDONLY | O_NONBLOCK);
        my $n = sysread($f, $b, 1);
        return r($p, 0) unless defined $n;
        print "$p ", ($n ? 'OK' : 'EMPTY'), "\\n";
      }
      sub wr {
        my ($p) = @_; my $f;
        return r($p, 0) unless sysopen($f, $p, O_WRONLY | O_CREAT | O_NONBLOCK, 0644);
        r($p, defined syswrite($f, 'x'));
      }
      sub ls { my ($p) = @_; r($p, opendir(my $d, $p)); }
      sub sys {
        my ($name, @a) = @_; $! = 0;
        return print "$name ABSENT\\n" unless exists $NR{$name};
        my $x = syscall($NR{$name}, @a);
        r($name, $x != -1);
      }
      sub sh { my ($c) = @_; system('bash', '-c', "{ $c ; } >/dev/null 2>&1"); return $? >> 8; }
      sub con {
        my ($what, $family, $type, $address) = @_; my $s;
        return r($what, 0) unless socket($s, $family, $type, 0);
        local $SIG{ALRM} = sub { die "alarm\\n" };
        my $ok = eval { alarm 3; my $c = connect($s, $address); alarm 0; $c; };
        return print "$what TIMEOUT\\n" if $@;
        r($what, $ok);
      }
      sub v4 { return (AF_INET, SOCK_STREAM, pack_sockaddr_in($_[1], inet_aton($_[0]))); }
      sub v6 {
        return (AF_INET6, SOCK_STREAM,
          pack_sockaddr_in6($_[1], Socket::inet_pton(AF_INET6, $_[0])));
      }
      """;

  private Inside() {}

  /** Returns a command that runs a program. */
  static NativeCommand perl(String program) {
    return NativeCommand.of("perl", "-e", PRELUDE.replace("@NUMBERS@", numbers()) + program);
  }

  /** The numbers of this machine's system calls, as a list of Perl. */
  private static String numbers() {
    int column = System.getProperty("os.arch").equals("aarch64") ? 2 : 1;
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                Objects.requireNonNull(
                    NativeCommand.class.getResourceAsStream("seccomp/syscalls.tsv")),
                StandardCharsets.UTF_8))) {
      return lines
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.split("\t"))
          .filter(fields -> !fields[column].equals("-1"))
          .map(fields -> fields[0] + " => " + fields[column])
          .collect(Collectors.joining(", "));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
