package dev.cloche.run;

import dev.cloche.egress.Egress;
import dev.cloche.egress.EgressException;
import dev.cloche.egress.EgressException.Kind;
import dev.cloche.egress.EgressUsage;
import dev.cloche.egress.Exchange;
import dev.cloche.egress.FetchRequest;
import dev.cloche.egress.FetchResponse;
import dev.cloche.egress.Patience;
import dev.cloche.egress.Tunnel;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The way out of a native command, which remembers why a request came to nothing: of a module, that
 * is known where its requests come in. Thread-safe, as connections of a command are many at once.
 *
 * <p>It also asks for no more once many requests were turned down: each leaves a record with those
 * who watch, and a command in a loop could otherwise bury them.
 */
final class CommandEgress implements Egress {
  /** As many as of a module; requests of one command that may be turned down. */
  private static final int MAX_REFUSED = 1_000;

  private static final String REFUSED_BUDGET = "network.refused";

  private final Egress egress;
  private int refused;
  private @Nullable EgressException lastFailure;

  CommandEgress(Egress egress) {
    this.egress = egress;
  }

  /**
   * Returns why a request came to nothing last; whatever succeeded since does not matter, and
   * neither does what was cut: at its end, that is done to all that a command has open.
   */
  synchronized Optional<EgressException> lastFailure() {
    return Optional.ofNullable(lastFailure);
  }

  private interface Step<T> {
    T take() throws EgressException;
  }

  private <T> T watched(Step<T> step) throws EgressException {
    try {
      return step.take();
    } catch (EgressException failed) {
      throw remembered(failed);
    }
  }

  private synchronized EgressException remembered(EgressException failed) {
    if (failed.kind() != Kind.CUT && failed.kind() != Kind.TIMEOUT) {
      lastFailure = failed;
    }
    return failed;
  }

  private <T> T asked(Step<T> step) throws EgressException {
    requireFewRefused();
    try {
      return watched(step);
    } catch (EgressException failed) {
      countRefused();
      throw failed;
    }
  }

  private synchronized void requireFewRefused() throws EgressException {
    if (refused >= MAX_REFUSED) {
      throw new EgressException(
          Kind.BUDGET,
          REFUSED_BUDGET,
          MAX_REFUSED + " requests of this call were refused, which is the most");
    }
  }

  private synchronized void countRefused() {
    refused++;
  }

  @Override
  public Exchange open(FetchRequest request, Patience patience) throws EgressException {
    return new WatchedExchange(asked(() -> egress.open(request, patience)));
  }

  @Override
  public Tunnel tunnel(String authority, Patience patience) throws EgressException {
    return new WatchedTunnel(asked(() -> egress.tunnel(authority, patience)));
  }

  @Override
  public EgressUsage usage() {
    return egress.usage();
  }

  @Override
  public void close() {
    egress.close();
  }

  private final class WatchedExchange implements Exchange {
    private final Exchange exchange;

    WatchedExchange(Exchange exchange) {
      this.exchange = exchange;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws EgressException {
      try {
        exchange.write(bytes, offset, length);
      } catch (EgressException failed) {
        throw remembered(failed);
      }
    }

    @Override
    public FetchResponse send() throws EgressException {
      return watched(exchange::send);
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws EgressException {
      return watched(() -> exchange.read(bytes, offset, length));
    }

    @Override
    public void close() {
      exchange.close();
    }
  }

  private final class WatchedTunnel implements Tunnel {
    private final Tunnel tunnel;

    WatchedTunnel(Tunnel tunnel) {
      this.tunnel = tunnel;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws EgressException {
      try {
        tunnel.write(bytes, offset, length);
      } catch (EgressException failed) {
        throw remembered(failed);
      }
    }

    @Override
    public void endOutput() throws EgressException {
      tunnel.endOutput();
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws EgressException {
      return watched(() -> tunnel.read(bytes, offset, length));
    }

    @Override
    public void close() {
      tunnel.close();
    }
  }
}
