package dev.cloche.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.Execution;
import dev.cloche.meter.Meter;
import dev.cloche.meter.MeteredModule;
import dev.cloche.meter.Outliner;
import dev.cloche.module.ModuleException;
import dev.cloche.module.ModuleLimits;
import dev.cloche.module.ModuleReader;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The guest's stack ends at a depth that the module alone decides (attack L6). */
class StackTest {

  private static final long PLENTY = 10_000_000_000L;

  private static final byte[] DIRECT =
      Wat.wasm(
          """
          (module
            (global $depth (export "depth") (mut i32) (i32.const 0))
            (func $down (export "run") (param i32) (result i32)
              (global.set $depth (i32.add (global.get $depth) (i32.const 1)))
              (i32.add (i32.const 1) (call $down (local.get 0))))
            (func $to (export "to") (param i32) (result i32)
              (if (i32.eqz (local.get 0)) (then (return (i32.const 0))))
              (i32.add (i32.const 1) (call $to (i32.sub (local.get 0) (i32.const 1))))))
          """);

  /** Long parameters and many locals: the most Java stack for a counted slot. */
  private static final byte[] WIDE =
      Wat.wasm(
          """
          (module
            (type $f (func (param i64 i64 i64 i64) (result i64)))
            (table 2 funcref)
            (elem (i32.const 0) $a $b)
            (global $depth (export "depth") (mut i32) (i32.const 0))
            (func $a (type $f) (local %s)
              (global.set $depth (i32.add (global.get $depth) (i32.const 1)))
              (i64.add (local.get 0)
                (call_indirect (type $f) (local.get 1) (local.get 2) (local.get 3) (local.get 0)
                  (i32.const 1))))
            (func $b (type $f)
              (i64.add (local.get 0)
                (call_indirect (type $f) (local.get 1) (local.get 2) (local.get 3) (local.get 0)
                  (i32.const 0))))
            (func (export "run") (param i32) (result i32)
              (i32.wrap_i64 (call $a (i64.const 1) (i64.const 2) (i64.const 3) (i64.const 4)))))
          """
              .formatted("i64 ".repeat(200)));

  /** A call deep inside what can be cut out. */
  private static final byte[] NESTED =
      Wat.wasm(
          """
          (module
            (global $depth (export "depth") (mut i32) (i32.const 0))
            (func $down (export "run") (param i32) (result i32) (local i32 i32 i64)
              (block $a (block $b (block $c
                %1$s
                (block $d
                  (br_if $d (i32.eq (local.get 1) (i32.const 99)))
                  %1$s
                  (global.set $depth (i32.add (global.get $depth) (i32.const 1)))
                  (local.set 2 (call $down (local.get 1)))
                  %1$s
                  (br_if $c (local.get 2)))
                %1$s)))
              (i32.add (local.get 1) (local.get 2))))
          """
              .formatted(
                  "(local.set 1 (i32.add (i32.mul (local.get 0) (i32.const 7)) (i32.const 3)))"
                      .repeat(12)));

  /** The most Java frames for a counted one: each call of the guest goes through the host. */
  private static final byte[] INVOKED =
      Wat.wasm(
          """
          (module
            (import "env" "invoke_v" (func $invoke_v (param i32)))
            (table funcref (elem $a))
            (global $depth (export "depth") (mut i32) (i32.const 0))
            (func $a
              (global.set $depth (i32.add (global.get $depth) (i32.const 1)))
              (call $invoke_v (i32.const 0)))
            (func (export "run") (param i32) (result i32)
              (call $invoke_v (i32.const 0))
              (i32.const 1)))
          """);

  private record Depth(String kind, long fuel, long depth) {}

  private static Depth exhaust(byte[] wasm, Execution execution) {
    return exhaust(MeteredGuest.of(wasm, execution));
  }

  private static Depth exhaust(MeteredGuest guest) {
    return onGuestThread(
        () -> {
          MeteredGuest.Run run = guest.start(PLENTY);
          MeteredGuest.Ending ending = run.call("run", 1);
          return new Depth(
              ending.kind(), ending.fuel(), run.instance.exports().global("depth").getValue());
        });
  }

