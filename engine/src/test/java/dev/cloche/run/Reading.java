package dev.cloche.run;

import dev.cloche.Tool;

/** Guests that work with one file, as WebAssembly text. */
final class Reading {
  /** The flags of {@code path_open}: make the file. */
  static final int CREATE = 1;

  private static final String MODULE =
      """
      (module
        (import "wasi_snapshot_preview1" "path_open" (func $path_open
          (param i32 i32 i32 i32 i32 i64 i64 i32 i32) (result i32)))
        (import "wasi_snapshot_preview1" "fd_read"
          (func $fd_read (param i32 i32 i32 i32) (result i32)))
        (import "wasi_snapshot_preview1" "fd_write"
          (func $fd_write (param i32 i32 i32 i32) (result i32)))
        (import "wasi_snapshot_preview1" "fd_close" (func $fd_close (param i32) (result i32)))
        (import "wasi_snapshot_preview1" "proc_exit" (func $proc_exit (param i32)))
        (memory (export "memory") 1)
        (data (i32.const 0) "%s")
        (func $check (param i32)
          (if (local.get 0) (then (call $proc_exit (local.get 0)))))
        (func $open (param $flags i32) (param $rights i64)
          (call $check (call $path_open (i32.const %d) (i32.const 1) (i32.const 0) (i32.const %d)
            (local.get $flags) (local.get $rights) (i64.const 0) (i32.const 0)
            (i32.const 4096))))
        (func $read
          (i32.store (i32.const 4100) (i32.const 8192))
          (i32.store (i32.const 4104) (i32.const 4000))
          (call $check (call $fd_read (i32.load (i32.const 4096)) (i32.const 4100) (i32.const 1)
            (i32.const 4108))))
        (func $write (param $fd i32)
          (i32.store (i32.const 4104) (i32.load (i32.const 4108)))
          (call $check (call $fd_write (local.get $fd) (i32.const 4100) (i32.const 1)
            (i32.const 4112))))
        %s)
      """;

  private Reading() {}

  private static Tool tool(int fd, String path, String body) {
    return Tool.of("reading", Wat.wasm(MODULE.formatted(path, fd, path.length(), body)));
  }

  /** Prints a file, read once; exits with the first errno that is not 0. */
  static Tool once(int fd, String path) {
    return tool(
        fd,
        path,
        "(func (export \"_start\") (call $open (i32.const 0) (i64.const 2)) (call $read)"
            + " (call $write (i32.const 1)))");
  }

  /** Reads and prints a file again and again, opened once; exits with the first errno. */
  static Tool open(int fd, String path) {
    return tool(
        fd,
        path,
        "(func (export \"_start\") (call $open (i32.const 0) (i64.const 2)) (call $read)"
            + " (loop $again (call $write (i32.const 1)) (call $read)"
            + " (i32.store (i32.const 4108) (i32.const 1)) (br $again)))");
  }

  /** Opens, reads and prints a file again and again; exits with the first errno. */
  static Tool again(int fd, String path) {
    return tool(
        fd,
        path,
        "(func (export \"_start\") (loop $again (call $open (i32.const 0) (i64.const 2))"
            + " (call $read) (call $write (i32.const 1))"
            + " (call $check (call $fd_close (i32.load (i32.const 4096)))) (br $again)))");
  }

  /** Makes a file, or opens it, and writes the beginning of its own name into it. */
  static Tool writing(int fd, String path) {
    return tool(
        fd,
        path,
        "(func (export \"_start\") (call $open (i32.const 1) (i64.const 64))"
            + " (i32.store (i32.const 4100) (i32.const 0))"
            + " (i32.store (i32.const 4108) (i32.const 2))"
            + " (call $write (i32.load (i32.const 4096))))");
  }

  /** Reads a file in start-up code, and prints in each call what was read there. */
  static Tool early(int fd, String path, String more) {
    return tool(
        fd,
        path,
        "(func (export \"_initialize\") (call $open (i32.const 0) (i64.const 2)) (call $read)"
            + " (i32.store (i32.const 4200) (i32.add (i32.const 1) (i32.load (i32.const 4200))))"
            + more
            + ") (func (export \"_start\") (call $write (i32.const 1))"
            + " (call $proc_exit (i32.load (i32.const 4200))))");
  }

  /** Closes what {@link #early} has open. */
  static final String CLOSED = "(call $check (call $fd_close (i32.load (i32.const 4096))))";
}
