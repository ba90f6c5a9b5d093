package dev.cloche.testkit;

import dev.cloche.Call;
import dev.cloche.Engine;
import dev.cloche.Execution;
import dev.cloche.Outcome;
import dev.cloche.PluginFunction;
import dev.cloche.Policy;
import dev.cloche.Session;
import dev.cloche.Tool;

/**
 * The oracle that a call ends the same, and costs the same, interpreted and compiled. Thread-safe.
 */
public final class FuelAgreement implements AutoCloseable {
  private final Engine interpreting;
  private final Engine compiling;
  private final Policy policy;

  private FuelAgreement(Policy policy, PluginFunction... functions) {
    this.policy = policy;
    this.interpreting = engine(Execution.INTERPRETED, functions);
    this.compiling = engine(Execution.COMPILED, functions);
  }

  private static Engine engine(Execution execution, PluginFunction... functions) {
    return Engine.builder().execution(execution).pluginFunctions(functions).build();
  }

  /** Returns one for calls under a policy, with the functions that plugins import. */
  public static FuelAgreement under(Policy policy, PluginFunction... functions) {
    return new FuelAgreement(policy, functions);
  }

  /**
   * Runs a call twice, each in a session of its own.
   *
   * @param call one with a seed, and no stream; what it does must depend on nothing else
   * @return how it ended, both times
   * @throws AssertionError if kind, fuel, memory, output or message differ
   */
  public Outcome check(Tool tool, Call call) {
    Outcome interpreted = run(interpreting, tool, call);
    Outcome compiled = run(compiling, tool, call);
    same("ending", interpreted.message(), compiled.message());
    same("kind", interpreted.id(), compiled.id());
    same("fuel", interpreted.usage().fuel(), compiled.usage().fuel());
    same("memory", interpreted.usage().memoryBytes(), compiled.usage().memoryBytes());
    same("standard output", interpreted.stdout(), compiled.stdout());
    same("standard error", interpreted.stderr(), compiled.stderr());
    return interpreted;
  }

  private Outcome run(Engine engine, Tool tool, Call call) {
    try (Session session = engine.openSession(policy)) {
      return session.call(tool, call);
    }
  }

  private static void same(String what, Object interpreted, Object compiled) {
    if (!interpreted.equals(compiled)) {
      throw new AssertionError(
          what + " differs: interpreted " + interpreted + ", compiled " + compiled);
    }
  }

  @Override
  public void close() {
    interpreting.close();
    compiling.close();
  }
}
