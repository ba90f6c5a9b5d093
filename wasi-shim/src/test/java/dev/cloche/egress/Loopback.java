package dev.cloche.egress;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.io.ByteArrayOutputStream;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import okio.ByteString;

/** Names that look public and lead to this machine, and short ways to ask them for something. */
final class Loopback {
  static final InetAddress ADDRESS = address(127, 0, 0, 1);

  private Loopback() {}

  /** An egress by these rules, for which every name is 127.0.0.1, and this machine public. */
  static HttpEgress.Builder builder(EgressRules rules) {
    return HttpEgress.builder(rules)
        .resolver(host -> List.of(ADDRESS))
        .vetting(AddressVetting.withLoopback());
  }

  static EgressRules allow(String... patterns) {
    List<EgressRule> rules = new ArrayList<>();
    for (String pattern : patterns) {
      rules.add(EgressRule.of("network.allow[" + rules.size() + "]", pattern));
    }
    return EgressRules.of(rules, List.of());
  }

  static EgressRules allowWith(String credential, String pattern) {
    return EgressRules.of(
        List.of(
            new EgressRule(
                "network.allow[0]",
                UrlPattern.parse(pattern),
                Set.of(),
                false,
                Optional.of(credential))),
        List.of());
  }

  static InetAddress address(int... octets) {
    byte[] bytes = new byte[octets.length];
    for (int i = 0; i < octets.length; i++) {
      bytes[i] = (byte) octets[i];
    }
    try {
      return InetAddress.getByAddress(bytes);
    } catch (UnknownHostException e) {
      throw new AssertionError(e);
    }
  }

  /** The default limits with one of them changed; names are those of the record. */
  static EgressLimits limits(String name, long value) {
    EgressLimits d = EgressLimits.defaults();
    return new EgressLimits(
        name.equals("requests") ? value : d.requests(),
        name.equals("sentBytes") ? value : d.sentBytes(),
        name.equals("receivedBytes") ? value : d.receivedBytes(),
        name.equals("responseBytes") ? value : d.responseBytes(),
        name.equals("expansion") ? (int) value : d.expansion(),
        name.equals("headerBytes") ? (int) value : d.headerBytes(),
        name.equals("redirects") ? (int) value : d.redirects(),
        name.equals("connect") ? Duration.ofMillis(value) : d.connect());
  }

  static Answer get(Egress egress, String url, Header... headers) throws EgressException {
    return fetch(egress, new FetchRequest("GET", url, List.of(headers), true), "");
  }

  static Answer post(Egress egress, String url, String body, Header... headers)
      throws EgressException {
    return fetch(egress, new FetchRequest("POST", url, List.of(headers), true), body);
  }

  static Answer fetch(Egress egress, FetchRequest request, String body) throws EgressException {
    try (Exchange exchange = egress.open(request, new FakePatience())) {
      byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
      exchange.write(bytes, 0, bytes.length);
      FetchResponse head = exchange.send();
      return new Answer(head, ByteString.of(rest(exchange)));
    }
  }

  /** Reads what is left of a body. */
  @CanIgnoreReturnValue
  static byte[] rest(Exchange exchange) throws EgressException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    byte[] buffer = new byte[8_192];
    int read = exchange.read(buffer, 0, buffer.length);
    while (read >= 0) {
      all.write(buffer, 0, read);
      read = exchange.read(buffer, 0, buffer.length);
    }
    return all.toByteArray();
  }

  /** A head and a whole body. */
  record Answer(FetchResponse head, ByteString body) {
    int status() {
      return head.status();
    }

    String text() {
      return body.utf8();
    }

    Optional<String> header(String name) {
      return head.headers().stream()
          .filter(header -> header.name().equals(name))
          .map(Header::value)
          .findFirst();
    }
  }
}
