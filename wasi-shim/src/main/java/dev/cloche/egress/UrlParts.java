package dev.cloche.egress;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a URL as they are written, after all characters were refused that parsers read
 * differently, or that a person does not see.
 *
 * <p>The borders are those of RFC 3986: the authority ends at the first {@code /}, {@code ?} or
 * {@code #}. WHATWG's parser would also take a backslash, tabs, line ends, and one slash or none
 * after the scheme; all of these are refused here, so that the two agree.
 *
 * @param scheme in lower case
 * @param host as written, brackets included
 * @param port as written, or empty for the default
 * @param path as written, or empty
 * @param query as written, without its {@code ?}; null if there is none
 */
record UrlParts(String scheme, String host, String port, String path, @Nullable String query) {

  private static final Pattern URL =
      Pattern.compile("(?i)(https?)://([^/?#]*)([^?#]*)(\\?[^#]*)?(?:#.*)?");
  private static final Pattern AUTHORITY =
      Pattern.compile("(\\[[^\\[\\]]*\\]|[^:\\[\\]]*)(:[^:\\[\\]]*)?");

  /** Combining and filling characters that show nothing; no category of Unicode has them all. */
  private static final String INVISIBLE = "\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0\ufffc\ufffd";

  /** Splits a URL; the fragment is left out, since no client sends it (RFC 9110, section 7.1). */
  static UrlParts split(String text) throws MalformedUrl {
    requireCharacters(text);
    Matcher url = URL.matcher(text);
    if (!url.matches()) {
      throw new MalformedUrl("it does not begin with \"https://\" or \"http://\"");
    }
    String authority = url.group(2);
    if (authority.indexOf('@') >= 0) {
      throw new MalformedUrl("it has a user before its host, and none is allowed");
    }
    Matcher hostAndPort = AUTHORITY.matcher(authority);
    if (!hostAndPort.matches()) {
      throw new MalformedUrl("what follows its scheme is not HOST or HOST:PORT");
    }
    String query = url.group(4);
    return new UrlParts(
        url.group(1).length() == 4 ? "http" : "https",
        hostAndPort.group(1),
        port(hostAndPort.group(2)),
        url.group(3),
        query == null ? null : query.substring(1));
  }

  private static void requireCharacters(String text) throws MalformedUrl {
    for (int i = 0; i < text.length(); ) {
      int c = text.codePointAt(i);
      if (!isPlain(c)) {
        throw new MalformedUrl(
            String.format(
                "character U+%04X at index %d is not allowed: no spaces, controls, backslashes or"
                    + " invisible characters",
                c, i));
      }
      i += Character.charCount(c);
    }
  }

  private static boolean isPlain(int c) {
    if (c < 0x80) {
      return c > ' ' && c < 0x7f && c != '\\';
    }
    boolean variation =
        (c >= 0xfe00 && c <= 0xfe0f)
            || (c >= 0x180b && c <= 0x180f)
            || (c >= 0xe0000 && c <= 0xe0fff);
    return isShown(Character.getType(c)) && INVISIBLE.indexOf(c) < 0 && !variation;
  }

  private static boolean isShown(int type) {
    return type != Character.CONTROL
        && type != Character.FORMAT
        && type != Character.SURROGATE
        && type != Character.PRIVATE_USE
        && type != Character.UNASSIGNED
        && type != Character.LINE_SEPARATOR
        && type != Character.PARAGRAPH_SEPARATOR
        && type != Character.SPACE_SEPARATOR;
  }

  private static String port(@Nullable String written) throws MalformedUrl {
    if (written == null) {
      return "";
    }
    String digits = written.substring(1);
    if (!digits.matches("[1-9][0-9]{0,4}") || Integer.parseInt(digits) > 65_535) {
      throw new MalformedUrl(
          "port "
              + Shown.quoted(digits)
              + " is not a number from 1 to 65535 without leading zeros");
    }
    return digits;
  }
}
