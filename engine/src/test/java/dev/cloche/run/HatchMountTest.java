package dev.cloche.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.Call;
import dev.cloche.Engine;
import dev.cloche.Hatch;
import dev.cloche.HatchApprover;
import dev.cloche.HatchOperation.ExtraMount;
import dev.cloche.HatchRequest;
import dev.cloche.Outcome;
import dev.cloche.Policy;
import dev.cloche.Session;
import dev.cloche.SessionOptions;
import dev.cloche.Tool;
import dev.cloche.audit.AuditLog;
import dev.cloche.audit.MemoryAuditSink;
import dev.cloche.workspace.Access;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * One more directory of the host for one call.
 *
 * <pre>
 * host/
 * ├── shown/file      shown
 * │   └── out         -> host/secret
 * ├── mounted/        by some policies, at /data
 * └── secret
 * </pre>
 */
@Timeout(120)
class HatchMountTest {
  private static final int EXTRA = 4;
  private static final int BADF = 8;
  private static final int ROFS = 69;
  private static final int NOTCAPABLE = 76;

  @TempDir Path host;
  private final Engine engine = Engine.create();
  private Path shown;

  @BeforeEach
  void fill() throws IOException {
    host = host.toRealPath();
    shown = Files.createDirectories(host.resolve("shown"));
    Files.writeString(shown.resolve("file"), "shown");
    Files.writeString(host.resolve("secret"), "SECRET");
    Files.createSymbolicLink(shown.resolve("out"), host.resolve("secret"));
    Files.createDirectories(host.resolve("mounted"));
  }

  @AfterEach
  void close() {
    engine.close();
  }

  private Session session(Policy policy) {
    return engine.openSession(
        SessionOptions.builder(policy)
            .hatchApprover(request -> HatchApprover.Answer.APPROVE)
            .build());
  }

  private HatchRequest asked(String at, Access access, int uses) {
    return new HatchRequest(
        new ExtraMount(shown, at, access), "because", uses, false, Duration.ofMinutes(5));
  }

  private Hatch hatch(Session session, String at, Access access) {
    return session.requestHatch(asked(at, access, 1)).orElseThrow();
  }

  private static Call with(Hatch... hatches) {
    Call.Builder call = Call.builder();
    List.of(hatches).forEach(call::hatch);
    return call.build();
  }

  private static int status(Outcome outcome) {
    return assertInstanceOf(Outcome.Completed.class, outcome, outcome.message()).exitStatus();
  }

  private static String printed(Outcome outcome) {
    return Sessions.completed(outcome).stdout().text();
  }

  @ParameterizedTest
  @EnumSource(Access.class)
  void c7_mount_showsInTheCallThatBringsIt_andInNoOther(Access access) {
    try (Session session = session(Policy.strict())) {
      Tool reading = Reading.once(EXTRA, "file");
      Hatch hatch = hatch(session, "/extra", access);
      assertEquals(BADF, status(session.call(reading, Call.of())));
      assertEquals("shown", printed(session.call(reading, with(hatch))));
      assertEquals(Hatch.State.USED_UP, hatch.state());
      Sessions.refused(session.call(reading, with(hatch)));
      assertEquals(BADF, status(session.call(reading, Call.of())));
      assertEquals(List.of(), session.workspace().list("/"));
    }
  }

  @Test
  void c7_mount_isNoWayOut() {
    try (Session session = session(Policy.strict())) {
      for (String path : List.of("out", "../secret", "../shown/file")) {
        Tool reading = Reading.once(EXTRA, path);
        assertEquals(
            NOTCAPABLE,
            status(session.call(reading, with(hatch(session, "/extra", Access.READ)))),
            path);
      }
    }
  }

  @Test
  void f22_readMount_isNotChanged() throws IOException {
    try (Session session = session(Policy.strict())) {
      for (String path : List.of("file", "new")) {
        assertEquals(
            ROFS,
            status(
                session.call(
                    Reading.writing(EXTRA, path), with(hatch(session, "/extra", Access.READ)))));
      }
      assertEquals("shown", Files.readString(shown.resolve("file")));
    }
  }

