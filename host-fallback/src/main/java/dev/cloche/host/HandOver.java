package dev.cloche.host;

import dev.cloche.LentSecrets;
import dev.cloche.policy.NativeLease;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * How a shell that waits is told what to become: one line on its standard input, which it reads
 * byte by byte, so that what follows is left for the command. In the line every word is quoted, and
 * nothing in it is ever parsed but the quotes.
 */
final class HandOver {
  /** The first argument is a line feed, of which a line can only have the name. */
  private static final String WAIT = "IFS= read -r c && eval \"$c\"";

  private static final String LINE_FEED = "'\"$1\"'";

  /** A shell in a sandbox reads it byte by byte: 16 KiB take it some 5 ms. */
  static final int MAX_LINE_BYTES = 16 << 10;

  /** What every pipe takes at once, whether anybody reads it or not (pipe(7), PIPE_BUF). */
  static final int AT_ONCE_BYTES = 4096;

  private HandOver() {}

  /** Returns the command line of a shell that waits. */
  static List<String> waiting(String shell) {
    return List.of(shell, "-c", WAIT, "sh", "\n");
  }

  /**
   * Returns the line that has a shell become a program.
   *
   * @param before what it does first, in its own language, without a line feed
   * @return empty if the line would be too long
   */
  static Optional<byte[]> line(String before, List<String> words) {
    return Optional.of(anyLine(before, words)).filter(line -> line.length <= MAX_LINE_BYTES);
  }

  /** The same of any length; who reads more than 64 KiB has to be waited for. */
  static byte[] anyLine(String before, List<String> words) {
    StringBuilder line = new StringBuilder(before).append("exec");
    words.forEach(word -> line.append(' ').append(quote(word)));
    return line.append('\n').toString().getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Returns what a shell does first to hand secrets on. They are words of commands that the shell
   * itself is: an empty {@code PATH} has it fail where it would start a program instead, of which
   * they would be arguments for all to see.
   */
  static String lend(LentSecrets secrets) {
    if (secrets.isEmpty()) {
      return "";
    }
    StringBuilder before = new StringBuilder();
    if (!secrets.files().isEmpty()) {
      before.append("umask 377 && ");
      secrets
          .files()
          .forEach(
              (name, value) ->
                  before
                      .append("PATH= printf %s ")
                      .append(quote(value))
                      .append(" > ")
                      .append(quote(NativeLease.DIRECTORY + "/" + name))
                      .append(" && "));
      before.append("umask 022 && ");
    }
    secrets.environment().forEach((name, value) -> before.append(export(name, value)));
    return before.toString();
  }

  /** Returns what sets a variable, whose name is one. */
  static String export(String name, String value) {
    return "export " + name + "=" + quote(value) + " && ";
  }

  static String quote(String word) {
    return "'" + word.replace("'", "'\\''").replace("\n", LINE_FEED) + "'";
  }
}
