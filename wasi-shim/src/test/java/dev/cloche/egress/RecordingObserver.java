package dev.cloche.egress;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Writes down what it is told. */
final class RecordingObserver implements EgressObserver {
  final List<String> events = new CopyOnWriteArrayList<>();

  @Override
  public void decided(String method, String url, EgressDecision decision) {
    events.add((decision.allowed() ? "allowed " : "denied ") + decision.rule() + " " + url);
  }

  @Override
  public void ended(
      String method, CanonicalUrl url, int status, long sent, long received, String failure) {
    events.add("ended " + status + " " + url + (failure.isEmpty() ? "" : " failed"));
  }
}
