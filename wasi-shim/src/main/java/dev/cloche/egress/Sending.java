package dev.cloche.egress;

import java.io.IOException;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import okhttp3.RequestBody;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/**
 * Sends the hops of one exchange: a lane, the secret, the bytes, and the wait for the head of the
 * response. Used by the guest's thread.
 */
final class Sending {
  private final EgressParts parts;
  private final TimeLeft time;
  private final Cut cut;
  private final Secrets secrets;

  Sending(EgressParts parts, TimeLeft time, Cut cut, Secrets secrets) {
    this.parts = parts;
    this.time = time;
    this.cut = cut;
    this.secrets = secrets;
  }

  /** Sends a request whose body, if any, is at hand. */
  Response whole(Hop hop, @Nullable RequestBody body) throws IOException, EgressException {
    Lane idle = parts.dialer().idle(hop.key());
    while (true) {
      Lane lane = equip(hop, idle);
      charge(hop, hop.prepare(body));
      cut.waitingIn(lane::cut);
      try {
        return hop.call(time.nanos());
      } catch (IOException e) {
        // A server may close an unused connection just when it is used again.
        if (cut.isDone() || !hop.mayGoAgain(e)) {
          throw e;
        }
        lane.retire();
        idle = null;
      }
    }
  }

  /** Begins to send a request whose body is still being written. */
  CompletableFuture<Response> piped(Hop hop, OutgoingBody body) throws EgressException {
    Lane lane = equip(hop, null);
    charge(hop, hop.prepare(body.pipe()));
    cut.waitingIn(
        () -> {
          body.cancel();
          lane.cut();
        });
    return onOtherThread(hop, time.nanos());
  }

  /** Waits for the response to a request that was piped. */
  Response await(@Nullable CompletableFuture<Response> answer) throws IOException, EgressException {
    try {
      return Objects.requireNonNull(answer).get(time.nanos(), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      throw new IOException(e.getCause());
    } catch (TimeoutException e) {
      throw Failures.timeout();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Failures.cut();
    }
  }

  /** Counts bytes that a hop is about to send. */
  void charge(Hop hop, long bytes) throws EgressException {
    parts.budget().send(bytes);
    hop.sent(bytes);
  }

  /** A hop is over: nothing can break it off any more, and its lane may be another's. */
  void end(Hop hop, boolean complete, String failure) {
    cut.waitingInNothing();
    parts.end(hop, complete && !cut.isDone(), failure);
  }

  /** Gives a hop a lane, and then, the addresses being vetted, its secret. */
  private Lane equip(Hop hop, @Nullable Lane idle) throws EgressException {
    try {
      Lane lane =
          idle != null ? idle : parts.dialer().dial(hop.key(), hop.url(), time.nanos(), cut);
      hop.take(lane);
      inject(hop);
      return lane;
    } catch (EgressException e) {
      if (e.kind() == EgressException.Kind.DENIED) {
        parts.decider().denied(hop.asked(), hop.decision().rule(), e);
      }
      throw e;
    }
  }

  private void inject(Hop hop) throws EgressException {
    Optional<String> credential = hop.credentialNeeded();
    if (credential.isEmpty()) {
      return;
    }
    try {
      Injection lent =
          parts.injector().inject(credential.get(), hop.asked().method(), hop.url(), cut::cut);
      secrets.add(lent);
      hop.inject(lent);
    } catch (EgressException e) {
      // It may be revoked: connections that it went over go with it.
      parts.dialer().lanes().evict(credential.get());
      throw e;
    }
  }

  private CompletableFuture<Response> onOtherThread(Hop hop, long nanos) throws EgressException {
    CompletableFuture<Response> answer = new CompletableFuture<>();
    Runnable work =
        () -> {
          try {
            answer.complete(hop.call(nanos));
          } catch (Throwable e) {
            answer.completeExceptionally(e);
          }
        };
    try {
      parts.threads().execute(work);
    } catch (RejectedExecutionException e) {
      throw Failures.cut();
    }
    return answer;
  }
}
