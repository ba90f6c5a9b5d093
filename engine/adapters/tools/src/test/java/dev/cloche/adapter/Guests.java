package dev.cloche.adapter;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.dylibso.chicory.wabt.Wat2Wasm;
import dev.cloche.Tool;

/** Guests of the tests, written as WebAssembly text. */
final class Guests {

  /**
   * Copies standard input to standard output and does as its first byte says: {@code e} writes to
   * standard error instead and exits with 3, {@code t} traps, {@code l} never ends.
   */
  private static final byte[] ACT =
      Wat2Wasm.parse(
          """
          (module
            (import "wasi_snapshot_preview1" "fd_read"
              (func $read (param i32 i32 i32 i32) (result i32)))
            (import "wasi_snapshot_preview1" "fd_write"
              (func $write (param i32 i32 i32 i32) (result i32)))
            (import "wasi_snapshot_preview1" "proc_exit" (func $exit (param i32)))
            (memory (export "memory") 4)
            (func (export "_start") (local $first i32)
              (i32.store (i32.const 0) (i32.const 16))
              (i32.store (i32.const 4) (i32.const 200000))
              (drop (call $read (i32.const 0) (i32.const 0) (i32.const 1) (i32.const 8)))
              (i32.store (i32.const 4) (i32.load (i32.const 8)))
              (local.set $first (i32.load8_u (i32.const 16)))
              (drop (call $write
                (select (i32.const 2) (i32.const 1) (i32.eq (local.get $first) (i32.const 101)))
                (i32.const 0) (i32.const 1) (i32.const 8)))
              (if (i32.eq (local.get $first) (i32.const 101)) (then (call $exit (i32.const 3))))
              (if (i32.eq (local.get $first) (i32.const 116)) (then unreachable))
              (if (i32.eq (local.get $first) (i32.const 108)) (then (loop $l (br $l))))))
          """);

  /** Writes its arguments, each with a NUL behind it. */
  private static final byte[] ARGUMENTS =
      Wat2Wasm.parse(
          """
          (module
            (import "wasi_snapshot_preview1" "args_sizes_get"
              (func $sizes (param i32 i32) (result i32)))
            (import "wasi_snapshot_preview1" "args_get" (func $get (param i32 i32) (result i32)))
            (import "wasi_snapshot_preview1" "fd_write"
              (func $write (param i32 i32 i32 i32) (result i32)))
            (memory (export "memory") 1)
            (func (export "_start")
              (drop (call $sizes (i32.const 0) (i32.const 4)))
              (drop (call $get (i32.const 1024) (i32.const 8192)))
              (i32.store (i32.const 0) (i32.const 8192))
              (drop (call $write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 8)))))
          """);

  private Guests() {}

  /** A tool without a manifest, which acts on its standard input. */
  static Tool act() {
    return Tool.of("act", ACT);
  }

  /** A tool without a manifest, which writes its arguments. */
  static Tool arguments() {
    return Tool.of("arguments", ARGUMENTS);
  }

  /** The tool that acts, whose manifest says more: members of the object as JSON. */
  static Tool described(String name, String more) {
    String manifest =
        """
        {"name":"%s","title":"T","description":"says it back","version":"1","license":"MIT",
        "source":"here","abi":"wasi-command","usage":["%s < text"]%s}"""
            .formatted(name, name, more);
    return Tool.of(name, ACT, manifest.getBytes(UTF_8));
  }
}
