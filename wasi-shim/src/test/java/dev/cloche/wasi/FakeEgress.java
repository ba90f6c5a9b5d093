package dev.cloche.wasi;

import dev.cloche.egress.Egress;
import dev.cloche.egress.EgressException;
import dev.cloche.egress.EgressUsage;
import dev.cloche.egress.Exchange;
import dev.cloche.egress.FetchRequest;
import dev.cloche.egress.FetchResponse;
import dev.cloche.egress.Header;
import dev.cloche.egress.Patience;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * An egress without a network. What a request comes to stands in its URL: {@code
 * https://fake/open/DENIED} is denied when it is opened, likewise {@code write}, {@code send} and
 * {@code read} with any kind, and {@code BUG} is an exception that no one expects. All others are
 * answered with the body that was sent.
 */
public final class FakeEgress implements Egress {
  public final List<FetchRequest> asked = new ArrayList<>();
  final List<FakeExchange> exchanges = new ArrayList<>();
  public List<Header> fields = List.of(new Header("content-type", "text/plain"));

  @Override
  public Exchange open(FetchRequest request, Patience patience) throws EgressException {
    asked.add(request);
    FakeExchange exchange = new FakeExchange(request);
    exchange.perhapsFail("open");
    exchanges.add(exchange);
    return exchange;
  }

  /** The last request. */
  public FetchRequest last() {
    return asked.get(asked.size() - 1);
  }

  @Override
  public EgressUsage usage() {
    return new EgressUsage(asked.size(), 0, 0);
  }

  @Override
  public void close() {}

  /** Echoes. */
  final class FakeExchange implements Exchange {
    private final FetchRequest request;
    final ByteArrayOutputStream body = new ByteArrayOutputStream();
    private int position;
    int closed;

    private FakeExchange(FetchRequest request) {
      this.request = request;
    }

    private void perhapsFail(String step) throws EgressException {
      String[] parts = request.url().split("/", -1);
      if (parts.length < 5 || !parts[3].equals(step)) {
        return;
      }
      if (parts[4].equals("BUG")) {
        throw new IllegalStateException("a bug");
      }
      String rule = "rule." + parts[4].toLowerCase(Locale.ROOT);
      throw new EgressException(
          EgressException.Kind.valueOf(parts[4]), rule, parts[4] + " at\n" + step);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws EgressException {
      perhapsFail("write");
      body.write(bytes, offset, length);
    }

    @Override
    public FetchResponse send() throws EgressException {
      perhapsFail("send");
      return new FetchResponse(203, request.url() + "?end", fields);
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws EgressException {
      perhapsFail("read");
      byte[] all = body.toByteArray();
      int count = Math.min(length, all.length - position);
      System.arraycopy(all, position, bytes, offset, count);
      position += count;
      return count == 0 ? -1 : count;
    }

    @Override
    public void close() {
      closed++;
    }

    String text() {
      return body.toString(StandardCharsets.UTF_8);
    }
  }
}
