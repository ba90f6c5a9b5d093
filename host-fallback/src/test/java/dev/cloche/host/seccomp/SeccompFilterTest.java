package dev.cloche.host.seccomp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Must-allow and must-deny, for both architectures, on the bytes that the kernel would get. */
class SeccompFilterTest {
  private static final int ALLOW = Bpf.RETURN_ALLOW;
  private static final int EPERM = Bpf.RETURN_ERRNO | 1;
  private static final int ENOSYS = Bpf.RETURN_ERRNO | 38;
  private static final int EAFNOSUPPORT = Bpf.RETURN_ERRNO | 97;
  private static final int KILL = Bpf.RETURN_KILL_PROCESS;

  /** What a C library, a shell, git, Python, Node and Java cannot do without, on every machine. */
  private static final List<String> MUST_ALLOW =
      words(
          "read write close fstat lseek mmap mprotect munmap brk rt_sigaction rt_sigprocmask",
          "rt_sigreturn pread64 pwrite64 readv writev sched_yield mremap msync mincore madvise",
          "dup dup3 nanosleep getitimer setitimer getpid sendfile connect accept accept4 sendto",
          "recvfrom sendmsg recvmsg shutdown bind listen getsockname getpeername setsockopt",
          "getsockopt execve exit exit_group wait4 waitid kill tgkill uname fcntl flock fsync",
          "fdatasync truncate ftruncate getdents64 getcwd chdir fchdir renameat renameat2 mkdirat",
          "linkat unlinkat symlinkat readlinkat faccessat faccessat2 utimensat umask gettimeofday",
          "getrlimit setrlimit prlimit64 getrusage sysinfo times getuid getgid geteuid getegid",
          "setuid setgid setpgid getppid setsid getpgid getsid setreuid setresuid setresgid",
          "getgroups sigaltstack statfs fstatfs getpriority setpriority sched_getaffinity",
          "sched_setaffinity prctl gettid futex set_tid_address set_robust_list get_robust_list",
          "clock_gettime clock_getres clock_nanosleep timer_create timer_settime epoll_create1",
          "epoll_ctl epoll_pwait epoll_pwait2 inotify_init1 inotify_add_watch newfstatat statx",
          "pselect6 ppoll splice tee sync_file_range fallocate timerfd_create timerfd_settime",
          "signalfd4 eventfd2 pipe2 preadv pwritev recvmmsg sendmmsg getrandom memfd_create",
          "execveat mlock2 copy_file_range rseq pidfd_open close_range membarrier shmget shmat",
          "semget semop msgget fchownat fchown getxattr setxattr fgetxattr listxattr capget",
          "seccomp landlock_create_ruleset restart_syscall fadvise64 readahead io_setup");

  private static final List<String> MUST_ALLOW_ON_X86 =
      words(
          "stat lstat poll access pipe select dup2 alarm fork vfork getdents rename mkdir rmdir",
          "link unlink symlink readlink chown lchown getpgrp arch_prctl time utime utimes",
          "epoll_create epoll_wait inotify_init signalfd eventfd futimesat pause");

  private static final List<String> MUST_BE_EPERM =
      words(
          "mount umount2 pivot_root chroot unshare setns fsopen fsconfig fsmount fspick",
          "move_mount open_tree mount_setattr statmount listmount ptrace process_vm_readv",
          "process_vm_writev kcmp pidfd_getfd process_madvise bpf perf_event_open userfaultfd",
          "keyctl add_key request_key init_module finit_module delete_module kexec_load",
          "kexec_file_load reboot swapon swapoff acct quotactl quotactl_fd syslog clock_settime",
          "settimeofday adjtimex clock_adjtime sethostname setdomainname open_by_handle_at",
          "name_to_handle_at fanotify_init fanotify_mark mbind set_mempolicy move_pages",
          "migrate_pages vhangup");

  private static final List<String> MUST_BE_ENOSYS =
      words(
          "clone3 io_uring_setup io_uring_enter io_uring_register openat2 memfd_secret vmsplice",
          "mq_open mq_notify");

  private static List<String> words(String... lines) {
    return List.of(String.join(" ", lines).split(" "));
  }

  private static int number(Arch arch, String name) {
    return SyscallTable.read().stream()
        .filter(each -> each.name().equals(name))
        .map(each -> each.number(arch))
        .filter(OptionalInt::isPresent)
        .mapToInt(OptionalInt::getAsInt)
        .findFirst()
        .orElseThrow(() -> new AssertionError(name + " has no number on " + arch));
  }

