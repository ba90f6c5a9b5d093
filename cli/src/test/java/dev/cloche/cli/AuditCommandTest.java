package dev.cloche.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cloche.Captured;
import dev.cloche.Outcome;
import dev.cloche.Usage;
import dev.cloche.audit.AuditArgument;
import dev.cloche.audit.AuditEvents;
import dev.cloche.audit.AuditKey;
import dev.cloche.audit.AuditLog;
import dev.cloche.audit.AuditSink;
import dev.cloche.audit.CallEvents;
import dev.cloche.audit.FileChanges;
import dev.cloche.egress.EgressDecision;
import dev.cloche.egress.EgressUsage;
import dev.cloche.egress.Scrubber;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuditCommandTest {

  private static final String HOSTILE =
      "</script><img src=x onerror=alert(1)>\"'\u001b[2J\u001b]0;owned\u0007\r\nforged\u202e\u2028";

  @TempDir Path directory;
  private Path file;

  /*
   * directory/
   *   audit.jsonl   two sessions: s1 with a harmless tool, s2 with a hostile one
   */
  @BeforeEach
  void write() throws IOException {
    file = directory.resolve("audit.jsonl");
    try (AuditLog log = AuditLog.open(AuditSink.file(file))) {
      session(log, "s1", "wc");
      session(log, "s2", HOSTILE);
    }
  }

  private static void session(AuditLog log, String id, String tool) {
    AuditEvents session = AuditEvents.of(log, id, Scrubber::none);
    session.sessionOpened("sha256:aa");
    CallEvents call = session.call("c1", tool, "ab".repeat(32));
    call.planned("sha256:bb", "sha256:aa", List.of(AuditArgument.of(tool)));
    call.gate(true, "sha256:bb", tool);
    call.started();
    call.decided(
        "GET",
        "https://api.example/v1",
        new EgressDecision(true, "network.allow[0]", "ok", Optional.of("api"), false));
    call.decided(
        tool, "https://evil/" + tool + "?q", EgressDecision.denied("network.deny[1]", tool));
    call.ended(
        new Outcome.Denied("network.deny[1]", tool, Captured.EMPTY, Captured.EMPTY, Usage.NONE),
        new EgressUsage(1, 2, 3),
        new FileChanges(1, 2, 3));
    session.sessionClosed(1);
  }

  private Invocation audit(String... arguments) {
    String[] all = new String[arguments.length + 1];
    all[0] = "audit";
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    return Invocation.of(FakeEngine.untouched(), all);
  }

  private String path(String name) {
    return directory.resolve(name).toString();
  }

  @Test
  void verify_intactLog_endsWithZeroAndTellsTheAnchor() throws IOException {
    Invocation run = audit("verify", file.toString(), "--json");

    assertEquals(0, run.status(), run.err());
    JsonNode json = new ObjectMapper().readTree(run.out());
    assertTrue(json.path("intact").asBoolean() && json.path("closed").asBoolean());
    assertEquals(18, json.path("records").asInt());
    String last = json.path("lastDigest").asText();
    assertEquals(0, audit("verify", "--expect", last, "--count", "18", file.toString()).status());
    assertEquals(1, audit("verify", "--count", "19", file.toString()).status());
  }

  @Test
  void verify_changedLog_endsWithOneAndTellsTheRecord() throws IOException {
    Files.writeString(file, Files.readString(file).replaceFirst("network.deny", "network.denx"));

    Invocation run = audit("verify", file.toString());
    JsonNode json = new ObjectMapper().readTree(audit("verify", "--json", file.toString()).out());

    assertEquals(1, run.status());
    assertTrue(run.out().startsWith("BROKEN at record 6, audit.jsonl line 7: "), run.out());
    assertEquals("wrong-digest", json.path("broken").path("kind").asText());
    assertEquals(6, json.path("broken").path("record").asInt());
  }

  @Test
  void verify_keyedLog_takesTheKey() throws IOException {
    Path key = Files.write(directory.resolve("key"), new byte[32]);
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
    Path keyed = directory.resolve("keyed.jsonl");
    AuditLog.builder(AuditSink.file(keyed)).key(AuditKey.read(key)).open().close();

    assertEquals(0, audit("verify", keyed.toString(), "--key", key.toString()).status());
    assertEquals(1, audit("verify", keyed.toString()).status());
    assertEquals(120, audit("verify", keyed.toString(), "--key", path("none")).status());
  }

  @Test
  void badUsage_endsWith120() {
    assertEquals(120, audit().status());
    assertEquals(120, audit("verify").status());
    assertEquals(120, audit("verfy", file.toString()).status());
    assertEquals(120, audit("verify", path("missing")).status());
    assertEquals(120, audit("verify", "--html", path("x"), file.toString()).status());
    assertEquals(120, audit("verify", "--count", "x", file.toString()).status());
    assertEquals(120, audit("show", "--html", file.toString(), file.toString()).status());
  }

  @Test
  void l8_show_neutralisesTerminalSequencesAndKeepsItsLines() {
    Invocation run = audit("show", file.toString());

    assertEquals(0, run.status(), run.err());
    assertTrue(
        run.out().codePoints().allMatch(c -> c == '\n' || !Character.isISOControl(c)), run.out());
    assertFalse(run.out().contains("\u202e") || run.out().contains("\u2028"));
    assertTrue(run.out().lines().noneMatch(line -> line.startsWith("forged")));
    assertTrue(run.out().contains("network.deny[1]") && run.out().contains("\\u{1b}[2J"));
    assertTrue(run.out().contains("intact: 18 records, closed"), run.out());
  }

  @Test
  void show_ofOneSession_leavesTheOthersOut() throws IOException {
    Invocation run = audit("show", "--session", "s1", "--json", file.toString());

    List<String> lines = run.out().lines().toList();
    assertEquals(9, lines.size());
    for (String line : lines.subList(0, 8)) {
      JsonNode record = new ObjectMapper().readTree(line);
      assertEquals("s1", record.path("session").asText());
      assertTrue(record.path("verified").asBoolean());
    }
    assertTrue(new ObjectMapper().readTree(lines.get(8)).path("intact").asBoolean());
  }

  @Test
  void show_behindABrokenRecord_marksWhatIsNotVerified() throws IOException {
    Files.writeString(file, Files.readString(file).replaceFirst("call-started", "call-starfed"));

    Invocation run = audit("show", file.toString());

    assertEquals(1, run.status());
    assertTrue(run.out().lines().anyMatch(line -> line.startsWith("? 2")), run.out());
    assertTrue(run.out().contains("BROKEN at record 4"), run.out());
  }

  @Test
  void html_hostileTexts_areDead() throws IOException {
    Invocation run = audit("show", "--html", path("out.html"), file.toString());
    String page = Files.readString(directory.resolve("out.html"));

    assertEquals(0, run.status(), run.err());
    assertFalse(page.contains("<script") || page.contains("</script") || page.contains("<img"));
    assertFalse(page.contains("\u001b") || page.contains("\u202e") || page.contains("\u2028"));
    assertTrue(page.contains("&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;&quot;&#39;"));
    assertTrue(page.contains("default-src 'none'") && !page.contains("unsafe-inline"));
    assertFalse(page.contains("style=\"") || page.contains(" src=\"") || page.contains(" href="));
    assertTrue(page.contains("Chain intact") && page.contains("Session s2"));
  }

  /** The chain is as docs/audit.md describes it, made here by hand. */
  @Test
  void show_recordsThatGotNoTurn_areTold() throws Exception {
    Path busy = directory.resolve("busy.jsonl");
    AuditLog.open(AuditSink.file(busy)).close();
    String closed = Files.readAllLines(busy).get(1);
    String missed =
        "{\"seq\":2,\"time\":\"2026-03-01T12:00:00.250Z\",\"type\":\"log-missed\",\"records\":3,"
            + "\"prev\":\""
            + closed.replaceFirst(".*\"digest\":\"([^\"]+)\".*", "$1")
            + "\"";
    byte[] digest =
        MessageDigest.getInstance("SHA-256").digest(missed.getBytes(StandardCharsets.US_ASCII));
    Files.writeString(
        busy,
        Files.readString(busy)
            + missed
            + ",\"digest\":\"sha256:"
            + HexFormat.of().formatHex(digest)
            + "\"}\n");

    Invocation run = audit("show", "--html", path("busy.html"), busy.toString());

    assertEquals(0, run.status(), run.out() + run.err());
    assertTrue(
        Files.readString(directory.resolve("busy.html"))
            .contains("3 records got no turn and are not there"));
    assertTrue(audit("show", busy.toString()).out().contains("3 records got no turn"));
  }

  @Test
  void html_ofABrokenLog_saysSoAtItsTop() throws IOException {
    Files.writeString(file, Files.readString(file).replaceFirst("call-started", "call-starfed"));

    assertEquals(1, audit("show", "--html", path("out.html"), file.toString()).status());
    String page = Files.readString(directory.resolve("out.html"));
    assertTrue(page.contains("Chain broken"));
    assertTrue(page.contains("(unverified)"));
    assertTrue(page.indexOf("Chain broken") < page.indexOf("<section>"));
  }

  @Test
  void numbers_areShortened() {
    assertEquals("1.5 G", AuditSessionHtml.shortNumber(1_500_000_000));
    assertEquals("999", AuditSessionHtml.shortNumber(999));
  }
}
