package dev.cloche;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Modules made to hurt whoever reads, prepares or links them (attacks L4, L5, H3, H9). */
class HostileTest {

  private static final Engine ENGINE = Engine.builder().preparedTools(1).build();

  @AfterAll
  static void close() {
    ENGINE.close();
  }

  /** A sequence of bytes being put together. */
  private static final class Bytes {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    static Bytes module() {
      return new Bytes().add(0, 'a', 's', 'm', 1, 0, 0, 0);
    }

    Bytes add(int... values) {
      for (int value : values) {
        out.write(value);
      }
      return this;
    }

    Bytes u32(long value) {
      long rest = value;
      while (rest >= 128) {
        out.write((int) (rest & 0x7F) | 0x80);
        rest >>= 7;
      }
      out.write((int) rest);
      return this;
    }

    Bytes raw(byte[] bytes) {
      out.writeBytes(bytes);
      return this;
    }

    Bytes repeat(int count, IntFunction<Bytes> piece) {
      for (int i = 0; i < count; i++) {
        raw(piece.apply(i).toBytes());
      }
      return this;
    }

    Bytes section(int id, Bytes content) {
      return add(id).u32(content.out.size()).raw(content.toBytes());
    }

    byte[] toBytes() {
      return out.toByteArray();
    }
  }

  private static final Bytes ONE_TYPE = new Bytes().add(1, 0x60, 0, 0);
  private static final Bytes START =
      new Bytes().add(1, 6).raw("_start".getBytes(StandardCharsets.US_ASCII)).add(0, 0);

  /** A command of many functions of many types; the first is {@code _start}. */
  private static byte[] functions(Bytes types, int count, IntFunction<Bytes> type, Bytes body) {
    return Bytes.module()
        .section(1, types)
        .section(3, new Bytes().u32(count).repeat(count, type))
        .section(7, START)
        .section(10, new Bytes().u32(count).repeat(count, i -> sized(body)))
        .toBytes();
  }

  private static Bytes sized(Bytes body) {
    return new Bytes().u32(body.out.size()).raw(body.toBytes());
  }

  private static byte[] oneFunction(Bytes body) {
    return functions(ONE_TYPE, 1, i -> new Bytes().add(0), body);
  }

  private static Bytes locals(int groups, long each) {
    return new Bytes().u32(groups).repeat(groups, i -> new Bytes().u32(each).add(0x7E)).add(0x0B);
  }

  private static Bytes nested(int depth) {
    return new Bytes()
        .add(0)
        .repeat(depth, i -> new Bytes().add(0x02, 0x40))
        .repeat(depth, i -> new Bytes().add(0x0B))
        .add(0x0B);
  }

  private static Bytes branchTable(int targets) {
    return new Bytes()
        .add(0, 0x41, 0, 0x0E)
        .u32(targets)
        .repeat(targets + 1, i -> new Bytes().add(0))
        .add(0x0B);
  }

  private static Bytes longBody(int bytes) {
    return new Bytes().add(0).repeat(bytes / 3, i -> new Bytes().add(0x41, 0, 0x1A)).add(0x0B);
  }

  private static Bytes sameTypes(int count) {
    return new Bytes().u32(count).repeat(count, i -> new Bytes().add(0x60, 0, 0));
  }

  private static Bytes differentTypes(int count) {
    return new Bytes()
        .u32(count)
        .repeat(
            count,
            i ->
                new Bytes()
                    .add(0x60, 10)
                    .repeat(10, bit -> new Bytes().add((i >> bit & 1) == 0 ? 0x7F : 0x7E))
                    .add(0));
  }

  private static Arguments refused(String name, byte[] module) {
    return Arguments.of(name, module, true);
  }

  private static Arguments runs(String name, byte[] module) {
    return Arguments.of(name, module, false);
  }

