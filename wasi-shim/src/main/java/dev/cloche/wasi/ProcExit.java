package dev.cloche.wasi;

/** The guest called {@code proc_exit}. */
public final class ProcExit extends HostStop {
  private static final long serialVersionUID = 1L;

  private final int status;

  ProcExit(int status) {
    super("guest exited with status " + Integer.toUnsignedString(status));
    this.status = status;
  }

  /** Returns the status that the guest gave: any 32-bit value, to be read as unsigned. */
  public int status() {
    return status;
  }
}
