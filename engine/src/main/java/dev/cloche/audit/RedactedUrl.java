package dev.cloche.audit;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a record tells of a URL: scheme, host, port and path. Never the query, the fragment or user
 * information, which is where callers put secrets.
 *
 * <p>A URL that a rule judged is in canonical form. One that was refused before is whatever the
 * guest wrote, and no parser's word about it is worth anything: if it has an at sign anywhere, what
 * stands before it may be a password, and what stands behind it a part of the query; nothing of it
 * is shown.
 */
final class RedactedUrl {

  /** Made at the first URL: most texts have none, and each call has texts. */
  private static final class Patterns {
    static final Pattern CLEAN =
        Pattern.compile(
            "(?i)(https?://(?:[a-z0-9._-]+|\\[[0-9a-f:.]+])(?::[0-9]{1,5})?)(/[^?#\\\\]*)?([?#].*)?",
            Pattern.DOTALL);
    static final Pattern AT = Pattern.compile("(?i)@|%40|\uff20|\ufe6b");
    static final Pattern QUERY = Pattern.compile("(?i)[?#]|%3f|%23|\uff1f|\uff03");

    private Patterns() {}
  }

  private static final int MAX_SCHEME = 32;

  private RedactedUrl() {}

  static String of(String url) {
    Matcher clean = Patterns.CLEAN.matcher(url);
    if (clean.matches()) {
      return clean.group(1) + orEmpty(clean.group(2)) + hidden(orEmpty(clean.group(3)));
    }
    if (Patterns.AT.matcher(url).find()) {
      return Redactor.REDACTED;
    }
    Matcher query = Patterns.QUERY.matcher(url);
    return query.find() ? url.substring(0, query.start()) + hidden("?") : url;
  }

  /**
   * Returns a text with each URL in it, of whatever scheme, redacted. Found by hand: an expression
   * would take quadratic time over a long text of letters.
   */
  static String within(String text) {
    StringBuilder out = new StringBuilder();
    int done = 0;
    for (int colon = text.indexOf("://"); colon >= 0; colon = text.indexOf("://", done)) {
      int start = schemeStart(text, colon, done);
      int end = urlEnd(text, colon);
      out.append(text, done, start).append(of(text.substring(start, end)));
      done = end;
    }
    return done == 0 ? text : out.append(text, done, text.length()).toString();
  }

  private static int schemeStart(String text, int colon, int from) {
    int start = colon;
    while (start > from && colon - start < MAX_SCHEME && isScheme(text.charAt(start - 1))) {
      start--;
    }
    return start;
  }

  private static boolean isScheme(char c) {
    return c < 0x80 && (Character.isLetterOrDigit(c) || c == '+' || c == '.' || c == '-');
  }

  private static int urlEnd(String text, int from) {
    int end = from;
    while (end < text.length() && !endsUrl(text.charAt(end))) {
      end++;
    }
    return end;
  }

  private static boolean endsUrl(char c) {
    return Character.isWhitespace(c) || c == '"';
  }

  private static String hidden(String rest) {
    return rest.isEmpty() ? "" : rest.charAt(0) + Redactor.REDACTED;
  }

  private static String orEmpty(@org.jspecify.annotations.Nullable String group) {
    return group == null ? "" : group;
  }
}
