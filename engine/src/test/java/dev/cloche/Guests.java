package dev.cloche;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.cloche.run.Wat;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** Guests for tests of the API, written as WebAssembly text. */
final class Guests {

  /** What a guest text may call by name; an import is declared where the name is used. */
  private static final Map<String, String> IMPORTS = new LinkedHashMap<>();

  static {
    IMPORTS.put("fd_write", "(param i32 i32 i32 i32) (result i32)");
    IMPORTS.put("fd_read", "(param i32 i32 i32 i32) (result i32)");
    IMPORTS.put("fd_close", "(param i32) (result i32)");
    IMPORTS.put("path_open", "(param i32 i32 i32 i32 i32 i64 i64 i32 i32) (result i32)");
    IMPORTS.put("args_get", "(param i32 i32) (result i32)");
    IMPORTS.put("environ_get", "(param i32 i32) (result i32)");
    IMPORTS.put("random_get", "(param i32 i32) (result i32)");
    IMPORTS.put("clock_time_get", "(param i32 i64 i32) (result i32)");
    IMPORTS.put("poll_oneoff", "(param i32 i32 i32 i32) (result i32)");
    IMPORTS.put("sched_yield", "(result i32)");
    IMPORTS.put("proc_exit", "(param i32)");
    IMPORTS.put("proc_raise", "(param i32) (result i32)");
  }

  /** Functions that guests may use: {@code $print} takes an address and a length. */
  private static final String LIBRARY =
      """
      (func $print (param i32 i32)
        (i32.store (i32.const 65520) (local.get 0))
        (i32.store (i32.const 65524) (local.get 1))
        (drop (call $fd_write (i32.const 1) (i32.const 65520) (i32.const 1) (i32.const 65528))))
      """;

  /** For ever, as fast as it goes. */
  static final Tool SPIN = command("(loop $again (br $again))");

  /** Exits with status 0 and does nothing. */
  static final Tool NOTHING = command("nop");

  /** Sleeps for 2^63 - 1 ns. */
  static final Tool SLEEP =
      command(
          """
          (i64.store (i32.const 24) (i64.const 0x7fffffffffffffff))
          (drop (call $poll_oneoff (i32.const 0) (i32.const 64) (i32.const 1) (i32.const 128)))
          """);

  /** Copies standard input to standard output. */
  static final Tool CAT =
      command(
          """
          (i32.store (i32.const 0) (i32.const 1024))
          (loop $again
            (i32.store (i32.const 4) (i32.const 1000))
            (if (call $fd_read (i32.const 0) (i32.const 0) (i32.const 1) (i32.const 8))
              (then (call $proc_exit (i32.const 5))))
            (if (i32.load (i32.const 8))
              (then
                (call $print (i32.const 1024) (i32.load (i32.const 8)))
                (br $again))))
          """);

  private Guests() {}

  /** A module from text, whole. */
  static Tool module(String text) {
    return Tool.of("guest", Wat.wasm(text));
  }

  /** A command with one page of memory whose {@code _start} is this body. */
  static Tool command(String body) {
    return command("", body);
  }

  /** A command with further fields, and one page of memory if they hold none. */
  static Tool command(String fields, String body) {
    String memory = fields.contains("(memory") ? "" : "(memory 1)";
    boolean prints = (fields + body).contains("$print");
    String text = fields + (prints ? LIBRARY : "") + body;
    StringBuilder imports = new StringBuilder();
    IMPORTS.forEach(
        (name, type) -> {
          if (text.contains("$" + name)) {
            imports.append(
                "(import \"wasi_snapshot_preview1\" \"%s\" (func $%s %s))%n"
                    .formatted(name, name, type));
          }
        });
    return module(
        "(module %s %s %s %s (func $start (export \"_start\") %s))"
            .formatted(imports, memory, fields, prints ? LIBRARY : "", body));
  }

  static Engine engine(Execution execution) {
    return Engine.builder().execution(execution).build();
  }

  /** One call in an engine of its own. */
  static Outcome run(Execution execution, Tool tool, Call call) {
    try (Engine engine = engine(execution);
        Session session = engine.openSession()) {
      return session.call(tool, call);
    }
  }

  static Outcome run(Execution execution, Tool tool, Limits limits) {
    return run(execution, tool, Call.builder().limits(limits).build());
  }

  static Limits fuel(long units) {
    return Limits.builder().fuel(units).wall(Duration.ofMinutes(5)).build();
  }

  static Limits wall(Duration limit) {
    return Limits.builder().fuel(Limits.MAX_FUEL).wall(limit).build();
  }

  /** What a call that has to complete printed. */
  static String printed(Outcome outcome) {
    return completed(outcome).stdout().text();
  }

  static Outcome.Completed completed(Outcome outcome) {
    return assertInstanceOf(Outcome.Completed.class, outcome, outcome.message());
  }

  static Outcome.LimitExceeded exceeded(LimitKind which, Outcome outcome) {
    Outcome.LimitExceeded limit =
        assertInstanceOf(Outcome.LimitExceeded.class, outcome, outcome.message());
    if (limit.which() != which) {
      throw new AssertionError(limit.message());
    }
    return limit;
  }

  static Outcome.Trapped trapped(TrapKind kind, Outcome outcome) {
    Outcome.Trapped trap = assertInstanceOf(Outcome.Trapped.class, outcome, outcome.message());
    if (trap.kind() != kind) {
      throw new AssertionError(trap.kind() + ": " + trap.message());
    }
    return trap;
  }

  static Outcome.Refused refused(Outcome outcome) {
    return assertInstanceOf(Outcome.Refused.class, outcome, outcome.message());
  }
}
