package dev.cloche.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.cloche.Tool;
import java.io.ByteArrayOutputStream;

/** Guests that make requests, as WebAssembly text. */
final class Fetching {

  private static final String IMPORTS =
      """
      (import "cloche" "http_open"
        (func $open (param i32 i32 i32 i32 i32 i32 i32 i32) (result i32)))
      (import "cloche" "http_send" (func $send (param i32 i32) (result i32)))
      (import "cloche" "http_headers" (func $headers (param i32 i32 i32 i32) (result i32)))
      (import "cloche" "http_read" (func $read (param i32 i32 i32 i32) (result i32)))
      (import "cloche" "http_close" (func $close (param i32) (result i32)))
      (import "wasi_snapshot_preview1" "environ_get" (func $environ (param i32 i32) (result i32)))
      (import "wasi_snapshot_preview1" "args_get" (func $args (param i32 i32) (result i32)))
      (import "wasi_snapshot_preview1" "fd_write"
        (func $print (param i32 i32 i32 i32) (result i32)))
      (import "wasi_snapshot_preview1" "proc_exit" (func $exit (param i32)))
      """;

  private Fetching() {}

  /**
   * Sends {@code times} requests one after the other, reads headers and the whole body of each
   * answer, 8 KiB at a time, and at last writes its whole memory, with arguments and environment in
   * it, to standard output. Exits with the first code that is not 0.
   */
  static Tool times(int times, String method, String url, String headers) {
    String text = method + url + headers;
    int urlAt = method.length();
    int headersAt = urlAt + url.length();
    return Tool.of(
        "fetching",
        Wat.wasm(
            """
            (module
              %s
              (memory (export "memory") 1)
              (data (i32.const 0) "%s")
              (global $code (mut i32) (i32.const 0))
                      (func $ok (param i32) (result i32)
                (if (i32.eqz (global.get $code)) (then (global.set $code (local.get 0))))
                (i32.eqz (global.get $code)))
              (func $one (local $handle i32)
                (if (i32.eqz (call $ok (call $open (i32.const 0) (i32.const %d) (i32.const %d)
                      (i32.const %d) (i32.const %d) (i32.const %d) (i32.const 0)
                      (i32.const 4096))))
                  (then (return)))
                (local.set $handle (i32.load (i32.const 4096)))
                (if (i32.eqz (call $ok (call $send (local.get $handle) (i32.const 4100))))
                  (then (return)))
                (drop (call $headers (local.get $handle) (i32.const 6144) (i32.const 1024)
                  (i32.const 4104)))
                (loop $more
                  (if (call $ok (call $read (local.get $handle) (i32.const 8192)
                        (i32.const 8192) (i32.const 4108)))
                    (then (br_if $more (i32.load (i32.const 4108))))))
                (drop (call $close (local.get $handle))))
              (func (export "_start") (local $left i32)
                (drop (call $environ (i32.const 20000) (i32.const 22000)))
                (drop (call $args (i32.const 30000) (i32.const 32000)))
                (local.set $left (i32.const %d))
                (loop $again
                  (call $one)
                  (br_if $again
                    (local.tee $left (i32.sub (local.get $left) (i32.const 1)))))
                (i32.store (i32.const 60000) (i32.const 0))
                (i32.store (i32.const 60004) (i32.const 65536))
                (drop (call $print (i32.const 1) (i32.const 60000) (i32.const 1) (i32.const 60008)))
                (call $exit (global.get $code))))
            """
                .formatted(
                    IMPORTS,
                    text.replace("\n", "\\0a"),
                    method.length(),
                    urlAt,
                    url.length(),
                    headersAt,
                    headers.length(),
                    times)));
  }

  /** Makes a request, writes a byte to standard output, and makes another; exits with its code. */
  static Tool twice(String first, String second) {
    return Tool.of(
        "twice",
        Wat.wasm(
            """
            (module
              %s
              (memory (export "memory") 1)
              (data (i32.const 0) "GET%s%s")
              (func $one (param $url i32) (param $length i32) (result i32) (local $code i32)
                (local.set $code (call $open (i32.const 0) (i32.const 3) (local.get $url)
                  (local.get $length) (i32.const 0) (i32.const 0) (i32.const 0) (i32.const 4096)))
                (if (local.get $code) (then (return (local.get $code))))
                (local.set $code (call $send (i32.load (i32.const 4096)) (i32.const 4100)))
                (loop $more
                  (if (i32.eqz (call $read (i32.load (i32.const 4096)) (i32.const 8192)
                        (i32.const 8192) (i32.const 4108)))
                    (then (br_if $more (i32.load (i32.const 4108))))))
                (drop (call $close (i32.load (i32.const 4096))))
                (local.get $code))
              (func (export "_start")
                (drop (call $one (i32.const 3) (i32.const %d)))
                (i32.store (i32.const 4200) (i32.const 0))
                (i32.store (i32.const 4204) (i32.const 1))
                (drop (call $print (i32.const 1) (i32.const 4200) (i32.const 1) (i32.const 4208)))
                (call $exit (call $one (i32.const %d) (i32.const %d)))))
            """
                .formatted(
                    IMPORTS, first, second, first.length(), 3 + first.length(), second.length())));
  }

  static Tool once(String url) {
    return times(1, "GET", url, "");
  }

  /** Opens a file with these flags to read and write it; exits with the errno. */
  static Tool file(String path, int flags) {
    return file(path, flags, 66);
  }

  /** Opens a file with these flags and rights; exits with the errno. */
  static Tool file(String path, int flags, long rights) {
    return Tool.of(
        "opening",
        Wat.wasm(
            """
            (module
              (import "wasi_snapshot_preview1" "path_open" (func $open
                (param i32 i32 i32 i32 i32 i64 i64 i32 i32) (result i32)))
              (import "wasi_snapshot_preview1" "proc_exit" (func $exit (param i32)))
              (memory (export "memory") 1)
              (data (i32.const 0) "%s")
              (func (export "_start")
                (call $exit (call $open (i32.const 3) (i32.const 0) (i32.const 0) (i32.const %d)
                  (i32.const %d) (i64.const %d) (i64.const 0) (i32.const 0)
                  (i32.const 4096)))))
            """
                .formatted(path, path.length(), flags, rights)));
  }

  /** The same tool with a manifest that has this block of capabilities. */
  static Tool asking(Tool tool, String capabilities) {
    byte[] manifest =
        ("{\"name\":\"fetching\",\"title\":\"X\",\"description\":\"does x\",\"version\":\"1\","
                + "\"license\":\"MIT\",\"source\":\"here\",\"abi\":\"wasi-command\",\"usage\":[\"x\"],"
                + "\"capabilities\":"
                + capabilities
                + "}")
            .getBytes(UTF_8);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(tool.bytes());
    out.write(0);
    int length = manifest.length + 12;
    for (; length >= 0x80; length >>>= 7) {
      out.write((length & 0x7f) | 0x80);
    }
    out.write(length);
    out.write(11);
    out.writeBytes("cloche.tool".getBytes(UTF_8));
    out.writeBytes(manifest);
    return Tool.of(tool.name(), out.toByteArray());
  }
}
