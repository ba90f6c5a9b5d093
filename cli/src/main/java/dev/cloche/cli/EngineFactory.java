package dev.cloche.cli;

import dev.cloche.Engine;
import dev.cloche.Execution;
import dev.cloche.Limits;
import dev.cloche.PluginFunction;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Makes the engine that a command needs, at the moment it needs it. */
@FunctionalInterface
public interface EngineFactory {

  /** Returns an engine with these defaults; the caller closes it. */
  Engine open(Limits limits, Execution execution);

  /** Returns one that has functions of plugins besides, such as those of a recording. */
  default Engine open(Limits limits, Execution execution, List<PluginFunction> functions) {
    if (functions.isEmpty()) {
      return open(limits, execution);
    }
    return Engine.builder()
        .limits(limits)
        .execution(execution)
        .pluginFunctions(functions.toArray(PluginFunction[]::new))
        .build();
  }

  /** Returns the factory of real engines, which share compiled code through the user's cache. */
  static EngineFactory standard() {
    return (limits, execution) -> {
      Engine.Builder engine = Engine.builder().limits(limits).execution(execution);
      codeCache().ifPresent(engine::codeCache);
      return engine.build();
    };
  }

  /** {@code code} in {@code $CLOCHE_CACHE}, or else in {@code ~/.cache/cloche}. */
  static Optional<Path> codeCache() {
    Optional<Path> chosen = directory(System.getenv("CLOCHE_CACHE"));
    return chosen
        .or(() -> directory(System.getenv("HOME")).map(home -> home.resolve(".cache/cloche")))
        .map(cache -> cache.resolve("code"));
  }

  private static Optional<Path> directory(@Nullable String path) {
    return path == null || path.isEmpty() ? Optional.empty() : Optional.of(Path.of(path));
  }
}
