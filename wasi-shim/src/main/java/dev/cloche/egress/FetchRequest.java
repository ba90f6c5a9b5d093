package dev.cloche.egress;

import java.util.List;
import java.util.Objects;

/**
 * A request as a guest asks for it; nothing in it is trusted.
 *
 * @param method the method, compared as it is: {@code get} is not {@code GET}
 * @param url the URL as the guest wrote it
 * @param headers the guest's headers, in order
 * @param followRedirects whether redirects are followed, each decided anew; otherwise they are
 *     answers
 */
public record FetchRequest(
    String method, String url, List<Header> headers, boolean followRedirects) {

  public FetchRequest {
    Objects.requireNonNull(method, "method");
    Objects.requireNonNull(url, "url");
    headers = List.copyOf(headers);
  }

  /** Returns a request without headers that follows redirects. */
  public static FetchRequest of(String method, String url) {
    return new FetchRequest(method, url, List.of(), true);
  }
}
