package dev.cloche.audit;

import dev.cloche.Outcome;
import java.util.Map;
import jdk.jfr.FlightRecorder;
import org.jspecify.annotations.Nullable;

/**
 * Events for JDK Flight Recorder: {@code dev.cloche.Call}, {@code dev.cloche.Fetch}, {@code
 * dev.cloche.Denial}. They hold what records hold, redacted as there. A run time without the module
 * {@code jdk.jfr} has none; with it, an event that nobody records costs the check whether someone
 * does. As long as nobody has asked for the recorder, the classes of the events stay unloaded: to
 * register one takes longer than a short call.
 */
final class FlightEvents {

  /** The classes of the events cannot even be loaded without the module. */
  private static final boolean PRESENT = ModuleLayer.boot().findModule("jdk.jfr").isPresent();

  private FlightEvents() {}

  private static boolean isRecorderThere() {
    return PRESENT && FlightRecorder.isInitialized();
  }

  /** A call that runs, for the duration of its event. */
  static final class Span {
    static final Span NOT_RECORDED = new Span(null);

    private final @Nullable CallEvent event;

    private Span(@Nullable CallEvent event) {
      this.event = event;
    }

    void end(String session, String call, Map<String, Object> tool, Outcome outcome) {
      if (event != null) {
        event.end();
        event.session = session;
        event.call = call;
        event.tool = AuditRecord.text(tool, "name");
        event.toolSha256 = AuditRecord.text(tool, "sha256");
        event.outcome = outcome.id();
        event.fuel = outcome.usage().fuel();
        event.memoryBytes = outcome.usage().memoryBytes();
        event.commit();
      }
    }
  }

  static Span call() {
    if (!isRecorderThere() || !CallEvent.TYPE.isEnabled()) {
      return Span.NOT_RECORDED;
    }
    CallEvent event = new CallEvent();
    event.begin();
    return new Span(event);
  }

  static void fetch(
      String session, String call, Request request, int status, long sentBytes, long received) {
    if (isRecorderThere() && FetchEvent.TYPE.isEnabled()) {
      FetchEvent event = new FetchEvent();
      event.session = session;
      event.call = call;
      event.method = request.method();
      event.url = request.url();
      event.wallMillis = request.wallMillis();
      event.status = status;
      event.sentBytes = sentBytes;
      event.receivedBytes = received;
      event.commit();
    }
  }

  /**
   * A request as events tell of it.
   *
   * @param url redacted
   * @param wallMillis how long it took; -1 if unknown
   */
  record Request(String method, String url, long wallMillis) {}

  static void denial(String session, String call, String rule, String what) {
    if (isRecorderThere() && DenialEvent.TYPE.isEnabled()) {
      DenialEvent event = new DenialEvent();
      event.session = session;
      event.call = call;
      event.rule = rule;
      event.what = what;
      event.commit();
    }
  }
}
