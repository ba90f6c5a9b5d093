package dev.cloche.egress;

/** A part of a URL is not acceptable; becomes an {@link EgressException} that shows the URL. */
final class MalformedUrl extends Exception {
  private static final long serialVersionUID = 1;

  private final String why;

  /** Makes one; {@code why} tells what was given and what is allowed. */
  MalformedUrl(String why) {
    super(why, null, false, false);
    this.why = why;
  }

  /** What was given and what is allowed. */
  String why() {
    return why;
  }
}
