package dev.cloche.egress;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.io.IOException;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import okhttp3.RequestBody;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/**
 * One exchange over HTTP: hop after hop until one answers, then the body of the answer.
 *
 * <p>All work is done on the guest's thread, which is woken by {@link Cut}; a look-up and a body
 * that is too large to keep have threads of their own. Whatever ends it, it ends once: the
 * connection is kept or closed, secrets are given back, the observer is told, in this order, and
 * only then the guest.
 */
final class HttpExchange implements Exchange, Ongoing {
  private final EgressParts parts;
  private final FetchRequest request;
  private final Patience patience;
  private final TimeLeft time;
  private final Sending sending;
  private final Cut cut = new Cut();
  private final Turn turn = new Turn();
  private final Secrets secrets = new Secrets();
  private final OutgoingBody outgoing = new OutgoingBody();
  private Patience.@Nullable Registration registration;
  private volatile @Nullable Hop hop;
  private @Nullable CompletableFuture<Response> piped;
  private @Nullable Response response;
  private @Nullable IncomingBody body;
  private boolean sent;
  private boolean complete;

  HttpExchange(EgressParts parts, FetchRequest request, Patience patience) {
    this.parts = parts;
    this.request = request;
    this.patience = patience;
    this.time = new TimeLeft(patience);
    this.sending = new Sending(parts, time, cut, secrets);
  }

