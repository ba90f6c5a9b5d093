;; Modules that import functions of others, and a start function.
(module $numbers
  (global $count (export "count") (mut i32) (i32.const 10))
  (global (export "constant") i64 (i64.const -1))
  (func (export "next") (result i32)
    (global.set $count (i32.add (global.get $count) (i32.const 1)))
    (global.get $count))
  (func (export "divide") (param i32 i32) (result i32) (i32.div_u (local.get 0) (local.get 1))))
(register "numbers" $numbers)

(assert_return (get $numbers "count") (i32.const 10))
(assert_return (get $numbers "constant") (i64.const -1))

(module $user
  (import "numbers" "next" (func $next (result i32)))
  (import "numbers" "divide" (func $divide (param i32 i32) (result i32)))
  (import "spectest" "print_i32" (func $print (param i32)))
  (memory 1)
  (func $start (i32.store (i32.const 0) (call $next)))
  (start $start)
  (export "next again" (func $next))
  (func (export "started with") (result i32) (i32.load (i32.const 0)))
  (func (export "divide") (param i32) (result i32)
    (call $print (local.get 0))
    (call $divide (i32.const 100) (local.get 0))))
(register "user" $user)

(assert_return (invoke "started with") (i32.const 11))
(assert_return (get $numbers "count") (i32.const 11))
(assert_return (invoke "next again") (i32.const 12))
(assert_return (invoke $numbers "next") (i32.const 13))
(assert_return (invoke $user "divide" (i32.const 7)) (i32.const 14))
(assert_trap (invoke $user "divide" (i32.const 0)) "integer divide by zero")

(module
  (import "user" "next again" (func $next (result i32)))
  (func (export "run") (result i32) (i32.mul (call $next) (i32.const 2))))
(assert_return (invoke "run") (i32.const 28))

(assert_unlinkable (module (import "numbers" "missing" (func))) "unknown import")
(assert_unlinkable (module (import "nobody" "next" (func (result i32)))) "unknown import")
(assert_unlinkable (module (import "numbers" "next" (func (param i32)))) "incompatible import type")
(assert_unlinkable (module (import "numbers" "next" (func (result i64)))) "incompatible import type")
(assert_trap (module (func $start (unreachable)) (start $start)) "unreachable")
(assert_trap (module (memory 1) (func $start (drop (i32.load (i32.const -4)))) (start $start)) "out of bounds memory access")