  @Test
  void overlay_isChangedForTheCall_andDroppedWithIt() throws IOException {
    try (Session session = session(Policy.strict())) {
      Hatch hatch = session.requestHatch(asked("/extra", Access.OVERLAY, 3)).orElseThrow();
      for (String path : List.of("file", "new")) {
        assertEquals(0, status(session.call(Reading.writing(EXTRA, path), with(hatch))));
      }
      assertEquals("shown", printed(session.call(Reading.once(EXTRA, "file"), with(hatch))));
      assertEquals("shown", Files.readString(shown.resolve("file")));
      assertFalse(Files.exists(shown.resolve("new")));
    }
  }

  @Test
  void f18_overlay_protectsTheNamesThatThePolicyProtects() {
    try (Session session = session(Policy.strict())) {
      int perm = 63;
      assertEquals(
          perm,
          status(
              session.call(
                  Reading.writing(EXTRA, ".env"), with(hatch(session, "/x", Access.OVERLAY)))));
    }
  }

  @Test
  void f15_overlay_hasAQuotaOfItsOwn() {
    Policy small = Sessions.policy("workspace: { bytes: 4, files: 10 }");
    try (Session session = session(small)) {
      int noSpace = 51;
      Tool writing = Reading.writing(EXTRA, "new");
      Hatch hatch = hatch(session, "/extra", Access.OVERLAY);
      assertEquals(noSpace, status(session.call(writing, with(hatch))));
      assertEquals(0, session.workspace().usedBytes());
    }
  }

  /** The guest's output is copied on its thread: so the revoke is in the midst of the call. */
  private static Call revoking(Hatch hatch) {
    return Call.builder()
        .hatch(hatch)
        .copyStdoutTo(
            new OutputStream() {
              @Override
              public void write(int b) {
                hatch.revoke();
              }
            })
        .build();
  }

  @Test
  void c7_revokedInTheMidstOfACall_answersBadfFromThenOn() {
    try (Session session = session(Policy.strict())) {
      for (Tool tool : List.of(Reading.open(EXTRA, "file"), Reading.again(EXTRA, "file"))) {
        Hatch hatch = hatch(session, "/extra", Access.READ);
        Outcome outcome = session.call(tool, revoking(hatch));
        assertEquals(BADF, status(outcome));
        assertTrue(outcome.stdout().text().startsWith("shown"), outcome.stdout().text());
        Sessions.refused(session.call(tool, with(hatch)));
      }
      Hatch kept = hatch(session, "/extra", Access.READ);
      assertEquals("shown", printed(session.call(Reading.once(EXTRA, "file"), with(kept))));
    }
  }

  @Test
  void c7_hatchOfAnotherSession_opensNothing() {
    try (Session session = session(Policy.strict());
        Session other = session(Policy.strict())) {
      Hatch hatch = hatch(session, "/extra", Access.READ);
      Sessions.refused(other.call(Reading.once(EXTRA, "file"), with(hatch)));
      assertEquals(1, hatch.usesLeft());
      assertEquals("shown", printed(session.call(Reading.once(EXTRA, "file"), with(hatch))));
    }
  }

  @Test
  void c7_severalMounts_areNumberedInTheirOrder_andNeedAPlaceEach() {
    try (Session session = session(Policy.strict())) {
      Hatch first = hatch(session, "/a", Access.READ);
      Hatch second = hatch(session, "/b", Access.READ);
      assertEquals(
          "shown", printed(session.call(Reading.once(EXTRA + 1, "file"), with(first, second))));
      for (String at : List.of("/a", "/a/b")) {
        Sessions.refused(
            session.call(
                Reading.once(EXTRA, "file"),
                with(hatch(session, "/a", Access.READ), hatch(session, at, Access.READ))));
      }
    }
  }

