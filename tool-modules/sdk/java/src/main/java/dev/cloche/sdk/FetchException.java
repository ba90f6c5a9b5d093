package dev.cloche.sdk;

import java.io.IOException;

/** Why a request failed. */
public final class FetchException extends IOException {

  private static final long serialVersionUID = 1L;

  /** A rule, or the want of one, forbids it. docs/writing-tools.md has the other codes. */
  public static final int DENIED = 1;

  /** Method, URL, headers or flags are not acceptable. */
  public static final int MALFORMED = 2;

  private final int code;
  private final String rule;

  FetchException(int code, String message, String rule) {
    super(message);
    this.code = code;
    this.rule = rule;
  }

  /** Returns the kind of failure, above 0. */
  public int code() {
    return code;
  }

  /**
   * Returns the rule or budget that decided, such as {@code network.deny[0]}; empty if none did.
   */
  public String rule() {
    return rule;
  }
}
