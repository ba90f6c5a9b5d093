package dev.cloche.run;

import dev.cloche.Tool;

/**
 * A guest that does what its first argument says, a letter at a time, and writes what came of it.
 *
 * <pre>
 * c realtime   m monotonic   r random   s sleep 2 ms   i read input   g grow memory   z spend fuel
 * w append to /f   d delete /f   l list /   L list /in   R read /in/a   W append to /in/a
 * S describe /in/a   f request argv[2]   p post to argv[2]   q exit with 7   t trap
 * Z loop for ever
 * </pre>
 */
public final class OpsGuest {

  /** All letters that end no call. */
  public static final String GOING_ON = "cmrsigzwdlLRWSfp";

  private static final String IMPORTS =
      """
      (import "wasi_snapshot_preview1" "args_get" (func $args (param i32 i32) (result i32)))
      (import "wasi_snapshot_preview1" "fd_write" (func $write (param i32 i32 i32 i32) (result i32)))
      (import "wasi_snapshot_preview1" "fd_read" (func $read (param i32 i32 i32 i32) (result i32)))
      (import "wasi_snapshot_preview1" "fd_close" (func $close (param i32) (result i32)))
      (import "wasi_snapshot_preview1" "fd_readdir"
        (func $readdir (param i32 i32 i32 i64 i32) (result i32)))
      (import "wasi_snapshot_preview1" "path_open"
        (func $open (param i32 i32 i32 i32 i32 i64 i64 i32 i32) (result i32)))
      (import "wasi_snapshot_preview1" "path_unlink_file"
        (func $unlink (param i32 i32 i32) (result i32)))
      (import "wasi_snapshot_preview1" "path_filestat_get"
        (func $stat (param i32 i32 i32 i32 i32) (result i32)))
      (import "wasi_snapshot_preview1" "clock_time_get"
        (func $clock (param i32 i64 i32) (result i32)))
      (import "wasi_snapshot_preview1" "random_get" (func $random (param i32 i32) (result i32)))
      (import "wasi_snapshot_preview1" "poll_oneoff"
        (func $poll (param i32 i32 i32 i32) (result i32)))
      (import "wasi_snapshot_preview1" "proc_exit" (func $exit (param i32)))
      (import "cloche" "http_open"
        (func $hopen (param i32 i32 i32 i32 i32 i32 i32 i32) (result i32)))
      (import "cloche" "http_write" (func $hwrite (param i32 i32 i32 i32) (result i32)))
      (import "cloche" "http_send" (func $hsend (param i32 i32) (result i32)))
      (import "cloche" "http_headers" (func $hheaders (param i32 i32 i32 i32) (result i32)))
      (import "cloche" "http_read" (func $hread (param i32 i32 i32 i32) (result i32)))
      (import "cloche" "http_close" (func $hclose (param i32) (result i32)))
      """;

