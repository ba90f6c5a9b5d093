package dev.cloche.wasi;

import dev.cloche.egress.EgressException;
import dev.cloche.egress.Exchange;
import dev.cloche.egress.FetchResponse;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * One request that a guest has open: its body is written, then it is sent, then the response is
 * read. After a failure every step answers that failure.
 */
final class OpenFetch implements AutoCloseable {
  private final Exchange exchange;
  private byte @Nullable [] head;
  private @Nullable FetchFault failure;

  OpenFetch(Exchange exchange) {
    this.exchange = exchange;
  }

  /** A step of the exchange. */
  interface Step<T> {
    T take(Exchange exchange) throws EgressException;
  }

  /** Answers {@code BAD_STATE} unless a body may still be written. */
  void requireUnsent() throws FetchFault {
    require(head == null, "the request is sent already");
  }

  /** Answers {@code BAD_STATE} unless there is a response. */
  void requireSent() throws FetchFault {
    require(head != null, "the request is not sent yet");
  }

  private void require(boolean holds, String otherwise) throws FetchFault {
    if (failure != null) {
      throw failure;
    }
    if (!holds) {
      throw new FetchFault(FetchCode.BAD_STATE, otherwise);
    }
  }

  void fail(FetchFault fault) {
    failure = fault;
  }

  Exchange exchange() {
    return exchange;
  }

  void answered(FetchResponse response) {
    head = FetchText.head(response).getBytes(StandardCharsets.UTF_8);
  }

  /** Returns the head of the response, once there is one. */
  byte[] head() throws FetchFault {
    requireSent();
    return head == null ? new byte[0] : head;
  }

  /** Returns what failed, as a guest reads it; empty if nothing did. */
  String failureText() {
    return failure == null ? "" : failure.text();
  }

  @Override
  public void close() {
    exchange.close();
  }
}
