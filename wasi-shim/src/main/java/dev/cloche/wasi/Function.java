package dev.cloche.wasi;

import com.dylibso.chicory.wasm.types.FunctionType;
import com.dylibso.chicory.wasm.types.ValType;
import dev.cloche.workspace.tree.Fault;
import java.util.List;

/**
 * One line of {@link FunctionTable} or {@link FetchTable}.
 *
 * @param module where guests import it from
 * @param name the import name
 * @param parameters what each argument means
 * @param returnsErrno whether it has a result
 * @param type the type for linking, made once
 * @param binding finds the code among the groups of a call
 */
record Function(
    HostModule module,
    String name,
    List<Parameter> parameters,
    boolean returnsErrno,
    FunctionType type,
    Binding binding) {

  Function(
      HostModule module,
      String name,
      List<Parameter> parameters,
      boolean returnsErrno,
      Binding binding) {
    this(module, name, parameters, returnsErrno, typeOf(parameters, returnsErrno), binding);
  }

  /** The code of a function: returns for success. */
  interface Body {
    void run(Call call) throws Fault, FetchFault;
  }

  /** Finds the code of a function. */
  interface Binding {
    Body bind(Groups groups);
  }

  private static FunctionType typeOf(List<Parameter> parameters, boolean returnsErrno) {
    List<ValType> types = parameters.stream().map(Parameter::type).toList();
    return FunctionType.of(types, returnsErrno ? List.of(ValType.I32) : List.of());
  }
}
