package dev.cloche.workspace.tree;

/**
 * The errors a guest can be answered, in the numbering of WASI preview1.
 *
 * <p>The tree and the host functions share one list, so that no error is translated on its way out.
 * Only the errors that some operation answers are here.
 */
public enum Errno {
  /** No error. */
  SUCCESS(0),
  /** The descriptor is not open. */
  BADF(8),
  /** The node is a mount point, or holds one. */
  BUSY(10),
  /** The name is taken. */
  EXIST(20),
  /** A pointer or a length reaches outside the guest's memory. */
  FAULT(21),
  /** A file offset beyond what a file can have. */
  FBIG(22),
  /** Text that is not valid UTF-8. */
  ILSEQ(25),
  /** An argument has no meaning here. */
  INVAL(28),
  /** A fault of the host; it is logged there. */
  IO(29),
  /** The operation does not apply to a directory. */
  ISDIR(31),
  /** Too many symbolic links, or one that must not be followed. */
  LOOP(32),
  /** The call has no descriptor left. */
  MFILE(33),
  /** A name above 255 bytes, or a path above 4096. */
  NAMETOOLONG(37),
  /** There is no such name. */
  NOENT(44),
  /** The quota of bytes, nodes or depth is used up. */
  NOSPC(51),
  /** A component of the path is not a directory. */
  NOTDIR(54),
  /** The directory still has entries. */
  NOTEMPTY(55),
  /** The descriptor is not a socket. */
  NOTSOCK(57),
  /** Not offered here. */
  NOTSUP(58),
  /** The operation is never allowed on such a node. */
  PERM(63),
  /** The node is read-only. */
  ROFS(69),
  /** The stream has no position. */
  SPIPE(70),
  /** The two paths are in different trees. */
  XDEV(75),
  /** The descriptor lacks the right, or the path leaves its directory. */
  NOTCAPABLE(76);

  private final int number;

  Errno(int number) {
    this.number = number;
  }

  /** Returns the number that the guest is given. */
  public int number() {
    return number;
  }

  /** Returns an exception that carries this error. */
  public Fault fault() {
    return new Fault(this);
  }
}
