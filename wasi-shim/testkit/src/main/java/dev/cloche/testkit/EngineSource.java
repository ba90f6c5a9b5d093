package dev.cloche.testkit;

import dev.cloche.Engine;

/**
 * Describes the engine of a {@link ClocheTest}. Made anew for each, by a constructor of no
 * parameters.
 */
public interface EngineSource {

  /** Returns a builder that nothing else uses. */
  Engine.Builder builder();

  /** The engine with its defaults. */
  final class Defaults implements EngineSource {

    /** Creates it. */
    public Defaults() {}

    @Override
    public Engine.Builder builder() {
      return Engine.builder();
    }
  }
}
