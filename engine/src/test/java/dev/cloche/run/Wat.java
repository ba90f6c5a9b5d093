package dev.cloche.run;

import com.dylibso.chicory.wabt.Wat2Wasm;

/** Compiles guests that tests write as text. */
public final class Wat {

  private Wat() {}

  /** Returns the module in the binary format. */
  public static byte[] wasm(String text) {
    return Wat2Wasm.parse(text);
  }
}
