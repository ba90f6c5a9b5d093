package dev.cloche.host.attack;

import java.util.List;

/** Attacks on what there is only so much of: 33 to 47. */
final class ResourceAttacks {
  private static final String WALL = "LimitExceeded\\[which=WALL.*";
  private static final String MEMORY = "LimitExceeded\\[which=MEMORY.*";
  private static final String FILE = "LimitExceeded\\[which=FILE.*";
  private static final String OUTPUT = "LimitExceeded\\[which=OUTPUT.*";
  private static final String FAILS = "Exited\\[status=[1-9][0-9]*\\]";

  private ResourceAttacks() {}

  /** Those that end the same with and without control groups. */
  static List<Attack> anywhere() {
    return List.of(
        Attack.of(
            "native33_daemonThatIgnoresSignals",
            """
            system('bash', '-c', q[(setsid sh -c 'trap "" TERM HUP; exec sleep 777' &)]);
            print "ended\\n";
            """,
            "ended"),
        Attack.of(
            "native36_daemonThatHoldsTheOutput",
            "system('bash', '-c', q[(setsid nohup sleep 500 2>/dev/null &); echo bye]);",
            "bye"),
        Attack.of(
            "x2_doubleForkedSleeper",
            """
            if (!fork()) { if (!fork()) { exec 'sleep', 'infinity'; } exit 0; }
            wait(); print "parent ends\\n";
            """,
            "parent ends"),
        Attack.ending(
            "native42_largeFile",
            FILE,
            "system('head -c 100M /dev/zero > big'); print -s 'big', \"\\n\";"
                + " exec 'bash', '-c', 'kill -XFSZ $$';",
            "33554432"),
        Attack.of(
            "native43_sparseFile",
            """
            open(my $f, '>', 'sp'); $SIG{XFSZ} = 'IGNORE';
            r('1T', truncate($f, 1 << 40)); r('1M', truncate($f, 1 << 20));
            """,
            "1T EFBIG",
            "1M OK"),
        Attack.of(
            "native41_temporaryFiles",
            """
            $SIG{XFSZ} = 'IGNORE'; my $m = 'x' x (1 << 20);
            for my $d ('/tmp', '/dev/shm') {
              my $n = 0; my $e = '';
              for my $i (1 .. 500) {
                open(my $f, '>', "$d/f$i") or last;
                if (!defined syswrite($f, $m)) { $e = errno(); last; }
                $n += -s $f;
              }
              print "$d $e ", $n > 0 && $n <= 64 << 20 ? 'bounded' : $n, "\\n";
            }
            """,
            "/tmp ENOSPC bounded",
            "/dev/shm ENOSPC bounded"),
        Attack.ending("native46_flood", OUTPUT, "print 'A' x 65536 while 1;", "A+"),
        Attack.ending("native46_floodOfErrors", OUTPUT, "print STDERR 'A' x 65536 while 1;"),
        Attack.ending(
            "native47_crash",
            "Exited\\[status=139\\]",
            "exec 'bash', '-c', 'echo before; kill -SEGV $$';",
            "before"),
        Attack.of(
            "native47_noCore",
            "system('bash', '-c', 'kill -SEGV $$'); print join(' ', glob('*core*')), \"none\\n\";",
            "none"));
  }

  /** Those that run until the clock ends them. */
  static List<Attack> endless() {
    return List.of(
        Attack.ending(
            "native34_signalsIgnored",
            WALL,
            "$SIG{$_} = 'IGNORE' for qw(TERM INT HUP QUIT); print \"on\\n\"; sleep 1000 while 1;",
            "on"),
        Attack.ending(
            "native35_stopped", WALL, "print \"on\\n\"; kill('STOP', $$); sleep 9;", "on"),
        Attack.ending("native45_loop", WALL, "print \"on\\n\"; 1 while 1;", "on"),
        Attack.ending(
            "x10_inputIsNeverRead",
            WALL,
            "if (!fork()) { sleep 1000; } print \"on\\n\"; wait();",
            "on"));
  }

  /** Those that only control groups end. */
  static List<Attack> grouped() {
    return List.of(
        Attack.ending(
            "native37_forkBomb",
            "LimitExceeded\\[which=(PROCESSES|WALL).*",
            """
            my $n = 0; my $e = '';
            for (1 .. 5000) {
              my $p = fork();
              if (!defined $p) { $e = errno(); last; }
              if (!$p) { sleep 1000; exit; }
              $n++;
            }
            print "$e ", $n < 64 ? 'capped' : $n, "\\n"; exit 1;
            """,
            "EAGAIN capped"),
        Attack.ending(
            "native38_memory",
            MEMORY,
            "print \"on\\n\"; my $n = 512 << 20; my $x = 'a' x $n;",
            "on"),
        Attack.ending(
            "native39_sharedMemory",
            MEMORY,
            """
            print "on\\n"; my $id = shmget(0, 512 << 20, 0600); my $m = 'a' x (8 << 20);
            shmwrite($id, $m, $_ * (8 << 20), 8 << 20) for 0 .. 63;
            """,
            "on"),
        Attack.ending(
            "native40_memoryFiles",
            MEMORY,
            """
            $SIG{XFSZ} = 'IGNORE'; my $m = 'a' x (1 << 20); my @keep; print "on\\n";
            for my $i (0 .. 40) {
              my $fd = syscall($NR{memfd_create}, "m$i", 0); open(my $f, '>&=', $fd); push @keep, $f;
              for (0 .. 40) { last unless defined syswrite($f, $m); }
            }
            """,
            "on"),
        Attack.ending(
            "native44_manyFiles",
            "LimitExceeded\\[which=(MEMORY|WALL).*",
            """
            print "on\\n"; mkdir('/tmp/d'); my $i = 0;
            while (1) { $i++; open(my $f, '>', "/tmp/d/$i") or die errno(); }
            """,
            "on"));
  }

  /** What each process is limited to where there are no control groups. */
  static List<Attack> degraded() {
    return List.of(
        Attack.ending(
            "native37_forkBomb",
            FAILS,
            """
            my $n = 0; my $e = '';
            for (1 .. 5000) {
              my $p = fork();
              if (!defined $p) { $e = errno(); last; }
              if (!$p) { sleep 1000; exit; }
              $n++;
            }
            print "$e ", $n < 64 ? 'capped' : $n, "\\n"; exit 1;
            """,
            "EAGAIN capped"),
        Attack.ending(
            "native38_memory",
            FAILS,
            "print \"on\\n\"; my $n = 512 << 20; my $x = 'a' x $n; exit 9;",
            "on"));
  }
}
