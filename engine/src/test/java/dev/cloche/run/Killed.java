package dev.cloche.run;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.cloche.Call;
import dev.cloche.Engine;
import dev.cloche.Execution;
import dev.cloche.Outcome;
import dev.cloche.Policy;
import dev.cloche.Session;
import dev.cloche.SessionOptions;
import dev.cloche.Tool;
import dev.cloche.audit.AuditLog;
import dev.cloche.audit.FileAuditSink;
import dev.cloche.workspace.CommitReport;
import dev.cloche.workspace.Mount;
import dev.cloche.workspace.OnConflict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * What {@link KilledTest} kills: it compiles, calls, records and commits until then, and prints a
 * number after each commit.
 *
 * <pre>
 * DIRECTORY
 *   audit.jsonl   the log, which every process goes on with
 *   cache         compiled code
 *   tool.wasm     a module with the text 0000, which becomes the number
 *   host          an overlay's directory: FILES files with CONTENT of one number each
 * </pre>
 */
final class Killed {

  static final int FILES = 4;
  static final String MARK = "0000";

  /** Large enough that to write it takes some time. */
  private static final int REPEATED = 40_000;

  private Killed() {}

  /** What all files hold after a commit. */
  static byte[] content(int number) {
    return "%04d\n".formatted(number).repeat(REPEATED).getBytes(US_ASCII);
  }

  /** The module of a number: another one for the cache. */
  static Tool tool(Path directory, int number) throws IOException {
    byte[] module = Files.readAllBytes(directory.resolve("tool.wasm"));
    byte[] mark = MARK.getBytes(US_ASCII);
    for (int at = 0; at + mark.length <= module.length; at++) {
      if (Arrays.equals(module, at, at + mark.length, mark, 0, mark.length)) {
        byte[] text = "%04d".formatted(number).getBytes(US_ASCII);
        System.arraycopy(text, 0, module, at, text.length);
        return Tool.of("tool", module);
      }
    }
    throw new IOException("the module has no mark");
  }

  static Engine engine(Path directory) {
    return Engine.builder()
        .execution(Execution.COMPILED)
        .codeCache(directory.resolve("cache"))
        .build();
  }

  static AuditLog log(Path directory) throws IOException {
    return AuditLog.open(
        FileAuditSink.builder(directory.resolve("audit.jsonl"))
            .rotateAt(1 << 16)
            .cutTornLine()
            .open());
  }

  static Session session(Engine engine, AuditLog log, Path directory, int first) {
    Policy policy =
        Policy.parse(
            "version: 1\nworkspace: { mounts: [ { host: \"%s\", at: /data, mode: overlay } ] }"
                .formatted(directory.resolve("host")),
            directory);
    return engine.openSession(SessionOptions.builder(policy).id("from" + first).audit(log).build());
  }

  /** Writes all files and commits them. */
  static CommitReport commit(Session session, int number) {
    for (int i = 0; i < FILES; i++) {
      session.workspace().writeFile("/data/f" + i, content(number));
    }
    Mount mount = session.workspace().mounts().get(0);
    return session.commit(mount, OnConflict.OVERWRITE);
  }

  public static void main(String... arguments) throws IOException {
    Path directory = Path.of(arguments[0]);
    int number = Integer.parseInt(arguments[1]);
    try (AuditLog log = log(directory);
        Engine engine = engine(directory);
        Session session = session(engine, log, directory, number)) {
      for (; number < 10_000; number++) {
        Outcome outcome = session.call(tool(directory, number), Call.of());
        if (!(outcome instanceof Outcome.Completed) || !commit(session, number).isComplete()) {
          throw new IOException(outcome.message());
        }
        System.out.println(number);
      }
    }
  }
}