  private static Arch otherThan(Arch arch) {
    return arch == Arch.X86_64 ? Arch.AARCH64 : Arch.X86_64;
  }

  private static int ask(Arch arch, String name, long... arguments) {
    return new BpfMachine(SeccompFilter.bytes(arch))
        .run(arch.audit(), number(arch, name), arguments);
  }

  private static void assertAll(int expected, Arch arch, List<String> names) {
    BpfMachine machine = new BpfMachine(SeccompFilter.bytes(arch));
    for (String name : names) {
      assertEquals(expected, machine.run(arch.audit(), number(arch, name)), name);
    }
  }

  @ParameterizedTest
  @EnumSource
  void callsThatProgramsNeed_areAllowed(Arch arch) {
    assertAll(ALLOW, arch, MUST_ALLOW);
    if (arch == Arch.X86_64) {
      assertAll(ALLOW, arch, MUST_ALLOW_ON_X86);
    }
  }

  @ParameterizedTest
  @EnumSource
  void x5_privilegedCalls_areEperm(Arch arch) {
    assertAll(EPERM, arch, MUST_BE_EPERM);
    if (arch == Arch.X86_64) {
      assertAll(EPERM, arch, words("iopl ioperm modify_ldt create_module"));
    }
  }

  @ParameterizedTest
  @EnumSource
  void x5_callsWithAnOlderWay_areEnosys(Arch arch) {
    assertAll(ENOSYS, arch, MUST_BE_ENOSYS);
  }

  @ParameterizedTest
  @EnumSource
  void numbersThatNobodyKnowsYet_areEnosys(Arch arch) {
    BpfMachine machine = new BpfMachine(SeccompFilter.bytes(arch));
    for (int number = 468; number < 5000; number++) {
      assertEquals(ENOSYS, machine.run(arch.audit(), number), "number " + number);
    }
  }

  @ParameterizedTest
  @EnumSource
  void eachNumberOfTheTable_getsItsVerdict(Arch arch) {
    BpfMachine machine = new BpfMachine(SeccompFilter.bytes(arch));
    Set<Integer> seen = new HashSet<>();
    for (Syscall each : SyscallTable.read()) {
      OptionalInt number = each.number(arch);
      if (number.isEmpty()) {
        continue;
      }
      assertTrue(seen.add(number.getAsInt()), each.name() + " shares its number");
      int answer = machine.run(arch.audit(), number.getAsInt(), -2, -2, -2, -2, -2, -2);
      switch (each.verdict().kind()) {
        case ALLOW, IOCTL -> assertEquals(ALLOW, answer, each.name());
        case EPERM, MODE, OPEN, CLONE, PERSONALITY -> assertEquals(EPERM, answer, each.name());
        case ENOSYS -> assertEquals(ENOSYS, answer, each.name());
        case SOCKET, SOCKETPAIR -> assertEquals(EAFNOSUPPORT, answer, each.name());
      }
    }
    assertFalse(seen.isEmpty());
  }

  @ParameterizedTest
  @EnumSource
  void anotherArchitecture_isKilled(Arch arch) {
    BpfMachine machine = new BpfMachine(SeccompFilter.bytes(arch));
    int i386 = 0x40000003;
    int arm = 0x40000028;
    for (int audit : new int[] {i386, arm, 0, -1, otherThan(arch).audit()}) {
      assertEquals(KILL, machine.run(audit, number(arch, "read")));
    }
    assertEquals(ALLOW, machine.run(arch.audit(), number(arch, "read")));
  }

  @ParameterizedTest
  @EnumSource(names = "X86_64")
  void callsOfX32_areKilled(Arch arch) {
    BpfMachine machine = new BpfMachine(SeccompFilter.bytes(arch));
    assertEquals(KILL, machine.run(arch.audit(), 0x40000000));
    assertEquals(KILL, machine.run(arch.audit(), 0x40000000 | number(arch, "getpid")));
    assertEquals(KILL, machine.run(arch.audit(), -1));
    assertEquals(ENOSYS, machine.run(arch.audit(), 0x3fffffff));
  }

