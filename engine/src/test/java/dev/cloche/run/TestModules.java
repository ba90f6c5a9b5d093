package dev.cloche.run;

import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Small guests with every control construct; each exports {@code run} from i32 to i32. */
enum TestModules {
  FIB(
      """
      (module
        (func $fib (export "run") (param i32) (result i32)
          (if (result i32) (i32.lt_s (local.get 0) (i32.const 2))
            (then (local.get 0))
            (else
              (i32.add
                (call $fib (i32.sub (local.get 0) (i32.const 1)))
                (call $fib (i32.sub (local.get 0) (i32.const 2))))))))
      """,
      12),
  LOOP_SUM(
      """
      (module
        (func (export "run") (param i32) (result i32) (local i32)
          (loop $again
            (local.set 1 (i32.add (local.get 1) (local.get 0)))
            (local.set 0 (i32.sub (local.get 0) (i32.const 1)))
            (br_if $again (i32.gt_s (local.get 0) (i32.const 0))))
          (local.get 1)))
      """,
      1000),
  EARLY_RETURN(
      """
      (module
        (func (export "run") (param i32) (result i32)
          (block $out
            (loop $again
              (br_if $out (i32.eqz (local.get 0)))
              (if (i32.eq (local.get 0) (i32.const 7)) (then (return (i32.const 77))))
              (local.set 0 (i32.sub (local.get 0) (i32.const 1)))
              (br $again)))
          (i32.const -1)))
      """,
      50),
  SWITCH(
      """
      (module
        (func $step (param i32) (result i32)
          (block $d (block $c (block $b (block $a
            (br_table $a $b $c $d (i32.and (local.get 0) (i32.const 3))))
            (return (i32.add (local.get 0) (i32.const 3))))
            (return (i32.mul (local.get 0) (i32.const 2))))
            nop)
          (i32.sub (local.get 0) (i32.const 1)))
        (func (export "run") (param i32) (result i32) (local i32)
          (block $end
            (loop $again
              (br_if $end (i32.ge_s (local.get 1) (local.get 0)))
              (drop (call $step (local.get 1)))
              (local.set 1 (i32.add (local.get 1) (i32.const 1)))
              (br $again)))
          (local.get 1)))
      """,
      40),
  /** As compilers write a large switch. */
  WIDE_SWITCH(
      "(module (func (export \"run\") (param i32) (result i32) (loop $again "
          + "(block ".repeat(40)
          + "(br_table "
          + IntStream.range(0, 40).mapToObj(Integer::toString).collect(Collectors.joining(" "))
          + " (i32.rem_u (local.get 0) (i32.const 40)))"
          + ")".repeat(40)
          + "(br_if $again"
          + " (local.tee 0 (i32.sub (local.get 0) (i32.const 1))))) (local.get 0)))",
      100),
  /** A frame of more than 64 locals costs more to enter: a leaf, a recursion, and the entry. */
  WIDE_FRAMES(
      "(module (func $leaf (param i32) (result i32) (local "
          + "i32 ".repeat(87)
          + ") (i32.add (local.get 0) (local.get 80)))"
          + " (func $deeper (param i32) (result i32) (local "
          + "i64 ".repeat(71)
          + ") (if (result i32) (local.get 0)"
          + " (then (call $deeper (i32.sub (local.get 0) (i32.const 1)))) (else (local.get 0))))"
          + " (func (export \"run\") (param i32) (result i32) (local "
          + "f32 ".repeat(64)
          + ") (loop $again (drop (call $leaf (local.get 0)))"
          + " (br_if $again (local.tee 0 (i32.sub (local.get 0) (i32.const 1)))))"
          + " (call $deeper (i32.const 9))))",
      20),
  INDIRECT(
      """
      (module
        (type $f (func (param i32) (result i32)))
        (table 5 5 funcref)
        (elem (i32.const 1) $inc $double $self)
        (func $inc (type $f) (i32.add (local.get 0) (i32.const 1)))
        (func $double (type $f) (i32.shl (local.get 0) (i32.const 1)))
        (func $self (type $f)
          (if (result i32) (i32.gt_s (local.get 0) (i32.const 0))
            (then (call_indirect (type $f)
              (i32.sub (local.get 0) (i32.const 1)) (i32.const 3)))
            (else (i32.const 5))))
        (func (export "run") (param i32) (result i32)
          (i32.add
            (call_indirect (type $f) (local.get 0) (i32.const 1))
            (i32.add
              (call_indirect (type $f) (local.get 0) (i32.const 2))
              (call_indirect (type $f) (local.get 0) (i32.const 3))))))
      """,
      9),
  BULK(
      """
      (module
        (memory 2)
        (data $d "some passive data in this segment")
        (func (export "run") (param i32) (result i32)
          (memory.fill (i32.const 16) (i32.const 7) (local.get 0))
          (memory.copy (i32.const 40000) (i32.const 8) (local.get 0))
          (memory.init $d (i32.const 0) (i32.const 2) (i32.const 20))
          (data.drop $d)
          (i32.load (i32.const 40004))))
      """,
      30000),
  DEAD_CODE(
      """
      (module
        (func (export "run") (param i32) (result i32)
          (block $a (result i32)
            (block $b
              (br_if $b (local.get 0))
              (br $a (i32.const 1))
              (loop $never (nop) (br $never))
              (drop (i32.const 3)))
            (if (result i32) (local.get 0)
              (then (br $a (i32.const 2)) (unreachable))
              (else (i32.const 9))))
          (return)
          (i32.const 4)))
      """,
      1),
  MULTI_VALUE(
      """
      (module
        (func $divmod (param i32 i32) (result i32 i32)
          (if (i32.eqz (local.get 1)) (then (return (i32.const 0) (i32.const -1))))
          (i32.div_u (local.get 0) (local.get 1))
          (i32.rem_u (local.get 0) (local.get 1)))
        (func (export "run") (param i32) (result i32)
          (call $divmod (local.get 0) (i32.const 7))
          (block (param i32 i32) (result i32) (i32.add))
          (call $divmod (local.get 0) (i32.const 0))
          (i32.add)
          (i32.add)))
      """,
      100);

  private final String text;
  final int argument;

  TestModules(String text, int argument) {
    this.text = text;
    this.argument = argument;
  }

  byte[] wasm() {
    return Wat.wasm(text);
  }
}