  static Stream<Arguments> hostileModules() {
    byte[] hello = Guests.NOTHING.bytes();
    return Stream.of(
        refused(
            "type with 2^31-1 parameters, 17 bytes",
            Bytes.module().add(1, 7, 1, 0x60).u32(0x7FFFFFFF).toBytes()),
        refused(
            "type with 2^32-1 parameters",
            Bytes.module().add(1, 7, 1, 0x60).u32(0xFFFFFFFFL).toBytes()),
        refused("section of 2^31 bytes", Bytes.module().add(1).u32(1L << 31).toBytes()),
        refused("section of 2^32-1 bytes", Bytes.module().add(0).u32(0xFFFFFFFFL).toBytes()),
        refused("4000 groups of 50000 locals", oneFunction(locals(4000, 50_000))),
        refused("2^32-1 locals", oneFunction(locals(1, 0xFFFFFFFFL))),
        refused("a million types", Bytes.module().section(1, sameTypes(1_000_000)).toBytes()),
        refused(
            "memory of 4 GiB",
            Bytes.module().section(5, new Bytes().add(1, 0).u32(65_536)).toBytes()),
        refused(
            "table of 2^32-1 entries",
            Bytes.module().section(4, new Bytes().add(1, 0x70, 0).u32(0xFFFFFFFFL)).toBytes()),
        refused(
            "60 tables of 10 million entries",
            Bytes.module()
                .section(
                    4,
                    new Bytes().add(60).repeat(60, i -> new Bytes().add(0x70, 0).u32(10_000_000)))
                .toBytes()),
        refused(
            "data of 2^31-1 bytes",
            Bytes.module()
                .section(5, new Bytes().add(1, 0, 1))
                .section(11, new Bytes().add(1, 1).u32(0x7FFFFFFF))
                .toBytes()),
        refused("100,000 blocks deep", oneFunction(nested(100_000))),
        refused("br_table with a million targets", oneFunction(branchTable(1_000_000))),
        refused("body of 5 MB", oneFunction(longBody(5_000_000))),
        refused(
            "1000 different types x 50,000 functions",
            functions(
                differentTypes(1000), 50_000, i -> new Bytes().add(0), new Bytes().add(0, 11))),
        runs(
            "2000 equal types x 2000 functions",
            functions(sameTypes(2000), 2000, i -> new Bytes().u32(i), new Bytes().add(0, 11))),
        runs("9,900 blocks deep", oneFunction(nested(9_900))),
        runs("br_table with 65,000 targets", oneFunction(branchTable(65_000))),
        runs("body of 1 MB", oneFunction(longBody(1_000_000))),
        runs(
            "20,000 tiny functions",
            functions(ONE_TYPE, 20_000, i -> new Bytes().add(0), new Bytes().add(0, 11))),
        runs("50,000 locals", oneFunction(locals(1, 49_999))),
        refused("nothing", new byte[0]),
        refused("text", "#!/bin/sh\necho hello\n".getBytes(StandardCharsets.UTF_8)),
        refused("component", new byte[] {0, 'a', 's', 'm', 0x0D, 0, 1, 0}),
        refused("truncated", java.util.Arrays.copyOf(hello, hello.length - 3)),
        refused("no entry", Bytes.module().toBytes()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("hostileModules")
  @Timeout(30)
  void l4l5_hostileModule_isRefusedInASentenceOrRuns(String name, byte[] module, boolean refused) {
    Tool tool = Tool.of("hostile", module);
    try (Session session = ENGINE.openSession()) {
      Outcome outcome = session.call(tool, Call.of());
      Inspection inspection = ENGINE.inspect(tool, Limits.defaults());
      assertEquals(module.length, inspection.bytes());
      if (refused) {
        String reason = Guests.refused(outcome).reason();
        assertIsASentence(reason);
        assertEquals(reason, inspection.refusal().orElseThrow());
      } else {
        assertEquals(0, Guests.completed(outcome).exitStatus());
        assertTrue(inspection.refusal().isEmpty());
      }
      assertEquals(0, Guests.completed(session.call(Guests.NOTHING, Call.of())).exitStatus());
    }
  }

  private static void assertIsASentence(String reason) {
    assertTrue(reason.length() > 20 && reason.length() < 500, reason);
    assertFalse(reason.contains("\n") || reason.contains("Exception"), reason);
  }

  private static final String WASI = "wasi_snapshot_preview1";

  static Stream<Arguments> badImports() {
    return Stream.of(
        Arguments.of(WASI, "fd_wrote", "(func (param i32))", "fd_wrote"),
        Arguments.of(WASI, "proc_exit", "(func (param i64))", "proc_exit"),
        Arguments.of(WASI, "proc_exit", "(func (param i32) (result i32))", "proc_exit"),
        Arguments.of(WASI, "proc_exit", "(memory 1)", "proc_exit"),
        Arguments.of(WASI, "proc_exit", "(global i32)", "proc_exit"),
        Arguments.of(WASI, "proc_exit", "(table 1 funcref)", "proc_exit"),
        Arguments.of("wasi_unstable", "proc_exit", "(func (param i32))", "wasi_unstable"),
        Arguments.of("", "", "(func)", "unknown import"),
        Arguments.of("env", "memory", "(memory 1)", "env.memory"),
        Arguments.of("java/lang/System", "exit", "(func (param i32))", "java/lang/System"),
        Arguments.of("java.lang.Runtime", "exec", "(func (param i32))", "java.lang.Runtime"),
        Arguments.of("dev/cloche/run/FuelTank", "refuel", "(func)", "FuelTank"),
        Arguments.of("com.dylibso.chicory.$gen", "call", "(func)", "$gen"));
  }

  @ParameterizedTest(name = "{0}.{1} {2}")
  @MethodSource("badImports")
  void h3h9_importThatDoesNotExistAsWanted_isRefusedBeforeAnythingRuns(
      String module, String name, String type, String mentioned) {
    Tool tool =
        Guests.module(
            """
            (module (import "%s" "%s" %s) (func $f unreachable) (start $f)
              (func (export "_start") unreachable))
            """
                .formatted(module, name, type));
    try (Session session = ENGINE.openSession()) {
      String reason = Guests.refused(session.call(tool, Call.of())).reason();
      assertIsASentence(reason);
      assertTrue(reason.contains(mentioned), reason);
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("strangeNames")
  void h9_namesOfTheHostsClasses_areOnlyNames(String name) {
    String exports =
        IntStream.range(0, 3)
            .mapToObj(i -> "(func (export \"%s%s\"))".formatted(name, i == 0 ? "" : i))
            .collect(Collectors.joining());
    Tool tool = Guests.command(exports, "(call $proc_exit (i32.const 3))");
    try (Session session = ENGINE.openSession()) {
      assertEquals(3, Guests.completed(session.call(tool, Call.of())).exitStatus());
    }
  }

  static Stream<String> strangeNames() {
    return Stream.of(
        "<init>", "<clinit>", "java/lang/Object", "func_0", "call", "$gen", "../../x", "a;b[c");
  }

  @ParameterizedTest
  @MethodSource("strangeImportNames")
  void h3_controlCharactersInAnImport_areEscapedInTheReason(String written) {
    Tool tool =
        Guests.module(
            "(module (import \"%s\" \"x\" (func)) (func (export \"_start\")))".formatted(written));
    try (Session session = ENGINE.openSession()) {
      String reason = Guests.refused(session.call(tool, Call.of())).reason();
      assertIsASentence(reason);
      assertTrue(
          reason
              .codePoints()
              .noneMatch(c -> Character.isISOControl(c) || c == 0x202E || c == 0x2028),
          reason);
    }
  }

  static Stream<String> strangeImportNames() {
    return Stream.of("\\1b[31m", "a\\0ab", "\\e2\\80\\ae", "\\e2\\80\\a8", "x".repeat(50_000));
  }
}
