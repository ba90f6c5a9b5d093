package dev.cloche.wasi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.dylibso.chicory.runtime.HostFunction;
import com.dylibso.chicory.runtime.ImportValues;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.wabt.Wat2Wasm;
import com.dylibso.chicory.wasm.ChicoryException;
import com.dylibso.chicory.wasm.Parser;
import dev.cloche.workspace.Workspace;
import dev.cloche.workspace.WorkspaceLimits;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** A guest with code of its own, linked as the engine links it. */
class LinkedGuestTest {
  private static final String COPIES_A_FILE =
      """
      (module
        (import "wasi_snapshot_preview1" "path_open"
          (func $open (param i32 i32 i32 i32 i32 i64 i64 i32 i32) (result i32)))
        (import "wasi_snapshot_preview1" "fd_read"
          (func $read (param i32 i32 i32 i32) (result i32)))
        (import "wasi_snapshot_preview1" "fd_write"
          (func $write (param i32 i32 i32 i32) (result i32)))
        (import "wasi_snapshot_preview1" "proc_exit" (func $exit (param i32)))
        (memory (export "memory") 1)
        (data (i32.const 100) "in.txt")
        (func (export "_start")
          (drop (call $open (i32.const 3) (i32.const 0) (i32.const 100) (i32.const 6)
            (i32.const 0) (i64.const 2) (i64.const 2) (i32.const 0) (i32.const 0)))
          (i32.store (i32.const 16) (i32.const 1000))
          (i32.store (i32.const 20) (i32.const 64))
          (drop (call $read (i32.load (i32.const 0)) (i32.const 16) (i32.const 1) (i32.const 4)))
          (i32.store (i32.const 20) (i32.load (i32.const 4)))
          (drop (call $write (i32.const 1) (i32.const 16) (i32.const 1) (i32.const 4)))
          (call $exit (i32.load (i32.const 4)))))
      """;

  private final ByteArrayOutputStream stdout = new ByteArrayOutputStream();
  private final Workspace workspace = Workspace.inMemory(WorkspaceLimits.defaults());

  private Instance link(String text) {
    Wasi wasi = Wasi.builder(workspace, new FakeBudget()).stdout(stdout::write).build();
    return Instance.builder(Parser.parse(Wat2Wasm.parse(text)))
        .withImportValues(
            ImportValues.builder()
                .addFunction(wasi.hostFunctions().toArray(HostFunction[]::new))
                .build())
        .withStart(false)
        .build();
  }

  @Test
  void guest_thatCopiesAFile_printsItAndExits() {
    workspace.writeFile("/in.txt", "from the workspace".getBytes(StandardCharsets.UTF_8));
    Instance guest = link(COPIES_A_FILE);
    ProcExit exit = assertThrows(ProcExit.class, () -> guest.export("_start").apply());
    assertEquals(18, exit.status());
    assertEquals("from the workspace", stdout.toString(StandardCharsets.UTF_8));
  }

  @Test
  void guest_thatImportsTheOldName_doesNotLink_H3() {
    String old = COPIES_A_FILE.replace("wasi_snapshot_preview1", "wasi_unstable");
    assertThrows(ChicoryException.class, () -> link(old));
  }

  @Test
  void guest_thatImportsAnotherType_doesNotLink_H3() {
    String wrong = COPIES_A_FILE.replace("(func $exit (param i32))", "(func $exit (param i64))");
    assertThrows(ChicoryException.class, () -> link(wrong.replace("(call $exit", "(drop")));
  }
}
