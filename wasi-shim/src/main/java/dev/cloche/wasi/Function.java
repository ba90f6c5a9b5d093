package dev.cloche.wasi;

import com.dylibso.chicory.wasm.types.FunctionType;
import com.dylibso.chicory.wasm.types.ValType;
import dev.cloche.workspace.tree.Fault;
import java.util.List;

/**
 * One line of {@link FunctionTable}.
 *
 * @param name the import name
 * @param parameters what each argument means
 * @param returnsErrno whether it has a result
 * @param binding finds the code among the groups of a call
 */
record Function(String name, List<Parameter> parameters, boolean returnsErrno, Binding binding) {
  /** What an argument means. */
  enum Parameter {
    /** A number, a descriptor or flags, of 32 bits. */
    INT,
    /** A number or rights, of 64 bits. */
    LONG,
    /** The address of something in guest memory. */
    POINTER,
    /** The number of bytes or items at the pointer before it. */
    LENGTH;

    ValType type() {
      return this == LONG ? ValType.I64 : ValType.I32;
    }
  }

  /** The code of a function: returns for success. */
  interface Body {
    void run(Call call) throws Fault;
  }

  /** Finds the code of a function. */
  interface Binding {
    Body bind(Groups groups);
  }

  FunctionType type() {
    List<ValType> types = parameters.stream().map(Parameter::type).toList();
    return FunctionType.of(types, returnsErrno ? List.of(ValType.I32) : List.of());
  }
}