  /** Decides on the first hop. */
  void begin() throws EgressException {
    guarded(
        () -> {
          Decider.Asked asked = parts.decider().read(request);
          decide(asked);
          registration = patience.onEnd(cut::cut);
          return asked;
        });
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws EgressException {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    if (sent) {
      throw new IllegalStateException("the request is sent");
    }
    if (length > 0) {
      guarded(() -> writeOut(bytes, offset, length));
    }
  }

  @Override
  public FetchResponse send() throws EgressException {
    if (sent) {
      throw new IllegalStateException("the request is sent");
    }
    return guarded(
        () -> {
          sent = true;
          return answer(follow(firstResponse()));
        });
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws EgressException {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    if (!sent) {
      throw new IllegalStateException("the request is not sent");
    }
    if (complete) {
      return length == 0 ? 0 : -1;
    }
    return length == 0 ? 0 : guarded(() -> readIn(bytes, offset, length));
  }

  @Override
  public void close() {
    if (turn.close()) {
      finish("closed before its end");
    } else {
      cut.cut();
    }
  }

  /** Cuts it if the rules, which have changed, no longer say of its hop what they said. */
  @Override
  public void reconsider(EgressRules rules) {
    Hop current = hop;
    if (current == null) {
      return;
    }
    EgressDecision now = rules.decide(current.asked().method(), current.url());
    EgressDecision then = current.decision();
    boolean same =
        now.allowed()
            && now.credential().equals(then.credential())
            && now.privateAddress() == then.privateAddress();
    if (!same) {
      cut.cut();
    }
  }

  private void decide(Decider.Asked asked) throws EgressException {
    Decider.Ruling ruling = parts.decider().current();
    Hop next;
    while (true) {
      EgressDecision decision = ruling.rules().decide(asked.method(), asked.url());
      next = new Hop(asked, decision, ruling.generation());
      hop = decision.allowed() ? next : null;
      // Whoever replaces the rules looks at the hops after that: one of the two sees the other.
      Decider.Ruling again = parts.decider().current();
      if (again.generation() == ruling.generation()) {
        break;
      }
      ruling = again;
    }
    parts.decider().enforce(asked.method(), asked.url(), next.decision());
  }

  private int writeOut(byte[] bytes, int offset, int length) throws IOException, EgressException {
    Hop current = current();
    if (current.asked().method().equals("GET") || current.asked().method().equals("HEAD")) {
      throw new EgressException(
          EgressException.Kind.MALFORMED, "", "a GET or HEAD request has no body");
    }
    if (response != null) {
      return length;
    }
    sending.charge(current, length);
    if (outgoing.overflows(length)) {
      piped = sending.piped(current, outgoing);
    }
    try {
      outgoing.write(bytes, offset, length, time.nanos());
    } catch (IOException e) {
      // The other end is closed. If there is a response the server wants no more of the body.
      requireTime();
      response = sending.await(piped);
    }
    return length;
  }

  private Response firstResponse() throws IOException, EgressException {
    if (!outgoing.isPiped()) {
      Hop current = current();
      return sending.whole(current, outgoing.whole(current.asked().method()));
    }
    if (response == null) {
      outgoing.end();
      response = sending.await(piped);
    }
    return response;
  }

  private Response follow(Response first) throws IOException, EgressException {
    Response answer = first;
    for (int followed = 0; ; followed++) {
      Hop from = current();
      response = answer;
      from.answered(answer);
      ResponseHead.check(answer, parts.limits().headerBytes());
      Optional<Redirect> redirect = redirect(from, answer);
      if (redirect.isEmpty()) {
        return answer;
      }
      if (followed == parts.limits().redirects()) {
        throw new EgressException(
            EgressException.Kind.PROTOCOL,
            "redirects",
            "the server redirects more than " + followed + " times");
      }
      answer.close();
      hop = null;
      sending.end(from, true, "");
      Redirect to = redirect.get();
      decide(new Decider.Asked(to.method(), to.url(), to.headers()));
      answer = sending.whole(current(), emptyBody(to.method()));
    }
  }

  private static @Nullable RequestBody emptyBody(String method) {
    return new OutgoingBody().whole(method);
  }

  private Optional<Redirect> redirect(Hop from, Response answer) throws EgressException {
    if (!request.followRedirects()) {
      return Optional.empty();
    }
    boolean hasBody = from.asked().method().equals(request.method()) && outgoing.length() > 0;
    try {
      return Redirect.of(
          new Redirect.Request(
              from.asked().method(),
              from.url(),
              from.asked().headers(),
              hasBody,
              from.queryOfHost()),
          answer,
          secrets);
    } catch (EgressException e) {
      parts.decider().denied(from.asked(), Redirect.RULE, e);
      throw e;
    }
  }

  private FetchResponse answer(Response last) throws EgressException {
    Hop current = current();
    response = last;
    boolean bodiless = hasNoBody(current.asked().method(), last.code());
    boolean changed = !secrets.isEmpty() || (!bodiless && IncomingBody.isGzip(last));
    FetchResponse head = ResponseHead.of(last, current.url(), current.hidden(), secrets, changed);
    if (bodiless) {
      last.close();
      complete();
    } else {
      Lane lane = Objects.requireNonNull(current.lane());
      body = IncomingBody.of(last, lane.intake(), parts.limits(), secrets);
    }
    return head;
  }

  private static boolean hasNoBody(String method, int status) {
    return method.equals("HEAD") || status == 204 || status == 304;
  }

  private int readIn(byte[] bytes, int offset, int length) throws IOException, EgressException {
    int read = Objects.requireNonNull(body).read(bytes, offset, length);
    if (read < 0) {
      complete();
    }
    return read;
  }

  private void complete() {
    complete = true;
    finish("");
  }

  private Hop current() {
    return Objects.requireNonNull(hop, "hop");
  }

  private void requireTime() throws EgressException {
    if (time.isOver()) {
      throw Failures.timeout();
    }
    if (cut.isDone()) {
      throw Failures.cut();
    }
  }

  private interface Step<T> {
    T run() throws IOException, EgressException;
  }

  /** Runs what one call of the guest asks for; if it fails the exchange is over. */
  @CanIgnoreReturnValue
  private <T> T guarded(Step<T> step) throws EgressException {
    if (!turn.begin()) {
      throw Failures.cut();
    }
    try {
      requireTime();
      return step.run();
    } catch (IOException | EgressException e) {
      EgressException failure = explained(e);
      finish(String.valueOf(failure.getMessage()));
      throw failure;
    } catch (RuntimeException | Error e) {
      finishAfter(e);
      throw e;
    } finally {
      if (turn.end()) {
        finish("closed before its end");
      }
    }
  }

  private EgressException explained(Exception e) {
    Hop current = hop;
    EgressException failure =
        current == null
            ? Failures.of(e, "", null)
            : Failures.of(e, current.url().host(), current.lane());
    if (time.isOver() && (cut.isDone() || Failures.mayComeOfWaiting(failure))) {
      return Failures.timeout();
    }
    return cut.isDone() ? Failures.cut() : failure;
  }

  private void finishAfter(Throwable e) {
    try {
      finish("the host failed");
    } catch (RuntimeException again) {
      e.addSuppressed(again);
    }
  }

  /** Ends it, once. */
  private void finish(String failure) {
    if (!turn.finish()) {
      return;
    }
    Hop last = hop;
    try (secrets) {
      if (registration != null) {
        registration.close();
      }
      outgoing.cancel();
      if (body != null) {
        body.close();
      }
    } finally {
      parts.forget(this);
      if (last != null) {
        sending.end(last, complete, failure);
      }
      Response refused = response;
      if (refused != null && body == null) {
        refused.close(); // after its connection is closed: what is left of it is not waited for
      }
    }
  }
}
