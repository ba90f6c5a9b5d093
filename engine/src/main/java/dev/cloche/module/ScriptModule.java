package dev.cloche.module;

import java.nio.charset.StandardCharsets;

/**
 * What is signed of a script: a module whose one section, {@value #SECTION}, holds the name of its
 * interpreter and its source. So scripts are signed and verified as modules are, and no signature
 * of a module is one of a script. Nothing runs this module.
 */
public final class ScriptModule {

  /** The name of the custom section. */
  public static final String SECTION = "cloche.script";

  private static final byte[] HEADER = {0, 'a', 's', 'm', 1, 0, 0, 0};

  private ScriptModule() {}

  /** Returns the module of a script. */
  public static byte[] of(String interpreter, String source) {
    SignatureWriter payload = new SignatureWriter();
    payload.vector(interpreter.getBytes(StandardCharsets.UTF_8));
    payload.bytes(source.getBytes(StandardCharsets.UTF_8));
    SignatureWriter module = new SignatureWriter();
    module.bytes(HEADER);
    module.customSection(SECTION, payload.toBytes());
    return module.toBytes();
  }
}
