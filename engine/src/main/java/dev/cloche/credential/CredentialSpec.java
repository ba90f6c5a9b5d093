package dev.cloche.credential;

import dev.cloche.egress.Injection;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What a policy says of one credential: where it comes from, where it goes, for how long and how
 * often. Holds no secret.
 *
 * @param name what rules call it: letters, digits, {@code . _ -}, at most 64
 * @param source where its value comes from
 * @param place whether it goes into a header field or the query
 * @param field the name of the header field or of the query parameter
 * @param template what is sent, with exactly one {@code {}} for the value; printable ASCII
 * @param ttl how long a lease lives, 1 second to 24 hours
 * @param uses how many requests a lease serves, 1 to {@value #MAX_USES}
 */
public record CredentialSpec(
    String name,
    CredentialSource source,
    Injection.Place place,
    String field,
    String template,
    Duration ttl,
    int uses) {

  /** 1 second. */
  public static final Duration MIN_TTL = Duration.ofSeconds(1);

  /** 24 hours: a lease is for one call. */
  public static final Duration MAX_TTL = Duration.ofHours(24);

  /** 5 minutes: more than a call takes by default, little enough to lose. */
  public static final Duration DEFAULT_TTL = Duration.ofMinutes(5);

  /** One million. */
  public static final int MAX_USES = 1_000_000;

  /** 20: a tool that pages through a list needs some, one that runs wild is soon stopped. */
  public static final int DEFAULT_USES = 20;

  /** The template that sends the value as it is. */
  public static final String BARE = "{}";

  private static final int MAX_TEMPLATE = 1_024;
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");
  private static final Pattern TOKEN = Pattern.compile("[!#$%&'*+.^_`|~A-Za-z0-9-]{1,64}");
  private static final Pattern PARAMETER = Pattern.compile("[A-Za-z0-9._~-]{1,64}");

  /**
   * Fields that frame or route the message (RFC 9110 section 7.6.1, RFC 9112 sections 3.2 and 6),
   * or decide how the body is read.
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

  public CredentialSpec {
    Objects.requireNonNull(source, "source");
    Objects.requireNonNull(place, "place");
    requireMatch("credential name", name, NAME, "letters, digits, . _ or -, at most 64");
    if (place == Injection.Place.HEADER) {
      requireHeader(field);
    } else {
      requireMatch("query parameter", field, PARAMETER, "letters, digits, . _ ~ or -, at most 64");
    }
    requireTemplate(template);
    if (ttl.compareTo(MIN_TTL) < 0 || ttl.compareTo(MAX_TTL) > 0) {
      throw new IllegalArgumentException("ttl " + ttl + " is not between 1 second and 24 hours");
    }
    if (uses < 1 || uses > MAX_USES) {
      throw new IllegalArgumentException("uses " + uses + " is not between 1 and " + MAX_USES);
    }
  }

  private static void requireHeader(String field) {
    requireMatch("header", field, TOKEN, "a token of RFC 9110, at most 64 characters");
    String lower = field.toLowerCase(Locale.ROOT);
    if (FRAMING.contains(lower) || lower.startsWith("content-") || lower.startsWith("proxy-")) {
      throw new IllegalArgumentException(
          "header \""
              + Shown.text(field)
              + "\" frames or routes a request and holds no credential");
    }
  }

  private static void requireTemplate(String template) {
    if (template.length() > MAX_TEMPLATE || !template.chars().allMatch(c -> c >= ' ' && c <= '~')) {
      throw new IllegalArgumentException(
          "template is not printable ASCII of at most " + MAX_TEMPLATE + " characters");
    }
    int first = template.indexOf(BARE);
    if (first < 0 || template.indexOf(BARE, first + 1) >= 0) {
      throw new IllegalArgumentException(
          "template \"" + Shown.text(template) + "\" does not have exactly one {}");
    }
  }

  private static void requireMatch(String what, String given, Pattern pattern, String allowed) {
    if (!pattern.matcher(given).matches()) {
      throw new IllegalArgumentException(what + " \"" + Shown.text(given) + "\" is not " + allowed);
    }
  }

  /** Returns the template with the value in its place. */
  String fill(String value) {
    int at = template.indexOf(BARE);
    return template.substring(0, at) + value + template.substring(at + BARE.length());
  }
}
