package dev.cloche.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cloche.Captured;
import dev.cloche.Outcome;
import dev.cloche.audit.Verification.Kind;
import dev.cloche.egress.EgressDecision;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a chain is, and that nothing can be changed in it unseen. */
@Tag("one-jdk")
@net.jqwik.api.Tag("one-jdk")
class AuditChainTest {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final List<String> LINES = Chains.lines();
  private static final byte[] FILE = Chains.file(LINES);

  @Test
  void chain_asWritten_isIntactAndNamesItsEnd() throws IOException {
    Verification result = Chains.verify(LINES);

    assertTrue(result.intact());
    assertEquals(8, result.records());
    assertTrue(result.closed());
    assertEquals(JSON.readTree(LINES.get(7)).path("digest").asText(), result.lastDigest());
  }

  @Test
  void record_asAnotherProgramReadsIt_followsTheDocument() throws Exception {
    String previous = "";
    for (int i = 0; i < LINES.size(); i++) {
      String line = LINES.get(i);
      JsonNode record = JSON.readTree(line);
      String content = line.substring(0, line.lastIndexOf(",\"digest\":"));
      assertEquals(i, record.path("seq").asInt());
      assertEquals(previous, record.path("prev").asText());
      previous = record.path("digest").asText();
      assertEquals("sha256:" + Seal.sha256Hex(content), previous);
    }
  }

  /** Whatever is flipped, the record that it is in is the first broken one. */
  @Property(tries = 400)
  void anyFlippedByte_isFoundAtItsRecord(
      @ForAll @IntRange(max = 1_000_000) int position,
      @ForAll @IntRange(min = 1, max = 255) int mask)
      throws IOException {
    int at = position % FILE.length;
    byte[] changed = FILE.clone();
    changed[at] ^= (byte) mask;

    assertEquals(recordAt(at), broken(Chains.verify(changed)).record());
  }

  private static int recordAt(int position) {
    int record = 0;
    for (int i = 0; i < position; i++) {
      record += FILE[i] == '\n' ? 1 : 0;
    }
    return record;
  }

  @Property(tries = 100)
  void anyDuplicatedDeletedOrSwappedRecord_isFoundAtItsPlace(@ForAll @IntRange(max = 6) int i)
      throws IOException {
    List<String> duplicated = new ArrayList<>(LINES);
    duplicated.add(i + 1, LINES.get(i));
    List<String> deleted = new ArrayList<>(LINES);
    String ignored = deleted.remove(i);
    List<String> swapped = new ArrayList<>(LINES);
    Collections.swap(swapped, i, i + 1);

    assertEquals(List.of(i + 1L, Kind.DUPLICATE), placeAndKind(Chains.verify(duplicated)));
    assertEquals(List.of((long) i, Kind.MISSING), placeAndKind(Chains.verify(deleted)));
    assertEquals(List.of((long) i, Kind.MISSING), placeAndKind(Chains.verify(swapped)));
  }

  private static List<Object> placeAndKind(Verification result) {
    return List.of(broken(result).record(), broken(result).kind());
  }

  /** A record with a right digest of its own, but made for another place. */
  @Property(tries = 50)
  void anyInsertedRecord_isFoundAtItsPlace(@ForAll @IntRange(max = 8) int i) throws IOException {
    List<String> inserted = new ArrayList<>(LINES);
    inserted.add(i, Chains.lines().get(3));

    assertEquals(i, broken(Chains.verify(inserted)).record());
  }

  @Property(tries = 200)
  void anyTruncation_isFoundUnlessItCutsWholeRecordsOffTheEnd(
      @ForAll @IntRange(max = 1_000_000) int length) throws IOException {
    byte[] cut = Arrays.copyOf(FILE, length % FILE.length);
    Verification result = Chains.verify(cut);

    if (cut.length == 0) {
      assertEquals(Kind.WRONG_END, broken(result).kind());
    } else if (cut[cut.length - 1] == '\n') {
      assertTrue(result.intact());
      assertFalse(result.closed());
    } else {
      assertEquals(recordAt(cut.length), broken(result).record());
      assertEquals(Kind.TRUNCATED, broken(result).kind());
    }
  }

  private static Verification.Broken broken(Verification result) {
    return result.broken().orElseThrow(() -> new AssertionError("nothing is broken"));
  }

  /** Whatever a guest writes, wherever: one line of JSON in ASCII, bounded, in a chain. */
  @Property(tries = 100)
  void anyTexts_areOneLineOfJsonEachAndTheChainVerifies(
      @ForAll @Size(min = 6, max = 6) List<String> texts, @ForAll @IntRange(max = 2) int size)
      throws IOException {
    int times = (int) Math.pow(20, size);
    List<String> t = texts.stream().map(text -> text.repeat(times)).toList();
    MemoryAuditSink sink = MemoryAuditSink.of(100);
    try (AuditLog log = Chains.log(sink)) {
      everywhere(AuditEvents.of(log, "s" + t.get(0), dev.cloche.egress.Scrubber::none), t);
    }

    for (String line : sink.lines()) {
      assertTrue(line.length() < AuditRecord.MAX_LINE_BYTES);
      assertTrue(line.chars().allMatch(c -> c >= ' ' && c <= '~'));
      assertTrue(JSON.readTree(line).isObject());
    }
    assertTrue(Chains.verify(sink.lines()).intact());
  }