  @ParameterizedTest
  @EnumSource
  void x5_clone_ofANamespace_isEperm(Arch arch) {
    assertEquals(ALLOW, ask(arch, "clone", 0x01200011)); // fork, as the C library does it
    assertEquals(ALLOW, ask(arch, "clone", 0x003d0f00)); // a thread
    for (int bit : new int[] {0x20000, 1 << 25, 1 << 26, 1 << 27, 1 << 28, 1 << 29, 1 << 30}) {
      assertEquals(EPERM, ask(arch, "clone", bit | 17), Integer.toHexString(bit));
      assertEquals(EPERM, ask(arch, "clone", bit | 17 | (1L << 40)));
    }
  }

  @ParameterizedTest
  @EnumSource
  void terminalInjection_isEperm_alsoWithUpperBitsSet(Arch arch) {
    for (long request : new long[] {0x5412, 0x541C, 0x5423}) {
      assertEquals(EPERM, ask(arch, "ioctl", 0, request));
      assertEquals(EPERM, ask(arch, "ioctl", 0, request | 0xffffffff00000000L));
    }
    assertEquals(ALLOW, ask(arch, "ioctl", 0, 0x5401)); // TCGETS
  }

  @ParameterizedTest
  @EnumSource
  void sockets_areOfFewFamiliesAndProtocols(Arch arch) {
    assertEquals(ALLOW, ask(arch, "socket", 1, 1, 0));
    assertEquals(ALLOW, ask(arch, "socket", 2, 1, 6));
    assertEquals(ALLOW, ask(arch, "socket", 10, 2, 17));
    assertEquals(ALLOW, ask(arch, "socket", 16, 3, 0));
    assertEquals(EPERM, ask(arch, "socket", 2, 1, 262)); // MPTCP
    assertEquals(EPERM, ask(arch, "socket", 2, 1, 132)); // SCTP
    assertEquals(EPERM, ask(arch, "socket", 16, 3, 12)); // NETLINK_NETFILTER
    for (int family : new int[] {17, 38, 40, 44, 0, 31}) { // PACKET, ALG, VSOCK, XDP, -, BLUETOOTH
      assertEquals(EAFNOSUPPORT, ask(arch, "socket", family, 1, 0), "family " + family);
    }
    assertEquals(ALLOW, ask(arch, "socketpair", 1, 1, 0));
    assertEquals(EAFNOSUPPORT, ask(arch, "socketpair", 40, 1, 0));
  }

  @ParameterizedTest
  @EnumSource
  void setIdModes_areEperm(Arch arch) {
    for (int bits : new int[] {04755, 02755, 06000}) {
      assertEquals(EPERM, ask(arch, "fchmod", 3, bits));
      assertEquals(EPERM, ask(arch, "fchmodat", 3, 0, bits));
      assertEquals(EPERM, ask(arch, "fchmodat2", 3, 0, bits, 0));
      assertEquals(EPERM, ask(arch, "mknodat", 3, 0, bits));
      assertEquals(EPERM, ask(arch, "openat", 3, 0, 0x41, bits)); // O_CREAT
      assertEquals(EPERM, ask(arch, "openat", 3, 0, 0x410002, bits)); // O_TMPFILE
    }
    assertEquals(ALLOW, ask(arch, "fchmod", 3, 01777));
    assertEquals(ALLOW, ask(arch, "openat", 3, 0, 0x41, 0644));
    assertEquals(ALLOW, ask(arch, "openat", 3, 0, 0, 06000)); // no mode is read
  }

  @ParameterizedTest
  @EnumSource(names = "X86_64")
  void setIdModes_areEperm_inOldCallsToo(Arch arch) {
    assertEquals(EPERM, ask(arch, "chmod", 0, 04755));
    assertEquals(EPERM, ask(arch, "creat", 0, 02755));
    assertEquals(EPERM, ask(arch, "mknod", 0, 04755));
    assertEquals(EPERM, ask(arch, "open", 0, 0x41, 04755));
    assertEquals(ALLOW, ask(arch, "chmod", 0, 0755));
    assertEquals(ALLOW, ask(arch, "open", 0, 0x41, 0600));
  }

  @ParameterizedTest
  @EnumSource
  void addressRandomisation_cannotBeTurnedOff(Arch arch) {
    assertEquals(ALLOW, ask(arch, "personality", 0));
    assertEquals(ALLOW, ask(arch, "personality", 0xffffffffL));
    assertEquals(EPERM, ask(arch, "personality", 0x0040000)); // ADDR_NO_RANDOMIZE
    assertEquals(EPERM, ask(arch, "personality", 0x0400000)); // READ_IMPLIES_EXEC
  }
}
