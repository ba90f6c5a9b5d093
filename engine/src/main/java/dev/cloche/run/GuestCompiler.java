package dev.cloche.run;

import com.dylibso.chicory.compiler.InterpreterFallback;
import com.dylibso.chicory.compiler.internal.Compiler;
import com.dylibso.chicory.compiler.internal.CompilerResult;
import com.dylibso.chicory.wasm.WasmModule;
import org.jspecify.annotations.Nullable;

/**
 * Chicory's compiler as the engine sets it up: classes are kept as bytes, and functions that no
 * Java method can hold are left to the interpreter.
 */
final class GuestCompiler {

  private GuestCompiler() {}

  /**
   * Compiles a module.
   *
   * @param className what the main class is called; null for Chicory's own choice
   */
  static CompilerResult compile(WasmModule module, @Nullable String className) {
    return Compiler.builder(module)
        .withClassName(className)
        .withClassCollectorFactory(GuestClasses::new)
        .withInterpreterFallback(InterpreterFallback.SILENT)
        .build()
        .compile();
  }

  /** Compiles a module, and returns its classes as the compiler made them. */
  static GuestClasses classes(WasmModule module) {
    return (GuestClasses) compile(module, null).collector();
  }
}
