package dev.cloche.cli;

import com.dylibso.chicory.wabt.Wat2Wasm;

/** Small commands in the text format, compiled where they are used. */
final class Guests {

  /** Writes a line and ends with status 7. */
  static final byte[] HELLO =
      wasi(
          """
          (data (i32.const 8) "\\10\\00\\00\\00\\06\\00\\00\\00hello\\0a")
          (func (export "_start")
            (drop (call $fd_write (i32.const 1) (i32.const 8) (i32.const 1) (i32.const 0)))
            (call $proc_exit (i32.const 7)))
          """);

  /** Copies up to 64 bytes of standard input to standard output. */
  static final byte[] ECHO =
      wasi(
          """
          (data (i32.const 8) "\\20\\00\\00\\00\\40\\00\\00\\00")
          (func (export "_start")
            (drop (call $fd_read (i32.const 0) (i32.const 8) (i32.const 1) (i32.const 12)))
            (drop (call $fd_write (i32.const 1) (i32.const 8) (i32.const 1) (i32.const 0))))
          """);

  /** Ends with the number of its arguments, its own name included, as status. */
  static final byte[] COUNT_ARGUMENTS =
      wasi(
          """
          (func (export "_start")
            (drop (call $args_sizes_get (i32.const 0) (i32.const 4)))
            (call $proc_exit (i32.load (i32.const 0))))
          """);

  /** Prints up to 64 bytes of /in/a.txt; ends with the errno of opening it. */
  static final byte[] CAT =
      wasi(
          """
          (data (i32.const 8) "\\20\\00\\00\\00\\40\\00\\00\\00")
          (data (i32.const 128) "in/a.txt")
          (func (export "_start") (local $errno i32)
            (local.set $errno
              (call $path_open (i32.const 3) (i32.const 0) (i32.const 128) (i32.const 8)
                (i32.const 0) (i64.const 2) (i64.const 0) (i32.const 0) (i32.const 4)))
            (drop (call $fd_read (i32.load (i32.const 4))
              (i32.const 8) (i32.const 1) (i32.const 12)))
            (drop (call $fd_write (i32.const 1) (i32.const 8) (i32.const 1) (i32.const 0)))
            (call $proc_exit (local.get $errno)))
          """);

  /** Writes for ever, whatever the writes answer. */
  static final byte[] FLOOD =
      wasi(
          """
          (data (i32.const 8) "\\10\\00\\00\\00\\06\\00\\00\\00hello\\0a")
          (func (export "_start")
            (loop $again
              (drop (call $fd_write (i32.const 1) (i32.const 8) (i32.const 1) (i32.const 0)))
              (br $again)))
          """);

  static final byte[] SPIN =
      Wat2Wasm.parse("(module (memory 1) (func (export \"_start\") (loop $l (br $l))))");

  static final byte[] TRAP =
      Wat2Wasm.parse(
          """
          (module (memory 1)
            (func $inner unreachable)
            (func $outer (export "_start") (call $inner)))
          """);

  static final byte[] BIG_MEMORY =
      Wat2Wasm.parse("(module (memory 100) (func (export \"_start\")))");

  static final byte[] UNKNOWN_IMPORT =
      Wat2Wasm.parse(
          """
          (module (import "env" "launch" (func))
            (memory 1) (func (export "_start")))
          """);

  static final byte[] SIMD =
      Wat2Wasm.parse(
          "(module (memory 1) (func (export \"_start\") (drop (v128.const i64x2 0 0))))");

  /** Makes /in/b.txt with a letter in it; ends with the errno of opening it. */
  static final byte[] WRITE =
      wasi(
          """
          (data (i32.const 8) "\\80\\00\\00\\00\\01\\00\\00\\00")
          (data (i32.const 128) "in/b.txt")
          (func (export "_start") (local $errno i32)
            (local.set $errno
              (call $path_open (i32.const 3) (i32.const 0) (i32.const 128) (i32.const 8)
                (i32.const 1) (i64.const 64) (i64.const 0) (i32.const 0) (i32.const 4)))
            (drop (call $fd_write (i32.load (i32.const 4))
              (i32.const 8) (i32.const 1) (i32.const 12)))
            (call $proc_exit (local.get $errno)))
          """);

  /** The magic, and the version that says component. */
  static final byte[] COMPONENT = {0, 'a', 's', 'm', 0x0d, 0, 1, 0};

  /** An Extism plugin that says what a function of the embedder makes of its input. */
  static final byte[] GREETING =
      Wat2Wasm.parse(
          """
          (module
            (import "extism:host/env" "input_offset" (func $input (result i64)))
            (import "extism:host/env" "length" (func $length (param i64) (result i64)))
            (import "extism:host/env" "output_set" (func $output (param i64 i64)))
            (import "extism:host/user" "greet" (func $greet (param i64) (result i64)))
            (import "extism:host/user" "add" (func $add (param i32 i32) (result i32)))
            (func (export "run") (result i32) (local $said i64)
              (local.set $said (call $greet (call $input)))
              (call $output (local.get $said) (call $length (local.get $said)))
              (i32.sub (call $add (i32.const 2) (i32.const 3)) (i32.const 5))))
          """);

  /** An Extism plugin of two functions: one says its input, one fails. */
  static final byte[] PLUGIN =
      Wat2Wasm.parse(
          """
          (module
            (import "extism:host/env" "input_offset" (func $input (result i64)))
            (import "extism:host/env" "input_length" (func $length (result i64)))
            (import "extism:host/env" "output_set" (func $output (param i64 i64)))
            (func (export "say") (result i32)
              (call $output (call $input) (call $length))
              (i32.const 0))
            (func (export "fail") (result i32) (i32.const 3)))
          """);

  private Guests() {}

  private static byte[] wasi(String body) {
    return WasiText.module(body);
  }
}
