package dev.cloche.bench;

import com.dylibso.chicory.compiler.MachineFactoryCompiler;
import com.dylibso.chicory.runtime.ByteArrayMemory;
import com.dylibso.chicory.runtime.ExportFunction;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.InterpreterMachine;
import com.dylibso.chicory.runtime.Machine;
import com.dylibso.chicory.wasm.Parser;
import com.dylibso.chicory.wasm.WasmModule;
import dev.cloche.run.BenchGuests;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import java.util.function.UnaryOperator;

/** The ways to run a kernel that are compared. Each is loaded in a process of its own. */
public enum Column {
  /** As the engine runs a tool. */
  METERED("metered", Place.JMH),
  /** The same compiler, classes and memory, without the fuel pass. */
  PLAIN("plain", Place.JMH),
  /** Chicory as it comes, compiling: its default memory, no metering, no limits. */
  STOCK("stock Chicory", Place.JMH),
  /** The same with the faster of its two memories, which an embedder has to ask for. */
  STOCK_ARRAY("stock, byte array", Place.JMH),
  /** Chicory's interpreter, as it comes. */
  INTERPRETED("stock interpreter", Place.JMH),
  /** The Extism SDK for Chicory, with the Chicory that it brings, compiling. */
  EXTISM("Extism SDK", Place.PROCESS),
  /** GraalWasm on a JVM without the Graal compiler. */
  GRAAL("GraalWasm", Place.PROCESS),
  /** The same script in quickjs4j, which brings its own QuickJS, compiled ahead of time. */
  QUICKJS4J("quickjs4j", Place.PROCESS),
  /** V8, by Node.js. */
  V8("V8", Place.PROCESS),
  /** The same C compiled for this machine. */
  NATIVE("native", Place.PROCESS);

  /** What measures. */
  enum Place {
    /** JMH, in a JVM with the engine's class path. */
    JMH,
    /** The peer itself, in a process of its own. */
    PROCESS
  }

  private final String heading;
  private final Place place;

  Column(String heading, Place place) {
    this.heading = heading;
    this.place = place;
  }

  /** The name in the report. */
  String heading() {
    return heading;
  }

  Place place() {
    return place;
  }

  /** Whether only a small part of the work is done, because all of it would take minutes. */
  boolean isReduced() {
    return this == INTERPRETED || this == GRAAL;
  }

  /** Whether it can run a kernel at all. */
  boolean runs(Kernel kernel) {
    return this != QUICKJS4J || kernel == Kernel.QUICKJS;
  }

  /** Whether whole programs take it longest, and are not what it is compared for. */
  boolean isSlowInPrograms() {
    return this == STOCK_ARRAY || this == INTERPRETED || this == EXTISM || this == GRAAL;
  }

  /** Whether it is slow until it has run for seconds. */
  boolean compilesAsItRuns() {
    return this != V8 && this != NATIVE;
  }

  /** What a kernel is told to do in this column. */
  Kernel.Work work(Kernel kernel) {
    return isReduced() ? kernel.reduced() : kernel.full();
  }

  /** Makes an instance of a kernel in this JVM, and returns its function {@code run}. */
  IntUnaryOperator load(byte[] wasm) {
    return switch (this) {
      case METERED -> BenchGuests.metered(wasm);
      case PLAIN -> BenchGuests.plain(wasm);
      case STOCK -> stock(wasm, MachineFactoryCompiler::compile, builder -> builder);
      case STOCK_ARRAY ->
          stock(
              wasm,
              MachineFactoryCompiler::compile,
              builder -> builder.withMemoryFactory(ByteArrayMemory::new));
      case INTERPRETED -> stock(wasm, module -> InterpreterMachine::new, builder -> builder);
      case EXTISM, GRAAL, QUICKJS4J, V8, NATIVE ->
          throw new IllegalArgumentException(heading + " does not run in this JVM");
    };
  }

  private static IntUnaryOperator stock(
      byte[] wasm,
      Function<WasmModule, Function<Instance, Machine>> machines,
      UnaryOperator<Instance.Builder> memory) {
    WasmModule module = Parser.parse(wasm);
    Instance.Builder builder = Instance.builder(module).withMachineFactory(machines.apply(module));
    ExportFunction run = memory.apply(builder).build().export("run");
    return n -> (int) run.apply(n)[0];
  }
}
