package dev.cloche.cli;

import dev.cloche.policy.Suggestions;
import java.util.Collection;

/** What is said about arguments that cannot be right: one sentence, without a full stop. */
final class UsageErrors {

  private UsageErrors() {}

  /**
   * Objects to a word that nothing knows.
   *
   * @param kind what it should have been
   * @param typed the word
   * @param known what would have been right
   * @param asked the command whose help lists that
   */
  static UsageException unknown(String kind, String typed, Collection<String> known, String asked) {
    String instead =
        Suggestions.nearest(typed, known)
            .map(near -> "did you mean " + near + "?")
            .orElse("\"" + asked + " --help\" lists what there is");
    return new UsageException("unknown " + kind + " " + Printable.quote(typed) + "; " + instead);
  }
}
