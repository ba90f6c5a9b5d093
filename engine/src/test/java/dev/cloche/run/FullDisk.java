package dev.cloche.run;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.Call;
import dev.cloche.Engine;
import dev.cloche.Execution;
import dev.cloche.Outcome;
import dev.cloche.Session;
import dev.cloche.SessionOptions;
import dev.cloche.Tool;
import dev.cloche.audit.AuditException;
import dev.cloche.audit.AuditLog;
import dev.cloche.audit.AuditSink;
import dev.cloche.audit.AuditType;
import dev.cloche.audit.AuditVerifier;
import dev.cloche.audit.Verification;
import dev.cloche.workspace.Access;
import dev.cloche.workspace.CommitReport;
import dev.cloche.workspace.Mount;
import dev.cloche.workspace.OnConflict;
import dev.cloche.workspace.Workspace;
import dev.cloche.workspace.WorkspaceException;
import dev.cloche.workspace.WorkspaceLimits;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * What {@link FullDiskTest} runs on a disk of 512 KiB that it alone sees: each method fills it, or
 * makes it read-only, and looks what becomes of a call.
 */
final class FullDisk {

  private final Path disk;
  private final Tool tool;

  private FullDisk(Path disk, Tool tool) {
    this.disk = disk;
    this.tool = tool;
  }

  /** Takes the mount point, and the file of a module that exits with 7. */
  public static void main(String... arguments) throws Exception {
    Path module = Path.of(arguments[1]);
    FullDisk here = new FullDisk(Path.of(arguments[0]), Tool.of("t", Files.readAllBytes(module)));
    here.cache();
    here.audit();
    here.commit();
    here.readOnly();
    System.out.println("done");
  }

  /** Takes all room but so many bytes. */
  private Path fill(int left) throws IOException {
    Path file = disk.resolve("filler");
    try (OutputStream out = Files.newOutputStream(file)) {
      while (true) {
        out.write(new byte[4096]);
      }
    } catch (IOException full) {
      long size = Files.size(file) - left;
      try (var channel = Files.newByteChannel(file, java.nio.file.StandardOpenOption.WRITE)) {
        assertEquals(size, channel.truncate(size).size());
      }
      return file;
    }
  }

  private static void completes(Outcome outcome) {
    assertEquals(
        7, assertInstanceOf(Outcome.Completed.class, outcome, outcome.message()).exitStatus());
  }

  private Outcome callWithCache(Path cache) {
    try (Engine engine = Engine.builder().execution(Execution.COMPILED).codeCache(cache).build();
        Session session = engine.openSession()) {
      return session.call(tool, Call.of());
    }
  }

  private static List<String> names(Path directory) throws IOException {
    try (Stream<Path> all = Files.list(directory)) {
      return all.map(each -> String.valueOf(each.getFileName())).sorted().toList();
    }
  }

  /** A cache that cannot be written costs a compilation, and leaves no half entry. */
  private void cache() throws IOException {
    Path cache = disk.resolve("cache");
    completes(callWithCache(cache));
    assertEquals(2, names(cache).size(), "the key and the entry");
    Path entry = cache.resolve(names(cache).get(0));
    byte[] good = Files.readAllBytes(entry);
    Files.delete(entry);

    Path filler = fill(0);
    completes(callWithCache(cache));
    assertEquals(List.of("key"), names(cache));
    Files.delete(filler);
    filler = fill(4096);
    assertTrue(good.length > 4096);
    completes(callWithCache(cache));
    assertEquals(List.of("key"), names(cache), "half an entry");
    Files.delete(filler);

    completes(callWithCache(cache));
    assertEquals(2, names(cache).size());
  }

