package dev.cloche.module;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.dylibso.chicory.wasm.ChicoryException;
import com.dylibso.chicory.wasm.Parser;
import java.io.ByteArrayInputStream;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Whatever the bytes are, they are read or refused. */
class ArbitraryModulesTest {

  private static final int TRIES = 10_000;

  /** Bytes that mean something in many places: opcodes, types, ends of LEB128. */
  private static final byte[] TELLING =
      WasmBytes.hex("00 01 02 03 04 05 0b 0c 0e 10 11 40 41 60 6f 70 7f 80 ff fc d0 d2");

  /** Reads, and asserts that a refusal is complete. */
  private static boolean isAccepted(byte[] bytes) {
    try {
      CheckedModule module = ModuleReader.read(bytes, ModuleLimits.defaults());
      assertTrue(module.functionNames().size() <= module.functionCount());
      return true;
    } catch (ModuleException e) {
      assertTrue(e.offset() >= 0 && e.offset() <= bytes.length, e.getMessage());
      assertTrue(e.getMessage().startsWith("module refused: " + e.section() + ", offset 0x"));
      assertTrue(e.getMessage().chars().allMatch(c -> c >= ' ' && c <= '~'), e.getMessage());
      return false;
    }
  }

  @Property(tries = TRIES)
  void arbitraryBytesAreRefusedOrRead(@ForAll byte[] bytes) {
    assertFalse(isAccepted(bytes), "no module is found by chance");
  }

  @Property(tries = TRIES)
  void arbitraryBytesAfterAHeaderAreRefusedOrRead(@ForAll byte[] bytes) {
    boolean accepted = isAccepted(WasmBytes.cat(WasmBytes.HEADER, bytes));
    assertTrue(accepted || bytes.length > 0);
  }

  @Property(tries = TRIES)
  void arbitraryCodeIsRefusedOrRead(@ForAll("code") byte[] code) {
    byte[] body = WasmBytes.cat(code, WasmBytes.hex("0b"));
    byte[] module = WasmBytes.around(HexFormat.of().formatHex(body));
    if (isAccepted(module)) {
      assertEngineParses(module);
    }
  }

  @Property(tries = TRIES)
  void mutatedModulesAreRefusedOrRead_andWhatIsReadTheEngineParses(
      @ForAll("mutants") byte[] mutant) {
    if (isAccepted(mutant)) {
      assertEngineParses(mutant);
    }
  }

  /** The engine may still refuse, such as for the types of operands, but in its own words. */
  private static void assertEngineParses(byte[] bytes) {
    Parser parser = Parser.builder().withCustomParsers(Map.of()).build();
    try {
      assertTrue(parser.parse(() -> new ByteArrayInputStream(bytes)) != null);
    } catch (ChicoryException e) {
      assertTrue(e.getMessage() != null);
    }
  }

  @Provide
  Arbitrary<byte[]> code() {
    return Arbitraries.bytes()
        .map(b -> TELLING[Math.floorMod(b, TELLING.length)])
        .array(byte[].class)
        .ofMaxSize(24);
  }

  @Provide
  Arbitrary<byte[]> mutants() {
    Arbitrary<byte[]> guests = Arbitraries.of(Guests.all());
    Arbitrary<Long> seeds = Arbitraries.longs();
    Arbitrary<Integer> rounds = Arbitraries.integers().between(1, 4);
    return Combinators.combine(guests, seeds, rounds)
        .as(
            (guest, seed, count) -> {
              Random random = new Random(seed);
              byte[] mutant = guest;
              for (int i = 0; i < count; i++) {
                mutant = mutate(mutant, random);
              }
              return mutant;
            });
  }

  private static byte[] mutate(byte[] bytes, Random random) {
    if (bytes.length < 10) {
      return WasmBytes.cat(bytes, Guests.RICH);
    }
    int at = 8 + random.nextInt(bytes.length - 8);
    byte[] mutant = bytes.clone();
    switch (random.nextInt(6)) {
      case 0 -> mutant[at] ^= (byte) (1 << random.nextInt(8));
      case 1 -> mutant[at] = (byte) random.nextInt(256);
      case 2 -> mutant[at] = TELLING[random.nextInt(TELLING.length)];
      case 3 -> mutant = Arrays.copyOf(bytes, at);
      case 4 -> mutant = splice(bytes, at, random);
      default -> mutant[at]++;
    }
    return mutant;
  }

  /** Copies a piece of some module over another place, or in between. */
  private static byte[] splice(byte[] bytes, int at, Random random) {
    byte[] source = random.nextBoolean() ? Guests.NEWER : bytes;
    int from = random.nextInt(source.length);
    int length = Math.min(random.nextInt(16), source.length - from);
    byte[] piece = Arrays.copyOfRange(source, from, from + length);
    int resume = random.nextBoolean() ? at : Math.min(bytes.length, at + length);
    return WasmBytes.cat(
        Arrays.copyOf(bytes, at), piece, Arrays.copyOfRange(bytes, resume, bytes.length));
  }
}
