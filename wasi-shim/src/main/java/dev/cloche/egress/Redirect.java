package dev.cloche.egress;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import okhttp3.Response;

/**
 * Where a response sends its request to, by the rules of fetch (Fetch Standard, HTTP-redirect
 * fetch), made stricter: https does not go down to http, a body is never sent twice, and to another
 * origin go only headers that say what is understood.
 *
 * @param method of the next hop
 * @param url of the next hop, on which nothing is decided yet
 * @param headers of the guest that go there
 */
record Redirect(String method, CanonicalUrl url, List<Header> headers) {
  /** The rule by which a redirect is refused, whatever the rules say of where it leads. */
  static final String RULE = "network.redirect";

  private static final Set<Integer> STATUSES = Set.of(301, 302, 303, 307, 308);

  /** All that cross origins. */
  private static final Set<String> SAFE_HEADERS =
      Set.of("accept", "accept-language", "user-agent", "range");

  /**
   * Returns the redirect that a response is, if it is one: a redirecting status with a location.
   *
   * @throws EgressException if it is one that is not to be followed
   */
  static Optional<Redirect> of(Request from, Response response, Secrets secrets)
      throws EgressException {
    List<String> locations = response.headers("Location").stream().distinct().toList();
    if (!STATUSES.contains(response.code()) || locations.isEmpty() || isBlank(locations)) {
      return Optional.empty();
    }
    if (locations.size() > 1) {
      throw malformed("the server redirects to more than one place");
    }
    String method = method(from.method(), response.code());
    if (from.hasBody() && method.equals(from.method())) {
      throw refused("the server redirects a request whose body is sent, and would need it again");
    }
    CanonicalUrl url = target(from, locations.get(0), secrets);
    return Optional.of(new Redirect(method, url, headers(from, method, url)));
  }

  /** What was asked at the hop that answered. */
  record Request(
      String method,
      CanonicalUrl url,
      List<Header> headers,
      boolean hasBody,
      Optional<String> queryOfHost) {}

  private static boolean isBlank(List<String> locations) {
    return locations.size() == 1 && locations.get(0).isBlank();
  }

  private static String method(String method, int status) {
    boolean postMoved = (status == 301 || status == 302) && method.equals("POST");
    boolean seeOther = status == 303 && !method.equals("HEAD");
    return postMoved || seeOther ? "GET" : method;
  }

  private static CanonicalUrl target(Request from, String location, Secrets secrets)
      throws EgressException {
    String clean = withoutParameter(location.strip(), from.queryOfHost());
    requireFree(clean, secrets);
    CanonicalUrl url = from.url().resolve(clean);
    requireFree(url.toString(), secrets); // a host in lower case now, escapes undone
    if (from.url().scheme().equals("https") && !url.scheme().equals("https")) {
      throw refused("the server redirects from https to http");
    }
    return url;
  }

  /** A server that sends the secret along would have it sent to whoever it names. */
  private static void requireFree(String url, Secrets secrets) throws EgressException {
    if (!secrets.scrub(url).equals(url)) {
      throw refused("the server redirects to a URL with a secret in it");
    }
  }

  /** Takes out what the host had put into the query; the next hop's rule may put it in again. */
  private static String withoutParameter(String location, Optional<String> name) {
    int query = location.indexOf('?');
    if (name.isEmpty() || query < 0) {
      return location;
    }
    int fragment = location.indexOf('#', query);
    String text = location.substring(query + 1, fragment < 0 ? location.length() : fragment);
    String kept = Secrets.without(text, name.get());
    return location.substring(0, query) + (kept == null ? "" : "?" + kept);
  }

  private static List<Header> headers(Request from, String method, CanonicalUrl url) {
    boolean sameOrigin = from.url().origin().equals(url.origin());
    boolean bodyDropped = !from.method().equals(method);
    return from.headers().stream()
        .filter(header -> !(bodyDropped && isOfBody(header)))
        .filter(header -> sameOrigin || SAFE_HEADERS.contains(lower(header)))
        .toList();
  }

  private static boolean isOfBody(Header header) {
    return lower(header).startsWith("content-");
  }

  private static String lower(Header header) {
    return header.name().toLowerCase(Locale.ROOT);
  }

  private static EgressException refused(String message) {
    return new EgressException(EgressException.Kind.DENIED, RULE, message);
  }

  private static EgressException malformed(String message) {
    return new EgressException(EgressException.Kind.MALFORMED, "", message);
  }
}
