package dev.cloche.run;

import dev.cloche.extism.Extism;
import dev.cloche.module.CheckedModule;
import dev.cloche.module.Export;
import dev.cloche.module.ExternKind;
import dev.cloche.module.FunctionType;
import dev.cloche.module.GuestText;
import dev.cloche.module.Import;
import dev.cloche.module.ValueType;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a module that is an Extism plugin exports: functions that a call may name, and those that
 * come before any of them.
 *
 * <p>A module is a plugin if it imports from {@code extism:host/env} or {@code extism:host/user}.
 *
 * @param functions functions without parameters, that return a status or nothing, by name
 * @param givesStatus which of them return a status
 * @param startUp what is called first in each instance, in this order
 */
record PluginExports(
    SortedMap<String, Integer> functions, Set<String> givesStatus, List<StartCall> startUp) {

  /** The runtime of Haskell, which comes behind the reactor's own start-up. */
  private static final String HASKELL = "hs_init";

  private static final String CONSTRUCTORS = "__wasm_call_ctors";
  private static final String REACTOR = "_initialize";
  private static final Set<String> NOT_TO_BE_NAMED =
      Set.of(HASKELL, CONSTRUCTORS, REACTOR, "hs_exit");

  private static final FunctionType NOTHING = new FunctionType(List.of(), List.of());
  private static final FunctionType STATUS = new FunctionType(List.of(), List.of(ValueType.I32));
  private static final FunctionType HASKELL_TYPE =
      new FunctionType(List.of(ValueType.I32, ValueType.I32), List.of());

  PluginExports {
    functions = Collections.unmodifiableSortedMap(new TreeMap<>(functions));
    givesStatus = Set.copyOf(givesStatus);
    startUp = List.copyOf(startUp);
  }

  /**
   * A function that is called with zeros.
   *
   * @param function its index
   * @param parameters how many it takes
   */
  record StartCall(int function, int parameters) {}

  static boolean isPlugin(CheckedModule module) {
    return module.imports().stream().map(Import::module).anyMatch(PluginExports::isPluginModule);
  }

  /** Whether an import of a plugin is for an embedder to answer. */
  static boolean isOfTheEmbedder(CheckedModule module, Import wanted) {
    return isPlugin(module)
        && wanted.kind() == ExternKind.FUNCTION
        && !Imports.isOfTheEngine(wanted.module());
  }

  private static boolean isPluginModule(String module) {
    return module.equals(Extism.MODULE) || module.equals(Extism.USER_MODULE);
  }

  /** Returns those of a module; empty if it is no plugin. */
  static Optional<PluginExports> of(CheckedModule module) {
    return isPlugin(module) ? Optional.of(read(module)) : Optional.empty();
  }

  private static PluginExports read(CheckedModule module) {
    SortedMap<String, Integer> functions = new TreeMap<>();
    List<String> status = new ArrayList<>();
    for (Export export : module.exports()) {
      if (export.kind() != ExternKind.FUNCTION || NOT_TO_BE_NAMED.contains(export.name())) {
        continue;
      }
      FunctionType type = module.functionType(export.index());
      if (type.equals(STATUS) || type.equals(NOTHING)) {
        functions.put(export.name(), export.index());
      }
      if (type.equals(STATUS)) {
        status.add(export.name());
      }
    }
    return new PluginExports(functions, Set.copyOf(status), startUp(module));
  }

  /** As Extism's runtime does: Haskell's, or else constructors, or else the reactor's. */
  private static List<StartCall> startUp(CheckedModule module) {
    Optional<StartCall> reactor = exported(module, REACTOR, NOTHING);
    Optional<StartCall> haskell = exported(module, HASKELL, HASKELL_TYPE);
    if (haskell.isPresent()) {
      List<StartCall> both = new ArrayList<>();
      reactor.ifPresent(both::add);
      haskell.ifPresent(both::add);
      return both;
    }
    return exported(module, CONSTRUCTORS, NOTHING).or(() -> reactor).stream().toList();
  }

  private static Optional<StartCall> exported(
      CheckedModule module, String name, FunctionType type) {
    return module.exports().stream()
        .filter(export -> export.name().equals(name) && export.kind() == ExternKind.FUNCTION)
        .filter(export -> module.functionType(export.index()).equals(type))
        .map(export -> new StartCall(export.index(), type.parameters().size()))
        .findFirst();
  }

  /**
   * Returns the function of a call.
   *
   * @param arguments the call's: the name of the function, or nothing where one alone fits
   * @throws RefusedException if there is no such function, or which one is not said
   */
  int function(List<String> arguments) throws RefusedException {
    if (arguments.size() > 1) {
      throw refused("a plugin takes one argument, the function to call; its input is stdin");
    }
    String name = arguments.isEmpty() ? onlyOne() : arguments.get(0);
    Integer function = functions.get(name);
    if (function == null) {
      throw refused("plugin has no function " + GuestText.quote(name) + "; it has " + names());
    }
    return function;
  }

  private String onlyOne() throws RefusedException {
    if (givesStatus.size() == 1) {
      return givesStatus.iterator().next();
    }
    if (functions.size() == 1) {
      return functions.firstKey();
    }
    throw refused("which function of the plugin to call is not said; it has " + names());
  }

  private String names() {
    return functions.isEmpty() ? "none" : GuestText.escape(String.join(", ", functions.keySet()));
  }

  private static RefusedException refused(String why) {
    return new RefusedException("call refused: " + why);
  }

  void writeTo(DataOutput out) throws IOException {
    out.writeInt(functions.size());
    for (Map.Entry<String, Integer> function : functions.entrySet()) {
      out.writeUTF(function.getKey());
      out.writeInt(function.getValue());
      out.writeBoolean(givesStatus.contains(function.getKey()));
    }
    out.writeInt(startUp.size());
    for (StartCall call : startUp) {
      out.writeInt(call.function());
      out.writeInt(call.parameters());
    }
  }

  static PluginExports readFrom(DataInput in) throws IOException {
    SortedMap<String, Integer> functions = new TreeMap<>();
    List<String> status = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      String name = in.readUTF();
      functions.put(name, in.readInt());
      if (in.readBoolean()) {
        status.add(name);
      }
    }
    List<StartCall> startUp = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      int function = in.readInt();
      startUp.add(new StartCall(function, in.readInt()));
    }
    return new PluginExports(functions, Set.copyOf(status), startUp);
  }
}
