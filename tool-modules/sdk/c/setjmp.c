/*
 * What LLVM's lowering of setjmp and longjmp calls (WebAssemblyLowerEmscriptenEHSjLj.cpp). A function that calls setjmp makes its further
 * calls through imports invoke_*. When one returns, it looks at __THREW__: the jmp_buf of a jump that ended there, or 0.
 */
#include <setjmp.h>
#include <stddef.h>

typedef __typeof__(((jmp_buf *)0)[0][0]) Place;

_Static_assert(offsetof(Place, frame) == 0 && offsetof(Place, place) == 4 && offsetof(Place, stack) == 8, "as the code below has it");

void *__THREW__;
int __threwValue;
static int result;

/* Leaves everything up to the last invoke_* that runs. */
_Noreturn void _emscripten_throw_longjmp(void) __attribute__((import_module("env"), import_name("_emscripten_throw_longjmp")));

/* longjmp, and its going on where a function that called setjmp finds that it is not meant. */
_Noreturn void emscripten_longjmp(void *to, int value)
{
    __THREW__ = to;
    __threwValue = value != 0 ? value : 1;
    _emscripten_throw_longjmp();
}

/* What setjmp returns. */
void setTempRet0(int value)
{
    result = value;
}

int getTempRet0(void)
{
    return result;
}

/*
 * __wasm_setjmp(to, place, frame) notes where to come back to. __wasm_setjmp_test(to, frame) returns the place if a jump is meant for this
 * call of a function, with the stack pointer as it was there, else 0. In assembly, since a function in C may move that pointer itself.
 */
__asm__(".globaltype __stack_pointer, i32\n"
        ".globl __wasm_setjmp\n"
        ".type __wasm_setjmp,@function\n"
        "__wasm_setjmp:\n"
        "  .functype __wasm_setjmp (i32, i32, i32) -> ()\n"
        "  local.get 0\n"
        "  local.get 2\n"
        "  i32.store 0\n"
        "  local.get 0\n"
        "  local.get 1\n"
        "  i32.store 4\n"
        "  local.get 0\n"
        "  global.get __stack_pointer\n"
        "  i32.store 8\n"
        "  end_function\n"
        ".globl __wasm_setjmp_test\n"
        ".type __wasm_setjmp_test,@function\n"
        "__wasm_setjmp_test:\n"
        "  .functype __wasm_setjmp_test (i32, i32) -> (i32)\n"
        "  local.get 0\n"
        "  i32.load 0\n"
        "  local.get 1\n"
        "  i32.ne\n"
        "  if\n"
        "    i32.const 0\n"
        "    return\n"
        "  end_if\n"
        "  local.get 0\n"
        "  i32.load 8\n"
        "  global.set __stack_pointer\n"
        "  local.get 0\n"
        "  i32.load 4\n"
        "  end_function\n");
