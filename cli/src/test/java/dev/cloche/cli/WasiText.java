package dev.cloche.cli;

import com.dylibso.chicory.wabt.Wat2Wasm;

/** Modules in the text format that import what small guests need of preview1. */
public final class WasiText {

  private WasiText() {}

  /** Returns a module with a memory of one page around these fields. */
  public static byte[] module(String body) {
    return Wat2Wasm.parse(
        """
        (module
          (import "wasi_snapshot_preview1" "fd_write"
            (func $fd_write (param i32 i32 i32 i32) (result i32)))
          (import "wasi_snapshot_preview1" "fd_read"
            (func $fd_read (param i32 i32 i32 i32) (result i32)))
          (import "wasi_snapshot_preview1" "args_sizes_get"
            (func $args_sizes_get (param i32 i32) (result i32)))
          (import "wasi_snapshot_preview1" "path_open"
            (func $path_open (param i32 i32 i32 i32 i32 i64 i64 i32 i32) (result i32)))
          (import "wasi_snapshot_preview1" "proc_exit" (func $proc_exit (param i32)))
          (memory (export "memory") 1)
        """
            + body
            + ")");
  }
}
