package dev.cloche.run;

import dev.cloche.wasi.HostStop;

/** A tape ends the call: it is full, or the call meets what it does not hold. */
public final class TapeStop extends HostStop {

  private static final long serialVersionUID = 1L;

  private final String why;

  /**
   * Makes one.
   *
   * @param why one sentence, without what the call must not tell
   */
  public TapeStop(String why) {
    super(why);
    this.why = why;
  }

  String why() {
    return why;
  }
}
