package dev.cloche.policy;

import dev.cloche.egress.Injection.Place;
import dev.cloche.module.GuestText;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Where in a request a secret is put.
 *
 * @param place whether it goes into a header or into the query
 * @param field the name of the header field or of the query's parameter
 * @param template what is put there: printable ASCII of at most {@value #MAX_TEMPLATE} characters,
 *     with {@code {}} exactly once, for the secret
 */
public record Placement(Place place, String field, String template) {

  /** The secret itself. */
  public static final String DEFAULT_TEMPLATE = "{}";

  /** 1,000 characters. */
  public static final int MAX_TEMPLATE = 1_000;

  /** RFC 9110, 5.6.2. */
  private static final Pattern TOKEN = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]{1,64}");

  /** RFC 3986, 2.3: what needs no escape. */
  private static final Pattern PARAMETER = Pattern.compile("[A-Za-z0-9._~-]{1,64}");

  /**
   * Fields that frame or route the message (RFC 9110 section 7.6.1, RFC 9112 sections 3.2 and 6),
   * or decide how the body is read, beside those of {@link #FRAMING_PREFIXES}: a secret there would
   * break the request, or go to a proxy.
   */
  private static final Set<String> FRAMING =
      Set.of(
          "accept-encoding",
          "connection",
          "expect",
          "host",
          "http2-settings",
          "keep-alive",
          "te",
          "trailer",
          "transfer-encoding",
          "upgrade",
          "via");

  private static final List<String> FRAMING_PREFIXES = List.of("content-", "proxy-");

  /**
   * Checks all parts.
   *
   * @throws IllegalArgumentException if one is not as described
   */
  public Placement {
    requireField(place, field);
    requireTemplate(template);
  }

  private static void requireField(Place place, String field) {
    boolean header = place == Place.HEADER;
    if (!(header ? TOKEN : PARAMETER).matcher(field).matches()) {
      throw new IllegalArgumentException(
          (header ? "header " : "query parameter ")
              + GuestText.quote(field)
              + (header
                  ? " is not the name of a header field of at most 64 characters"
                  : " is not 1 to 64 letters, digits and characters of ._~-"));
    }
    String lower = field.toLowerCase(Locale.ROOT);
    if (header
        && (FRAMING.contains(lower) || FRAMING_PREFIXES.stream().anyMatch(lower::startsWith))) {
      throw new IllegalArgumentException(
          "header " + GuestText.quote(field) + " is the connection's own; use another");
    }
  }

  private static void requireTemplate(String template) {
    int place = template.indexOf(DEFAULT_TEMPLATE);
    if (place < 0
        || template.indexOf(DEFAULT_TEMPLATE, place + 1) >= 0
        || template.length() > MAX_TEMPLATE
        || !Checks.isPrintableAscii(template)) {
      throw new IllegalArgumentException(
          "value is not printable ASCII with exactly one \"{}\" in it, of at most "
              + MAX_TEMPLATE
              + " characters, such as \"Bearer {}\"");
    }
  }

  /** Returns what is sent: the template with the secret in its place. */
  public String fill(String secret) {
    int at = template.indexOf(DEFAULT_TEMPLATE);
    return template.substring(0, at) + secret + template.substring(at + DEFAULT_TEMPLATE.length());
  }
}
