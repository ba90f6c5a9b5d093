package dev.cloche.run;

import dev.cloche.Limits;
import dev.cloche.Tool;
import java.util.List;
import java.util.stream.IntStream;

/** The tools of the endurance test, which all its threads share. */
record MixGuests(
    Tool exits,
    List<Tool> writes,
    Tool traps,
    Tool grows,
    Tool spins,
    Tool sleeps,
    Tool prints,
    Tool asksForMore,
    Tool fetches,
    Tool unlisted,
    Tool broken,
    Tool large) {

  private static final String WASI =
      """
      (import "wasi_snapshot_preview1" "args_sizes_get" (func $sizes (param i32 i32) (result i32)))
      (import "wasi_snapshot_preview1" "proc_exit" (func $exit (param i32)))
      (import "wasi_snapshot_preview1" "fd_write"
        (func $write (param i32 i32 i32 i32) (result i32)))
      (import "wasi_snapshot_preview1" "path_open"
        (func $open (param i32 i32 i32 i32 i32 i64 i64 i32 i32) (result i32)))
      (import "wasi_snapshot_preview1" "poll_oneoff"
        (func $poll (param i32 i32 i32 i32) (result i32)))
      """;

  /** The server answers what is allowed. */
  static MixGuests of(LoopbackServer server) {
    return new MixGuests(
        command(
            "(drop (call $sizes (i32.const 0) (i32.const 4)))"
                // Two names with their ends: "guest" takes six bytes, and the end of the other one.
                + "(call $exit (i32.sub (i32.load (i32.const 4)) (i32.const 7)))"),
        IntStream.range(0, 10).mapToObj(MixGuests::writing).toList(),
        command("unreachable"),
        command(
            "(loop $more (br_if $more (i32.ge_s (memory.grow (i32.const 1)) (i32.const 0))))"
                + "unreachable"),
        command("(loop $again (br $again))"),
        command(
            "(i64.store (i32.const 24) (i64.const 0x7fffffffffffffff))"
                + "(drop (call $poll (i32.const 0) (i32.const 64) (i32.const 1) (i32.const 128)))"),
        command(
            "(i32.store (i32.const 4) (i32.const 1000)) (loop $again"
                + "(drop (call $write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 8)))"
                + "(br $again))"),
        Tool.of("guest", Fetching.once("http://denied.example/").bytes()),
        Tool.of("guest", Fetching.once(server.url("/")).bytes()),
        Tool.of("unlisted", command("nop").bytes()),
        Tool.of("guest", new byte[] {0, 'a', 's', 'm', 1, 0, 0, 0, 1}),
        module("(module (memory 100) (func (export \"_start\")))"));
  }

  private static Tool command(String body) {
    return module(
        "(module %s (memory 1) (data (i32.const 200) \"file\") (func (export \"_start\") %s))"
            .formatted(WASI, body));
  }

  private static Tool module(String text) {
    return Tool.of("guest", Wat.wasm(text));
  }

  /** Creates or empties a file and writes to it, and exits with the first errno. */
  private static Tool writing(int number) {
    int length = 100 * (1 << number);
    String body =
        """
        (i32.store8 (i32.const 204) (i32.const %d))
        (i32.store (i32.const 0) (i32.const 1000)) (i32.store (i32.const 4) (i32.const %d))
        (if (call $open (i32.const 3) (i32.const 0) (i32.const 200) (i32.const 5) (i32.const 9)
              (i64.const 64) (i64.const 0) (i32.const 0) (i32.const 16))
          (then (call $exit (i32.const 1))))
        (call $exit
          (call $write (i32.load (i32.const 16)) (i32.const 0) (i32.const 1) (i32.const 8)))
        """
            .formatted('a' + number, Math.min(length, 64_000));
    return command(body);
  }

  /** The policy that the calls of the test are under, behind {@code version: 1}. */
  static String policy(LoopbackServer server) {
    return """
        limits: { fuel: %d, wall: 10m, memory: 1Mi, output: 80Ki }
        workspace: { bytes: 1Mi }
        tools: { allow: [guest] }
        network: { allow: [ { url: "%s", private: true } ] }
        """
        .formatted(Limits.MAX_FUEL, server.url("/"));
  }
}
