package dev.cloche.signature;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.Tool;
import dev.cloche.module.ScriptModule;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Who signed a module, and what undoes it. */
@Tag("one-jdk")
@net.jqwik.api.Tag("one-jdk")
class ToolSignatureTest {

  private static final SigningKey KEY = SigningKey.generate();
  private static final SigningKey OTHER = SigningKey.generate();
  private static final byte[] PLAIN = Modules.plain();
  private static final byte[] SIGNED = ModuleSigner.with(KEY).sign(PLAIN);

  private static boolean isSigned(byte[] module) {
    return ToolSignature.of(module).isBy(KEY.signer());
  }

  @Test
  void sign_thenVerify() {
    assertTrue(isSigned(SIGNED));
    assertFalse(isSigned(PLAIN));
    assertFalse(ToolSignature.of(SIGNED).isBy(OTHER.signer()));
    assertEquals(List.of(KEY.signer()), ToolSignature.of(SIGNED).signers());
    assertEquals(Optional.empty(), ToolSignature.of(SIGNED).problem());
    assertTrue(ToolSignature.of(PLAIN).problem().orElseThrow().contains("not signed"));
  }

  /** Example "Signatures for the entire module" of the tool conventions, byte by byte. */
  @Test
  void layout_isThatOfTheConventions() throws Exception {
    byte[] section = Modules.split(SIGNED).get(0);
    byte[] name = "signature".getBytes(StandardCharsets.US_ASCII);
    byte[] content = Arrays.copyOfRange(PLAIN, 8, PLAIN.length);
    byte[] hash = MessageDigest.getInstance("SHA-256").digest(content);

    assertEquals(0, section[0]);
    assertArrayEquals(name, Arrays.copyOfRange(section, 4, 13));
    assertArrayEquals(new byte[] {1, 1, 1, 1, 1}, Arrays.copyOfRange(section, 13, 18));
    assertArrayEquals(hash, Arrays.copyOfRange(section, 18, 50));
    assertArrayEquals(new byte[] {1, 33, 1}, Arrays.copyOfRange(section, 50, 53));
    assertArrayEquals(new byte[] {1, 64}, Arrays.copyOfRange(section, 85, 87));
    assertEquals(87 + 64, section.length);
    assertArrayEquals(PLAIN, Modules.of(Modules.split(SIGNED).subList(1, 7)));
  }

  @Property(tries = 2000)
  void h4_anyByteThatIsChanged_undoesTheSignature(
      @ForAll @IntRange(min = 0, max = 100_000) int at,
      @ForAll @IntRange(min = 1, max = 255) int by) {
    byte[] changed = SIGNED.clone();
    changed[at % changed.length] ^= (byte) by;

    assertFalse(isSigned(changed));
  }

  @Property(tries = 500)
  void h4_sectionsMovedAddedDroppedOrDoubled_undoTheSignature(@ForAll long seed) {
    Random random = new Random(seed);
    List<byte[]> sections = new ArrayList<>(Modules.split(SIGNED));
    List<byte[]> before = List.copyOf(sections);
    int at = random.nextInt(sections.size());
    int to = random.nextInt(sections.size());
    switch (random.nextInt(4)) {
      case 0 -> Collections.swap(sections, at, to);
      case 1 -> sections.add(to, Modules.custom("extra", "x".repeat(random.nextInt(50))));
      case 2 -> sections.remove(at);
      default -> sections.add(to, sections.get(at));
    }

    assertEquals(sections.equals(before), isSigned(Modules.of(sections)));
  }

  @Property(tries = 500)
  void cutOrExtended_isNotSigned(@ForAll @IntRange(min = 0, max = 100_000) int length) {
    assertFalse(isSigned(Arrays.copyOf(SIGNED, length % SIGNED.length)));
    byte[] longer = Arrays.copyOf(SIGNED, SIGNED.length + 1 + length % 64);
    assertFalse(isSigned(longer));
  }

  @Property(tries = 2000)
  void arbitraryBytes_areUnsigned_andNothingIsThrown(@ForAll byte[] bytes) {
    byte[] after = Modules.of(List.of(bytes));

    assertFalse(isSigned(bytes) || isSigned(after));
    assertFalse(ToolSignature.of(PLAIN, bytes).isBy(KEY.signer()));
    assertTrue(ToolSignature.of(PLAIN, bytes).problem().isPresent());
  }

  @Test
  void h4_aSectionAppendedAfterSigning_isCaught() {
    List<byte[]> sections = new ArrayList<>(Modules.split(SIGNED));
    sections.add(Modules.custom("note", "harmless"));

    assertFalse(isSigned(Modules.of(sections)));
    assertTrue(isSigned(Modules.of(Modules.split(SIGNED))));
  }

