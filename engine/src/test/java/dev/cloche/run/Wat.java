package dev.cloche.run;

import com.dylibso.chicory.wabt.Wat2Wasm;

/** Compiles guests that tests write as text. */
final class Wat {

  private Wat() {}

  static byte[] wasm(String text) {
    return Wat2Wasm.parse(text);
  }
}