  @Test
  void f21_directoryWithThePolicyInIt_isRefused() throws IOException {
    Path file = Files.writeString(shown.resolve("policy.yaml"), "version: 1\n");
    Path outside = Files.writeString(host.resolve("policy.yaml"), "version: 1\n");
    Tool reading = Reading.once(EXTRA, "file");
    try (Session session = session(Policy.read(file))) {
      Sessions.refused(session.call(reading, with(hatch(session, "/extra", Access.READ))));
    }
    try (Session session = session(Policy.read(file).and(Policy.strict()))) {
      Sessions.refused(session.call(reading, with(hatch(session, "/extra", Access.READ))));
    }
    try (Session session = session(Policy.read(outside))) {
      assertEquals(
          "shown", printed(session.call(reading, with(hatch(session, "/extra", Access.READ)))));
    }
  }

  @Test
  void c1_directoryWithTheFileOfASecretInIt_isRefused() {
    String policy =
        "credentials: { token: { file: \"%s\", header: Authorization, value: \"{}\" } }";
    Tool reading = Reading.once(EXTRA, "file");
    try (Session session = session(Sessions.policy(policy, shown.resolve("file")))) {
      Sessions.refused(session.call(reading, with(hatch(session, "/extra", Access.READ))));
    }
    try (Session session = session(Sessions.policy(policy, host.resolve("secret")))) {
      assertEquals(
          "shown", printed(session.call(reading, with(hatch(session, "/extra", Access.READ)))));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/data", "/data/below"})
  void placeOfAMountOfThePolicy_isRefused(String at) {
    Policy policy =
        Sessions.policy(
            "workspace: { mounts: [ { host: \"%s\", at: /data, mode: read } ] }",
            host.resolve("mounted"));
    try (Session session = session(policy)) {
      Tool reading = Reading.once(EXTRA, "file");
      Sessions.refused(session.call(reading, with(hatch(session, at, Access.READ))));
      assertEquals(
          "shown", printed(session.call(reading, with(hatch(session, "/other", Access.READ)))));
    }
  }

  @Test
  void whatIsNoDirectory_isRefused_andSaysNoHostPath() {
    try (Session session = session(Policy.strict())) {
      for (String name : List.of("missing", "shown/file")) {
        Hatch hatch =
            session
                .requestHatch(
                    HatchRequest.once(
                        new ExtraMount(host.resolve(name), "/extra", Access.READ), "because"))
                .orElseThrow();
        Outcome.Refused refused =
            Sessions.refused(session.call(Reading.once(EXTRA, ""), with(hatch)));
        assertFalse(refused.message().contains(host.toString()), refused.message());
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "/", "extra", "/a/", "/a//b", "/./a", "/a/..", "/a\nb", "/a\0b"})
  void guestPath_thatIsNotPlain_isRefused(String at) {
    assertThrows(IllegalArgumentException.class, () -> new ExtraMount(shown, at, Access.READ));
  }

  @Test
  void everyStep_isInTheAudit_andThePlanSaysNoHostPath() {
    MemoryAuditSink sink = MemoryAuditSink.of(100);
    SessionOptions options =
        SessionOptions.builder(Policy.strict())
            .hatchApprover(request -> HatchApprover.Answer.APPROVE)
            .audit(AuditLog.open(sink))
            .build();
    try (Session session = engine.openSession(options)) {
      Hatch hatch = hatch(session, "/extra", Access.READ);
      Call call = with(hatch);
      String plan = session.plan(Reading.once(EXTRA, "file"), call).text();
      assertTrue(plan.contains("/extra (host, read)"), plan);
      assertFalse(plan.contains(shown.toString()), plan);
      Outcome.Completed ignored =
          Sessions.completed(session.call(Reading.once(EXTRA, "file"), call));
      hatch.revoke();
    }
    String types =
        sink.lines().stream()
            .map(line -> line.replaceFirst(".*\"type\":\"([^\"]*)\".*", "$1").strip())
            .filter(type -> type.startsWith("hatch"))
            .collect(Collectors.joining(" "));
    assertEquals("hatch-requested hatch-approved hatch-used hatch-revoked", types);
  }
}
