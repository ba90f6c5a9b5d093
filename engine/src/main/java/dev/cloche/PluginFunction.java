package dev.cloche;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.cloche.extism.Extism;
import dev.cloche.wasi.Wasi;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * A function of the embedder that Extism plugins may import: what it does is Java, and what it may
 * do is the embedder's to think of, since no policy stands between it and a plugin.
 *
 * <pre>{@code
 * Engine engine =
 *     Engine.builder()
 *         .pluginFunctions(PluginFunction.text("greet", name -> "hello, " + name))
 *         .build();
 * }</pre>
 *
 * <p>It runs on the guest's thread: time that it takes is the call's, and the deadline cannot cut
 * it short. Whatever it throws ends the call as {@link Outcome.HostFault}. It may start calls of
 * its own, which run in instances of their own, to a depth of {@link #MAX_DEPTH}; the instance that
 * called it cannot be entered again while it runs. It has to be thread-safe: calls run side by
 * side.
 *
 * @param namespace the module that plugins import it from; {@code extism:host/user} by default
 * @param name its name there
 * @param parameters the types of its parameters
 * @param results the types of its results, one at most
 * @param body what it does
 */
public record PluginFunction(
    String namespace, String name, List<Type> parameters, List<Type> results, Body body) {

  /** How deep calls may be started from functions that calls of plugins run: 8. */
  public static final int MAX_DEPTH = 8;

  /** The types of WebAssembly that a function may take and give. */
  public enum Type {
    /** 32 bits. */
    I32,
    /** 64 bits: a number, or a block of the plugin's memory. */
    I64,
    /** A float, as its bits. */
    F32,
    /** A double, as its bits. */
    F64
  }

  /** What a function does. */
  @FunctionalInterface
  public interface Body {
    /**
     * Runs.
     *
     * @param call its arguments, and the plugin's memory, while it runs
     * @return the bits of the result; without results anything
     * @throws Exception to end the call as a fault of the host
     */
    long run(PluginCall call) throws Exception;
  }

  /** What is imported from these modules is the engine's to answer. */
  private static final Set<String> RESERVED =
      Set.of(Extism.MODULE, Wasi.MODULE, Wasi.FETCH_MODULE, Wasi.MATH_MODULE, "env");

  /**
   * Checks that the engine itself has no functions of this module.
   *
   * @throws IllegalArgumentException if it has, a name is empty, or there is more than one result
   */
  public PluginFunction {
    parameters = List.copyOf(parameters);
    results = List.copyOf(results);
    Objects.requireNonNull(body, "body");
    if (name.isEmpty() || namespace.isEmpty() || RESERVED.contains(namespace)) {
      throw new IllegalArgumentException(
          "plugin function \"" + namespace + "." + name + "\" is of a module of the engine");
    }
    if (results.size() > 1) {
      throw new IllegalArgumentException(
          "plugin function \"" + name + "\" has more than one result");
    }
  }

  /** Returns a function of {@code extism:host/user}. */
  public static PluginFunction of(
      String name, List<Type> parameters, List<Type> results, Body body) {
    return new PluginFunction(Extism.USER_MODULE, name, parameters, results, body);
  }

  /** Returns a function from one text to another, both blocks of the plugin's memory in UTF-8. */
  public static PluginFunction text(String name, UnaryOperator<String> body) {
    return bytes(name, given -> body.apply(new String(given, UTF_8)).getBytes(UTF_8));
  }

  /** Returns a function from some bytes to others, both blocks of the plugin's memory. */
  public static PluginFunction bytes(String name, UnaryOperator<byte[]> body) {
    return of(
        name, List.of(Type.I64), List.of(Type.I64), call -> call.give(body.apply(call.bytes(0))));
  }

  /** Returns the same function in another module. */
  public PluginFunction in(String module) {
    return new PluginFunction(module, name, parameters, results, body);
  }
}
