package dev.cloche.structured;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cloche.Capabilities;
import dev.cloche.egress.UrlPattern;
import dev.cloche.module.GuestText;
import dev.cloche.policy.PolicyException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The {@code allowed_hosts} of a manifest as requests that a tool asks for: none where it has none.
 */
final class ExtismHosts {

  private static final Set<String> METHODS =
      Set.of("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE");

  private static final int MOST = 256;

  private ExtismHosts() {}

  /** Returns the requests; empty for all that the policy allows. */
  static Optional<List<Capabilities.Request>> requests(JsonNode root) {
    JsonNode hosts = ExtismFields.given(root, "allowed_hosts");
    if (!hosts.isMissingNode() && !hosts.isArray()) {
      throw refused("is not a list");
    }
    if (hosts.size() > MOST) {
      throw refused("has more than " + MOST + " hosts");
    }
    List<Capabilities.Request> requests = new ArrayList<>();
    boolean all = false;
    for (JsonNode host : hosts) {
      if (!host.isTextual()) {
        throw refused("holds something that is not a text");
      }
      if (host.textValue().equals("*")) {
        all = true;
      } else {
        requests.add(request("https", host.textValue()));
        requests.add(request("http", host.textValue()));
      }
    }
    return all ? Optional.empty() : Optional.of(requests);
  }

  private static Capabilities.Request request(String scheme, String host) {
    if (host.isEmpty() || host.indexOf('/') >= 0 || host.indexOf('@') >= 0) {
      throw refused(GuestText.quote(host) + " is not a host");
    }
    String url = scheme + "://" + host + "/";
    try {
      UrlPattern ignored = UrlPattern.parse(url);
    } catch (IllegalArgumentException e) {
      throw refused(
          GuestText.quote(host)
              + " is not a host; it may be one, with a port where it has one, *.name or *");
    }
    return new Capabilities.Request(url, METHODS);
  }

  private static PolicyException refused(String why) {
    return new PolicyException("allowed_hosts", why);
  }
}