  /** Calls go on until one cannot be recorded; what is on record is whole and complete. */
  private void audit() throws IOException {
    Path file = disk.resolve("audit.jsonl");
    AuditLog log = AuditLog.open(AuditSink.file(file));
    Path filler = fill(20_000);
    int recorded = 0;
    try (Engine engine = Engine.create()) {
      Session session = session(engine, "full", log);
      Outcome outcome = session.call(tool, Call.of());
      for (; outcome instanceof Outcome.Completed; recorded++) {
        outcome = session.call(tool, Call.of());
      }
      assertInstanceOf(Outcome.HostFault.class, outcome, outcome.message());
      Files.delete(filler);
      // Room again does not undo that something is not on record.
      assertInstanceOf(Outcome.HostFault.class, session.call(tool, Call.of()));
      assertThrows(AuditException.class, session::close);
    }
    assertTrue(log.failure().isPresent());
    log.close();
    assertTrue(recorded > 2, "calls before the disk was full");
    assertEquals(recorded, ends(file));

    try (AuditLog next = AuditLog.open(AuditSink.file(file));
        Engine engine = Engine.create();
        Session session = session(engine, "next", next)) {
      completes(session.call(tool, Call.of()));
    }
    assertEquals(recorded + 1, ends(file));
  }

  private static Session session(Engine engine, String id, AuditLog log) {
    return engine.openSession(
        SessionOptions.builder(Sessions.policy("limits: { wall: 60s }")).id(id).audit(log).build());
  }

  private static int ends(Path file) throws IOException {
    AtomicInteger ends = new AtomicInteger();
    Verification found =
        AuditVerifier.create()
            .verify(
                List.of(file),
                (item, verified) -> {
                  if (item.type().equals(AuditType.CALL_ENDED.id())) {
                    ends.incrementAndGet();
                  }
                });
    assertTrue(found.intact(), found.toString());
    return ends.get();
  }

  /** What does not fit is told, and not there in part; what fits is there, and the rest later. */
  private void commit() throws IOException {
    Path host = Files.createDirectory(disk.resolve("host"));
    byte[] old = new byte[8192];
    Files.write(host.resolve("old"), old);
    try (Workspace workspace = Workspace.inMemory(WorkspaceLimits.defaults())) {
      Mount mount = workspace.mount(host, "/h", Access.OVERLAY);
      workspace.writeFile("/h/old", new byte[100_000]);
      workspace.writeFile("/h/small", new byte[100]);
      Path filler = fill(12_288);

      CommitReport report = workspace.commit(mount);
      assertFalse(report.isComplete());
      assertEquals(List.of("/h/old"), report.failures().stream().map(each -> each.path()).toList());
      assertEquals(List.of("old", "small"), names(host), "nothing half");
      assertArrayEquals(old, Files.readAllBytes(host.resolve("old")));
      Files.delete(filler);

      assertTrue(workspace.commit(mount, OnConflict.REFUSE).isComplete());
      assertEquals(100_000, Files.size(host.resolve("old")));
      Path full = fill(4096);
      Path out = disk.resolve("out");
      assertEquals(1, workspace.copyOut("/h", out).size());
      assertEquals(List.of("small"), names(out));
      Files.delete(full);
    }
  }

  /** On a disk that cannot be written a call completes, and nothing else does. */
  private void readOnly() throws Exception {
    Path cache = disk.resolve("cache");
    Path host = disk.resolve("host");
    try (Workspace workspace = Workspace.inMemory(WorkspaceLimits.defaults())) {
      Mount mount = workspace.mount(host, "/h", Access.OVERLAY);
      workspace.writeFile("/h/new", new byte[100]);
      Process mounting = new ProcessBuilder("mount", "-o", "remount,ro", disk.toString()).start();
      assertEquals(0, mounting.waitFor());

      completes(callWithCache(cache));
      assertEquals(2, names(cache).size());
      assertThrows(IOException.class, () -> AuditSink.file(disk.resolve("other.jsonl")));
      assertThrows(IOException.class, () -> AuditSink.file(disk.resolve("audit.jsonl")));
      CommitReport report = workspace.commit(mount);
      assertEquals(List.of("/h/new"), report.failures().stream().map(each -> each.path()).toList());
      assertThrows(WorkspaceException.class, () -> workspace.copyOut("/h", disk.resolve("ro")));
    }
  }
}
