package dev.cloche.policy;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the manifest that a script carries in the comment at its beginning, behind an interpreter
 * line ({@code #!...}) and empty lines at most. Two kinds of comments are known, whatever the
 * language: in brackets, {@code /* cloche: {...} *}{@code /} and <code>--[[ cloche: {...} ]]</code>
 * , and lines that all begin with {@code #}, {@code //} or {@code --}, the first of them with
 * {@code cloche:}.
 */
public final class ScriptComment {

  private static final Pattern BEGINNING =
      Pattern.compile("\\A\\x{FEFF}?(#!.*\\R)?\\s*(/\\*|--\\[\\[|#|//|--)[ \\t]*cloche:");

  private ScriptComment() {}

  /**
   * Returns the manifest as JSON, every character at the line and column that it has in the script.
   *
   * @throws PolicyException if the comment has no end
   */
  public static Optional<byte[]> find(String source) {
    Matcher beginning = BEGINNING.matcher(source);
    if (!beginning.find()) {
      return Optional.empty();
    }
    String mark = beginning.group(2);
    String json =
        switch (mark) {
          case "/*" -> bracketed(source, beginning.end(), "*/");
          case "--[[" -> bracketed(source, beginning.end(), "]]");
          default -> lines(source, beginning.end(), mark);
        };
    return Optional.of((blank(source, beginning.end()) + json).getBytes(StandardCharsets.UTF_8));
  }

  private static String bracketed(String source, int start, String mark) {
    int end = source.indexOf(mark, start);
    if (end < 0) {
      throw new PolicyException("", "the comment with the manifest has no end; write " + mark);
    }
    return source.substring(start, end);
  }

  /** The lines that follow and are comments too belong to it. */
  private static String lines(String source, int start, String mark) {
    StringBuilder json = new StringBuilder();
    int at = start;
    while (true) {
      int end = source.indexOf('\n', at);
      json.append(source, at, end < 0 ? source.length() : end + 1);
      if (end < 0 || !source.startsWith(mark, end + 1)) {
        return json.toString();
      }
      json.append(" ".repeat(mark.length()));
      at = end + 1 + mark.length();
    }
  }

  /** Spaces and line ends keep the places of what follows. */
  private static String blank(String source, int end) {
    return source.substring(0, end).replaceAll("[^\\r\\n]", " ");
  }
}
