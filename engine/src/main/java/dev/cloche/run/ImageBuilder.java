package dev.cloche.run;

import com.dylibso.chicory.compiler.InterpreterFallback;
import com.dylibso.chicory.compiler.internal.Compiler;
import com.dylibso.chicory.compiler.internal.CompilerResult;
import com.dylibso.chicory.runtime.InterpreterMachine;
import com.dylibso.chicory.wasm.Parser;
import com.dylibso.chicory.wasm.WasmModule;
import dev.cloche.Execution;
import dev.cloche.Tool;
import dev.cloche.meter.Meter;
import dev.cloche.meter.MeteredModule;
import dev.cloche.meter.Outliner;
import dev.cloche.meter.Skeleton;
import dev.cloche.module.CheckedModule;
import dev.cloche.module.GuestText;
import dev.cloche.module.ModuleException;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Turns a tool into an {@link Image}: from the code cache, or check, meter, parse, compile. */
final class ImageBuilder {

  private static final Logger LOG = LoggerFactory.getLogger(ImageBuilder.class);

  private final Execution execution;
  private final Optional<CodeCache> cache;

  ImageBuilder(Execution execution, Optional<CodeCache> cache) {
    this.execution = execution;
    this.cache = execution == Execution.COMPILED ? cache : Optional.empty();
  }

  Image build(Tool tool) throws RefusedException {
    Optional<Image> cached = cache.flatMap(entries -> fromCache(entries, tool));
    if (cached.isPresent()) {
      return cached.get();
    }
    CheckedModule checked = ModuleCheck.check(tool.bytes());
    try {
      return build(tool, checked, Outliner.apply(Meter.apply(checked)));
    } catch (ModuleException | RuntimeException e) {
      // What only type checking finds. The text is Chicory's, and the specification's in most
      // cases; its parser and validator also throw exceptions of other kinds.
      throw new RefusedException("module refused: it is not valid: " + GuestText.of(e));
    }
  }

  private static Optional<Image> fromCache(CodeCache entries, Tool tool) {
    try {
      return entries.load(tool).map(CompiledModule::image).map(image -> WarmUp.apply(image, true));
    } catch (RuntimeException | LinkageError e) {
      LOG.warn("cached code of {} is not usable: {}", tool, GuestText.of(e));
      return Optional.empty();
    }
  }

  private Image build(Tool tool, CheckedModule checked, MeteredModule metered)
      throws RefusedException {
    WasmModule module = Parser.parse(metered.bytes());
    Image.Facts facts = ModuleCheck.facts(checked, metered);
    if (execution == Execution.COMPILED) {
      try {
        CompilerResult result = compile(module);
        GuestClasses classes = (GuestClasses) result.collector();
        Image image = new Image(facts, module, classes.machines(facts.fieldGlobals(module)));
        store(tool, facts, metered, result);
        return WarmUp.apply(image, !result.interpretedFunctions().isEmpty());
      } catch (RuntimeException | LinkageError e) {
        // Chicory's compiler meets limits of class files that it does not foresee, and has bugs
        // that
        // the verifier finds: some thousand functions of one type with a long parameter, for one.
        LOG.warn("{} cannot be compiled and is interpreted: {}", tool, GuestText.of(e));
      }
    }
    return WarmUp.apply(new Image(facts, module, InterpreterMachine::new), true);
  }

  private static CompilerResult compile(WasmModule module) {
    return Compiler.builder(module)
        .withClassCollectorFactory(GuestClasses::new)
        .withInterpreterFallback(InterpreterFallback.SILENT)
        .build()
        .compile();
  }

  private void store(Tool tool, Image.Facts facts, MeteredModule metered, CompilerResult result) {
    if (cache.isPresent()) {
      byte[] needed =
          result.interpretedFunctions().isEmpty() ? Skeleton.of(metered) : metered.bytes();
      cache.get().store(tool, new CompiledModule(facts, needed, (GuestClasses) result.collector()));
    }
  }
}
