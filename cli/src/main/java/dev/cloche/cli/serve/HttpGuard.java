package dev.cloche.cli.serve;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;

/**
 * Decides by the header of a request whether it is looked at.
 *
 * <p>A web page that a user of this machine visits can send requests to loopback, and after
 * rebinding a name of its own to 127.0.0.1 read the answers. Its {@code Host} and {@code Origin}
 * give it away: both have to be names of this server (MCP, transports, security warning).
 */
final class HttpGuard {

  private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");
  private static final String BEARER = "bearer ";

  private final Set<String> hosts = new HashSet<>();
  private final Set<String> origins;
  private final Optional<byte[]> token;
  private final int port;

  /**
   * Makes one.
   *
   * @param port the port that is listened on
   */
  HttpGuard(HttpSettings settings, int port) {
    String literal = settings.address().getAddress().getHostAddress();
    hosts.add(literal.indexOf(':') >= 0 ? "[" + literal + "]" : literal);
    if (settings.address().getAddress().isLoopbackAddress()) {
      hosts.addAll(LOOPBACK);
    }
    settings.hosts().forEach(host -> hosts.add(host.toLowerCase(Locale.ROOT)));
    this.origins = settings.origins();
    this.token = settings.token().map(HttpGuard::digest);
    this.port = port;
  }

  /**
   * Why a request is not looked at.
   *
   * @param status the HTTP status
   */
  record Rejection(int status, String message) {}

  /** Returns why, or nothing for one that passes. */
  Optional<Rejection> reject(HttpFields header) {
    if (!isOurs(header.get(HttpHeader.HOST))) {
      return Optional.of(new Rejection(421, "Host is not a name of this server"));
    }
    if (header.getFields(HttpHeader.ORIGIN).stream()
        .anyMatch(origin -> !isAllowedOrigin(origin.getValue()))) {
      return Optional.of(new Rejection(403, "Origin is not allowed"));
    }
    if (token.isPresent() && !isToken(header)) {
      return Optional.of(new Rejection(401, "a bearer token is needed"));
    }
    return Optional.empty();
  }

  private boolean isOurs(String authority) {
    if (authority == null) {
      return false;
    }
    String host = authority.toLowerCase(Locale.ROOT);
    int colon = host.lastIndexOf(':');
    boolean hasPort = colon > host.lastIndexOf(']');
    return hosts.contains(hasPort ? host.substring(0, colon) : host);
  }

  /** A page of this server would have its port as well; there are none, but a proxy may. */
  private boolean isAllowedOrigin(String origin) {
    if (origin == null) {
      return false;
    }
    String given = origin.toLowerCase(Locale.ROOT);
    return origins.contains(given)
        || hosts.stream().anyMatch(host -> given.equals("http://" + host + ":" + port));
  }

  private boolean isToken(HttpFields header) {
    String given = header.get(HttpHeader.AUTHORIZATION);
    if (given == null || !given.toLowerCase(Locale.ROOT).startsWith(BEARER)) {
      return false;
    }
    // Digests of equal length: the time tells neither how long the token is nor where they differ.
    return MessageDigest.isEqual(
        digest(given.substring(BEARER.length()).strip()), token.orElseThrow());
  }

  private static byte[] digest(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-256", e);
    }
  }
}
