package dev.cloche.host.seccomp;

import dev.cloche.host.seccomp.Assembler.Label;

/**
 * The code for calls that their arguments decide. Only the lower 32 bits of an argument are looked
 * at: the kernel takes these arguments as 32-bit values, and a filter that compares all 64 is
 * passed by setting the upper ones (CVE-2019-10063).
 */
final class ArgumentChecks {
  /** Namespaces: CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET. */
  private static final int NEW_NAMESPACES = 0x7E020000;

  /** Linux, Linux 32 bit, each also with UNAME26; and the question which it is. */
  private static final int[] PERSONALITIES = {0, 0x8, 0x20000, 0x20008, -1};

  /** TIOCSTI types into a terminal (CVE-2017-5226), TIOCLINUX into a console; TIOCSETD. */
  private static final int[] TERMINAL_REQUESTS = {0x5412, 0x541C, 0x5423};

  private static final int AF_UNIX = 1;
  private static final int AF_INET = 2;
  private static final int AF_INET6 = 10;
  private static final int AF_NETLINK = 16;

  /** The default, ICMP, TCP, UDP, ICMPv6: no MPTCP, SCTP or DCCP, which are rarely looked at. */
  private static final int[] INTERNET_PROTOCOLS = {0, 1, 6, 17, 58};

  /** NETLINK_ROUTE: Node asks it for the network interfaces. */
  private static final int NETLINK_ROUTE = 0;

  private static final int SET_ID_BITS = 06000;

  /** O_CREAT, and the bit of its own in O_TMPFILE: both take the next argument as a mode. */
  private static final int CREATING = 0x400040;

  private final Assembler code;
  private final Label allow;
  private final Label eperm;
  private final Label noFamily;

  ArgumentChecks(Assembler code, Label allow, Label eperm, Label noFamily) {
    this.code = code;
    this.allow = allow;
    this.eperm = eperm;
    this.noFamily = noFamily;
  }

  void emit(Verdict verdict) {
    switch (verdict.kind()) {
      case ALLOW, EPERM, ENOSYS -> throw new AssertionError("needs no code");
      case MODE -> refuseBits(verdict.argument(), SET_ID_BITS);
      case OPEN -> open(verdict.argument());
      case CLONE -> refuseBits(0, NEW_NAMESPACES);
      case PERSONALITY -> oneOf(0, PERSONALITIES, allow, eperm);
      case IOCTL -> oneOf(1, TERMINAL_REQUESTS, eperm, allow);
      case SOCKET -> socket();
      case SOCKETPAIR -> oneOf(0, new int[] {AF_UNIX}, allow, noFamily);
    }
  }

  private void refuseBits(int argument, int bits) {
    code.load(Bpf.argumentAt(argument));
    code.branch(Bpf.ANY_BIT, bits, eperm, allow);
  }

  private void open(int flags) {
    Label creates = code.label();
    code.load(Bpf.argumentAt(flags));
    code.branch(Bpf.ANY_BIT, CREATING, creates, allow);
    code.place(creates);
    refuseBits(flags + 1, SET_ID_BITS);
  }

  private void oneOf(int argument, int[] values, Label found, Label otherwise) {
    code.load(Bpf.argumentAt(argument));
    for (int value : values) {
      code.ifEqual(value, found);
    }
    code.jump(otherwise);
  }

  private void socket() {
    Label internet = code.label();
    Label netlink = code.label();
    code.load(Bpf.argumentAt(0));
    code.ifEqual(AF_UNIX, allow);
    code.ifEqual(AF_INET, internet);
    code.ifEqual(AF_INET6, internet);
    code.ifEqual(AF_NETLINK, netlink);
    code.jump(noFamily);
    code.place(internet);
    oneOf(2, INTERNET_PROTOCOLS, allow, eperm);
    code.place(netlink);
    oneOf(2, new int[] {NETLINK_ROUTE}, allow, eperm);
  }
}
