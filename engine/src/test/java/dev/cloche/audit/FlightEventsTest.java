package dev.cloche.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cloche.egress.EgressDecision;
import dev.cloche.egress.Scrubber;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlightEventsTest {

  @TempDir Path directory;

  private static void call() {
    CallEvents call = AuditEvents.unlogged("s", Scrubber::none).call("c", "tool", "ab");
    call.started();
    call.decided("GET", "https://h/p?q=1", EgressDecision.denied("network.default", "no"));
    call.ended(Chains.completed(0), Chains.NETWORK, FileChanges.NONE);
  }

  private List<RecordedEvent> recorded() throws Exception {
    try (Recording recording = new Recording()) {
      recording.enable("dev.cloche.Call");
      recording.enable("dev.cloche.Denial");
      recording.start();
      call();
      recording.stop();
      Path file = directory.resolve("events.jfr");
      recording.dump(file);
      return RecordingFile.readAllEvents(file).stream()
          .filter(event -> event.getEventType().getName().startsWith("dev.cloche."))
          .toList();
    }
  }

  @Test
  void callAndDenial_areEventsWithWhatRecordsHold() throws Exception {
    List<RecordedEvent> events = recorded();

    assertEquals(2, events.size());
    RecordedEvent denial = named(events, "dev.cloche.Denial");
    assertEquals("https://h/p?[redacted]", denial.getString("what"));
    assertEquals("network.default", denial.getString("rule"));
    RecordedEvent call = named(events, "dev.cloche.Call");
    assertEquals("completed", call.getString("outcome"));
    assertEquals(1000, call.getLong("fuel"));
    assertEquals("tool", call.getString("tool"));
  }

  private static RecordedEvent named(List<RecordedEvent> events, String name) {
    return events.stream()
        .filter(event -> event.getEventType().getName().equals(name))
        .findFirst()
        .orElseThrow();
  }
}
