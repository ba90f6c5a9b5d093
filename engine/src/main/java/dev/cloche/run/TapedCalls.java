package dev.cloche.run;

import dev.cloche.Call;
import dev.cloche.Engine;
import dev.cloche.Running;
import dev.cloche.Session;
import dev.cloche.Tool;
import dev.cloche.module.GuestText;
import java.util.List;

/**
 * Starts calls with a tape.
 *
 * <p>Public because {@code dev.cloche.replay} uses it; this package is not exported.
 */
public final class TapedCalls {

  private TapedCalls() {}

  /**
   * Starts a call as {@link Session#start} does.
   *
   * @throws IllegalArgumentException if the session is none of an engine of ours
   * @throws IllegalStateException if the session or its engine is closed
   */
  public static Running start(Session session, Tool tool, Call call, Tape tape) {
    if (session instanceof SessionCore core) {
      return core.start(tool, call, tape);
    }
    throw new IllegalArgumentException("the session is none of an engine");
  }

  /** What this engine's code is known by beside the fuel schedule. */
  public static String version() {
    String version = TapedCalls.class.getPackage().getImplementationVersion();
    return version == null ? "development" : version;
  }

  /**
   * Returns the functions of the embedder that are missing in an engine, as a guest would import
   * them.
   */
  public static List<String> missing(Engine engine, List<dev.cloche.PluginFunction> functions) {
    if (!(engine instanceof EngineCore core)) {
      throw new IllegalArgumentException("the engine is none of ours");
    }
    PluginFunctions known = core.functions();
    return functions.stream()
        .filter(each -> !known.has(each))
        .map(each -> GuestText.quote(each.namespace() + "." + each.name()))
        .toList();
  }
}
