package dev.cloche.egress;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import okhttp3.Response;

/**
 * The head of a response as a guest may see it.
 *
 * <p>Left out are fields of the connection (RFC 9110, section 7.6.1), also those that the server
 * names in {@code Connection}; {@code Set-Cookie}, since a cookie that was given for an injected
 * credential is a credential; {@code Alt-Svc}, which speaks to a client that chooses where to
 * connect; fields that a secret is in the name of; fields with control characters; and fields whose
 * name is no token, which the next reader may take for another field, such as {@code Set-Cookie}
 * with a space behind it. The reason phrase is not even read: it means nothing, and would be one
 * more thing to scrub.
 */
final class ResponseHead {
  private static final Set<String> LEFT_OUT =
      Set.of(
          "connection",
          "keep-alive",
          "proxy-authenticate",
          "proxy-authentication-info",
          "proxy-authorization",
          "proxy-connection",
          "te",
          "trailer",
          "transfer-encoding",
          "upgrade",
          "http2-settings",
          "alt-svc",
          "set-cookie",
          "set-cookie2");

  /** Not true of a body that was decoded or scrubbed. */
  private static final Set<String> OF_ENCODED_BODY = Set.of("content-encoding", "content-length");

  private ResponseHead() {}

  /**
   * Returns what the guest sees.
   *
   * @param changed whether the body is another than the server sent
   */
  static FetchResponse of(
      Response response, CanonicalUrl url, List<Header> hidden, Secrets secrets, boolean changed) {
    Set<String> leftOut = new HashSet<>(LEFT_OUT);
    for (String value : response.headers("Connection")) {
      for (String name : value.split(",", -1)) {
        leftOut.add(name.strip().toLowerCase(Locale.ROOT));
      }
    }
    if (changed) {
      leftOut.addAll(OF_ENCODED_BODY);
    }
    List<Header> headers = new ArrayList<>();
    for (Header header : all(response, hidden)) {
      String name = header.name().toLowerCase(Locale.ROOT);
      if (!leftOut.contains(name) && isShowable(header, secrets)) {
        headers.add(new Header(name, secrets.scrub(header.value())));
      }
    }
    return new FetchResponse(response.code(), url.toString(), headers);
  }

  /**
   * Checks the head of an answer: its status, how its body is framed, and its size as the client
   * understood it, whatever it was compressed to.
   */
  static void check(Response response, int headerBytes) throws EgressException {
    if (response.code() < 200 || response.code() > 599) {
      throw broken("the response has status " + response.code());
    }
    for (String coding : response.headers("Transfer-Encoding")) {
      // The client takes a body with any other for one that ends with the connection.
      if (!coding.strip().equalsIgnoreCase("chunked")) {
        throw broken("the response has a transfer encoding other than chunked");
      }
    }
    requireSize(response, headerBytes);
  }

  private static EgressException broken(String message) {
    return new EgressException(EgressException.Kind.PROTOCOL, "", message);
  }

  private static void requireSize(Response response, int headerBytes) throws EgressException {
    long bytes = 0;
    for (int i = 0; i < response.headers().size(); i++) {
      bytes += response.headers().name(i).length() + response.headers().value(i).length() + 4;
    }
    if (bytes > headerBytes) {
      throw Intake.headTooLarge(headerBytes);
    }
  }

  private static List<Header> all(Response response, List<Header> hidden) {
    List<Header> all = new ArrayList<>(hidden);
    for (int i = 0; i < response.headers().size(); i++) {
      all.add(new Header(response.headers().name(i), response.headers().value(i)));
    }
    return all;
  }

  private static boolean isShowable(Header header, Secrets secrets) {
    return HeaderFilter.isToken(header.name())
        && header.value().chars().allMatch(c -> (c >= ' ' && c != 0x7f) || c == '\t')
        && isFree(header.name(), secrets)
        && isFree(header.name().toLowerCase(Locale.ROOT), secrets);
  }

  private static boolean isFree(String name, Secrets secrets) {
    return secrets.scrub(name).equals(name);
  }
}
