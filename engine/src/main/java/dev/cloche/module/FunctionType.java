package dev.cloche.module;

import java.util.List;

/**
 * A function type (WebAssembly 2.0, 2.3.6).
 *
 * @param parameters the types of the parameters
 * @param results the types of the results
 */
public record FunctionType(List<ValueType> parameters, List<ValueType> results) {

  /** Copies the lists. */
  public FunctionType {
    parameters = List.copyOf(parameters);
    results = List.copyOf(results);
  }
}
