package dev.cloche.egress;

import java.io.IOException;
import java.time.Duration;
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
 * One exchange over HTTP: hop after hop until one answers, then the body of the answer.
 *
 * <p>All work is done on the guest's thread, which is woken by {@link Cut}; a look-up and a body
 * that is too large to keep have threads of their own. Whatever ends it, it ends once: the
 * connection is kept or closed, secrets are given back, the observer is told, in this order, and
 * only then the guest.
 */
final class HttpExchange implements Exchange {
  private final EgressParts parts;
  private final FetchRequest request;
  private final Patience patience;
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
      int unused = guarded(() -> writeOut(bytes, offset, length));
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
  void reconsider(EgressRules rules) {
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
      if (again == ruling) {
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
    charge(current, length);
    if (outgoing.overflows(length)) {
      startPipe(current);
    }
    try {
      outgoing.write(bytes, offset, length, nanosLeft());
    } catch (IOException e) {
      // The other end is closed. If there is a response the server wants no more of the body.
      requireTime();
      response = await();
    }
    return length;
  }

  private void startPipe(Hop current) throws EgressException {
    Lane lane = equipped(current, null);
    charge(current, current.prepare(outgoing.pipe()));
    cut.waitingIn(
        () -> {
          outgoing.cancel();
          lane.cut();
        });
    piped = onOtherThread(current, nanosLeft());
  }

  private CompletableFuture<Response> onOtherThread(Hop current, long nanos)
      throws EgressException {
    CompletableFuture<Response> answer = new CompletableFuture<>();
    Runnable work =
        () -> {
          try {
            answer.complete(current.call(nanos));
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

  private Response firstResponse() throws IOException, EgressException {
    if (!outgoing.isPiped()) {
      Hop current = current();
      return call(current, outgoing.whole(current.asked().method()));
    }
    if (response == null) {
      outgoing.end();
      response = await();
    }
    return response;
  }

  /** Waits for the response to a piped request. */
  private Response await() throws IOException, EgressException {
    try {
      return Objects.requireNonNull(piped).get(nanosLeft(), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      throw new IOException(e.getCause());
    } catch (TimeoutException e) {
      throw Failures.timeout();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Failures.cut();
    }
  }

  private Response call(Hop current, @Nullable RequestBody whole)
      throws IOException, EgressException {
    Lane idle = parts.dialer().idle(current.key());
    while (true) {
      Lane lane = equipped(current, idle);
      charge(current, current.prepare(whole));
      cut.waitingIn(lane::cut);
      try {
        return current.call(nanosLeft());
      } catch (IOException e) {
        if (cut.isDone() || !current.mayGoAgain(e)) {
          throw e;
        }
        lane.retire();
        idle = null;
      }
    }
  }

  /** Gives a hop a lane, and then, the addresses being vetted, its secret. */
  private Lane equipped(Hop current, @Nullable Lane idle) throws EgressException {
    try {
      Lane lane =
          idle != null
              ? idle
              : parts.dialer().dial(current.key(), current.url(), nanosLeft(), cut);
      current.take(lane);
      inject(current);
      return lane;
    } catch (EgressException e) {
      if (e.kind() == EgressException.Kind.DENIED) {
        parts
            .decider()
            .denied(
                current.asked().method(), current.url().toString(), current.decision().rule(), e);
      }
      throw e;
    }
  }

  private void inject(Hop current) throws EgressException {
    Optional<String> credential = current.credentialNeeded();
    if (credential.isEmpty()) {
      return;
    }
    try {
      Injection lent =
          parts
              .injector()
              .inject(credential.get(), current.asked().method(), current.url(), cut::cut);
      secrets.add(lent);
      current.inject(lent);
    } catch (EgressException e) {
      parts.dialer().lanes().evict(credential.get());
      throw e;
    }
  }

  private void charge(Hop current, long head) throws EgressException {
    parts.budget().send(head);
    current.sent(head);
  }

  private Response follow(Response first) throws IOException, EgressException {
    Response answer = first;
    for (int followed = 0; ; followed++) {
      Hop from = current();
      from.answered(answer);
      ResponseHead.requireSize(answer, parts.limits().headerBytes());
      requireStatus(answer);
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
      end(from, true, "");
      Redirect to = redirect.get();
      decide(new Decider.Asked(to.method(), to.url(), to.headers()));
      answer = call(current(), emptyBody(to.method()));
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
      parts
          .decider()
          .denied(from.asked().method(), from.url().toString(), Redirect.RULE, e);
      throw e;
    }
  }

  private static void requireStatus(Response answer) throws EgressException {
    if (answer.code() < 200 || answer.code() > 599) {
      throw new EgressException(
          EgressException.Kind.PROTOCOL, "", "the response has status " + answer.code());
    }
  }

  private FetchResponse answer(Response last) throws EgressException {
    Hop current = current();
    response = last;
    boolean bodiless = hasNoBody(current.asked().method(), last.code());
    boolean changed = !secrets.isEmpty() || !bodiless && IncomingBody.isGzip(last);
    FetchResponse head =
        ResponseHead.of(last, current.url(), current.hidden(), secrets, changed);
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

  private long nanosLeft() throws EgressException {
    long nanos = saturated(patience.left());
    if (nanos <= 0) {
      throw Failures.timeout();
    }
    return nanos;
  }

  private static long saturated(Duration left) {
    return left.compareTo(Duration.ofDays(365)) > 0
        ? TimeUnit.DAYS.toNanos(365)
        : left.toNanos();
  }

  private boolean isOver() {
    return patience.left().compareTo(Duration.ZERO) <= 0;
  }

  private void requireTime() throws EgressException {
    if (isOver()) {
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
    if (isOver() && (cut.isDone() || Failures.mayComeOfWaiting(failure))) {
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
        end(last, complete, failure);
      }
    }
  }

  private void end(Hop last, boolean reusable, String failure) {
    cut.waitingInNothing();
    parts.end(last, reusable && !cut.isDone(), failure);
  }
}
