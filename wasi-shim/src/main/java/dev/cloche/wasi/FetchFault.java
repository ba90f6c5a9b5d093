package dev.cloche.wasi;

import dev.cloche.egress.EgressException;

/**
 * A function of the module {@code cloche} came to nothing: a code for the guest, and a text that it
 * may ask for. Checked and without a stack trace, as {@code Fault} is.
 */
final class FetchFault extends Exception {
  private static final long serialVersionUID = 1L;

  private final FetchCode code;
  private final String rule;

  FetchFault(FetchCode code, String message) {
    this(code, "", message);
  }

  private FetchFault(FetchCode code, String rule, String message) {
    super(message, null, false, false);
    this.code = code;
    this.rule = rule;
  }

  static FetchFault of(EgressException failure) {
    return new FetchFault(FetchCode.of(failure.kind()), failure.rule(), failure.getMessage());
  }

  FetchCode code() {
    return code;
  }

  /** Returns what the guest reads: the message and, on a line of its own, the rule if any. */
  String text() {
    String message = FetchText.line(getMessage());
    return rule.isEmpty() ? message : message + "\n" + FetchText.line(rule);
  }
}
