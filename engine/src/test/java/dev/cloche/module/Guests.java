package dev.cloche.module;

import java.util.List;

/**
 * Valid modules that tests read, cut and mutate. Those that are written in text stand as bytes
 * here, as {@code wat2wasm} makes them, since this package needs no compiler for the text format.
 */
final class Guests {

  /** Everything of the core at least once: imports, tables, segments, control flow. */
  // (module
  //   (type $unary (func (param i32) (result i32)))
  //   (import "env" "log" (func $log (param i32 i64)))
  //   (import "env" "base" (global $base i32))
  //   (table $t 4 8 funcref)
  //   (memory (export "memory") 1 16)
  //   (global $sp (mut i32) (i32.const 1024))
  //   (func $double (export "double") (type $unary)
  //     (i32.mul (local.get 0) (i32.const 2)))
  //   (func $main (export "main") (param i32) (result i32) (local i64 f64)
  //     (block $out (result i32)
  //       (loop $again
  //         (br_if $again (i32.eqz (local.get 0)))
  //         (call $log (i32.const 1) (i64.const -2)))
  //       (if (result i32) (local.get 0)
  //         (then (br $out (call_indirect (type $unary) (i32.const 7) (local.get 0))))
  //         (else (i32.load offset=4 (global.get $sp))))))
  //   (func $switch (param i32)
  //     (block (block (block (br_table 0 1 2 (local.get 0))) (return)) (unreachable))
  //     (i32.store8 (i32.const 0) (local.get 0)))
  //   (func $start (global.set $sp (global.get $base)))
  //   (start $start)
  //   (elem (i32.const 1) $double $main)
  //   (data (i32.const 8) "hello")
  //   (data (global.get $base) "world"))
  static final byte[] RICH =
      WasmBytes.hex(
          """
          00 61 73 6d 01 00 00 00 01 12 04 60 01 7f 01 7f 60 02 7f 7e 00 60 01 7f 00 60 00 00
          02 17 02 03 65 6e 76 03 6c 6f 67 00 01 03 65 6e 76 04 62 61 73 65 03 7f 00 03 05 04
          00 00 02 03 04 05 01 70 01 04 08 05 04 01 01 01 10 06 07 01 7f 01 41 80 08 0b 07 1a
          03 06 6d 65 6d 6f 72 79 02 00 06 64 6f 75 62 6c 65 00 01 04 6d 61 69 6e 00 02 08 01
          04 09 08 01 00 41 01 0b 02 01 02 0a 58 04 07 00 20 00 41 02 6c 0b 2b 02 01 7e 01 7c
          02 7f 03 40 20 00 45 0d 00 41 01 42 7e 10 00 0b 20 00 04 7f 41 07 20 00 11 00 00 0c
          01 05 23 01 28 02 04 0b 0b 0b 1b 00 02 40 02 40 02 40 20 00 0e 02 00 01 02 0b 0f 0b
          00 0b 41 00 20 00 3a 00 00 0b 06 00 23 00 24 01 0b 0b 15 02 00 41 08 0b 05 68 65 6c
          6c 6f 00 23 00 0b 05 77 6f 72 6c 64
          """);

  /** What WebAssembly 2.0 added to 1.0. */
  // (module
  //   (memory 1)
  //   (table $t 2 funcref)
  //   (table $hosts 1 externref)
  //   (func $f (export "f") (param i32) (result i32 i32)
  //     (local.get 0)
  //     (block (param i32) (result i32 i32) (i32.extend8_s) (i32.const 1))
  //   )
  //   (func (export "g") (param externref f64) (result i64)
  //     (memory.fill (i32.const 0) (i32.const 1) (i32.const 2))
  //     (memory.copy (i32.const 0) (i32.const 1) (i32.const 2))
  //     (memory.init $d (i32.const 0) (i32.const 0) (i32.const 1))
  //     (data.drop $d)
  //     (table.init $t $e (i32.const 0) (i32.const 0) (i32.const 1))
  //     (elem.drop $e)
  //     (table.copy $t $t (i32.const 0) (i32.const 1) (i32.const 1))
  //     (table.set $hosts (i32.const 0) (local.get 0))
  //     (table.fill $hosts (i32.const 0) (ref.null extern) (i32.const 1))
  //     (drop (table.grow $hosts (local.get 0) (i32.const 1)))
  //     (drop (table.size $hosts))
  //     (drop (ref.is_null (table.get $hosts (i32.const 0))))
  //     (drop (ref.func $f))
  //     (drop (select (result externref) (local.get 0) (local.get 0) (i32.const 1)))
  //     (drop (memory.grow (memory.size)))
  //     (i64.trunc_sat_f64_s (local.get 1)))
  //   (elem $e func $f)
  //   (elem declare func $f)
  //   (data $d "passive"))
  static final byte[] NEWER =
      WasmBytes.hex(
          """
          00 61 73 6d 01 00 00 00 01 0d 02 60 01 7f 02 7f 7f 60 02 6f 7c 01 7e 03 03 02 00 01
          04 07 02 70 00 02 6f 00 01 05 03 01 00 01 07 09 02 01 66 00 00 01 67 00 01 09 09 02
          01 00 01 00 03 00 01 00 0c 01 01 0a 7d 02 0a 00 20 00 02 00 c0 41 01 0b 0b 70 00 41
          00 41 01 41 02 fc 0b 00 41 00 41 01 41 02 fc 0a 00 00 41 00 41 00 41 01 fc 08 00 00
          fc 09 00 41 00 41 00 41 01 fc 0c 00 00 fc 0d 00 41 00 41 01 41 01 fc 0e 00 00 41 00
          20 00 26 01 41 00 d0 6f 41 01 fc 11 01 20 00 41 01 fc 0f 01 1a fc 10 01 1a 41 00 25
          01 d1 1a d2 00 1a 20 00 20 00 41 01 1c 01 6f 1a 3f 00 40 00 1a 20 01 fc 06 0b 0b 0a
          01 01 07 70 61 73 73 69 76 65
          """);

  /** The empty module. */
  static final byte[] EMPTY = WasmBytes.module();

  private Guests() {}

  static List<byte[]> all() {
    return List.of(RICH, NEWER, EMPTY, WasmBytes.around("20 00 0b"));
  }
}
