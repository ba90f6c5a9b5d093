package dev.cloche;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Nothing of a call is in the next one: guests write canaries everywhere, and look for them. */
@Timeout(120)
class IsolationTest {

  /**
   * Exits with a number above 0 that tells where it found something that should not be there, then
   * fills all that it has with canaries. The two numbers are the word at 1024 and the global {@code
   * $warm} that it expects, and where a start-up function comes.
   */
  private static final String GUEST =
      """
      (type $give (func (result i32)))
      (memory 3)
      (table $t 8 funcref)
      (global $warm (mut i32) (i32.const 0))
      (global $a (mut i32) (i32.const 11))
      (global $b (mut i64) (i64.const -12))
      (global $c (mut f32) (f32.const 1.5))
      (global $d (mut f64) (f64.const -2.5))
      (global $e (mut funcref) (ref.null func))
      (data (i32.const 16) "abcd")
      (data $passive "passive")
      (elem (table $t) (i32.const 1) func $f $g)
      (elem $spare func $g)
      (func $f (result i32) (i32.const 42))
      (func $g (result i32) (i32.const 43))

      (func $fail_unless (param $holds i32) (param $status i32)
        (if (i32.eqz (local.get $holds)) (then (call $proc_exit (local.get $status)))))

      (func $zeros (param $from i32) (param $to i32) (param $status i32)
        (loop $next
          (call $fail_unless (i64.eqz (i64.load (local.get $from))) (local.get $status))
          (local.set $from (i32.add (local.get $from) (i32.const 8)))
          (br_if $next (i32.lt_u (local.get $from) (local.get $to)))))

      (func $look (local $i i32)
        (call $fail_unless (i32.eq (memory.size) (i32.const 3)) (i32.const 1))
        (call $fail_unless
          (i64.eq (i64.load (i32.const 16)) (i64.const 0x64636261)) (i32.const 2))
        (call $fail_unless
          (i64.eq (i64.load (i32.const 1024)) (i64.const %1$d)) (i32.const 3))
        (call $zeros (i32.const 0) (i32.const 16) (i32.const 4))
        (call $zeros (i32.const 24) (i32.const 1024) (i32.const 4))
        (call $zeros (i32.const 1032) (i32.const 196608) (i32.const 4))
        (call $fail_unless (i32.eq (memory.grow (i32.const 2)) (i32.const 3)) (i32.const 5))
        (call $zeros (i32.const 196608) (i32.const 327680) (i32.const 6))
        (call $fail_unless (i32.eq (global.get $warm) (i32.const %1$d)) (i32.const 7))
        (call $fail_unless (i32.eq (global.get $a) (i32.const 11)) (i32.const 8))
        (call $fail_unless (i64.eq (global.get $b) (i64.const -12)) (i32.const 9))
        (call $fail_unless (f32.eq (global.get $c) (f32.const 1.5)) (i32.const 10))
        (call $fail_unless (f64.eq (global.get $d) (f64.const -2.5)) (i32.const 11))
        (call $fail_unless (ref.is_null (global.get $e)) (i32.const 12))
        (call $fail_unless (i32.eq (table.size $t) (i32.const 8)) (i32.const 13))
        (call $fail_unless (ref.is_null (table.get $t (i32.const 0))) (i32.const 14))
        (local.set $i (i32.const 3))
        (loop $next
          (call $fail_unless (ref.is_null (table.get $t (local.get $i))) (i32.const 14))
          (br_if $next
            (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 8))))
        (call $fail_unless
          (i32.eq (call_indirect (type $give) (i32.const 1)) (i32.const 42)) (i32.const 15))
        (call $fail_unless
          (i32.eq (call_indirect (type $give) (i32.const 2)) (i32.const 43)) (i32.const 16))
        ;; These trap where an earlier call has dropped the segments.
        (memory.init $passive (i32.const 0) (i32.const 0) (i32.const 7))
        (table.init $t $spare (i32.const 0) (i32.const 0) (i32.const 1)))

      (func $spoil
        (memory.fill (i32.const 0) (i32.const 0xA5) (i32.mul (memory.size) (i32.const 65536)))
        (global.set $warm (i32.const -1))
        (global.set $a (i32.const -1))
        (global.set $b (i64.const -1))
        (global.set $c (f32.const -1))
        (global.set $d (f64.const -1))
        (global.set $e (ref.func $f))
        (drop (table.grow $t (ref.func $f) (i32.const 9)))
        (table.fill $t (i32.const 0) (ref.func $f) (table.size $t))
        (data.drop $passive)
        (elem.drop $spare))
      %2$s
      """;

  private static final String BODY = "(call $look) (call $spoil)";

  private static final Tool COLD = Guests.command(GUEST.formatted(0, ""), BODY);

  private static final Tool WARM =
      Guests.command(
          GUEST.formatted(
              7,
              """
              (func (export "wizer.initialize")
                (i32.store (i32.const 1024) (i32.const 7)) (global.set $warm (i32.const 7)))
              """),
          BODY);

  /** Of other sizes, so that its array may serve the others and theirs it. */
  private static final Tool SPOILER =
      Guests.command(
          "(memory 4)",
          "(memory.fill (i32.const 0) (i32.const 0x5A) (i32.const 262144)) unreachable");

  @ParameterizedTest
  @EnumSource(Execution.class)
  void canaries_ofEarlierCalls_areInNoLaterOne(Execution execution) {
    try (Engine engine = Guests.engine(execution);
        Session session = engine.openSession()) {
      for (int i = 0; i < 6; i++) {
        assertEquals(0, Guests.completed(session.call(COLD, Call.of())).exitStatus());
        assertEquals(0, Guests.completed(session.call(WARM, Call.of())).exitStatus());
        Guests.trapped(TrapKind.UNREACHABLE, session.call(SPOILER, Call.of()));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Execution.class)
  void canaries_ofParallelCalls_areInNoOther(Execution execution) throws Exception {
    ExecutorService callers = Executors.newFixedThreadPool(6);
    try (Engine engine = Guests.engine(execution)) {
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < 6; i++) {
        Tool tool = i % 2 == 0 ? COLD : WARM;
        all.add(callers.submit(() -> callMany(engine, tool)));
      }
      for (Future<?> caller : all) {
        assertEquals(null, caller.get());
      }
    } finally {
      callers.shutdownNow();
    }
  }

  private static void callMany(Engine engine, Tool tool) {
    try (Session session = engine.openSession()) {
      for (int i = 0; i < 10; i++) {
        assertEquals(0, Guests.completed(session.call(tool, Call.of())).exitStatus());
      }
    }
  }
}
