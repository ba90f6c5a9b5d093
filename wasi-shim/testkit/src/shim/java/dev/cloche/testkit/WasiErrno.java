package dev.cloche.testkit;

/** The errors of {@code wasi_snapshot_preview1}, in the order of their numbers. */
public enum WasiErrno {
  /** No error. */
  SUCCESS(0),
  /** The list of arguments is too long: {@code E2BIG}. */
  TOOBIG(1),
  /** Permission denied. */
  ACCES(2),
  /** {@code EADDRINUSE} of POSIX. */
  ADDRINUSE(3),
  /** {@code EADDRNOTAVAIL} of POSIX. */
  ADDRNOTAVAIL(4),
  /** {@code EAFNOSUPPORT} of POSIX. */
  AFNOSUPPORT(5),
  /** To be tried again. */
  AGAIN(6),
  /** {@code EALREADY} of POSIX. */
  ALREADY(7),
  /** The descriptor is not open. */
  BADF(8),
  /** {@code EBADMSG} of POSIX. */
  BADMSG(9),
  /** In use. */
  BUSY(10),
  /** {@code ECANCELED} of POSIX. */
  CANCELED(11),
  /** {@code ECHILD} of POSIX. */
  CHILD(12),
  /** {@code ECONNABORTED} of POSIX. */
  CONNABORTED(13),
  /** {@code ECONNREFUSED} of POSIX. */
  CONNREFUSED(14),
  /** {@code ECONNRESET} of POSIX. */
  CONNRESET(15),
  /** {@code EDEADLK} of POSIX. */
  DEADLK(16),
  /** {@code EDESTADDRREQ} of POSIX. */
  DESTADDRREQ(17),
  /** {@code EDOM} of POSIX. */
  DOM(18),
  /** {@code EDQUOT} of POSIX. */
  DQUOT(19),
  /** The name is taken. */
  EXIST(20),
  /** A pointer or a length reaches outside of the memory. */
  FAULT(21),
  /** The file would be too large. */
  FBIG(22),
  /** {@code EHOSTUNREACH} of POSIX. */
  HOSTUNREACH(23),
  /** {@code EIDRM} of POSIX. */
  IDRM(24),
  /** Text that is not valid UTF-8. */
  ILSEQ(25),
  /** {@code EINPROGRESS} of POSIX. */
  INPROGRESS(26),
  /** {@code EINTR} of POSIX. */
  INTR(27),
  /** An argument has no meaning here. */
  INVAL(28),
  /** A fault of the host. */
  IO(29),
  /** {@code EISCONN} of POSIX. */
  ISCONN(30),
  /** It is a directory. */
  ISDIR(31),
  /** Too many symbolic links, or one that must not be followed. */
  LOOP(32),
  /** No descriptor is left. */
  MFILE(33),
  /** {@code EMLINK} of POSIX. */
  MLINK(34),
  /** {@code EMSGSIZE} of POSIX. */
  MSGSIZE(35),
  /** {@code EMULTIHOP} of POSIX. */
  MULTIHOP(36),
  /** A name or a path is too long. */
  NAMETOOLONG(37),
  /** {@code ENETDOWN} of POSIX. */
  NETDOWN(38),
  /** {@code ENETRESET} of POSIX. */
  NETRESET(39),
  /** {@code ENETUNREACH} of POSIX. */
  NETUNREACH(40),
  /** {@code ENFILE} of POSIX. */
  NFILE(41),
  /** {@code ENOBUFS} of POSIX. */
  NOBUFS(42),
  /** {@code ENODEV} of POSIX. */
  NODEV(43),
  /** There is no such name. */
  NOENT(44),
  /** {@code ENOEXEC} of POSIX. */
  NOEXEC(45),
  /** {@code ENOLCK} of POSIX. */
  NOLCK(46),
  /** {@code ENOLINK} of POSIX. */
  NOLINK(47),
  /** Out of memory. */
  NOMEM(48),
  /** {@code ENOMSG} of POSIX. */
  NOMSG(49),
  /** {@code ENOPROTOOPT} of POSIX. */
  NOPROTOOPT(50),
  /** Out of quota. */
  NOSPC(51),
  /** Not offered. */
  NOSYS(52),
  /** {@code ENOTCONN} of POSIX. */
  NOTCONN(53),
  /** It is no directory. */
  NOTDIR(54),
  /** The directory has entries. */
  NOTEMPTY(55),
  /** {@code ENOTRECOVERABLE} of POSIX. */
  NOTRECOVERABLE(56),
  /** It is no socket. */
  NOTSOCK(57),
  /** Not supported. */
  NOTSUP(58),
  /** {@code ENOTTY} of POSIX. */
  NOTTY(59),
  /** {@code ENXIO} of POSIX. */
  NXIO(60),
  /** {@code EOVERFLOW} of POSIX. */
  OVERFLOW(61),
  /** {@code EOWNERDEAD} of POSIX. */
  OWNERDEAD(62),
  /** Never allowed. */
  PERM(63),
  /** {@code EPIPE} of POSIX. */
  PIPE(64),
  /** {@code EPROTO} of POSIX. */
  PROTO(65),
  /** {@code EPROTONOSUPPORT} of POSIX. */
  PROTONOSUPPORT(66),
  /** {@code EPROTOTYPE} of POSIX. */
  PROTOTYPE(67),
  /** {@code ERANGE} of POSIX. */
  RANGE(68),
  /** Read-only. */
  ROFS(69),
  /** The stream has no position. */
  SPIPE(70),
  /** {@code ESRCH} of POSIX. */
  SRCH(71),
  /** {@code ESTALE} of POSIX. */
  STALE(72),
  /** {@code ETIMEDOUT} of POSIX. */
  TIMEDOUT(73),
  /** {@code ETXTBSY} of POSIX. */
  TXTBSY(74),
  /** Two different trees. */
  XDEV(75),
  /** The descriptor lacks the right, or the path leaves its directory. */
  NOTCAPABLE(76);

  private static final WasiErrno[] ALL = values();

  private final int number;

  WasiErrno(int number) {
    this.number = number;
  }

  /** Returns the number that a guest is answered, 0 to 76. */
  public int number() {
    return number;
  }

  /**
   * Returns the error of a number.
   *
   * @throws IllegalArgumentException if it is not within 0 and 76
   */
  public static WasiErrno of(int number) {
    if (number < 0 || number >= ALL.length) {
      throw new IllegalArgumentException("errno " + number + " is not within 0 and 76");
    }
    return ALL[number];
  }
}
