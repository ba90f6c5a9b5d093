package dev.cloche.run;

import dev.cloche.Hatch;
import dev.cloche.HatchOperation.ExtraUrl;
import dev.cloche.egress.CanonicalUrl;
import dev.cloche.egress.EgressException;
import dev.cloche.egress.EgressLayer;
import dev.cloche.egress.EgressObserver;
import dev.cloche.egress.EgressRule;
import dev.cloche.egress.EgressRules;
import dev.cloche.egress.Ends;
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
import java.util.function.Function;

/** The hatches for one more URL that a call brings. Each use is of one request, redirects too. */
final class UrlHatches implements AutoCloseable {

  private final HatchBook book;
  private final String call;
  private final List<Hatch> hatches;
  private final Set<Way> open = ConcurrentHashMap.newKeySet();

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

  /** Where a hatch leads: what was approved, and an egress for that alone. */
  record Way(ExtraUrl operation, EgressRules rules, HttpEgress egress) {}

  /** Makes the way of a hatch, which {@link #reconsider} and {@link #close} reach from now on. */
  Way way(SessionNetwork session, EgressObserver observer, EgressRules rules, ExtraUrl operation) {
    EgressRules opened = opened(operation, rules);
    Way way = new Way(operation, opened, session.open(opened, Injector.none(), observer));
    open.add(way);
    return way;
  }

  /** Other rules hold: what they deny is denied through a hatch as well, and cut. */
  void reconsider(EgressRules rules) {
    open.forEach(way -> way.egress().replaceRules(opened(way.operation(), rules)));
  }

  /** Begins the request if one of the hatches opens for it. */
  Optional<Exchange> open(Function<ExtraUrl, Way> ways, Asked asked, Patience patience)
      throws EgressException {
    for (Hatch hatch : hatches) {
      ExtraUrl operation = (ExtraUrl) hatch.request().operation();
      if (!covers(operation, asked)) {
        continue;
      }
      Way way = ways.apply(operation);
      // A use is not spent on what a rule denies; the rule then denies it without the hatch.
      if (way.rules().decide(asked.request().method(), asked.url()).allowed()) {
        Optional<HatchUse<ExtraUrl>> use =
            book.consume(
                hatch, call, ExtraUrl.class, wanted -> covers(wanted, asked), way.egress()::close);
        if (use.isPresent()) {
          return Optional.of(begin(way, use.get(), asked.request(), patience));
        }
      }
      leave(way);
    }
    return Optional.empty();
  }

  private void leave(Way way) {
    open.remove(way);
    way.egress().close();
  }

  private Exchange begin(Way way, HatchUse<ExtraUrl> use, FetchRequest request, Patience patience)
      throws EgressException {
    try {
      return new Hatched(way.egress().open(request, patience), () -> leave(way), use);
    } catch (EgressException | RuntimeException e) {
      use.close();
      leave(way);
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
    Ends.each(open, way -> way.egress().close());
  }

  /** An exchange at whose end the use of its hatch ends. */
  private record Hatched(Exchange exchange, Runnable leave, HatchUse<ExtraUrl> use)
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
      try {
        exchange.close();
      } finally {
        leave.run();
      }
    }
  }
}
