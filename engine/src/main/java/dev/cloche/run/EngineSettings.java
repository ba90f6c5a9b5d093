package dev.cloche.run;

import dev.cloche.Backend;
import dev.cloche.Execution;
import dev.cloche.Limits;
import dev.cloche.PluginFunction;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What an engine is built with; {@link dev.cloche.Engine.Builder} says what each means.
 *
 * <p>Public only because {@code dev.cloche} makes it; this package is not exported.
 */
public record EngineSettings(
    Limits limits,
    Execution execution,
    int preparedTools,
    Duration compileWait,
    Optional<Path> codeCache,
    Optional<Backend> backend,
    List<PluginFunction> functions) {}
