package dev.cloche.policy;

import dev.cloche.egress.Injection.Place;
import dev.cloche.module.GuestText;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * How a secret is attached to requests whose rule names it.
 *
 * @param source where the secret comes from
 * @param place whether it goes into a header or into the query
 * @param field the name of the header field or of the query's parameter
 * @param template what is put there: printable ASCII of at most {@value #MAX_TEMPLATE} characters,
 *     with {@code {}} exactly once, for the secret
 * @param ttl how long one lease of it lasts; 1 s to 24 h, whole milliseconds
 * @param uses how many requests one lease serves; 1 to 1,000,000
 */
public record CredentialRule(
    CredentialSource source, Place place, String field, String template, Duration ttl, int uses) {

  /** The secret itself. */
  public static final String DEFAULT_TEMPLATE = "{}";

  /** 5 minutes: longer than a call, too short to be worth much elsewhere. */
  public static final Duration DEFAULT_TTL = Duration.ofMinutes(5);

  /** 20: a tool that pages through a list needs some, one that runs wild is soon stopped. */
  public static final int DEFAULT_USES = 20;

  /** 1,000 characters. */
  public static final int MAX_TEMPLATE = 1_000;

  /** 1 second. */
  public static final Duration MIN_TTL = Duration.ofSeconds(1);

  /** 24 hours. */
  public static final Duration MAX_TTL = Duration.ofHours(24);

  /** One million. */
  public static final int MAX_USES = 1_000_000;

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
  public CredentialRule {
    Objects.requireNonNull(source, "source");
    requireField(place, field);
    requireTemplate(template);
    if (ttl.compareTo(MIN_TTL) < 0 || ttl.compareTo(MAX_TTL) > 0) {
      throw new IllegalArgumentException(
          "ttl " + WallTime.format(ttl) + " is not between 1s and 24h");
    }
    ttl = Duration.ofMillis(ttl.toMillis());
    Checks.range("uses", uses, 1, MAX_USES);
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

  /** Returns the secret in a header, as it is, for the default time and uses. */
  public static CredentialRule header(CredentialSource source, String field) {
    return new CredentialRule(
        source, Place.HEADER, field, DEFAULT_TEMPLATE, DEFAULT_TTL, DEFAULT_USES);
  }

  /** Returns the secret in a parameter of the query, as it is, for the default time and uses. */
  public static CredentialRule query(CredentialSource source, String parameter) {
    return new CredentialRule(
        source, Place.QUERY, parameter, DEFAULT_TEMPLATE, DEFAULT_TTL, DEFAULT_USES);
  }

  /** Returns the same with another template. */
  public CredentialRule withTemplate(String text) {
    return new CredentialRule(source, place, field, text, ttl, uses);
  }

  /** Returns the same for another time and number of uses. */
  public CredentialRule lasting(Duration time, int times) {
    return new CredentialRule(source, place, field, template, time, times);
  }
}
