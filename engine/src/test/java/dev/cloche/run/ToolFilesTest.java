package dev.cloche.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.cloche.Call;
import dev.cloche.Engine;
import dev.cloche.Execution;
import dev.cloche.Hatch;
import dev.cloche.HatchApprover;
import dev.cloche.HatchOperation.ExtraMount;
import dev.cloche.HatchRequest;
import dev.cloche.Outcome;
import dev.cloche.Policy;
import dev.cloche.Session;
import dev.cloche.SessionOptions;
import dev.cloche.Tool;
import dev.cloche.ToolFiles;
import dev.cloche.workspace.Access;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that come with a tool. */
@Timeout(120)
class ToolFilesTest {
  private static final int FILES = 4;
  private static final int NOENT = 44;
  private static final int NOTCAPABLE = 76;

  private static ToolFiles files(String at, String text) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      zip.putNextEntry(new ZipEntry("lib/file"));
      zip.write(text.getBytes(StandardCharsets.UTF_8));
      zip.closeEntry();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return ToolFiles.of(at, bytes.toByteArray());
  }

  private static Tool with(Tool tool) {
    return tool.withFiles(files("/usr/lib/x", "library"));
  }

  private static int status(Outcome outcome) {
    return assertInstanceOf(Outcome.Completed.class, outcome, outcome.message()).exitStatus();
  }

  private static String printed(Outcome outcome) {
    return assertInstanceOf(Outcome.Completed.class, outcome, outcome.message()).stdout().text();
  }

  @ParameterizedTest
  @EnumSource(Execution.class)
  void files_areSeenInEveryCall_andInNoWorkspace(Execution execution) {
    Tool tool = with(Reading.once(FILES, "lib/file"));
    try (Engine engine = Engine.builder().execution(execution).build()) {
      List<Long> fuel = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        try (Session session = engine.openSession(Sessions.policy("workspace: { bytes: 0 }"))) {
          for (int j = 0; j < 2; j++) {
            Outcome outcome = session.call(tool, Call.of());
            assertEquals("library", printed(outcome));
            fuel.add(outcome.usage().fuel());
          }
          assertEquals(List.of(), session.workspace().list("/"));
          assertEquals(0, session.workspace().usedNodes());
        }
      }
      assertEquals(1, fuel.stream().distinct().count(), fuel.toString());
    }
  }

  @Test
  void h6_files_areNotChanged() {
    try (Engine engine = Engine.create();
        Session session = engine.openSession()) {
      for (String path : List.of("lib/file", "new")) {
        assertEquals(
            NOTCAPABLE, status(session.call(with(Reading.writing(FILES, path)), Call.of())));
      }
      assertEquals(0, status(session.call(with(Reading.writing(3, "new")), Call.of())));
      assertEquals(
          "library", printed(session.call(with(Reading.once(FILES, "lib/file")), Call.of())));
    }
  }

  @Test
  void h4_toolThatMayNotUseTheWorkspace_seesItsOwnFilesAtTheSamePlace() {
    try (Engine engine = Engine.create();
        Session session = engine.openSession()) {
      session.workspace().writeFile("/secret", new byte[1]);
      String none = "{\"workspace\":\"none\"}";
      Tool own = with(Fetching.asking(Reading.once(FILES, "lib/file"), none));
      assertEquals("library", printed(session.call(own, Call.of())));
      Tool other = with(Fetching.asking(Reading.once(3, "secret"), none));
      assertEquals(NOENT, status(session.call(other, Call.of())));
      Tool writing = with(Fetching.asking(Reading.writing(3, "new"), none));
      assertEquals(NOTCAPABLE, status(session.call(writing, Call.of())));
      assertEquals(0, status(session.call(with(Reading.once(3, "secret")), Call.of())));
    }
  }

  @ParameterizedTest
  @EnumSource(Execution.class)
  void startUp_readsThem_once(Execution execution) {
    Tool tool = with(Reading.early(FILES, "lib/file", Reading.CLOSED));
    try (Engine engine = Engine.builder().execution(execution).build();
        Session session = engine.openSession()) {
      for (int i = 0; i < 2; i++) {
        Outcome outcome = session.call(tool, Call.of());
        assertEquals("library", printed(outcome));
        assertEquals(1, status(outcome), "start-up counts");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        Reading.CLOSED + "(call $open (i32.const 1) (i64.const 64))",
        Reading.CLOSED + "(call $check (call $fd_close (i32.const 3)))",
        Reading.CLOSED + "(i32.store (i32.const 4096) (i32.const 0)) (call $read)"
      })
  void startUp_thatLeavesAFileOpen_orChangesSomething_countsForNothing(String more) {
    Tool tool = with(Reading.early(FILES, "lib/file", more));
    try (Engine engine = Engine.create();
        Session session = engine.openSession()) {
      assertEquals(0, status(session.call(tool, Call.of())));
    }
  }

  @Test
  void startUp_ofAToolWithoutFiles_readsNone() {
    Tool tool = Reading.early(3, "file", Reading.CLOSED);
    try (Engine engine = Engine.create();
        Session session = engine.openSession()) {
      session.workspace().writeFile("/file", new byte[1]);
      assertEquals(0, status(session.call(tool, Call.of())));
    }
  }

  @Test
  void sameModuleWithOtherFiles_isAnotherTool(@TempDir Path directory) {
    Tool plain = Reading.early(FILES, "lib/file", Reading.CLOSED);
    Tool first = plain.withFiles(files("/usr/lib/x", "one"));
    Tool second = plain.withFiles(files("/usr/lib/x", "two"));
    assertNotEquals(first.digest(), second.digest());
    assertNotEquals(first.digest(), plain.digest());
    assertNotEquals(first.digest(), plain.withFiles(files("/usr/lib/y", "one")).digest());
    assertEquals(first.digest(), plain.withFiles(files("/usr/lib/x", "one")).digest());
    for (int i = 0; i < 2; i++) {
      try (Engine engine =
              Engine.builder()
                  .execution(Execution.COMPILED)
                  .codeCache(directory.resolve("cache"))
                  .build();
          Session session = engine.openSession()) {
        assertEquals("one", printed(session.call(first, Call.of())));
        assertEquals("two", printed(session.call(second, Call.of())));
      }
    }
  }

  @Test
  void files_areReadOnce() {
    ToolFiles some = files("/usr/lib/x", "x");
    assertSame(some.preopen(), some.preopen());
  }

  @Test
  void hatchAtTheirPlace_isRefused(@TempDir Path host) {
    SessionOptions options =
        SessionOptions.builder(Policy.strict())
            .hatchApprover(request -> HatchApprover.Answer.APPROVE)
            .build();
    Tool tool = with(Reading.once(FILES, "lib/file"));
    try (Engine engine = Engine.create();
        Session session = engine.openSession(options)) {
      for (String at : List.of("/usr/lib/x", "/usr", "/usr/lib/x/lib")) {
        Sessions.refused(session.call(tool, hatched(session, host, at)));
      }
      assertEquals("library", printed(session.call(tool, hatched(session, host, "/usr/lib/y"))));
    }
  }

  private static Call hatched(Session session, Path host, String at) {
    Hatch hatch =
        session
            .requestHatch(
                HatchRequest.once(
                    new ExtraMount(host.toAbsolutePath().normalize(), at, Access.READ), "because"))
            .orElseThrow();
    return Call.builder().hatch(hatch).build();
  }

  @Test
  void brokenArchive_refusesTheCall() {
    Tool tool = Reading.once(FILES, "x").withFiles(ToolFiles.of("/x", new byte[10]));
    try (Engine engine = Engine.create();
        Session session = engine.openSession()) {
      Sessions.refused(session.call(tool, Call.of()));
    }
  }

  @Test
  void nativeCommand_hasNone() {
    assertThrows(
        IllegalStateException.class, () -> Tool.command("git").withFiles(files("/x", "x")));
    assertThrows(IllegalArgumentException.class, () -> files("/", "x"));
  }
}