  @Test
  void h4_aPartThatIsDelimitedAndAppended_isCaught() {
    List<byte[]> sections = new ArrayList<>(Modules.sections());
    sections.add(Modules.custom("signature_delimiter", "0123456789abcdef"));
    byte[] signed = ModuleSigner.with(KEY).sign(Modules.of(sections));
    List<byte[]> more = new ArrayList<>(Modules.split(signed));
    more.add(Modules.custom("note", "harmless"));
    more.add(Modules.custom("signature_delimiter", "0123456789abcdef"));

    assertTrue(isSigned(signed));
    assertFalse(isSigned(Modules.of(more)), "the conventions allow it, a policy does not");
  }

  @Test
  void h4_anotherManifestAfterSigning_isCaught() {
    List<byte[]> sections = new ArrayList<>(Modules.split(SIGNED));
    sections.set(1, Modules.custom("cloche.tool", "{\"name\": \"another\"}"));

    assertFalse(isSigned(Modules.of(sections)));
  }

  @Test
  void h4_twoManifests_areNotSigned() {
    List<byte[]> sections = new ArrayList<>(Modules.sections());
    sections.add(Modules.custom("cloche.tool", "{}"));
    ModuleSigner signer = ModuleSigner.with(KEY);
    byte[] twice = Modules.of(sections);

    assertThrows(IllegalArgumentException.class, () -> signer.sign(twice));
  }

  @Test
  void h4_twoSignatureSections_areNone() {
    List<byte[]> sections = new ArrayList<>(Modules.split(SIGNED));
    byte[] forged = Modules.split(ModuleSigner.with(OTHER).sign(PLAIN)).get(0);
    sections.add(0, forged);
    byte[] both = Modules.of(sections);

    assertFalse(isSigned(both));
    assertFalse(ToolSignature.of(both).isBy(OTHER.signer()));
  }

  @Test
  void sign_again_addsAnotherSigner_andTheSameOnlyOnce() {
    byte[] both = ModuleSigner.with(OTHER).sign(SIGNED);

    assertEquals(List.of(KEY.signer(), OTHER.signer()), ToolSignature.of(both).signers());
    assertArrayEquals(SIGNED, ModuleSigner.with(KEY).sign(SIGNED));
    byte[] replaced = ModuleSigner.with(OTHER).replacing().sign(both);
    assertEquals(List.of(OTHER.signer()), ToolSignature.of(replaced).signers());
  }

  @Test
  void sign_whatWasChangedSince_needsReplacing() {
    List<byte[]> sections = new ArrayList<>(Modules.split(SIGNED));
    sections.add(Modules.custom("note", "new"));
    byte[] changed = Modules.of(sections);
    ModuleSigner signer = ModuleSigner.with(KEY);

    assertThrows(IllegalArgumentException.class, () -> signer.sign(changed));
    assertTrue(isSigned(signer.replacing().sign(changed)));
  }

  @Test
  void sign_sixteenTimes_isTheMost() {
    byte[] module = PLAIN;
    for (int i = 0; i < 16; i++) {
      module = ModuleSigner.with(SigningKey.generate()).sign(module);
    }
    byte[] full = module;
    ModuleSigner signer = ModuleSigner.with(KEY);

    assertEquals(16, ToolSignature.of(full).signers().size());
    assertThrows(IllegalArgumentException.class, () -> signer.sign(full));
  }

  @Test
  void sign_noModule_isRefused() {
    ModuleSigner signer = ModuleSigner.with(KEY);

    for (String text : List.of("", "text", "\0asm", "\0asm\1\0\0\0\0")) {
      byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
      assertThrows(IllegalArgumentException.class, () -> signer.sign(bytes));
    }
  }

  @Test
  void aTool_withItsManifestBeside_countsAsUnsigned() {
    byte[] manifest = "{}".getBytes(StandardCharsets.UTF_8);

    assertTrue(Tool.of("nothing", SIGNED).signature().isBy(KEY.signer()));
    assertFalse(Tool.of("nothing", SIGNED, manifest).signature().isBy(KEY.signer()));
    assertFalse(Tool.command("git").signature().isBy(KEY.signer()));
  }

  @Test
  void aScriptsSignature_isOverSourceAndInterpreter_andNoModules() {
    byte[] beside = ModuleSigner.with(KEY).signScript("js", "print(1)", Optional.empty());

    assertTrue(script("js", "print(1)", beside));
    assertFalse(script("js", "print(2)", beside));
    assertFalse(script("python", "print(1)", beside));
    assertFalse(ToolSignature.of(PLAIN, beside).isBy(KEY.signer()));
    assertArrayEquals(
        beside, ModuleSigner.with(KEY).signScript("js", "print(1)", Optional.of(beside)));
  }

  private static boolean script(String interpreter, String source, byte[] beside) {
    byte[] module = ScriptModule.of(interpreter, source);
    return ToolSignature.of(module, beside).isBy(KEY.signer());
  }
}
