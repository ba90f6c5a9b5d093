package dev.cloche.meter;

import dev.cloche.module.CheckedModule;
import dev.cloche.module.FunctionType;
import dev.cloche.module.ValueType;
import java.util.ArrayList;
import java.util.List;

/** The types of everything that code of a module can name, the outliner's additions included. */
final class Signatures {

  private final CheckedModule module;
  private final Scratch scratch;
  private final List<FunctionType> pieces = new ArrayList<>();

  Signatures(CheckedModule module) {
    this.module = module;
    this.scratch = new Scratch(module.globals().size());
  }

  Scratch scratch() {
    return scratch;
  }

  /** Adds a function at the end of the index space, and returns its index. */
  int add(FunctionType piece) {
    pieces.add(piece);
    return module.functionCount() + pieces.size() - 1;
  }

  FunctionType function(int index) {
    int defined = module.functionCount();
    return index < defined ? module.functionType(index) : pieces.get(index - defined);
  }

  FunctionType type(int index) {
    return module.types().get(index);
  }

  ValueType global(int index) {
    int own = index - scratch.first();
    return own < 0 ? module.globals().get(index).value() : Scratch.types().get(own);
  }

  List<FunctionType> pieces() {
    return pieces;
  }
}
