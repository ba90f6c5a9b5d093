package dev.cloche.egress;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Paths and queries of URLs in their one form.
 *
 * <p>A path is compared segment by segment with rules, and then read once more by a server, which
 * may decode it again, merge slashes, drop what follows a semicolon, or take a backslash for a
 * slash. What such a server would read as another path is refused. Plain {@code .} and {@code ..}
 * are resolved (RFC 3986, section 5.2.4), escapes of characters that need none are decoded (section
 * 6.2.2.2), other escapes are in upper case, and what is not allowed in a URL is escaped.
 */
final class UrlPath {
  private static final String UNRESERVED =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";
  private static final String IN_SEGMENT = UNRESERVED + "!$&'()*+,;=:@";

  /** OkHttp escapes an apostrophe in a query. */
  private static final String IN_QUERY = UNRESERVED + "!$&()*+,;=:@/?";

  private static final Pattern ESCAPE = Pattern.compile("[0-9A-Fa-f]{2}");

  /** Slash, backslash, controls. */
  private static final Pattern ENCODED_BORDER = Pattern.compile("%(2F|5C|[01][0-9A-F]|7F)");

  private static final Pattern ENCODED_TWICE = Pattern.compile("%25[0-9A-Fa-f]{2}");

  /** Where servers end a segment's name: parameters, and an encoded query or fragment. */
  private static final Pattern AFTER_NAME = Pattern.compile("(;|%3B|%3F|%23).*|(%20)+$");

  private UrlPath() {}

  /** Returns a path in its one form; it begins with a slash. */
  static String canonical(String written) throws MalformedUrl {
    List<String> kept = new ArrayList<>();
    String[] segments = written.isEmpty() ? new String[] {"", ""} : written.split("/", -1);
    int last = segments.length - 1;
    for (int i = 1; i <= last; i++) {
      String segment = segment(segments[i], i == last);
      boolean dots = isDots(segment);
      if (segment.equals("..") && !kept.isEmpty()) {
        kept.remove(kept.size() - 1);
      }
      if (!dots) {
        kept.add(segment);
      } else if (i == last) {
        kept.add("");
      }
    }
    return "/" + String.join("/", kept);
  }

  /** Returns a segment or path as a lenient server may read it: its names alone, in lower case. */
  static String lenient(String path) {
    List<String> names = new ArrayList<>();
    for (String segment : path.split("/", -1)) {
      names.add(name(segment).toLowerCase(Locale.ROOT));
    }
    return String.join("/", names);
  }

  /** Returns a query in its one form; escapes stay as they are, since rules do not read it. */
  static String query(String written) throws MalformedUrl {
    StringBuilder query = new StringBuilder();
    for (int i = 0; i < written.length(); ) {
      int c = written.codePointAt(i);
      if (c == '%') {
        requireEscape(written, i);
        query.append('%').append(written, i + 1, i + 3);
        i += 3;
      } else {
        append(query, c, IN_QUERY);
        i += Character.charCount(c);
      }
    }
    return query.toString();
  }

  private static String segment(String written, boolean last) throws MalformedUrl {
    if (written.isEmpty() && !last) {
      throw new MalformedUrl("its path has an empty segment, which some servers leave out");
    }
    String segment = escaped(written);
    if (ENCODED_BORDER.matcher(segment).find()) {
      throw new MalformedUrl("its path has an encoded slash, backslash or control character");
    }
    if (ENCODED_TWICE.matcher(segment).find()) {
      throw new MalformedUrl("its path is encoded twice");
    }
    if (isDots(name(segment)) && !isDots(written)) {
      throw new MalformedUrl("its path has a disguised \".\" or \"..\"");
    }
    requireText(segment);
    return segment;
  }

  private static String escaped(String written) throws MalformedUrl {
    StringBuilder segment = new StringBuilder();
    for (int i = 0; i < written.length(); ) {
      int c = written.codePointAt(i);
      if (c == '%') {
        requireEscape(written, i);
        append(segment, Integer.parseInt(written, i + 1, i + 3, 16));
        i += 3;
      } else {
        append(segment, c, IN_SEGMENT);
        i += Character.charCount(c);
      }
    }
    return segment.toString();
  }

  private static void requireEscape(String written, int at) throws MalformedUrl {
    String digits = written.substring(at + 1, Math.min(at + 3, written.length()));
    if (!ESCAPE.matcher(digits).matches()) {
      throw new MalformedUrl("a percent sign is not followed by two hexadecimal digits");
    }
  }

  private static void append(StringBuilder to, int octet) {
    if (octet < 0x80 && UNRESERVED.indexOf(octet) >= 0) {
      to.append((char) octet);
    } else {
      to.append(String.format("%%%02X", octet));
    }
  }

  private static void append(StringBuilder to, int c, String plain) {
    if (c < 0x80 && plain.indexOf(c) >= 0) {
      to.append((char) c);
      return;
    }
    for (byte octet : Character.toString(c).getBytes(StandardCharsets.UTF_8)) {
      to.append(String.format("%%%02X", octet));
    }
  }

  /** The text of a segment is UTF-8, and no other segment once its letters are made plain. */
  private static void requireText(String segment) throws MalformedUrl {
    if (segment.indexOf('%') < 0) {
      return;
    }
    String text = decoded(segment);
    String plain = Normalizer.normalize(text, Normalizer.Form.NFKC);
    for (String border : List.of("/", "\\", "?", "#", ";", "%")) {
      if (plain.contains(border) && !text.contains(border)) {
        throw new MalformedUrl("its path has a character that may be read as " + border);
      }
    }
    if (isDots(plain.replaceAll("[;?#].*|\\s+$", ""))) {
      throw new MalformedUrl("its path has a disguised \".\" or \"..\"");
    }
  }

  private static String decoded(String segment) throws MalformedUrl {
    ByteBuffer octets = ByteBuffer.allocate(segment.length());
    for (int i = 0; i < segment.length(); i++) {
      char c = segment.charAt(i);
      octets.put((byte) (c == '%' ? Integer.parseInt(segment, i + 1, i + 3, 16) : c));
      i += c == '%' ? 2 : 0;
    }
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(octets.flip()).toString();
    } catch (CharacterCodingException e) {
      throw new MalformedUrl("its path is not UTF-8");
    }
  }

  private static String name(String segment) {
    return AFTER_NAME.matcher(segment).replaceAll("");
  }

  private static boolean isDots(String segment) {
    return segment.equals(".") || segment.equals("..");
  }
}
