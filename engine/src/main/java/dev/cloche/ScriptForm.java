package dev.cloche;

import java.util.List;

/**
 * How an interpreter is given a script: the block {@code script} of its manifest. The arguments of
 * a call of the script follow.
 *
 * @param extensions of files that it runs, without the dot
 * @param before the arguments before the source
 * @param after the arguments between the source and those of the call
 */
public record ScriptForm(List<String> extensions, List<String> before, List<String> after) {
  /** Copies the lists. */
  public ScriptForm {
    extensions = List.copyOf(extensions);
    before = List.copyOf(before);
    after = List.copyOf(after);
  }
}
