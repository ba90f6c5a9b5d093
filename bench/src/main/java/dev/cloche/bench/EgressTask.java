package dev.cloche.bench;

import dev.cloche.egress.EgressException;
import dev.cloche.egress.EgressLimits;
import dev.cloche.egress.EgressRule;
import dev.cloche.egress.EgressRules;
import dev.cloche.egress.Exchange;
import dev.cloche.egress.FetchRequest;
import dev.cloche.egress.HttpEgress;
import dev.cloche.egress.Patience;
import dev.cloche.egress.UrlPattern;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Egress as a session has it, with one rule for a private address. */
final class EgressTask implements NetTask {

  /** As many requests and bytes as there may be: a benchmark is no tool. */
  private static final EgressLimits LIMITS =
      new EgressLimits(
          EgressLimits.MAX_REQUESTS,
          EgressLimits.MAX_BYTES,
          EgressLimits.MAX_BYTES,
          32L << 20,
          100,
          64 << 10,
          5,
          Duration.ofSeconds(10));

  private final byte[] buffer = new byte[NetBody.CHUNK];
  private final NetServer server;
  private final int times;
  private final HttpEgress egress;

  EgressTask(NetServer server, int times) {
    this.server = server;
    this.times = times;
    EgressRule rule =
        new EgressRule(
            "network.allow[0]",
            UrlPattern.parse(server.url()),
            Set.of("GET"),
            true,
            Optional.empty());
    this.egress =
        HttpEgress.builder(EgressRules.of(List.of(rule), List.of())).limits(LIMITS).build();
  }

  @Override
  public void run() {
    for (int i = 0; i < times; i++) {
      FetchRequest request = FetchRequest.of("GET", server.url());
      try (Exchange exchange = egress.open(request, Patience.endless())) {
        int status = exchange.send().status();
        if (status != 200) {
          throw new IllegalStateException("status " + status);
        }
        NetBody.check(exchange::read, buffer, server.length());
      } catch (EgressException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  @Override
  public void close() {
    egress.close();
  }
}
