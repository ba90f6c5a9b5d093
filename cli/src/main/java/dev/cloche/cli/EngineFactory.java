package dev.cloche.cli;

import dev.cloche.Engine;
import dev.cloche.Execution;
import dev.cloche.Limits;

/** Makes the engine that a command needs, at the moment it needs it. */
@FunctionalInterface
public interface EngineFactory {

  /** Returns an engine with these defaults; the caller closes it. */
  Engine open(Limits limits, Execution execution);

  /** Returns the factory of real engines. */
  static EngineFactory standard() {
    return (limits, execution) -> Engine.builder().limits(limits).execution(execution).build();
  }
}
