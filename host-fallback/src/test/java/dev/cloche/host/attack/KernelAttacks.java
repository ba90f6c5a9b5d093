package dev.cloche.host.attack;

import java.util.List;

/** Attacks on the kernel and on other processes: 11 to 16, 26 to 32 and 57 to 66. */
final class KernelAttacks {
  private KernelAttacks() {}

  static List<Attack> all() {
    return List.of(
        Attack.of(
            "native11_mounts",
            """
            sys('mount', 'x', '/workspace', 'tmpfs', 0, 0);
            sys('mount', '/', '/workspace', 0, 4096, 0); sys('umount2', '/etc', 0);
            sys('mount', 'x', '/usr', 0, 32, 0); r('mkdir', mkdir('m'));
            """,
            "mount EPERM",
            "mount EPERM",
            "umount2 EPERM",
            "mount EPERM",
            "mkdir OK"),
        Attack.of(
            "native12_newMountCalls",
            """
            sys('fsopen', 'tmpfs', 0); sys('open_tree', -100, '/', 1); sys('fsmount', 3, 0, 0);
            sys('move_mount', -100, '/', -100, '/tmp', 0); sys('fspick', -100, '/', 0);
            my $a = "\\0" x 32; sys('mount_setattr', -100, '/usr', 0, $a, 32); ls('/');
            """,
            "fsopen EPERM",
            "open_tree EPERM",
            "fsmount EPERM",
            "move_mount EPERM",
            "fspick EPERM",
            "mount_setattr EPERM",
            "/ OK"),
        Attack.of(
            "native13_newNamespaces",
            """
            sys('unshare', $_) for (0x10000000, 0x20000, 0x40000000, 0x20000000, 0x2000000, 0x80);
            print 'unshare ', sh('unshare -Ur id'), ' true ', sh('true'), "\\n";
            """,
            "unshare EPERM",
            "unshare EPERM",
            "unshare EPERM",
            "unshare EPERM",
            "unshare EPERM",
            "unshare EPERM",
            "unshare 1 true 0"),
        Attack.of(
            "native14_cloneIntoNamespaces",
            """
            my $a = "\\0" x 88; sys('clone3', $a, 88); sys('clone', 0x10000000 | 17, 0, 0, 0, 0);
            sys('clone', 0x20000 | 17, 0, 0, 0, 0);
            my $p = fork(); exit 0 if defined $p && !$p; waitpid($p, 0); r('fork', defined $p);
            """,
            "clone3 ENOSYS",
            "clone EPERM",
            "clone EPERM",
            "fork OK"),
        Attack.of(
            "native15_namespacesOfOthers",
            """
            open(my $f, '<', '/proc/self/ns/mnt'); sys('setns', fileno($f), 0);
            print 'nsenter ', sh('nsenter -t 1 -m true') != 0 ? 'refused' : 'entered', "\\n";
            r('open', defined $f);
            """,
            "setns EPERM",
            "nsenter refused",
            "open OK"),
        Attack.of(
            "native16_anotherRoot",
            "sys('chroot', '/workspace'); sys('pivot_root', '.', '.'); sys('chdir', '/tmp');",
            "chroot EPERM",
            "pivot_root EPERM",
            "chdir OK"),
        Attack.of(
            "native26_logOfTheKernel",
            "my $b = ' ' x 100; sys('syslog', 3, $b, 100); sys('syslog', 10, 0, 0); rd('/proc/stat');",
            "syslog EPERM",
            "syslog EPERM",
            "/proc/stat OK"),
        Attack.of(
            "native27_tracing",
            "sys('ptrace', 16, 1, 0, 0); sys('ptrace', 0, 0, 0, 0); sys('getpid');",
            "ptrace EPERM",
            "ptrace EPERM",
            "getpid OK"),
        Attack.of(
            "native28_memoryAndFilesOfOthers",
            """
            my $v = "\\0" x 16; sys('process_vm_readv', 1, $v, 1, $v, 1, 0);
            sys('process_vm_writev', 1, $v, 1, $v, 1, 0); sys('pidfd_getfd', 0, 0, 0);
            sys('kcmp', 1, 1, 0, 0, 0); sys('pidfd_open', $$, 0);
            """,
            "process_vm_readv EPERM",
            "process_vm_writev EPERM",
            "pidfd_getfd EPERM",
            "kcmp EPERM",
            "pidfd_open OK"),
        Attack.of(
            "native29_signalsToTheHost",
            """
            $! = 0; r('host', kill(9, @PID@)); kill(9, 1); kill(15, 1); r('self', kill(0, $$));
            """,
            "host ESRCH",
            "self OK"),
        Attack.of(
            "native30_processesOfTheHost",
            "my @p = glob('/proc/[0-9]*'); print @p < 10 && @p > 1 ? 'few' : scalar(@p), \"\\n\";",
            "few"),
        Attack.of(
            "native31_priorities",
            """
            sys('setpriority', 0, 0, -20); my $p = pack('i', 10); sys('sched_setscheduler', 0, 1, $p);
            sys('setpriority', 0, 0, 19);
            """,
            "setpriority (EPERM|EACCES)",
            "sched_setscheduler EPERM",
            "setpriority OK"),
        Attack.of(
            "native32_limits",
            "print sh('ulimit -Hn 100000'), ' ', sh('ulimit -Sn 100'), \"\\n\";",
            "1 0"),
        Attack.of(
            "native57_ioUring",
            "my $p = \"\\0\" x 120; sys('io_uring_setup', 8, $p); sys('io_uring_enter', 3, 0, 0, 0, 0);"
                + " sys('eventfd2', 0, 0);",
            "io_uring_setup ENOSYS",
            "io_uring_enter ENOSYS",
            "eventfd2 OK"),
        Attack.of(
            "native58_keys",
            """
            sys('keyctl', 0, -3, 0, 0, 0); sys('add_key', 'user', 'a', 'b', 1, -3);
            sys('request_key', 'user', 'a', 0, 0); sys('getuid');
            """,
            "keyctl EPERM",
            "add_key EPERM",
            "request_key EPERM",
            "getuid OK"),
        Attack.of(
            "native59_programsForTheKernel",
            """
            my $a = "\\0" x 128; sys('bpf', 0, $a, 128); sys('perf_event_open', $a, 0, -1, -1, 0);
            sys('userfaultfd', 0); sys('kexec_load', 0, 0, 0, 0); sys('init_module', $a, 0, '');
            sys('finit_module', 0, '', 0); sys('memfd_create', 'm', 0);
            """,
            "bpf EPERM",
            "perf_event_open EPERM",
            "userfaultfd EPERM",
            "kexec_load EPERM",
            "init_module EPERM",
            "finit_module EPERM",
            "memfd_create OK"),
        Attack.of(
            "native60_addressRandomisation",
            "sys('personality', 0x40000); sys('personality', 0xffffffff);",
            "personality EPERM",
            "personality OK"),
        Attack.of(
            "native61_clocks",
            """
            my $t = pack('qq', 1, 0); sys('clock_settime', 0, $t); sys('settimeofday', $t, 0);
            my $x = "\\0" x 208; sys('adjtimex', $x); sys('clock_gettime', 0, $t);
            """,
            "clock_settime EPERM",
            "settimeofday EPERM",
            "adjtimex EPERM",
            "clock_gettime OK"),
        Attack.of(
            "native62_names",
            """
            sys('sethostname', 'pwned', 5); sys('setdomainname', 'pwned', 5); print `uname -n`;
            """,
            "sethostname EPERM",
            "setdomainname EPERM",
            "sandbox"),
        Attack.of(
            "native63_terminals",
            """
            my $c = 'x'; sys('ioctl', 0, 0x5412, $c); sys('ioctl', 0, 0x541C, $c);
            my $n = pack('i', 0); rd('/dev/tty'); sys('ioctl', 0, 0x541B, $n);
            """,
            "ioctl EPERM",
            "ioctl EPERM",
            "/dev/tty ENXIO",
            "ioctl OK"),
        Attack.of(
            "native66_theMachine",
            """
            sys('quotactl', 0, 0, 0, 0); sys('acct', 0); sys('swapon', '/tmp/x', 0);
            sys('reboot', 0xfee1dead, 672274793, 0, 0); sys('vhangup'); sys('sync');
            """,
            "quotactl EPERM",
            "acct EPERM",
            "swapon EPERM",
            "reboot EPERM",
            "vhangup EPERM",
            "sync OK"),
        Attack.of(
            "x5_doorsToOtherSandboxes",
            """
            sys('unshare', 0x10000000); sys('bpf', 0, 0, 0); sys('keyctl', 0, 0, 0, 0, 0);
            my $p = "\\0" x 120; sys('io_uring_setup', 1, $p); rd('/run/user/0/bus');
            rd('/var/run/dbus/system_bus_socket'); rd('/run/docker.sock'); sys('getppid');
            """,
            "unshare EPERM",
            "bpf EPERM",
            "keyctl EPERM",
            "io_uring_setup ENOSYS",
            "/run/user/0/bus ENOENT",
            "/var/run/dbus/system_bus_socket ENOENT",
            "/run/docker.sock ENOENT",
            "getppid OK"),
        Attack.of(
            "native68_memoryOfTheFirstProcess",
            """
            my $f; my $ok = sysopen($f, '/proc/1/mem', O_RDWR);
            print grep { /^(CapEff|Seccomp:)/ } do { open(my $s, '<', '/proc/1/status'); <$s> };
            """,
            "CapEff:\\s0+",
            "Seccomp:\\s2"));
  }
}
