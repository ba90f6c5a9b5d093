package dev.cloche.extism;

import dev.cloche.egress.Egress;
import dev.cloche.egress.EgressException;
import dev.cloche.egress.Exchange;
import dev.cloche.egress.FetchRequest;
import dev.cloche.egress.FetchResponse;
import dev.cloche.egress.Patience;
import dev.cloche.wasi.HostCosts;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Requests over an {@link Egress}, which decides on each hop.
 *
 * <p>One that comes to nothing ends the plugin, as it does in Extism: the functions have no way to
 * tell of it. {@link #lastFailure} says why.
 */
final class HttpCalls {
  private final Kernel kernel;
  private final Egress egress;
  private final Patience patience;
  private final long most;
  private @Nullable FetchResponse response;
  private @Nullable EgressException lastFailure;

  /**
   * Makes them.
   *
   * @param most bytes of a response's body
   */
  HttpCalls(Kernel kernel, Egress egress, Patience patience, long most) {
    this.kernel = kernel;
    this.egress = egress;
    this.patience = patience;
    this.most = most;
  }

  Optional<EgressException> lastFailure() {
    return Optional.ofNullable(lastFailure);
  }

  long request(long[] arguments) {
    response = null;
    long body = arguments[1];
    long bodyLength = body == 0 ? 0 : kernel.requireBlock("http_request", body);
    FetchRequest request =
        HttpText.request(kernel.read("http_request", arguments[0], HttpText.MAX_REQUEST));
    kernel.budget().charge(HostCosts.OPEN);
    try (Exchange exchange = egress.open(request, patience)) {
      kernel.budget().checkpoint();
      write(exchange, body, bodyLength);
      kernel.free(arguments[0]);
      kernel.free(body);
      return exchanged(exchange);
    } catch (EgressException failed) {
      lastFailure = failed;
      // Cut by the end of the call: then it ended by that.
      kernel.budget().checkpoint();
      throw new KernelTrap("http_request: " + failed.getMessage());
    }
  }

  private void write(Exchange exchange, long body, long length) throws EgressException {
    for (long at = 0; at < length; at += Kernel.CHUNK) {
      int piece = (int) Math.min(Kernel.CHUNK, length - at);
      kernel.pay(piece);
      exchange.write(kernel.memory().get(body + at, piece), 0, piece);
      kernel.budget().checkpoint();
    }
  }

  private long exchanged(Exchange exchange) throws EgressException {
    FetchResponse head = exchange.send();
    kernel.budget().checkpoint();
    long block = received(exchange);
    response = head;
    return block;
  }

  private long received(Exchange exchange) throws EgressException {
    KernelMemory.Writer writer = kernel.memory().writer();
    byte[] bytes = new byte[Kernel.CHUNK];
    for (int given = read(exchange, bytes); given > 0; given = read(exchange, bytes)) {
      kernel.pay(given);
      if (writer.length() + given > most) {
        throw new KernelTrap("http_request: the response has more than " + most + " bytes");
      }
      writer.write(bytes, 0, given);
    }
    kernel.budget().checkpoint();
    return writer.finish();
  }

  private static int read(Exchange exchange, byte[] bytes) throws EgressException {
    return exchange.read(bytes, 0, bytes.length);
  }

  /** The status of the last response; 0 before the first. */
  long status(long[] arguments) {
    return response == null ? 0 : response.status();
  }

  long headers(long[] arguments) {
    return response == null ? 0 : kernel.give(HttpText.fields(response.headers()));
  }
}
