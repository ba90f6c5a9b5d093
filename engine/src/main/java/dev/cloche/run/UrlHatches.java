package dev.cloche.run;

import dev.cloche.Hatch;
import dev.cloche.HatchOperation.ExtraUrl;
import dev.cloche.egress.CanonicalUrl;
import dev.cloche.egress.EgressException;
import dev.cloche.egress.EgressLayer;
import dev.cloche.egress.EgressObserver;
import dev.cloche.egress.EgressRule;
import dev.cloche.egress.EgressRules;
import dev.cloche.egress.Exchange;
import dev.cloche.egress.FetchRequest;
import dev.cloche.egress.FetchResponse;
import dev.cloche.egress.HttpEgress;
import dev.cloche.egress.Injector;
import dev.cloche.egress.Patience;
import dev.cloche.hatch.HatchBook;
import dev.cloche.hatch.HatchUse;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The hatches for one more URL that a call brings. Each use is of one request, redirects too. */
final class UrlHatches implements AutoCloseable {

  private final HatchBook book;
  private final String call;
  private final List<Hatch> hatches;
  private final Set<HttpEgress> open = ConcurrentHashMap.newKeySet();

  UrlHatches(HatchBook book, String call, List<Hatch> hatches) {
    this.book = book;
    this.call = call;
    this.hatches =
        hatches.stream().filter(hatch -> hatch.request().operation() instanceof ExtraUrl).toList();
  }

  /** A request and its URL. */
  record Asked(FetchRequest request, CanonicalUrl url) {}

  boolean isEmpty() {
    return hatches.isEmpty();
  }

  /** Begins the request if one of the hatches opens for it. */
  Optional<Exchange> open(
      SessionNetwork session,
      EgressObserver observer,
      EgressRules rules,
      Asked asked,
      Patience patience)
      throws EgressException {
    for (Hatch hatch : hatches) {
      ExtraUrl operation = (ExtraUrl) hatch.request().operation();
      if (!covers(operation, asked)) {
        continue;
      }
      HttpEgress way = session.open(opened(operation, rules), Injector.none(), observer);
      open.add(way);
      Optional<HatchUse<ExtraUrl>> use =
          book.consume(hatch, call, ExtraUrl.class, wanted -> covers(wanted, asked), way::close);
      if (use.isPresent()) {
        return Optional.of(begin(way, use.get(), asked.request(), patience));
      }
      way.close();
    }
    return Optional.empty();
  }

  private Exchange begin(
      HttpEgress way, HatchUse<ExtraUrl> use, FetchRequest request, Patience patience)
      throws EgressException {
    try {
      return new Hatched(way.open(request, patience), way, use);
    } catch (EgressException | RuntimeException e) {
      use.close();
      way.close();
      throw e;
    }
  }

  private static boolean covers(ExtraUrl operation, Asked asked) {
    return operation.methods().contains(asked.request().method())
        && operation.pattern().matches(asked.url());
  }

  /** The one rule that was approved, and all that deny. */
  private static EgressRules opened(ExtraUrl operation, EgressRules rules) {
    List<EgressRule> deny = new ArrayList<>();
    for (EgressLayer layer : rules.layers()) {
      for (EgressRule rule : layer.deny()) {
        deny.add(
            new EgressRule(
                "layer " + deny.size() + ": " + rule.id(),
                rule.pattern(),
                rule.methods(),
                false,
                Optional.empty()));
      }
    }
    EgressRule allow =
        new EgressRule("hatch", operation.pattern(), operation.methods(), false, Optional.empty());
    return EgressRules.of(List.of(allow), deny);
  }

  @Override
  public void close() {
    open.forEach(HttpEgress::close);
  }

  /** An exchange at whose end the use of its hatch ends. */
  private record Hatched(Exchange exchange, HttpEgress way, HatchUse<ExtraUrl> use)
      implements Exchange {
    @Override
    public void write(byte[] bytes, int offset, int length) throws EgressException {
      exchange.write(bytes, offset, length);
    }

    @Override
    public FetchResponse send() throws EgressException {
      return exchange.send();
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws EgressException {
      return exchange.read(bytes, offset, length);
    }

    @Override
    public void close() {
      use.close();
      exchange.close();
      way.close();
    }
  }
}