  /** A stack as large as the engine gives a guest. */
  private static <T> T onGuestThread(java.util.function.Supplier<T> work) {
    CompletableFuture<T> result = new CompletableFuture<>();
    Thread thread =
        new Thread(
            null,
            () -> {
              try {
                result.complete(work.get());
              } catch (Throwable t) {
                result.completeExceptionally(t);
              }
            },
            "guest",
            GuestThreads.STACK_BYTES);
    thread.start();
    return result.join();
  }

  /**
   * The host is told of the stack where it is called, and nobody gives that back: the next call of
   * an instance has to find all of it again, and an interpreted caller what it had.
   */
  @ParameterizedTest
  @EnumSource(Execution.class)
  void hostCallAtDepth_leavesTheStackAsItWas(Execution execution) {
    byte[] wasm =
        Wat.wasm(
            """
            (module
              (import "host" "log" (func $log (param i32)))
              (type $log (func (param i32)))
              (table funcref (elem $log))
              (func $down (export "down") (param i32) (result i32)
                (if (i32.eqz (local.get 0))
                  (then
                    (call $log (i32.const 1))
                    (call_indirect (type $log) (i32.const 2) (i32.const 0))
                    (return (i32.const 0))))
                (i32.add (i32.const 1) (call $down (i32.sub (local.get 0) (i32.const 1)))))
              (func (export "twice") (param i32) (result i32)
                (i32.add (call $down (local.get 0)) (call $down (local.get 0)))))
            """);
    List<String> kinds =
        onGuestThread(
            () -> {
              MeteredGuest.Run run = MeteredGuest.of(wasm, execution).start(PLENTY);
              List<String> endings = new ArrayList<>();
              for (int i = 0; i < 3; i++) {
                // More than a half of the stack.
                endings.add(run.call("down", 80_000).kind());
                endings.add(run.call("twice", 80_000).kind());
              }
              endings.add(run.call("down", 200_000).kind());
              return endings;
            });
    String once = "ok[80000]";
    String twice = "ok[160000]";
    String end = "stop STACK";
    assertEquals(List.of(once, twice, once, twice, once, twice, end), kinds);
  }

  @Test
  void recursion_endless_endsAtTheSameDepthInBothEngines() {
    Depth compiled = exhaust(DIRECT, Execution.COMPILED);
    assertEquals("stop STACK", compiled.kind());
    assertTrue(compiled.depth() > 20_000, "depth " + compiled.depth());
    assertEquals(compiled, exhaust(DIRECT, Execution.INTERPRETED));
    assertEquals(compiled, exhaust(DIRECT, Execution.COMPILED));
  }

  @Test
  void recursion_wideFramesThroughATable_endsByCountNotByJavasStack() {
    Depth compiled = exhaust(WIDE, Execution.COMPILED);
    assertEquals("stop STACK", compiled.kind());
    assertEquals(compiled, exhaust(WIDE, Execution.INTERPRETED));
  }

  @Test
  void recursion_throughTheHost_endsByCountNotByJavasStack() {
    Depth compiled = exhaust(INVOKED, Execution.COMPILED);
    assertEquals("stop STACK", compiled.kind());
    assertTrue(compiled.depth() > 20_000, "depth " + compiled.depth());
    assertEquals(compiled, exhaust(INVOKED, Execution.INTERPRETED));
  }

  /** The pieces that a frame runs in count with it, so that Java's stack suffices as before. */
  @Test
  void recursion_throughPieces_endsAtTheSameDepthInBothEngines() throws ModuleException {
    MeteredModule whole = Meter.apply(ModuleReader.read(NESTED, ModuleLimits.defaults()));
    MeteredModule parts = Outliner.apply(whole, 400);
    assertTrue(parts.bytes().length > whole.bytes().length, "nothing was split");
    Depth compiled = exhaust(MeteredGuest.of(parts, Execution.COMPILED));
    assertEquals("stop STACK", compiled.kind());
    assertEquals(compiled, exhaust(MeteredGuest.of(parts, Execution.INTERPRETED)));
    Depth unsplit = exhaust(MeteredGuest.of(whole, Execution.COMPILED));
    assertTrue(compiled.depth() < unsplit.depth(), compiled + " and " + unsplit);
  }

  @Test
  void recursion_returning_givesItsFramesBack() {
    MeteredGuest guest = MeteredGuest.of(DIRECT, Execution.COMPILED);
    MeteredGuest.Run run = guest.start(PLENTY);
    for (int i = 0; i < 100; i++) {
      assertEquals("ok[1000]", run.call("to", 1000).kind());
    }
  }
}
