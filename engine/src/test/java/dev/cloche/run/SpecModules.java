package dev.cloche.run;

import com.dylibso.chicory.runtime.ExportFunction;
import com.dylibso.chicory.runtime.HostFunction;
import com.dylibso.chicory.runtime.ImportFunction;
import com.dylibso.chicory.runtime.ImportValues;
import com.dylibso.chicory.wasm.ChicoryException;
import com.dylibso.chicory.wasm.UnlinkableException;
import com.dylibso.chicory.wasm.WasmModule;
import com.dylibso.chicory.wasm.types.FunctionType;
import com.fasterxml.jackson.databind.JsonNode;
import dev.cloche.module.ExternKind;
import dev.cloche.module.Import;
import dev.cloche.module.ModuleException;
import dev.cloche.module.ModuleLimits;
import dev.cloche.module.ModuleReader;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The modules of one script, and what they are asked to do. */
final class SpecModules {

  static final String REFUSED = "refused";
  static final String RETURNED = "returned";
  static final String NOT_TAKEN = "not taken: ";

  /** What the module {@code spectest} has; its functions print. */
  private static final String HOST = "spectest";

  private static final Map<String, FunctionType> PRINTS =
      Map.of(
          "print", type(),
          "print_i32", type("i32"),
          "print_i64", type("i64"),
          "print_f32", type("f32"),
          "print_f64", type("f64"),
          "print_i32_f32", type("i32", "f32"),
          "print_f64_f64", type("f64", "f64"));

  private final Opinion opinion;
  private final Map<String, Opinion.@Nullable Guest> named = new HashMap<>();
  private final Map<String, Opinion.@Nullable Guest> registered = new HashMap<>();

  /** What a module imports functions of. */
  private final IdentityHashMap<Opinion.Guest, List<Opinion.Guest>> links = new IdentityHashMap<>();

  /** Would have had its memory, tables or globals changed by a module that was not taken. */
  private final Set<Opinion.Guest> stale = Collections.newSetFromMap(new IdentityHashMap<>());

  private Opinion.@Nullable Guest last;
  private Opinion.@Nullable Guest started;
  private List<Long> results = List.of();

  SpecModules(Opinion opinion) {
    this.opinion = opinion;
  }

  private static FunctionType type(String... parameters) {
    return FunctionType.of(
        java.util.stream.Stream.of(parameters).map(Bits::type).toList(), List.of());
  }

  /** Starts a module; it is the last one from now on, or there is none. */
  String define(JsonNode command, byte[] wasm) {
    String what = start(wasm);
    last = started;
    if (command.has("name")) {
      named.put(command.path("name").asText(), last);
    }
    return what;
  }

  String register(JsonNode command) {
    Opinion.Guest guest = command.has("name") ? named.get(command.path("name").asText()) : last;
    registered.put(command.path("as").asText(), guest);
    return guest == null ? NOT_TAKEN + "not started" : "registered";
  }

  /** Tells whether a module is refused before it runs. */
  String check(byte[] wasm) {
    try {
      String outside = opinion.isOurs() ? outside(wasm) : null;
      return opinion.load(wasm) != null && outside == null ? "taken" : outside;
    } catch (ModuleException | RuntimeException refused) {
      return REFUSED;
    }
  }

  /** What the engine takes of no module: imports that are not functions. */
  private @Nullable String outside(byte[] wasm) throws ModuleException {
    String outside = null;
    for (Import each : ModuleReader.read(wasm, ModuleLimits.defaults()).imports()) {
      if (each.kind() != ExternKind.FUNCTION) {
        outside = NOT_TAKEN + "imports a " + each.kind();
        Opinion.Guest sharing = registered.get(each.module());
        if (sharing != null) {
          stale.add(sharing);
        }
      }
    }
    return outside;
  }

  private boolean isStale(Opinion.Guest guest) {
    return stale.contains(guest)
        || links.getOrDefault(guest, List.of()).stream().anyMatch(this::isStale);
  }

