package dev.cloche.credential;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Asks an issuer, on a thread of its own so that a slow one holds up nothing for long. */
final class Issuing {
  private final CredentialIssuer issuer;
  private final CredentialRequest request;
  private boolean abandoned;

  private Issuing(CredentialIssuer issuer, CredentialRequest request) {
    this.issuer = issuer;
    this.request = request;
  }

  /** Returns what was issued in time, or nothing: why is the issuer's secret. */
  static Optional<Credential> ask(
      CredentialIssuer issuer, CredentialRequest request, Duration patience) {
    Issuing issuing = new Issuing(issuer, request);
    FutureTask<Optional<Credential>> task = new FutureTask<>(issuing::run);
    Thread thread = new Thread(task, "cloche-issuer");
    thread.setDaemon(true);
    thread.start();
    try {
      return task.get(patience.toNanos(), TimeUnit.NANOSECONDS);
    } catch (ExecutionException | TimeoutException e) {
      issuing.abandon(thread);
      return Optional.empty();
    } catch (InterruptedException e) {
      issuing.abandon(thread);
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  private Optional<Credential> run() throws Exception {
    Credential issued = issuer.issue(request);
    synchronized (this) {
      if (abandoned && issued != null) {
        issued.close();
      }
    }
    return Optional.ofNullable(issued);
  }

  private synchronized void abandon(Thread thread) {
    abandoned = true;
    thread.interrupt();
  }
}
