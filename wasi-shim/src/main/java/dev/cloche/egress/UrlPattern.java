package dev.cloche.egress;

import java.util.Objects;

/**
 * The URLs that a rule is about: a scheme, a host or all of its sub-domains, a port, and the
 * beginning of a path. Immutable and thread-safe.
 *
 * <p>Written as {@code https://api.example.com/v1} or {@code https://*.example.com:8443/}.
 *
 * <ul>
 *   <li>{@code *.example.com} is every name below {@code example.com}, at any depth, but not that
 *       name itself, and never an address.
 *   <li>Without a port it is the scheme's: 443 or 80, no other.
 *   <li>A path ends on the border of a segment: {@code /v1} is {@code /v1} and all below, not
 *       {@code /v10}; {@code /v1/} is only what is below; without a path it is every path.
 * </ul>
 */
public final class UrlPattern {
  private static final String WILDCARD = "*.";

  private final CanonicalUrl prefix;
  private final boolean wildcard;

  private UrlPattern(CanonicalUrl prefix, boolean wildcard) {
    this.prefix = prefix;
    this.wildcard = wildcard;
  }

  /**
   * Reads a pattern.
   *
   * @throws IllegalArgumentException if it is not a URL that {@link CanonicalUrl#parse} accepts,
   *     has a query, a fragment, or a {@code *} elsewhere than as the first part of its host, or if
   *     what follows the {@code *} is an address or a name of one part such as {@code com}
   */
  public static UrlPattern parse(String text) {
    int host = text.indexOf("://") + 3;
    boolean wildcard = host > 2 && text.startsWith(WILDCARD, host);
    String plain =
        wildcard ? text.substring(0, host) + text.substring(host + WILDCARD.length()) : text;
    if (plain.indexOf('*') >= 0) {
      throw refused(
          text, "* is allowed only as the first part of the host, as in \"*.example.com\"");
    }
    if (plain.indexOf('?') >= 0 || plain.indexOf('#') >= 0) {
      throw refused(text, "a query or fragment is not allowed");
    }
    CanonicalUrl prefix = prefix(text, plain);
    if (wildcard && isTooWide(prefix)) {
      throw refused(
          text, "* has to stand below a name of two parts or more, as in \"*.example.com\"");
    }
    return new UrlPattern(prefix, wildcard);
  }

  private static CanonicalUrl prefix(String text, String plain) {
    try {
      return CanonicalUrl.read(plain);
    } catch (MalformedUrl e) {
      throw refused(text, e.why());
    }
  }

  /**
   * An address has no sub-domains, and a name of one label is no one's own. Suffixes of more
   * labels, such as {@code co.uk}, are let pass: the list of them that OkHttp has takes 40 ms to
   * read, and is out of date by tomorrow.
   */
  private static boolean isTooWide(CanonicalUrl prefix) {
    return prefix.host().indexOf('.') < 0 || prefix.isAddressLiteral();
  }

  private static IllegalArgumentException refused(String text, String why) {
    return new IllegalArgumentException("URL pattern " + Shown.url(text) + " is refused: " + why);
  }

  /** Whether the URL lies in this pattern. */
  public boolean matches(CanonicalUrl url) {
    return matchesHost(url)
        && url.scheme().equals(prefix.scheme())
        && url.port() == prefix.port()
        && matchesPath(url);
  }

  /**
   * Whether the URL lies in this pattern, or a lenient server may take its path for one that does,
   * see {@link UrlPath#lenient}. What denies is matched this way.
   */
  boolean mayMatch(CanonicalUrl url) {
    return matchesHost(url)
        && url.scheme().equals(prefix.scheme())
        && url.port() == prefix.port()
        && (matchesPath(url) || isBelow(url.lenientPath(), prefix.lenientPath()));
  }

  boolean matchesHost(CanonicalUrl url) {
    if (!wildcard) {
      return url.host().equals(prefix.host());
    }
    return !url.isAddressLiteral() && url.host().endsWith("." + prefix.host());
  }

  boolean matchesPath(CanonicalUrl url) {
    return isBelow(url.path(), prefix.path());
  }

  private static boolean isBelow(String path, String prefix) {
    return path.equals(prefix) || path.startsWith(prefix.endsWith("/") ? prefix : prefix + "/");
  }

  /** The same scheme, host and port with every path. */
  UrlPattern wholeOrigin() {
    String origin = prefix.origin() + "/";
    return parse(wildcard ? origin.replaceFirst("://", "://*.") : origin);
  }

  /** {@code http} or {@code https}. */
  public String scheme() {
    return prefix.scheme();
  }

  /** The host, or what the names that match end in if {@link #isWildcard}. */
  public String host() {
    return prefix.host();
  }

  /** Whether the pattern is about the sub-domains of the host. */
  public boolean isWildcard() {
    return wildcard;
  }

  /** The port, 1 to 65535. */
  public int port() {
    return prefix.port();
  }

  /** The beginning of the path, encoded. */
  public String path() {
    return prefix.path();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof UrlPattern that
        && wildcard == that.wildcard
        && prefix.equals(that.prefix);
  }

  @Override
  public int hashCode() {
    return Objects.hash(prefix, wildcard);
  }

  /** The pattern in its one form, which {@link #parse} reads back. */
  @Override
  public String toString() {
    String text = prefix.toString();
    int host = prefix.scheme().length() + 3;
    return wildcard ? text.substring(0, host) + WILDCARD + text.substring(host) : text;
  }
}
