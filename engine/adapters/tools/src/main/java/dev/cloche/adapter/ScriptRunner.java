package dev.cloche.adapter;

import dev.cloche.Call;
import dev.cloche.Tool;
import dev.cloche.ToolManifest;
import java.util.List;
import java.util.Objects;

/**
 * Runs code that a model wrote, with one interpreter. Each run is a call in a fresh instance; what
 * the code prints is the answer. A call never throws for the code. Immutable and thread-safe.
 */
public final class ScriptRunner {

  private final ToolCalls calls;
  private final Tool interpreter;

  private ScriptRunner(ToolCalls calls, Tool interpreter) {
    this.calls = calls;
    this.interpreter = interpreter;
  }

  /**
   * Returns a runner that tells a model {@link ToolBox#DEFAULT_TEXT_LIMIT} characters.
   *
   * @param sessions where calls run
   * @param interpreter a tool whose manifest has the block {@code script}
   * @throws IllegalArgumentException if the interpreter is none
   * @throws dev.cloche.policy.PolicyException if its manifest is not acceptable
   */
  public static ScriptRunner of(SessionSource sessions, Tool interpreter) {
    Objects.requireNonNull(interpreter, "interpreter");
    if (interpreter.manifest().flatMap(ToolManifest::script).isEmpty()) {
      throw new IllegalArgumentException("tool \"" + interpreter.name() + "\" takes no scripts");
    }
    return new ScriptRunner(new ToolCalls(sessions, ToolBox.DEFAULT_TEXT_LIMIT), interpreter);
  }

  /**
   * Runs a script and waits for its end.
   *
   * @param conversation for whom, as the {@link SessionSource} knows them; empty for nobody
   * @param source the script; answered with {@link dev.cloche.Outcome.Refused} if it is none that
   *     {@link Tool#script} takes
   * @param arguments what the script gets as its arguments
   */
  public ToolAnswer run(String conversation, String source, List<String> arguments) {
    String name = interpreter.name();
    Call call;
    AgentTool script;
    try {
      call = Call.builder().arguments(arguments).build();
      script = AgentTool.of(Tool.script(interpreter, name, source), "code", "");
    } catch (IllegalArgumentException e) { // of a manifest in the script too
      return calls.refused("code", String.valueOf(e.getMessage()));
    }
    return calls.run(conversation, script, call);
  }
}
