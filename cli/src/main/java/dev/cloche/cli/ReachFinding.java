package dev.cloche.cli;

/**
 * One thing that was looked at from inside.
 *
 * @param kind {@code path}, {@code request}, {@code variable}, {@code clock} or {@code credential};
 *     from the sandbox of native commands {@code native-path}, {@code native-host} and the like
 * @param found what came of it
 * @param expected what the policy says
 * @param probed whether a guest tried it; otherwise the policy alone was asked
 */
record ReachFinding(String kind, String subject, String found, String expected, boolean probed) {

  /** Tells whether policy and world are the same. */
  boolean agrees() {
    return found.equals(expected);
  }
}
