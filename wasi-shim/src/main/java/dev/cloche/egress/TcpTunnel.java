package dev.cloche.egress;

import java.io.IOException;
import java.net.Socket;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A tunnel over one socket to a vetted address. It goes: name read, decided, told to the observer,
 * counted as a request, looked up, vetted, connected; then the first message of the guest is looked
 * at. Bytes that the guest sends are charged before they are, those that come when they do.
 */
final class TcpTunnel implements Tunnel, Ongoing {
  /** Nothing that a URL would read as something else than a host and a port. */
  private static final Pattern AUTHORITY =
      Pattern.compile("([A-Za-z0-9._-]{1,253}|\\[[0-9A-Fa-f:.]{2,45}\\]):[0-9]{1,5}");

  private final EgressParts parts;
  private final Patience patience;
  private final TimeLeft time;
  private final Intake intake;
  private final Cut cut = new Cut();
  private final AtomicBoolean finished = new AtomicBoolean();
  private final AtomicLong sent = new AtomicLong();
  private volatile Patience.@Nullable Registration registration;
  private volatile Decider.@Nullable Asked asked;
  private volatile @Nullable EgressDecision decision;
  private volatile @Nullable Socket socket;
  private @Nullable ClientHello hello;

  TcpTunnel(EgressParts parts, Patience patience) {
    this.parts = parts;
    this.patience = patience;
    this.time = new TimeLeft(patience);
    this.intake = new Intake(parts.budget(), parts.limits().headerBytes());
  }

  /** Decides and connects; if that fails it is over. */
  void begin(String authority) throws EgressException {
    try {
      Decider.Asked target = read(authority);
      hello = new ClientHello(target.url());
      EgressDecision allowed = decide(target);
      registration = patience.onEnd(cut::cut);
      socket = connect(target, allowed);
      if (cut.isDone()) {
        throw Failures.cut();
      }
    } catch (EgressException e) {
      finish(String.valueOf(e.getMessage()));
      throw e;
    } catch (RuntimeException | Error e) {
      finish("the host failed");
      throw e;
    }
  }

  private Decider.Asked read(String authority) throws EgressException {
    boolean plain = AUTHORITY.matcher(authority).matches();
    // What is no authority is not a URL either, and is told to the observer as that.
    String url = "https://" + (plain ? authority : "[" + authority) + "/";
    return parts.decider().read(FetchRequest.of(TunnelRules.METHOD, url));
  }

  private EgressDecision decide(Decider.Asked target) throws EgressException {
    EgressDecision next;
    Decider.Ruling ruling;
    do {
      ruling = parts.decider().current();
      next = ruling.rules().decideTunnel(target.url());
      decision = next;
      asked = next.allowed() ? target : null;
      // Whoever replaces the rules looks at what is open after that: one of the two sees the other.
    } while (parts.decider().current().generation() != ruling.generation());
    parts.decider().enforce(target.method(), target.url(), next);
    return next;
  }

  private Socket connect(Decider.Asked target, EgressDecision allowed) throws EgressException {
    try {
      Dialer.Wait wait = new Dialer.Wait(time.nanos(), cut);
      return parts.dialer().connect(target.url(), allowed.privateAddress(), intake, wait);
    } catch (EgressException e) {
      if (e.kind() == EgressException.Kind.DENIED) {
        parts.decider().denied(target, allowed.rule(), e);
      }
      throw e;
    }
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws EgressException {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    try {
      ClientHello first = Objects.requireNonNull(hello, "hello");
      if (first.isDone()) {
        send(bytes, offset, length);
        return;
      }
      Optional<byte[]> held = first.offer(bytes, offset, length);
      if (held.isPresent()) {
        send(held.get(), 0, held.get().length);
      }
    } catch (EgressException e) {
      if (e.kind() == EgressException.Kind.DENIED) {
        parts.decider().denied(Objects.requireNonNull(asked, "asked"), ClientHello.RULE, e);
      }
      throw ended(e);
    } catch (IOException e) {
      throw ended(e);
    }
  }

  private void send(byte[] bytes, int offset, int length) throws IOException, EgressException {
    parts.budget().send(length);
    sent.addAndGet(length);
    connected().getOutputStream().write(bytes, offset, length);
  }

  @Override
  public void endOutput() throws EgressException {
    try {
      connected().shutdownOutput();
    } catch (IOException e) {
      throw ended(e);
    }
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws EgressException {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    try {
      return connected().getInputStream().read(bytes, offset, length);
    } catch (IOException e) {
      throw ended(e);
    }
  }

  private Socket connected() {
    return Objects.requireNonNull(socket, "socket");
  }

  private EgressException ended(Exception why) {
    EgressException stopped = intake.refusal();
    EgressException failure =
        why instanceof EgressException known
            ? known
            : stopped != null
                ? stopped
                : new EgressException(EgressException.Kind.PROTOCOL, "", "the connection was lost");
    boolean timedOut = cut.isDone() && time.isOver();
    EgressException told = timedOut ? Failures.timeout() : cut.isDone() ? Failures.cut() : failure;
    finish(String.valueOf(told.getMessage()));
    return told;
  }

  @Override
  public void reconsider(EgressRules rules) {
    Decider.Asked target = asked;
    EgressDecision then = decision;
    if (target == null || then == null) {
      return;
    }
    EgressDecision now = rules.decideTunnel(target.url());
    if (!now.allowed() || now.privateAddress() != then.privateAddress()) {
      cut.cut();
    }
  }

  @Override
  public void close() {
    finish("");
  }

  /** Ends it, once. */
  private void finish(String failure) {
    if (!finished.compareAndSet(false, true)) {
      return;
    }
    boolean wasCut = cut.isDone();
    cut.cut();
    Patience.Registration registered = registration;
    if (registered != null) {
      registered.close();
    }
    parts.forget(this);
    Decider.Asked target = asked;
    if (target != null) {
      String why = failure.isEmpty() && wasCut ? "cut before its end" : failure;
      parts.observer().ended(target.method(), target.url(), 0, sent.get(), intake.wireBytes(), why);
    }
  }
}
