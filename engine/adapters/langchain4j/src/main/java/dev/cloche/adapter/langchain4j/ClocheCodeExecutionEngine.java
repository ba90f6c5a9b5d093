package dev.cloche.adapter.langchain4j;

import dev.cloche.Tool;
import dev.cloche.adapter.ScriptRunner;
import dev.cloche.adapter.SessionSource;
import dev.langchain4j.code.CodeExecutionEngine;
import java.util.List;

/**
 * Runs code that a model wrote with an interpreter under glass. What the code prints is the result;
 * what went wrong is the result too, in words. Immutable and thread-safe.
 */
public final class ClocheCodeExecutionEngine implements CodeExecutionEngine {

  private final ScriptRunner runner;

  private ClocheCodeExecutionEngine(ScriptRunner runner) {
    this.runner = runner;
  }

  /**
   * Returns an engine.
   *
   * @param sessions where the code runs
   * @param interpreter a tool that takes scripts, such as the bundled {@code js} and {@code python}
   * @throws IllegalArgumentException if it takes none
   */
  public static ClocheCodeExecutionEngine of(SessionSource sessions, Tool interpreter) {
    return new ClocheCodeExecutionEngine(ScriptRunner.of(sessions, interpreter));
  }

  /** Runs the code and waits for its end; never throws for what it does. */
  @Override
  public String execute(String code) {
    return runner.run("", code, List.of()).text();
  }
}
