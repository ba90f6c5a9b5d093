package dev.cloche.policy;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.Tool;
import dev.cloche.signature.ModuleSigner;
import dev.cloche.signature.SigningKey;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Whose signature a tool, a script and its interpreter need. */
class SignersDecisionTest {
  private static final SigningKey KEY = SigningKey.generate();
  private static final ToolSigners SIGNERS = ToolSigners.anyOf(List.of(KEY.signer()));
  private static final String SOURCE = "print(1)";

  private static final String SCRIPTS =
      """
      {"name":"js","title":"X","description":"does x","version":"1","license":"MIT",
       "source":"here","abi":"wasi-command","usage":["x"],
       "script":{"arguments":["-e",{"property":"source"}]}}""";

  /** A module of nothing but its manifest, which ends before the byte that makes lengths longer. */
  private static byte[] interpreter() {
    byte[] manifest = SCRIPTS.getBytes(UTF_8);
    int length = 1 + "cloche.tool".length() + manifest.length;
    ByteArrayOutputStream module = new ByteArrayOutputStream();
    module.writeBytes(new byte[] {0, 'a', 's', 'm', 1, 0, 0, 0, 0});
    module.write((length & 0x7f) | 0x80);
    module.write(length >> 7);
    module.write("cloche.tool".length());
    module.writeBytes("cloche.tool".getBytes(UTF_8));
    module.writeBytes(manifest);
    return module.toByteArray();
  }

  private static Tool script(byte[] interpreter, SigningKey key) {
    byte[] beside = ModuleSigner.with(key).signScript("js", SOURCE, Optional.empty());
    return Tool.script(Tool.of("js", interpreter), "s", SOURCE).withSignature(beside);
  }

  @Test
  void h4_script_isSignedTogetherWithItsInterpreter() {
    byte[] signed = ModuleSigner.with(KEY).sign(interpreter());
    assertEquals(Optional.empty(), SIGNERS.objection(script(signed, KEY)));
    assertTrue(SIGNERS.objection(script(interpreter(), KEY)).isPresent());
    assertTrue(SIGNERS.objection(script(signed, SigningKey.generate())).isPresent());
    assertTrue(SIGNERS.objection(Tool.script(Tool.of("js", signed), "s", SOURCE)).isPresent());
  }

  /** What a jar brings is the program's; but what its interpreters run is the caller's. */
  @Test
  void h4_toolOfTheProgram_needsNoSignature_unlessItRunsWhatItIsGiven() {
    Tool plain = Tool.packaged("plain", SignersDecisionTest.class);
    Tool interpreter = Tool.packaged("interpreter", SignersDecisionTest.class);
    byte[] beside = ModuleSigner.with(KEY).signScript("interpreter", SOURCE, Optional.empty());
    Tool script = Tool.script(interpreter, "s", SOURCE);

    assertEquals(Optional.empty(), SIGNERS.objection(plain));
    assertTrue(SIGNERS.objection(interpreter).isPresent());
    assertTrue(SIGNERS.objection(script).isPresent());
    assertEquals(Optional.empty(), SIGNERS.objection(script.withSignature(beside)));
  }
}
