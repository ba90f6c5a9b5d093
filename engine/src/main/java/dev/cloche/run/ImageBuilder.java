package dev.cloche.run;

import com.dylibso.chicory.compiler.internal.CompilerResult;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.InterpreterMachine;
import com.dylibso.chicory.runtime.Machine;
import com.dylibso.chicory.wasm.Parser;
import com.dylibso.chicory.wasm.WasmModule;
import dev.cloche.Execution;
import dev.cloche.Tool;
import dev.cloche.meter.Meter;
import dev.cloche.meter.MeteredModule;
import dev.cloche.meter.Outliner;
import dev.cloche.module.CheckedModule;
import dev.cloche.module.GuestText;
import dev.cloche.module.ModuleException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns a tool into an {@link Image}: from the code that it is packaged with or the code cache has,
 * or else by check, meter, parse and, as a second step, compile.
 */
final class ImageBuilder {

  /**
   * What Chicory's compiler holds for each byte of metered code, at its peak: its lists of
   * instructions and the classes in the making. The larger bundled tool, more than 1 MiB metered,
   * compiles in a heap of 80 MiB all told.
   */
  private static final int HEAP_PER_BYTE = 100;

  private final Execution execution;
  private final Supplier<Optional<CodeCache>> cache;
  private final PluginFunctions functions;

  /**
   * Makes one.
   *
   * @param cache opens the cache, when it is first needed
   * @param functions what plugins may import of the embedder
   */
  ImageBuilder(
      Execution execution, Supplier<Optional<CodeCache>> cache, PluginFunctions functions) {
    this.execution = execution;
    this.cache = cache;
    this.functions = functions;
  }

  /** Prepares a tool as far as is quick. */
  Prepared prepare(Tool tool) throws RefusedException {
    if (execution != Execution.INTERPRETED) {
      Optional<Prepared> ready =
          PackagedCode.prepared(tool).or(() -> cache.get().flatMap(all -> fromCache(all, tool)));
      if (ready.isPresent()) {
        functions.requireAll(ready.get().image().imports());
        return ready.get();
      }
    }
    CheckedModule checked = ModuleCheck.check(tool.bytes(), functions);
    try {
      return prepare(tool, checked, Outliner.apply(Meter.apply(checked)));
    } catch (ModuleException | RuntimeException e) {
      // What only type checking finds. The text is Chicory's, and the specification's in most
      // cases; its parser and validator also throw exceptions of other kinds.
      throw new RefusedException("module refused: it is not valid: " + GuestText.of(e));
    }
  }

  private static Optional<Prepared> fromCache(CodeCache entries, Tool tool) {
    try {
      return entries
          .load(tool)
          .map(compiled -> Prepared.compiled(compiled.image(), compiled.methods()));
    } catch (RuntimeException | LinkageError e) {
      log().warn("cached code of {} is not usable: {}", tool, GuestText.of(e));
      return Optional.empty();
    }
  }

  private Prepared prepare(Tool tool, CheckedModule checked, MeteredModule metered)
      throws RefusedException {
    WasmModule module = Parser.parse(metered.bytes());
    Image.Facts facts = ModuleCheck.facts(checked, metered);
    if (execution == Execution.INTERPRETED) {
      Image cold = new Image(facts, module, InterpreterMachine::new);
      return Prepared.interpreted(WarmUp.apply(cold, tool.files(), true));
    }
    AtomicReference<@Nullable Function<Instance, Machine>> code = new AtomicReference<>();
    Image cold = new Image(facts, module, machines(code));
    Optional<Image> warm = WarmUp.interpreted(cold, tool.files(), metered.bytes().length);
    Source source = new Source(tool, module, metered);
    return new Prepared(
        warm.orElse(cold),
        Optional.empty(),
        Optional.of(
            new Prepared.Compilation(
                (long) metered.bytes().length * HEAP_PER_BYTE,
                () -> compile(source, warm, cold, code),
                warm.isPresent()
                    ? Optional.empty()
                    : Optional.of(
                        () -> Prepared.interpreted(WarmUp.apply(cold, tool.files(), true))))));
  }

  private record Source(Tool tool, WasmModule module, MeteredModule metered) {}

  private static Function<Instance, Machine> machines(
      AtomicReference<@Nullable Function<Instance, Machine>> code) {
    return instance -> {
      Function<Instance, Machine> compiled = code.get();
      return compiled != null ? compiled.apply(instance) : new TieredMachine(instance, code::get);
    };
  }

  /**
   * Compiles, hands the code to the calls that run, and returns the image for those to come.
   *
   * @param warm the image that calls run in meanwhile; where there is none, start-up runs now
   * @param cold an image without start-up
   */
  private Optional<Prepared> compile(
      Source source,
      Optional<Image> warm,
      Image cold,
      AtomicReference<@Nullable Function<Instance, Machine>> code) {
    Tool tool = source.tool();
    try {
      CompilerResult result = GuestCompiler.compile(source.module(), null);
      GuestClasses classes = (GuestClasses) result.collector();
      boolean withCode = !result.interpretedFunctions().isEmpty();
      GuestJumps.requireOneEngine(cold.imports(), withCode);
      Function<Instance, Machine> machines = classes.machines(cold.globals());
      Image image =
          warm.map(first -> first.on(machines, withCode))
              .orElseGet(() -> WarmUp.apply(cold.on(machines, true), tool.files(), withCode));
      HugeMethods methods = HugeMethods.of(classes.classBytes(), result.interpretedFunctions());
      code.set(image.machines());
      store(tool, new CompiledModule(image, source.metered(), methods, classes));
      return Optional.of(Prepared.compiled(image, methods));
    } catch (RuntimeException | LinkageError | OutOfMemoryError e) {
      // Chicory's compiler meets limits of class files that it does not foresee, and has bugs that
      // the verifier finds: some thousand functions of one type with a long parameter, for one.
      log().warn("{} cannot be compiled and is interpreted: {}", tool, GuestText.of(e));
      return Optional.empty();
    }
  }

  private void store(Tool tool, CompiledModule compiled) {
    cache.get().ifPresent(entries -> entries.store(tool, compiled));
  }

  /** Looked up when there is something to log: that takes longer than to open a session. */
  private static Logger log() {
    return LoggerFactory.getLogger(ImageBuilder.class);
  }
}
