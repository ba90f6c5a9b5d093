package dev.cloche.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import com.dylibso.chicory.wabt.Wat2Wasm;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class TrainingTest {

  @Test
  void module_isWhatItsTextSays() {
    byte[] compiled =
        Wat2Wasm.parse(
            """
            (module
              (import "wasi_snapshot_preview1" "fd_write"
                (func $fd_write (param i32 i32 i32 i32) (result i32)))
              (memory (export "memory") 1)
              (data (i32.const 8) "\\10\\00\\00\\00\\03\\00\\00\\00hi\\0a")
              (func (export "_start")
                (drop (call $fd_write (i32.const 1) (i32.const 8) (i32.const 1) (i32.const 0)))))
            """);

    assertArrayEquals(HexFormat.of().parseHex(Training.MODULE), compiled);
  }
}
