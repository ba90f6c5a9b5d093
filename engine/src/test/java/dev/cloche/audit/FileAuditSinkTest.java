package dev.cloche.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.audit.Verification.Kind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileAuditSinkTest {

  @TempDir Path directory;
  private Path file;

  @BeforeEach
  void name() {
    file = directory.resolve("audit.jsonl");
  }

  private AuditLog open() throws IOException {
    return Chains.log(AuditSink.file(file));
  }

  private List<Path> parts() throws IOException {
    List<Path> parts = new ArrayList<>();
    try (Stream<Path> all = Files.list(directory)) {
      all.filter(p -> p.toString().matches(".*\\.\\d{6}")).sorted().forEach(parts::add);
    }
    parts.add(file);
    return parts;
  }

  private Verification verify() throws IOException {
    return AuditVerifier.create().verify(parts());
  }

  @Test
  void file_isTheOwnersAlone_andContinuedByTheNextLog() throws IOException {
    try (AuditLog log = open()) {
      Chains.story(log);
    }
    try (AuditLog log = open()) {
      Chains.story(log);
    }

    assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
    assertTrue(verify().intact());
    assertEquals(16, verify().records());
    assertTrue(Files.readAllLines(file).get(8).contains("\"type\":\"log-resumed\""));
  }

  @Test
  void rotation_keepsTheChainAcrossFiles() throws IOException {
    FileAuditSink sink = FileAuditSink.builder(file).rotateAt(AuditRecord.MAX_LINE_BYTES).open();
    try (AuditLog log = Chains.log(sink)) {
      for (int i = 0; i < 200; i++) {
        Chains.events(log).call("c", "t", "").gate(true, "p", "r".repeat(1000));
      }
    }

    List<Path> parts = parts();
    assertTrue(parts.size() >= 4, parts.toString());
    assertTrue(verify().intact());
    assertEquals(202, verify().records());
    assertTrue(Files.size(parts.get(0)) <= AuditRecord.MAX_LINE_BYTES);
    List<Path> gap = new ArrayList<>(parts);
    Path ignored = gap.remove(1);
    Verification.Broken broken = AuditVerifier.create().verify(gap).broken().orElseThrow();
    assertEquals(
        List.of(1, 1L, Kind.MISSING), List.of(broken.file(), broken.line(), broken.kind()));
    List<Path> rest = parts.subList(1, parts.size());
    String before = AuditVerifier.create().verify(parts.subList(0, 1)).lastDigest();
    assertEquals(Kind.MISSING, AuditVerifier.create().verify(rest).broken().orElseThrow().kind());
    assertTrue(AuditVerifier.create().after(before).verify(rest).intact());
  }

  @Test
  void processThatEndedRightAfterRotation_isContinued() throws IOException {
    try (AuditLog log = open()) {
      Chains.story(log);
    }
    Files.move(file, directory.resolve("audit.jsonl.000001"));

    open().close();

    assertTrue(verify().intact());
    assertEquals(10, verify().records());
  }

  @Test
  void tornLastLine_isReportedRefusedAndCutIfAskedTo() throws IOException {
    try (AuditLog log = open()) {
      Chains.story(log);
    }
    byte[] torn = "{\"seq\":8,\"ti".getBytes(StandardCharsets.US_ASCII);
    Files.write(file, torn, StandardOpenOption.APPEND);

    assertEquals(Kind.TRUNCATED, verify().broken().orElseThrow().kind());
    assertEquals(8, verify().broken().orElseThrow().record());
    assertThrows(IOException.class, this::open);
    Chains.log(FileAuditSink.builder(file).cutTornLine().open()).close();
    assertTrue(verify().intact());
    String resumed = Files.readAllLines(file).get(8);
    assertTrue(resumed.contains("\"tornBytes\":12,\"tornSha256\":\"" + Seal.sha256Hex(torn)));
  }

  @Test
  void changedLastRecord_isNotContinued() throws IOException {
    open().close();
    String text = Files.readString(file);
    Files.writeString(file, text.replace("log-closed", "log-clobed"));

    AuditSink sink = AuditSink.file(file);
    assertThrows(AuditException.class, () -> Chains.log(sink));
  }

  @Test
  void secondWriter_isKeptOutUntilTheFirstCloses() throws IOException {
    AuditLog first = open();

    assertThrows(IOException.class, this::open);
    assertTrue(verify().intact());
    assertThrows(IOException.class, this::open);
    first.close();
    open().close();
    assertTrue(verify().intact());
  }

  @Test
  void fileThatIsOpenToOthersOrALink_isRefused() throws IOException {
    Path other = Files.createFile(directory.resolve("other"));
    Files.setPosixFilePermissions(other, PosixFilePermissions.fromString("rw-r-----"));
    Path link = Files.createSymbolicLink(directory.resolve("link"), other);

    assertThrows(IOException.class, () -> AuditSink.file(other));
    assertThrows(IOException.class, () -> AuditSink.file(link));
    assertThrows(IOException.class, () -> AuditSink.file(directory));
    assertThrows(IOException.class, () -> AuditSink.file(directory.resolve("no").resolve("x")));
    Files.setPosixFilePermissions(other, PosixFilePermissions.fromString("rw-------"));
    Chains.log(AuditSink.file(other)).close();
  }

  @Test
  void eachLineSynced_isTheSameChain() throws IOException {
    FileAuditSink sink = FileAuditSink.builder(file).sync(FileAuditSink.Sync.EACH_LINE).open();
    try (AuditLog log = Chains.log(sink)) {
      Chains.story(log);
    }

    assertEquals(8, verify().records());
    assertTrue(verify().intact());
  }

  @Test
  void key_thatLiesOpenOrIsShort_isRefused() throws IOException {
    Path key = Files.write(directory.resolve("key"), new byte[32]);
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-r--r--"));
    assertThrows(IOException.class, () -> AuditKey.read(key));
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
    assertEquals(16, AuditKey.read(key).id().length());
    Files.write(key, new byte[31]);
    assertThrows(IOException.class, () -> AuditKey.read(key));
  }
}
