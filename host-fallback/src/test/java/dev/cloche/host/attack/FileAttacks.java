package dev.cloche.host.attack;

import java.util.List;

/** Attacks on files, and on what tells about the host: 1 to 10 and 17 to 25. */
final class FileAttacks {
  private FileAttacks() {}

  static List<Attack> all() {
    return List.of(
        Attack.of(
            "native01_secretsOfTheHost",
            "rd('/etc/shadow'); rd('/etc/passwd');",
            "/etc/shadow ENOENT",
            "/etc/passwd OK"),
        Attack.of(
            "native02_directoriesOfTheHost",
            """
            ls($_) for qw(/root /home /var /run /sys /opt /boot /mnt /srv);
            rd('/var/run/docker.sock'); rd('/run/docker.sock'); ls('/usr');
            """,
            "/root ENOENT",
            "/home ENOENT",
            "/var ENOENT",
            "/run ENOENT",
            "/sys ENOENT",
            "/opt ENOENT",
            "/boot ENOENT",
            "/mnt ENOENT",
            "/srv ENOENT",
            "/var/run/docker.sock ENOENT",
            "/run/docker.sock ENOENT",
            "/usr OK"),
        Attack.of(
            "native03_programsOfTheHost",
            "wr('/usr/bin/pwn'); wr('/usr/bin/perl'); wr('/workspace/ok');",
            "/usr/bin/pwn EROFS",
            "/usr/bin/perl (EROFS|EACCES|ETXTBSY)",
            "/workspace/ok OK"),
        Attack.of(
            "native04_placesThatAreNotToBeWritten",
            "wr(\"$_/pwn\") for ('', '/etc', '/dev', '/proc', '/run', '/tmp', '/dev/shm');",
            "/pwn EROFS",
            "/etc/pwn EROFS",
            "/dev/pwn EROFS",
            "/proc/pwn (ENOENT|EACCES)",
            "/run/pwn ENOENT",
            "/tmp/pwn OK",
            "/dev/shm/pwn OK"),
        Attack.of(
            "native05_linkToASecret",
            """
            symlink('/etc/shadow', 's'); rd('s'); symlink('/etc/passwd', 'p'); rd('p');
            """,
            "s ENOENT",
            "p OK"),
        Attack.of(
            "native06_chainOfRelativeLinks",
            """
            symlink('../' x 20 . 'etc/shadow', 's2'); symlink('s2', 's3'); rd('s3');
            symlink('../' x 20 . 'etc/passwd', 'p2'); symlink('p2', 'p3'); rd('p3');
            """,
            "s3 ENOENT",
            "p3 OK"),
        Attack.of(
            "native07_hardLinks",
            """
            wr('own'); r('bash', link('/usr/bin/bash', 'h')); r('passwd', link('/etc/passwd', 'h2'));
            r('own', link('own', 'h3'));
            """,
            "own OK",
            "bash EXDEV",
            "passwd EXDEV",
            "own OK"),
        Attack.of(
            "native08_rootOfTheFirstProcess",
            """
            rd('/proc/1/root/etc/shadow'); ls('/proc/1/cwd/../../../root');
            rd('/proc/self/root/etc/passwd');
            """,
            "/proc/1/root/etc/shadow (ENOENT|EACCES)",
            "/proc/1/cwd/../../../root (ENOENT|EACCES)",
            "/proc/self/root/etc/passwd OK"),
        Attack.of(
            "native09_settingsOfTheKernel",
            """
            wr("/proc/sys/$_") for qw(kernel/core_pattern kernel/modprobe vm/drop_caches
              net/ipv4/ip_forward fs/suid_dumpable kernel/ns_last_pid user/max_user_namespaces);
            rd('/proc/sys/kernel/core_pattern');
            """,
            "/proc/sys/kernel/core_pattern (EROFS|EACCES)",
            "/proc/sys/kernel/modprobe (EROFS|EACCES|ENOENT)",
            "/proc/sys/vm/drop_caches (EROFS|EACCES)",
            "/proc/sys/net/ipv4/ip_forward (EROFS|EACCES)",
            "/proc/sys/fs/suid_dumpable (EROFS|EACCES)",
            "/proc/sys/kernel/ns_last_pid (EROFS|EACCES|ENOENT)",
            "/proc/sys/user/max_user_namespaces (EROFS|EACCES)",
            "/proc/sys/kernel/core_pattern OK"),
        Attack.of(
            "native10_triggersOfTheKernel",
            "wr('/proc/sysrq-trigger'); wr('/proc/self/comm');",
            "/proc/sysrq-trigger (EACCES|ENOENT|EROFS|EPERM)",
            "/proc/self/comm OK"),
        Attack.of(
            "native17_deviceNodes",
            """
            sys('mknodat', -100, 'sda', 0060644, 0x800); sys('mknodat', -100, 'mem', 0020644, 0x101);
            sys('mknodat', -100, 'fifo', 0010644, 0);
            """,
            "mknodat EPERM",
            "mknodat EPERM",
            "mknodat OK"),
        Attack.of(
            "native18_devicesOfTheHost",
            "rd(\"/dev/$_\") for qw(kmsg mem kvm vda sda fuse port net/tun zero null);",
            "/dev/kmsg ENOENT",
            "/dev/mem ENOENT",
            "/dev/kvm ENOENT",
            "/dev/vda ENOENT",
            "/dev/sda ENOENT",
            "/dev/fuse ENOENT",
            "/dev/port ENOENT",
            "/dev/net/tun ENOENT",
            "/dev/zero OK",
            "/dev/null EMPTY"),
        Attack.of(
            "native19_setIdBits",
            """
            wr('b'); r('u+s', chmod(04755, 'b')); r('g+s', chmod(02755, 'b'));
            r('plain', chmod(0755, 'b')); printf "%o\\n", (stat('b'))[2] & 07777;
            """,
            "b OK",
            "u\\+s EPERM",
            "g\\+s EPERM",
            "plain OK",
            "755"),
        Attack.of(
            "native20_setIdBitsAtCreation",
            """
            r('suid', sysopen(my $f, 'z', O_CREAT | O_WRONLY, 04755));
            r('tmpfile', sysopen(my $h, '.', 020200000 | O_RDWR, 04755));
            r('plain', sysopen(my $g, 'y', O_CREAT | O_WRONLY, 0755));
            """,
            "suid EPERM",
            "tmpfile EPERM",
            "plain OK"),
        Attack.of(
            "native21_setIdPrograms",
            """
            print 'su ', sh('su -c id root') != 0 ? 'refused' : 'root', "\\n";
            print 'bash ', sh('bash -c id'), "\\n";
            print grep { /NoNewPrivs/ } do { open(my $f, '<', '/proc/self/status'); <$f> };
            """,
            "su refused",
            "bash 0",
            "NoNewPrivs:\\s1"),
        Attack.of(
            "native22_filesByTheirHandle",
            """
            my $handle = pack('IiQQ', 8, 1, 2, 0); my $mount = pack('i', 0);
            sys('open_by_handle_at', -100, $handle, 0);
            sys('name_to_handle_at', -100, '/usr', $handle, $mount, 0); ls('/usr');
            """,
            "open_by_handle_at EPERM",
            "name_to_handle_at EPERM",
            "/usr OK"),
        Attack.of(
            "native23_inheritedDescriptors",
            "print join(' ', sort split(/\\s+/, `ls /proc/self/fd`)), \"\\n\";",
            "0 1 2 3"),
        Attack.of(
            "native24_environmentOfTheLauncher",
            """
            print join(' ', sort keys %ENV), "\\n";
            open(my $f, '<', '/proc/1/environ'); local $/; my $all = <$f>;
            print join(' ', map { /^(\\w+)=/ } split(/\\0/, $all)), "\\n";
            """,
            "HOME LANG PATH PWD TMPDIR USER",
            "PWD"),
        Attack.of(
            "native25_tellingFiles",
            """
            rd("/proc/$_") for qw(cmdline keys kallsyms timer_list uptime);
            open(my $f, '<', '/proc/self/mountinfo');
            my %roots = map { my @w = split(/ /); ($w[3] => 1) } <$f>;
            print join(' ', grep { m[^/(tmp|run|home|root|work|var)] } keys %roots), "none\\n";
            """,
            "/proc/cmdline (EACCES|EMPTY)",
            "/proc/keys (EACCES|EMPTY|ENOENT)",
            "/proc/kallsyms (EACCES|EMPTY|ENOENT)",
            "/proc/timer_list (EACCES|EMPTY|ENOENT)",
            "/proc/uptime OK",
            "none"));
  }
}
