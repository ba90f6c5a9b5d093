package dev.cloche.wasi.suite;

import java.util.List;
import java.util.Optional;

/**
 * What became of a run.
 *
 * @param failure why it failed, if it did
 * @param details what helps to find out: the end of the trace, standard error
 */
record Verdict(Optional<String> failure, List<String> details) {
  static Verdict passed() {
    return new Verdict(Optional.empty(), List.of());
  }

  static Verdict failed(String why, List<String> details) {
    return new Verdict(Optional.of(why), List.copyOf(details));
  }
}
