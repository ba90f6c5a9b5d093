package dev.cloche.run;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.Call;
import dev.cloche.Engine;
import dev.cloche.Gate;
import dev.cloche.Limits;
import dev.cloche.Outcome;
import dev.cloche.Running;
import dev.cloche.Session;
import dev.cloche.SessionOptions;
import dev.cloche.Tool;
import dev.cloche.audit.AuditLog;
import dev.cloche.audit.MemoryAuditSink;
import dev.cloche.workspace.Access;
import dev.cloche.workspace.Mount;
import dev.cloche.workspace.Workspace;
import dev.cloche.workspace.WorkspaceLimits;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What {@link FullHeapTest} runs with a heap of 64 MiB: guests and an embedder that fill it. */
final class FullHeap {

  private static final int MIB = 1 << 20;
  private static final Limits ENDLESS =
      new Limits(Limits.MAX_FUEL, Duration.ofMinutes(5), 16 * MIB, 1024);

  private final Path directory;
  private final Engine engine = Engine.create();

  private FullHeap(Path directory) {
    this.directory = directory;
  }

  /** Takes a directory with the modules that the test made, and room for more. */
  public static void main(String... arguments) throws Exception {
    FullHeap here = new FullHeap(Path.of(arguments[0]));
    here.manySessions();
    here.largeLimit();
    here.growing();
    here.writing();
    here.overlay();
    here.printing();
    here.engine.close();
    System.out.println("done");
  }

  private Tool tool(String name) throws Exception {
    return Tool.of(name, Files.readAllBytes(directory.resolve(name + ".wasm")));
  }

  private void works(Session session) throws Exception {
    Outcome outcome = session.call(tool("nothing"), Call.of());
    assertInstanceOf(Outcome.Completed.class, outcome, outcome.message());
  }

  /** L12: of many at once those that would not fit are refused, and the others end in order. */
  private void manySessions() throws Exception {
    List<Session> sessions = new ArrayList<>();
    List<Running> calls = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      Session session = engine.openSession(ENDLESS);
      sessions.add(session);
      calls.add(session.start(tool("spins"), Call.of()));
    }
    // Those that were admitted run until they are cancelled.
    Map<String, Integer> ends = new TreeMap<>();
    EngineCore core = (EngineCore) engine;
    while (calls.stream().filter(Running::isDone).count()
            + core.admission().reserved() / ENDLESS.memoryBytes()
        < calls.size()) {
      Thread.onSpinWait();
    }
    calls.forEach(Running::cancel);
    calls.forEach(call -> ends.merge(call.await().id(), 1, Integer::sum));
    long fit = core.admission().capacity() / ENDLESS.memoryBytes();
    assertEquals(Map.of("cancelled", (int) fit, "refused", (int) (20 - fit)), ends);
    for (Session session : sessions) {
      works(session);
      session.close();
    }
    assertEquals(0, core.admission().reserved());
  }

  private void largeLimit() throws Exception {
    Limits more = new Limits(1000, Duration.ofMinutes(5), 1024L * MIB, 1024);
    try (Session session = engine.openSession(more)) {
      assertInstanceOf(Outcome.Refused.class, session.call(tool("grows"), Call.of()));
      works(session);
    }
  }

  /** A guest that grows within its limit while the embedder has taken the heap. */
  private void growing() throws Exception {
    Limits half = new Limits(Limits.MAX_FUEL, Duration.ofMinutes(5), 40 * MIB, 1024);
    try (Session session = engine.openSession(half)) {
      Outcome whole = session.call(tool("grows"), Call.of());
      List<byte[]> ballast = new ArrayList<>();
      for (int i = 0; i < 24; i++) {
        ballast.add(new byte[MIB]);
      }
      Outcome less = session.call(tool("grows"), Call.of());
      assertEquals(24, ballast.size());
      assertEquals("trapped", less.id(), less.message());
      assertTrue(
          less.usage().memoryBytes() < whole.usage().memoryBytes(),
          whole.usage() + " " + less.usage());
      works(session);
    }
  }

  /** The call ends, the workspace is as before the write that did not fit. */
  private void writing() throws Exception {
    MemoryAuditSink sink = MemoryAuditSink.of(100);
    AuditLog log = AuditLog.open(sink);
    try (Session session =
        engine.openSession(
            SessionOptions.builder(
                    Sessions.policy("limits: { memory: 1Mi, wall: 5m }\nworkspace: { bytes: 1Gi }"))
                .gate(plan -> Gate.Answer.allow())
                .audit(log)
                .build())) {
      Outcome outcome = session.call(tool("writes"), Call.of());
      assertEquals("host fault: out of Java heap", outcome.message());
      Workspace files = session.workspace();
      String full = files.list("/").get(0);
      long size = files.usedBytes() - full.length();
      assertTrue(size > MIB && size % 60_000 == 0, "whole writes alone: " + size);
      files.delete("/" + full);
      assertEquals(0, files.usedBytes());
      assertEquals(0, files.usedNodes());
      works(session);
    }
    log.close();
    assertEquals(2, sink.lines().stream().filter(l -> l.contains("\"call-ended\"")).count());
  }

  private static byte[] filled(int size) {
    byte[] content = new byte[size];
    Arrays.fill(content, (byte) 'x');
    return content;
  }

  /** A file of the host that fits in memory once is there whole, whatever fails behind it. */
  private void overlay() throws Exception {
    Path host = Files.createDirectory(directory.resolve("host"));
    Path file = Files.write(host.resolve("file"), filled(30 * MIB));
    WorkspaceLimits limits = new WorkspaceLimits(1L << 30, 100, 8);
    try (Workspace workspace = Workspace.inMemory(limits)) {
      Mount mount = workspace.mount(host, "/h", Access.OVERLAY);
      try (Session session = engine.openSession(ENDLESS, workspace)) {
        Outcome outcome = session.call(tool("appends"), Call.of());
        assertEquals("host fault: out of Java heap", outcome.message());
        works(session);
      }
      assertTrue(workspace.commit(mount).isComplete());
    }
    assertTrue(Files.size(file) > 30 * MIB, "what was appended: " + Files.size(file));
    try (InputStream in = Files.newInputStream(file)) {
      byte[] chunk = new byte[MIB];
      byte[] expected = new byte[MIB];
      Arrays.fill(expected, (byte) 'x');
      for (int i = 0; i < 30; i++) {
        assertEquals(MIB, in.readNBytes(chunk, 0, MIB));
        assertArrayEquals(expected, chunk);
      }
    }
  }

  private void printing() throws Exception {
    Limits much = new Limits(Limits.MAX_FUEL, Duration.ofMinutes(5), MIB, Limits.MAX_OUTPUT_BYTES);
    try (Session session = engine.openSession(much)) {
      Outcome outcome = session.call(tool("prints"), Call.of());
      assertEquals("host fault: out of Java heap", outcome.message());
      works(session);
    }
  }
}
