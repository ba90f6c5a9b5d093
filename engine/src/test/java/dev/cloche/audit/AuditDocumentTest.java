package dev.cloche.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.egress.EgressDecision;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What docs/audit.md shows is what is written. */
class AuditDocumentTest {

  private static final Path DOCUMENT = Path.of("../docs/audit.md");

  private static List<String> example() throws IOException {
    return Files.readAllLines(DOCUMENT).stream().filter(l -> l.startsWith("{\"seq\"")).toList();
  }

  @Test
  void exampleLines_areAnIntactChain() throws IOException {
    Verification result = Chains.verify(example());

    assertTrue(result.intact(), result.toString());
    assertEquals(3, result.records());
  }

  /** But for the chain's random id, and with it the digests. */
  @Test
  void exampleLines_areWhatTheLogWrites() throws IOException {
    MemoryAuditSink sink = MemoryAuditSink.of(10);
    AuditLog log = Chains.log(sink);
    Chains.events(log).sessionOpened("sha256:aa");
    Chains.events(log)
        .call("c1", "t", "")
        .decided(
            "GET", "https://example.com/a?t=1", EgressDecision.denied("network.deny[0]", "no"));

    assertEquals(
        example().stream().map(AuditDocumentTest::withoutHex).toList(),
        sink.lines().stream().map(AuditDocumentTest::withoutHex).toList());
  }

  private static String withoutHex(String line) {
    return line.replaceAll("[0-9a-f]{32,64}", "HEX");
  }

  @Test
  void table_hasEveryTypeWithItsMembersInOrder() throws IOException {
    List<String> rows =
        Files.readAllLines(DOCUMENT).stream().filter(l -> l.startsWith("| `")).toList();

    assertEquals(Arrays.stream(AuditType.values()).map(AuditDocumentTest::row).toList(), rows);
  }

  private static String row(AuditType type) {
    String members =
        type.fields().stream()
            .map(field -> "`" + field.name() + "`" + (field.optional() ? "?" : ""))
            .collect(Collectors.joining(", "));
    return "| `" + type.id() + "` | " + (members.isEmpty() ? "none" : members) + " |";
  }
}