  /** Starts a module that nobody can ask for anything. */
  String start(byte[] wasm) {
    started = null;
    Opinion.Guests guests;
    WasmModule module;
    try {
      String outside = outside(wasm);
      if (outside != null) {
        return outside;
      }
      guests = opinion.load(wasm);
      module = ExposedModule.parse(wasm);
    } catch (ModuleException | RuntimeException refused) {
      return REFUSED + " " + refused.getMessage();
    }
    try {
      List<Opinion.Guest> of = new ArrayList<>();
      started = guests.start(imports(module, of));
      links.put(started, of);
      return "started";
    } catch (UnlinkableException missing) {
      return "unlinkable";
    } catch (NotTaken missing) {
      return NOT_TAKEN + "imports of one that is not";
    } catch (RuntimeException | StackOverflowError fault) {
      return trap(fault);
    }
  }

  /** What is imported is of a module that was not taken. */
  private static final class NotTaken extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  private ImportValues imports(WasmModule module, List<Opinion.Guest> of) {
    List<ImportFunction> functions = new ArrayList<>();
    for (Imported wanted : Imported.of(module)) {
      functions.add(wanted.module().equals(HOST) ? print(wanted) : linked(wanted, of));
    }
    return ImportValues.builder().withFunctions(functions).build();
  }

  private static ImportFunction print(Imported wanted) {
    FunctionType print = PRINTS.get(wanted.name());
    if (print == null || !print.equals(wanted.type())) {
      throw new UnlinkableException("incompatible import type");
    }
    return new HostFunction(
        HOST, wanted.name(), wanted.type(), (instance, arguments) -> new long[0]);
  }

  private ImportFunction linked(Imported wanted, List<Opinion.Guest> all) {
    if (!registered.containsKey(wanted.module())) {
      throw new UnlinkableException("unknown import");
    }
    Opinion.Guest of = registered.get(wanted.module());
    if (of == null) {
      throw new NotTaken();
    }
    ExportFunction function = function(of, wanted.name());
    if (function == null || !of.instance().exportType(wanted.name()).equals(wanted.type())) {
      throw new UnlinkableException("incompatible import type");
    }
    all.add(of);
    return new HostFunction(
        wanted.module(),
        wanted.name(),
        wanted.type(),
        (instance, arguments) -> function.apply(arguments));
  }

  private static @Nullable ExportFunction function(Opinion.Guest guest, String name) {
    try {
      return guest.instance().exports().function(name);
    } catch (ChicoryException missing) {
      return null;
    }
  }

  /** Calls a function or reads a global. */
  String act(JsonNode action) {
    results = List.of();
    Opinion.Guest guest = action.has("module") ? named.get(action.path("module").asText()) : last;
    if (guest == null) {
      return NOT_TAKEN + "no module";
    }
    if (isStale(guest)) {
      return NOT_TAKEN + "shares with one that is not";
    }
    String field = action.path("field").asText();
    if (action.path("type").asText().equals("get")) {
      results = List.of(guest.instance().exports().global(field).getValue());
      return RETURNED;
    }
    long[] arguments = new long[action.path("args").size()];
    for (int i = 0; i < arguments.length; i++) {
      arguments[i] = SpecValues.bits(action.path("args").path(i));
    }
    return call(guest, field, arguments);
  }

  private String call(Opinion.Guest guest, String field, long[] arguments) {
    try {
      long[] given = guest.instance().export(field).apply(arguments);
      results = given == null ? List.of() : java.util.Arrays.stream(given).boxed().toList();
      return RETURNED;
    } catch (RuntimeException | StackOverflowError fault) {
      guest.recover();
      return trap(fault);
    }
  }

  private static String trap(Throwable fault) {
    if (fault instanceof GuestStop stop) {
      return stop.reason() == GuestStop.Reason.STACK
          ? "traps CALL_STACK_EXHAUSTED"
          : "stops " + stop.reason();
    }
    return Traps.isTrap(fault) ? "traps " + Traps.kind(fault) : "throws " + fault;
  }

  /** What the last call gave. */
  List<Long> results() {
    return results;
  }
}
