;; What is not valid; above all what would be, if the globals, tables, types and functions that the meter adds were the guest's.
(assert_invalid (module (func (result i32) (global.get 0))) "unknown global")
(assert_invalid (module (global i32 (i32.const 1)) (func (drop (global.get 1)))) "unknown global")
(assert_invalid (module (global i32 (i32.const 1)) (func (global.set 1 (i32.const 1000000)))) "unknown global")
(assert_invalid (module (global i32 (i32.const 1)) (func (global.set 2 (i32.const 1000000)))) "unknown global")
(assert_invalid (module (global i32 (i32.const 1)) (func (global.set 0 (i32.const 1)))) "global is immutable")
(assert_invalid (module (func (drop (table.grow 0 (ref.null func) (i32.const 1))))) "unknown table")
(assert_invalid (module (table 1 funcref) (func (drop (table.size 1)))) "unknown table")
(assert_invalid (module (func (call 1))) "unknown function")
(assert_invalid (module (memory 1) (func (call 3))) "unknown function")
(assert_invalid (module (func (drop (memory.size)))) "unknown memory")
(assert_invalid (module (func (drop (i32.load (i32.const 0))))) "unknown memory")
(assert_invalid (module (export "fuel" (global 0))) "unknown global")
(assert_invalid (module (func (local.set 0 (i32.const 1)))) "unknown local")
(assert_invalid (module (func (param i32) (local.set 1 (i32.const 1)))) "unknown local")
(assert_invalid (module (func (br 1))) "unknown label")
(assert_invalid (module (func (result i32) (i64.const 1))) "type mismatch")
(assert_invalid (module (func (result i32) (block (result i32) (br 0)))) "type mismatch")
(assert_invalid (module (func (i32.add (i32.const 1) (f32.const 1)) drop)) "type mismatch")
(assert_invalid (module (func (result i32) (if (result i32) (i32.const 1) (then (i32.const 1))))) "type mismatch")
(assert_invalid (module (table 1 funcref) (func (call_indirect (type 5) (i32.const 0)))) "unknown type")
(assert_invalid (module (memory 1) (func (memory.init 0 (i32.const 0) (i32.const 0) (i32.const 0)))) "unknown data segment")
(assert_invalid (module (start 0)) "unknown function")
(assert_invalid (module (func $f (param i32)) (start $f)) "start function")
(assert_invalid (module (func) (export "a" (func 0)) (export "a" (func 0))) "duplicate export name")
(assert_invalid (module (memory 2 1)) "size minimum must not be greater than maximum")
(assert_invalid (module (memory 65537)) "memory size must be at most 65536 pages (4GiB)")

(assert_malformed (module binary "") "unexpected end")
(assert_malformed (module binary "\00asm\02\00\00\00") "unknown binary version")
(assert_malformed (module binary "\00asm\01\00\00\00" "\01\05\01\60\00\00") "section size mismatch")
(assert_malformed (module binary "\00asm\01\00\00\00" "\0e\00") "malformed section id")
;; A section twice, and one out of order.
(assert_malformed (module binary "\00asm\01\00\00\00" "\01\01\00" "\01\01\00") "unexpected content after last section")
(assert_malformed (module binary "\00asm\01\00\00\00" "\05\03\01\00\00" "\01\01\00") "unexpected content after last section")
;; A function without a body.
(assert_malformed
  (module binary "\00asm\01\00\00\00" "\01\04\01\60\00\00" "\03\02\01\00")
  "function and code section have inconsistent lengths")
;; A number of six bytes, and one with bits above the 32nd.
(assert_malformed (module binary "\00asm\01\00\00\00" "\05\08\01\00\82\80\80\80\80\00") "integer representation too long")
(assert_malformed (module binary "\00asm\01\00\00\00" "\05\07\01\00\82\80\80\80\70") "integer too large")
;; A body that ends before its end.
(assert_malformed
  (module binary "\00asm\01\00\00\00" "\01\04\01\60\00\00" "\03\02\01\00" "\0a\05\01\03\00\01\01")
  "unexpected end")
;; A custom section whose name is not UTF-8.
(assert_malformed (module binary "\00asm\01\00\00\00" "\00\02\01\ff") "malformed UTF-8 encoding")
