package dev.cloche.egress;

import java.util.List;

/**
 * The head of a response as a guest may see it.
 *
 * @param status the status code, 200 to 599
 * @param url where it came from, after redirects; without what was injected
 * @param headers names in lower case; without hop-by-hop fields, cookies for the host and secrets
 */
public record FetchResponse(int status, String url, List<Header> headers) {
  public FetchResponse {
    headers = List.copyOf(headers);
  }
}
