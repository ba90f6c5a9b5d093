package dev.cloche.run;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A small heap: admission refuses what would not fit, and what fills it ends its own call. */
@Tag("one-jdk")
class FullHeapTest {

  private static final String WRITE =
      """
      (import "wasi_snapshot_preview1" "fd_write"
        (func $write (param i32 i32 i32 i32) (result i32)))
      (import "wasi_snapshot_preview1" "path_open"
        (func $open (param i32 i32 i32 i32 i32 i64 i64 i32 i32) (result i32)))
      (memory 2)
      (data (i32.const 200) "h/file")
      (func $to (param $path i32) (param $length i32) (param $how i32) (param $flags i32)
        (if (call $open (i32.const 3) (i32.const 0) (local.get $path) (local.get $length)
              (local.get $how) (i64.const 64) (i64.const 0) (local.get $flags) (i32.const 16))
          (then unreachable)))
      (func $more (param $fd i32)
        (i32.store (i32.const 0) (i32.const 1000)) (i32.store (i32.const 4) (i32.const 60000))
        (loop $again
          (br_if $again (i32.eqz
            (call $write (local.get $fd) (i32.const 0) (i32.const 1) (i32.const 8))))))
      """;

  @TempDir Path directory;

  private void module(String name, String fields) throws IOException {
    Path ignored =
        Files.write(directory.resolve(name + ".wasm"), Wat.wasm("(module " + fields + ")"));
  }

  @Test
  void l12_fullHeap_refusesOrEndsTheCallThatFillsIt_andTheJvmLives() throws Exception {
    module("nothing", "(func (export \"_start\"))");
    module("spins", "(memory 1 32767) (func (export \"_start\") (loop $again (br $again)))");
    module(
        "grows",
        """
        (memory 1 32767)
        (func (export "_start")
          (loop $more (br_if $more (i32.ge_s (memory.grow (i32.const 1)) (i32.const 0))))
          unreachable)
        """);
    module(
        "writes",
        WRITE
            + """
              (func (export "_start")
                (call $to (i32.const 202) (i32.const 4) (i32.const 1) (i32.const 0))
                (call $more (i32.load (i32.const 16))))
              """);
    module(
        "appends",
        WRITE
            + """
              (func (export "_start")
                (call $to (i32.const 200) (i32.const 6) (i32.const 0) (i32.const 1))
                (call $more (i32.load (i32.const 16))))
              """);
    module("prints", WRITE + "(func (export \"_start\") (call $more (i32.const 1)))");
    List<String> options = List.of("-Xmx64m", "-XX:MaxNewSize=8m", "-XX:-UseGCOverheadLimit");
    List<String> command = Child.command(FullHeap.class, options, directory.toString());
    assertTrue(Child.run(command).contains("done"));
  }
}
