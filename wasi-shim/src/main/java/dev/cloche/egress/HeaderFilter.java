package dev.cloche.egress;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Which header fields of a guest go out.
 *
 * <p>A name is a token (RFC 9110, section 5.1). A value is printable ASCII, spaces and tabs: a line
 * break would end the field and begin another, other control characters are read differently by
 * different servers, and bytes above ASCII have no agreed meaning (section 5.5), so there is
 * nothing to be lost by refusing them.
 *
 * <p>Refused are fields that say where a message ends, what becomes of the connection, whom to tell
 * what to the next hop, or that the request is for another method, host or path than the one that
 * was decided on. What a server reads from a body or a query, such as {@code _method}, is between
 * it and whoever wrote the rule.
 */
final class HeaderFilter {
  static final int MAX_HEADERS = 100;

  /** Of all names and values together. */
  static final int MAX_BYTES = 32 << 10;

  private static final String TOKEN_MARKS = "!#$%&'*+-.^_`|~";

  private static final Set<String> REFUSED =
      Set.of(
          // Framing and the connection: RFC 9110, section 7.6, and RFC 9112, section 6.
          "host",
          "content-length",
          "transfer-encoding",
          "te",
          "trailer",
          "connection",
          "keep-alive",
          "upgrade",
          "expect",
          "http2-settings",
          // Responses are decoded here, so what is accepted is said here.
          "accept-encoding",
          // Another method.
          "x-http-method-override",
          "x-http-method",
          "x-method-override",
          // Another path or host.
          "x-original-url",
          "x-rewrite-url",
          "x-original-host",
          "x-forwarded-host",
          "x-forwarded-prefix",
          "x-forwarded-path",
          "x-http-host-override",
          "x-host",
          "forwarded");

  private HeaderFilter() {}

  /** Returns the headers as they go out, without space around values. */
  static List<Header> check(List<Header> headers) throws EgressException {
    if (headers.size() > MAX_HEADERS) {
      throw malformed("a request has " + headers.size() + " headers, and may have " + MAX_HEADERS);
    }
    List<Header> checked = new ArrayList<>();
    long bytes = 0;
    for (Header header : headers) {
      String value = trimmed(header.value());
      requireName(header.name());
      requireValue(header.name(), value);
      bytes += header.name().length() + value.length();
      checked.add(new Header(header.name(), value));
    }
    if (bytes > MAX_BYTES) {
      throw malformed("headers have " + bytes + " bytes, and may have " + MAX_BYTES);
    }
    return List.copyOf(checked);
  }

  private static void requireName(String name) throws EgressException {
    if (!isToken(name)) {
      throw malformed("header name " + Shown.quoted(name) + " is not a token");
    }
    String lower = name.toLowerCase(Locale.ROOT);
    if (REFUSED.contains(lower) || lower.startsWith("proxy-")) {
      throw malformed("header " + Shown.quoted(name) + " is not a guest's to set");
    }
  }

  private static void requireValue(String name, String value) throws EgressException {
    if (!value.chars().allMatch(c -> (c >= ' ' && c < 0x7f) || c == '\t')) {
      throw malformed(
          "the value of header " + Shown.quoted(name) + " has other than printable ASCII");
    }
  }

  /** Whether a text may be the name of a field (RFC 9110, section 5.1). */
  static boolean isToken(String name) {
    return !name.isEmpty() && name.chars().allMatch(HeaderFilter::isTokenCharacter);
  }

  private static boolean isTokenCharacter(int c) {
    return (c >= '0' && c <= '9')
        || (c >= 'A' && c <= 'Z')
        || (c >= 'a' && c <= 'z')
        || TOKEN_MARKS.indexOf(c) >= 0;
  }

  private static String trimmed(String value) {
    int start = 0;
    int end = value.length();
    while (start < end && isSpace(value.charAt(start))) {
      start++;
    }
    while (end > start && isSpace(value.charAt(end - 1))) {
      end--;
    }
    return value.substring(start, end);
  }

  private static boolean isSpace(char c) {
    return c == ' ' || c == '\t';
  }

  private static EgressException malformed(String message) {
    return new EgressException(EgressException.Kind.MALFORMED, "", message);
  }
}
