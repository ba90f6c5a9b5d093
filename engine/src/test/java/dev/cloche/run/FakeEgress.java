package dev.cloche.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.cloche.egress.Egress;
import dev.cloche.egress.EgressException;
import dev.cloche.egress.EgressUsage;
import dev.cloche.egress.Exchange;
import dev.cloche.egress.FetchRequest;
import dev.cloche.egress.FetchResponse;
import dev.cloche.egress.Patience;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An egress without a network. {@code http://fake/STEP} waits in that step (open, write, send,
 * read) until the call is over; {@code http://fake/denied} is denied; all others are answered with
 * status 200 and {@code hello}.
 */
final class FakeEgress implements Egress {
  /** Counted down when a request has begun to wait. */
  final CountDownLatch waiting = new CountDownLatch(1);

  final AtomicInteger cuts = new AtomicInteger();
  final AtomicInteger closed = new AtomicInteger();
  volatile Runnable atOpen = () -> {};

  @Override
  public Exchange open(FetchRequest request, Patience patience) throws EgressException {
    atOpen.run();
    FakeExchange exchange = new FakeExchange(request.url(), patience);
    exchange.step("open");
    if (request.url().endsWith("/denied")) {
      throw new EgressException(EgressException.Kind.DENIED, "network.deny[0]", "denied by a rule");
    }
    return exchange;
  }

  @Override
  public EgressUsage usage() {
    return new EgressUsage(0, 0, 0);
  }

  @Override
  public void close() {
    closed.addAndGet(1_000);
  }

  private final class FakeExchange implements Exchange {
    private final String url;
    private final Patience patience;
    private boolean read;

    FakeExchange(String url, Patience patience) {
      this.url = url;
      this.patience = patience;
    }

    void step(String name) throws EgressException {
      if (!url.endsWith("/" + name)) {
        return;
      }
      CountDownLatch over = new CountDownLatch(1);
      Runnable cut =
          () -> {
            cuts.incrementAndGet();
            over.countDown();
          };
      Patience.Registration registered = patience.onEnd(cut);
      waiting.countDown();
      try {
        over.await();
        throw new EgressException(EgressException.Kind.CUT, "", "the call is over");
      } catch (InterruptedException stranger) {
        throw new IllegalStateException(stranger);
      } finally {
        registered.close();
      }
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws EgressException {
      step("write");
    }

    @Override
    public FetchResponse send() throws EgressException {
      step("send");
      return new FetchResponse(200, url, List.of());
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws EgressException {
      step("read");
      if (read || length == 0) {
        return length == 0 ? 0 : -1;
      }
      read = true;
      byte[] hello = "hello".getBytes(UTF_8);
      int count = Math.min(length, hello.length);
      System.arraycopy(hello, 0, bytes, offset, count);
      return count;
    }

    @Override
    public void close() {
      closed.incrementAndGet();
    }
  }
}
