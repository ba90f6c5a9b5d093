package dev.cloche.run;

import dev.cloche.audit.AuditException;
import dev.cloche.egress.CanonicalUrl;
import dev.cloche.egress.EgressDecision;
import dev.cloche.egress.EgressObserver;
import dev.cloche.egress.EgressUsage;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts a call's requests on their way to its records, and ends the guest where they cannot be
 * recorded. Thread-safe.
 */
final class CountedRequests implements EgressObserver {

  private final EgressObserver records;
  private final AtomicLong requests = new AtomicLong();
  private final AtomicLong sent = new AtomicLong();
  private final AtomicLong received = new AtomicLong();

  CountedRequests(EgressObserver records) {
    this.records = records;
  }

  EgressUsage usage() {
    return new EgressUsage(requests.get(), sent.get(), received.get());
  }

  @Override
  public void decided(String method, String url, EgressDecision decision) {
    try {
      records.decided(method, url, decision);
    } catch (AuditException unrecorded) {
      throw GuestStop.unrecorded();
    }
  }

  @Override
  public void ended(
      String method,
      CanonicalUrl url,
      int status,
      long sentBytes,
      long receivedBytes,
      String failure) {
    requests.incrementAndGet();
    sent.addAndGet(sentBytes);
    received.addAndGet(receivedBytes);
    try {
      records.ended(method, url, status, sentBytes, receivedBytes, failure);
    } catch (AuditException unrecorded) {
      throw GuestStop.unrecorded();
    }
  }
}