  private static void everywhere(AuditEvents session, List<String> t) {
    session.sessionOpened(t.get(1));
    CallEvents call = session.call("c" + t.get(2), t.get(3), t.get(4));
    AuditArgument argument = new AuditArgument(t.get(1), t.get(5), false);
    call.planned(t.get(0), t.get(1), Collections.nCopies(80, argument));
    call.gate(false, t.get(2), t.get(3));
    call.decided(t.get(4), t.get(5), EgressDecision.denied(t.get(0), t.get(1)));
    call.hatchRequested(t.get(2), t.get(3), t.get(4), t.get(5));
    Outcome denied =
        new Outcome.Denied(t.get(0), t.get(1), Captured.EMPTY, Captured.EMPTY, Chains.USAGE);
    call.ended(denied, Chains.NETWORK, FileChanges.NONE);
  }

  @Test
  void worstTexts_stayWithinTheLine() throws IOException {
    List<String> worst = Collections.nCopies(6, "\u202e\u0000\ud800".repeat(100_000));
    MemoryAuditSink sink = MemoryAuditSink.of(100);
    try (AuditLog log = Chains.log(sink)) {
      everywhere(Chains.events(log), worst);
    }

    assertTrue(Chains.verify(sink.lines()).intact());
    assertTrue(sink.lines().stream().mapToInt(String::length).max().orElse(0) > 40_000);
  }

  @Test
  void appendsFromEightThreads_makeOneChain() throws Exception {
    MemoryAuditSink sink = MemoryAuditSink.of(10_000);
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try (AuditLog log = Chains.log(sink)) {
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        String call = "c" + i;
        all.add(
            threads.submit(
                () -> {
                  CallEvents events = Chains.events(log).call(call, "t", "");
                  for (int n = 0; n < 200; n++) {
                    events.started();
                  }
                }));
      }
      for (Future<?> one : all) {
        Object ignored = one.get();
      }
    } finally {
      threads.shutdownNow();
    }

    Verification result = Chains.verify(sink.lines());
    assertTrue(result.intact());
    assertEquals(1602, result.records());
  }

  @Test
  void keyedChain_needsItsKey() throws IOException {
    MemoryAuditSink sink = MemoryAuditSink.of(100);
    try (AuditLog log = AuditLog.builder(sink).key(Chains.KEY).clock(Chains.CLOCK).open()) {
      Chains.story(log);
    }
    Path file = Files.createTempFile("audit", ".jsonl");
    Files.write(file, Chains.file(sink.lines()));
    AuditKey other =
        AuditKey.of("another key of at least 32 bytes".getBytes(StandardCharsets.US_ASCII));

    Verification right = AuditVerifier.create().key(Chains.KEY).verify(List.of(file));
    assertTrue(right.intact());
    assertEquals(Chains.KEY.id(), right.keyId());
    assertEquals(
        Kind.WRONG_DIGEST, broken(AuditVerifier.create().key(other).verify(List.of(file))).kind());
    assertEquals(Kind.WRONG_ALGORITHM, broken(AuditVerifier.create().verify(List.of(file))).kind());
    // A chain made anew without the key does not pass for the keyed one.
    Files.write(file, FILE);
    assertEquals(
        Kind.WRONG_ALGORITHM,
        broken(AuditVerifier.create().key(Chains.KEY).verify(List.of(file))).kind());
    Files.delete(file);
  }

  @Test
  void cutTail_isSeenWithAnAnchor() throws IOException {
    Path file = Files.createTempFile("audit", ".jsonl");
    Files.write(file, Chains.file(LINES.subList(0, 6)));
    String last = Chains.verify(LINES).lastDigest();

    assertTrue(AuditVerifier.create().verify(List.of(file)).intact());
    assertTrue(AuditVerifier.create().expectCount(6).verify(List.of(file)).intact());
    assertEquals(
        Kind.WRONG_END,
        broken(AuditVerifier.create().expectLast(last).verify(List.of(file))).kind());
    assertEquals(
        Kind.WRONG_END, broken(AuditVerifier.create().expectCount(8).verify(List.of(file))).kind());
    Files.delete(file);
  }

  @Test
  void endlessLine_isRefusedWithoutBeingKept() throws IOException {
    byte[] line = new byte[4 << 20];
    Arrays.fill(line, (byte) 'x');

    assertEquals(Kind.TOO_LONG, broken(Chains.verify(line)).kind());
  }
}
