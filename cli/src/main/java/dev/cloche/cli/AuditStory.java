package dev.cloche.cli;

import dev.cloche.audit.AuditRecord;
import dev.cloche.audit.Verification;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a log tells, put together by session and call, for the report. Bounded. */
final class AuditStory implements AuditOutput {

  /** A report of more is nothing that a browser shows or a person reads. */
  static final int MAX_RECORDS = 50_000;

  private final Map<String, Session> sessions = new LinkedHashMap<>();
  private long records;
  private long left;
  private long missed;

  /** One session: its records of no call, and its calls. */
  static final class Session {
    final String id;
    String policy = "";
    final Map<String, CallStory> calls = new LinkedHashMap<>();
    final List<Entry> decisions = new ArrayList<>();
    private @Nullable Instant first;
    private @Nullable Instant last;

    private Session(String id) {
      this.id = id;
    }

    Instant first() {
      Instant found = first;
      return found == null ? Instant.EPOCH : found;
    }

    Instant last() {
      Instant found = last;
      return found == null ? first() : found;
    }

    private void saw(Instant time) {
      first = first == null || time.isBefore(first) ? time : first;
      last = last == null || time.isAfter(last) ? time : last;
    }
  }

  /** One call of a session. */
  static final class CallStory {
    final String id;
    @Nullable AuditRecord planned;
    @Nullable AuditRecord ended;
    @Nullable Instant start;
    @Nullable Instant end;
    final List<Entry> requests = new ArrayList<>();

    private CallStory(String id) {
      this.id = id;
    }

    Optional<AuditRecord> plannedRecord() {
      return Optional.ofNullable(planned);
    }

    Optional<AuditRecord> endedRecord() {
      return Optional.ofNullable(ended);
    }
  }

  /**
   * A record and whether it is genuine.
   *
   * @param at its time
   */
  record Entry(AuditRecord item, boolean verified, Instant at) {}

  Collection<Session> sessions() {
    return sessions.values();
  }

  /** Returns how many records the log says are not there. */
  long missed() {
    return missed;
  }

  /** Returns how many records were too many. */
  long left() {
    return left;
  }

  @Override
  public void record(AuditRecord item, boolean verified) {
    if (item.session().isEmpty()) {
      missed += item.type().equals("log-missed") ? item.number("records").orElse(0L) : 0;
      return;
    }
    if (records >= MAX_RECORDS) {
      left++;
      return;
    }
    records++;
    Session session = sessions.computeIfAbsent(item.session(), Session::new);
    Entry entry = new Entry(item, verified, time(item).orElse(session.last()));
    session.saw(entry.at());
    if (item.type().equals("session-opened")) {
      session.policy = item.text("policy");
    }
    if (!item.call().isEmpty()) {
      call(session.calls.computeIfAbsent(item.call(), CallStory::new), entry);
    }
    if (isDecision(item.type())) {
      session.decisions.add(entry);
    }
  }

  private static boolean isDecision(String type) {
    return type.equals("gate")
        || type.equals("policy-replaced")
        || type.startsWith("commit-")
        || type.startsWith("egress-")
        || type.startsWith("lease-")
        || type.startsWith("hatch-");
  }

  private static void call(CallStory call, Entry entry) {
    if (call.start == null) {
      call.start = entry.at();
    }
    switch (entry.item().type()) {
      case "call-planned" -> call.planned = entry.item();
      case "call-started" -> call.start = entry.at();
      case "call-ended" -> {
        call.ended = entry.item();
        call.end = entry.at();
      }
      case "egress-decided" -> call.requests.add(entry);
      default -> {}
    }
  }

  private static Optional<Instant> time(AuditRecord item) {
    try {
      return Optional.of(Instant.parse(item.time()));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  @Override
  public void end(Verification result, List<Path> files) {}
}
