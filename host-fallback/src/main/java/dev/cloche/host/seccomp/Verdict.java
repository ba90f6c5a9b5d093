package dev.cloche.host.seccomp;

import java.util.Locale;

/**
 * What becomes of a system call.
 *
 * @param kind allowed, answered with an error, or decided by its arguments
 * @param argument which argument decides, where that is not the same for all calls of the kind
 */
record Verdict(Kind kind, int argument) {
  /** The kinds of verdicts. */
  enum Kind {
    /** The kernel answers. */
    ALLOW,
    /** {@code EPERM}: the call is privileged, or reaches another process. */
    EPERM,
    /** {@code ENOSYS}: programs then take the older way. */
    ENOSYS,
    /** Allowed unless the mode in the argument has set-user-ID or set-group-ID. */
    MODE,
    /** Like {@link #MODE} for the next argument, if the flags in this one can create a file. */
    OPEN,
    /** Allowed unless it makes a namespace. */
    CLONE,
    /** Allowed for the personalities that programs use, but not to turn off ASLR. */
    PERSONALITY,
    /** Allowed but for what types into, or takes over, a terminal. */
    IOCTL,
    /** Allowed for UNIX, TCP, UDP, ICMP, and the network configuration. */
    SOCKET,
    /** Allowed for UNIX. */
    SOCKETPAIR
  }

  static Verdict parse(String text) {
    int colon = text.indexOf(':');
    String kind = colon < 0 ? text : text.substring(0, colon);
    int argument = colon < 0 ? 0 : Integer.parseInt(text.substring(colon + 1));
    return new Verdict(Kind.valueOf(kind.toUpperCase(Locale.ROOT)), argument);
  }
}
