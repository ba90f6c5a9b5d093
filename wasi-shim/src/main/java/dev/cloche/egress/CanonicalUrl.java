package dev.cloche.egress;

import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import okhttp3.HttpUrl;

/**
 * An http or https URL in its one form: rules decide on it, records show it, and the client dials
 * it. Immutable and thread-safe.
 *
 * <p>There are three readers: ours, which is strict (RFC 3986, and nothing that parsers are known
 * to read differently), OkHttp's {@code HttpUrl}, which dials, and {@link URI}. Ours writes the one
 * form; a URL is refused unless the other two read the same parts from it.
 *
 * <p>In the one form scheme and host are in lower case, a name in another script is in A-labels, an
 * IPv6 address is as RFC 5952 says, the port is left out if it is the scheme's, the path begins
 * with a slash and has no dot segments, and there is no fragment, since none is sent.
 */
public final class CanonicalUrl {
  /** In characters, as written and in the one form. */
  public static final int MAX_LENGTH = 8_192;

  private static final Pattern SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*:");

  private final HttpUrl url;
  private final String text;
  private final String lenientPath;

  private CanonicalUrl(HttpUrl url, String text) {
    this.url = url;
    this.text = text;
    this.lenientPath = UrlPath.lenient(url.encodedPath());
  }

  /**
   * Reads a URL.
   *
   * @throws EgressException of kind {@code MALFORMED} if it is not one, or may be read as another
   */
  public static CanonicalUrl parse(String text) throws EgressException {
    try {
      requireLength(text);
      return agreed(written(UrlParts.split(text)));
    } catch (MalformedUrl e) {
      throw new EgressException(
          EgressException.Kind.MALFORMED, "", "URL " + Shown.url(text) + " is refused: " + e.why());
    }
  }

  /**
   * Reads a reference against this URL, as the {@code Location} of a redirect (RFC 3986, section
   * 5.2): a whole URL, or one without its scheme, its host, or its path.
   *
   * @throws EgressException of kind {@code MALFORMED} if the outcome is not acceptable
   */
  public CanonicalUrl resolve(String location) throws EgressException {
    if (SCHEME.matcher(location).lookingAt()) {
      return parse(location);
    }
    if (location.startsWith("//")) {
      return parse(scheme() + ":" + location);
    }
    if (location.startsWith("/")) {
      return parse(origin() + location);
    }
    if (location.startsWith("?")) {
      return parse(withoutQuery() + location);
    }
    if (location.isEmpty() || location.startsWith("#")) {
      return parse(text + location);
    }
    return parse(origin() + path().substring(0, path().lastIndexOf('/') + 1) + location);
  }

  /** {@code http} or {@code https}. */
  public String scheme() {
    return url.scheme();
  }

  /** The name in A-labels, or the address; an IPv6 address without brackets. */
  public String host() {
    return url.host();
  }

  /** The port that is dialled, 1 to 65535. */
  public int port() {
    return url.port();
  }

  /** The path, encoded; begins with a slash. */
  public String path() {
    return url.encodedPath();
  }

  /** The query, encoded and without its question mark; empty if there is none. */
  public Optional<String> query() {
    return Optional.ofNullable(url.encodedQuery());
  }

  /** Whether the host is an IPv4 or IPv6 address, so that there is nothing to resolve. */
  public boolean isAddressLiteral() {
    return UrlHost.isAddress(host());
  }

  /** The URL up to its path: what records show, since a query may hold a secret. */
  public String withoutQuery() {
    return origin() + path();
  }

  /** Scheme, host, and port unless it is the scheme's. */
  String origin() {
    int pathStart = text.indexOf('/', scheme().length() + 3);
    return text.substring(0, pathStart);
  }

  /** The path as a lenient server may read it, see {@link UrlPath#lenient}. */
  String lenientPath() {
    return lenientPath;
  }

  /** The same URL as the client dials it. */
  HttpUrl httpUrl() {
    return url;
  }

  /** The address that the host is; asks no resolver. */
  InetAddress address() {
    if (!isAddressLiteral()) {
      throw new IllegalStateException("host " + Shown.quoted(host()) + " is not an address");
    }
    try {
      return InetAddress.getByName(host());
    } catch (UnknownHostException e) {
      throw new IllegalStateException("host is an address that the JDK does not read", e);
    }
  }

  private static void requireLength(String text) throws MalformedUrl {
    if (text.length() > MAX_LENGTH) {
      throw new MalformedUrl("it has more than " + MAX_LENGTH + " characters");
    }
  }

  private static String written(UrlParts parts) throws MalformedUrl {
    String host = UrlHost.canonical(parts.host());
    boolean defaultPort = parts.port().equals(parts.scheme().equals("http") ? "80" : "443");
    String query = parts.query();
    return parts.scheme()
        + "://"
        + (host.indexOf(':') < 0 ? host : "[" + host + "]")
        + (parts.port().isEmpty() || defaultPort ? "" : ":" + parts.port())
        + UrlPath.canonical(parts.path())
        + (query == null ? "" : "?" + UrlPath.query(query));
  }

  private static CanonicalUrl agreed(String written) throws MalformedUrl {
    requireLength(written);
    HttpUrl url = HttpUrl.parse(written);
    if (url == null || !url.toString().equals(written) || !agrees(url, written)) {
      throw new MalformedUrl("parsers do not agree on it");
    }
    return new CanonicalUrl(url, written);
  }

  private static boolean agrees(HttpUrl url, String written) {
    try {
      URI uri = new URI(written);
      int port = uri.getPort() < 0 ? HttpUrl.defaultPort(url.scheme()) : uri.getPort();
      String host = url.host().indexOf(':') < 0 ? url.host() : "[" + url.host() + "]";
      return url.scheme().equals(uri.getScheme())
          && host.equals(uri.getHost())
          && url.port() == port
          && url.encodedPath().equals(uri.getRawPath())
          && Objects.equals(url.encodedQuery(), uri.getRawQuery())
          && uri.getRawUserInfo() == null
          && uri.getRawFragment() == null;
    } catch (URISyntaxException e) {
      return false;
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof CanonicalUrl that && text.equals(that.text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  /** The whole URL, with its query, which may hold a secret. */
  @Override
  public String toString() {
    return text;
  }
}
