package dev.cloche.bench;

import com.dylibso.chicory.compiler.MachineFactoryCompiler;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.Machine;
import com.dylibso.chicory.wasm.Parser;
import com.dylibso.chicory.wasm.WasmModule;
import dev.cloche.run.BenchGuests;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;

/** What is done before, and beside, a guest's own work. */
public enum StartWork {
  EMPTY_INSTANCE("fresh instance of a 4-page module, and a call of an empty function", 4),
  PROGRAM_INSTANCE("fresh instance of QuickJS, and a call of an empty function", 4),
  LIVE_CALL("call of an empty function on a live instance", 0.5),
  SCRIPT_CALL("script call, `1+1` in QuickJS, fresh runtime each time; by the clock", 5);

  private static final int BATCH = 1000;

  private final String title;
  private final double target;

  StartWork(String title, double target) {
    this.title = title;
    this.target = target;
  }

  /** What it is, for the report. */
  String title() {
    return title;
  }

  /** How many times the engine's time the peer should take at least. */
  double target() {
    return target;
  }

  /** How many calls are measured at a time: more where one is too short. */
  int batch() {
    return this == LIVE_CALL ? BATCH : 1;
  }

  /** Whether other threads work for it, so that the caller's processor time says nothing. */
  boolean isByTheClock() {
    return this == SCRIPT_CALL;
  }

  /** Whether its peer is another library, in a process of its own. */
  boolean hasPeerProcess() {
    return this == SCRIPT_CALL;
  }

  /** Makes what does it once, in this JVM. */
  Runnable load(StartColumn column) {
    boolean ours = column == StartColumn.CLOCHE;
    return switch (this) {
      case EMPTY_INSTANCE -> ours ? BenchGuests.fresh(empty(), "run", 1) : stock(empty(), "run", 1);
      case PROGRAM_INSTANCE ->
          ours ? BenchGuests.fresh(program(), "_initialize") : stock(program(), "_initialize");
      case LIVE_CALL -> call((ours ? Column.METERED : Column.STOCK).load(empty()));
      case SCRIPT_CALL -> ScriptCalls.open()::call;
    };
  }

  private static Runnable call(IntUnaryOperator run) {
    return () -> {
      if (run.applyAsInt(1) != 1) {
        throw new IllegalStateException("the empty function answered something");
      }
    };
  }

  /** With its default memory, as it comes. */
  private static Runnable stock(byte[] wasm, String export, long... arguments) {
    WasmModule module = Parser.parse(wasm);
    Function<Instance, Machine> machines = MachineFactoryCompiler.compile(module);
    return () -> {
      long[] ignored =
          Instance.builder(module)
              .withMachineFactory(machines)
              .build()
              .export(export)
              .apply(arguments);
    };
  }

  private static byte[] program() {
    return Kernel.QUICKJS.wasm().orElseThrow();
  }

  private static byte[] empty() {
    try {
      return Files.readAllBytes(BuildFiles.classes().resolve(Path.of("kernels", "empty.wasm")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
