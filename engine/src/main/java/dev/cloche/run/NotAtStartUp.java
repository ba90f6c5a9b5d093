package dev.cloche.run;

import dev.cloche.wasi.HostStop;

/** Start-up code does what it may not. */
final class NotAtStartUp extends HostStop {
  private static final long serialVersionUID = 1L;

  NotAtStartUp(String what) {
    super(what);
  }
}