  private static final String LIBRARY =
      """
      (memory (export "memory") 2)
      (data (i32.const 512) "f")
      (data (i32.const 520) "in/a")
      (data (i32.const 540) "GETPOST")
      (func $emit (param $at i32) (param $length i32)
        (i32.store (i32.const 600) (local.get $at))
        (i32.store (i32.const 604) (local.get $length))
        (drop (call $write (i32.const 1) (i32.const 600) (i32.const 1) (i32.const 608))))
      (func $code (param i32)
        (i32.store (i32.const 620) (local.get 0))
        (call $emit (i32.const 620) (i32.const 4)))
      (func $time (param i32)
        (call $code (call $clock (local.get 0) (i64.const 1) (i32.const 2048)))
        (call $emit (i32.const 2048) (i32.const 8)))
      (func $opened (param $at i32) (param $length i32) (param $o i32) (param $rights i64)
          (param $flags i32) (result i32)
        (call $code (call $open (i32.const 3) (i32.const 0) (local.get $at) (local.get $length)
          (local.get $o) (local.get $rights) (i64.const 0) (local.get $flags) (i32.const 640)))
        (i32.load (i32.const 640)))
      (func $append (param $at i32) (param $length i32) (param $o i32) (local $fd i32)
        (local.set $fd (call $opened (local.get $at) (local.get $length) (local.get $o)
          (i64.const 66) (i32.const 1)))
        (i32.store (i32.const 600) (i32.const 520))
        (i32.store (i32.const 604) (i32.const 3))
        (call $code (call $write (local.get $fd) (i32.const 600) (i32.const 1) (i32.const 608)))
        (drop (call $close (local.get $fd))))
      (func $input (param $fd i32) (param $length i32)
        (i32.store (i32.const 600) (i32.const 4096))
        (i32.store (i32.const 604) (local.get $length))
        (i32.store (i32.const 608) (i32.const 0))
        (call $code (call $read (local.get $fd) (i32.const 600) (i32.const 1) (i32.const 608)))
        (call $emit (i32.const 4096) (i32.load (i32.const 608))))
      (func $list (param $fd i32)
        (i32.store (i32.const 660) (i32.const 0))
        (call $code (call $readdir (local.get $fd) (i32.const 4096) (i32.const 500) (i64.const 0)
          (i32.const 660)))
        (call $emit (i32.const 4096) (i32.load (i32.const 660))))
      (func $length (param $at i32) (result i32) (local $end i32)
        (local.set $end (local.get $at))
        (loop $more
          (if (i32.load8_u (local.get $end))
            (then (local.set $end (i32.add (local.get $end) (i32.const 1))) (br $more))))
        (i32.sub (local.get $end) (local.get $at)))
      (func $fetch (param $method i32) (param $size i32) (local $url i32) (local $handle i32)
        (local.set $url (i32.load (i32.const 8)))
        (call $code (call $hopen (local.get $method) (local.get $size) (local.get $url)
          (call $length (local.get $url)) (i32.const 0) (i32.const 0) (i32.const 0)
          (i32.const 680)))
        (local.set $handle (i32.load (i32.const 680)))
        (if (i32.eq (local.get $size) (i32.const 4))
          (then (call $code
            (call $hwrite (local.get $handle) (i32.const 520) (i32.const 4) (i32.const 684)))))
        (call $code (call $hsend (local.get $handle) (i32.const 684)))
        (call $code (call $hheaders (local.get $handle) (i32.const 4096) (i32.const 40)
          (i32.const 684)))
        (loop $more
          (i32.store (i32.const 684) (i32.const 0))
          (call $code (call $hread (local.get $handle) (i32.const 4096) (i32.const 9000)
            (i32.const 684)))
          (call $emit (i32.const 4096) (i32.load (i32.const 684)))
          (br_if $more (i32.load (i32.const 684))))
        (drop (call $hclose (local.get $handle))))
      (func $sleep
        (i32.store (i32.const 3088) (i32.const 1))
        (i64.store (i32.const 3096) (i64.const 2000000))
        (call $code (call $poll (i32.const 3072) (i32.const 3200) (i32.const 1) (i32.const 3300))))
      (func $spend (local $i i32)
        (loop $more
          (br_if $more (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1)))
            (i32.const 30000)))))
      """;

  private OpsGuest() {}

  /** Returns the tool. */
  public static Tool tool() {
    return Tool.of("ops", Wat.wasm(text()));
  }

  /** Returns its text. */
  static String text() {
    return "(module\n" + IMPORTS + LIBRARY + start() + ")\n";
  }

  private static String start() {
    return """
    (func (export "_start") (local $at i32) (local $op i32)
      (drop (call $args (i32.const 0) (i32.const 1024)))
      (local.set $at (i32.load (i32.const 4)))
      (loop $next
        (local.set $op (i32.load8_u (local.get $at)))
        (if (i32.eqz (local.get $op)) (then (return)))
        (call $code (local.get $op))
    """
        + op('c', "(call $time (i32.const 0))")
        + op('m', "(call $time (i32.const 1))")
        + op('r', "(call $code (call $random (i32.const 4096) (i32.const 24)))")
        + op('r', "(call $emit (i32.const 4096) (i32.const 24))")
        + op('s', "(call $sleep)")
        + op('z', "(call $spend)")
        + op('i', "(call $input (i32.const 0) (i32.const 7))")
        + op('g', "(call $code (memory.grow (i32.const 40)))")
        + op('w', "(call $append (i32.const 512) (i32.const 1) (i32.const 1))")
        + op('W', "(call $append (i32.const 520) (i32.const 4) (i32.const 0))")
        + op('d', "(call $code (call $unlink (i32.const 3) (i32.const 512) (i32.const 1)))")
        + op('l', "(call $list (i32.const 3))")
        + op(
            'L',
            "(call $list (call $opened (i32.const 520) (i32.const 2) (i32.const 2)"
                + " (i64.const 16384) (i32.const 0)))")
        + op(
            'R',
            "(call $input (call $opened (i32.const 520) (i32.const 4) (i32.const 0)"
                + " (i64.const 2) (i32.const 0)) (i32.const 9))")
        + op(
            'S',
            "(call $code (call $stat (i32.const 3) (i32.const 0) (i32.const 520) (i32.const 4)"
                + " (i32.const 4096))) (call $emit (i32.const 4096) (i32.const 64))")
        + op('f', "(call $fetch (i32.const 540) (i32.const 3))")
        + op('p', "(call $fetch (i32.const 543) (i32.const 4))")
        + op('q', "(call $exit (i32.const 7))")
        + op('t', "unreachable")
        + op('Z', "(loop $ever (br $ever))")
        + """
          (local.set $at (i32.add (local.get $at) (i32.const 1)))
          (br $next)))
        """;
  }

  private static String op(char letter, String code) {
    return "(if (i32.eq (local.get $op) (i32.const %d)) (then %s))\n".formatted((int) letter, code);
  }
}
