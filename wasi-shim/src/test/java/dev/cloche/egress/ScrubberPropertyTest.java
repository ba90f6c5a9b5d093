package dev.cloche.egress;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.cloche.testkit.EncodedForms;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;

@Tag("one-jdk")
class ScrubberPropertyTest {

  /** A bar ends an escape that the text before may have begun: such a text has another reading. */
  @Property(tries = 300)
  void noFormOfASecretPasses_whateverIsAround(
      @ForAll("secrets") String secret,
      @ForAll("texts") String before,
      @ForAll("texts") String after,
      @ForAll List<Integer> seeds) {
    Scrubber scrubber = ScrubberTest.scrubber(secret);
    for (Map.Entry<String, byte[]> form : EncodedForms.of(secret).entrySet()) {
      byte[] text = Scrubbing.concat(bytes(before + "|"), form.getValue(), bytes(after));
      byte[] out = Scrubbing.inChunks(scrubber, text, cuts(seeds, text.length));
      assertFalse(Scrubbing.contains(out, form.getValue()), form.getKey());
      assertFalse(Scrubbing.contains(out, bytes(secret)), form.getKey());
      assertArrayEquals(Scrubbing.whole(scrubber, text), out, form.getKey());
    }
  }

  @Property(tries = 300)
  void allButTheSecretStays(
      @ForAll("secrets") String secret,
      @ForAll("bystanders") String before,
      @ForAll("bystanders") String after) {
    String scrubbed = ScrubberTest.scrubber(secret).scrub(before + secret + after);
    assertEquals(before, scrubbed.substring(0, before.length()));
    assertEquals(after, scrubbed.substring(scrubbed.length() - after.length()));
    String mark = scrubbed.substring(before.length(), scrubbed.length() - after.length());
    assertEquals(mark, ScrubberTest.scrubber(secret).scrub(secret));
  }

  @Property(tries = 300)
  void longerBase64_keepsNoCharacterOfTheSecretAlone(
      @ForAll("secrets") String secret,
      @ForAll("texts") String before,
      @ForAll("texts") String after) {
    String text = EncodedForms.within(before, secret, after);
    String out = ScrubberTest.scrubber(secret).scrub(text);
    assertFalse(out.contains(EncodedForms.stablePart(before, secret, after)));
  }

  /** The bytes of a text, each escaped in its own way: no two encoders need agree. */
  @Property(tries = 500)
  void anyMixOfEscapesOfOneKind_isUndone(
      @ForAll("secrets") String given, @ForAll List<Boolean> choices, @ForAll boolean json) {
    String secret = given.trim();
    StringBuilder mixed = new StringBuilder();
    int[] points = secret.codePoints().toArray();
    for (int i = 0; i < points.length; i++) {
      boolean escaped =
          points[i] >= 0x80
              || "%\\\"&+ ".indexOf(points[i]) >= 0
              || (!choices.isEmpty() && choices.get(i % choices.size()));
      String character = Character.toString(points[i]);
      mixed.append(escaped ? escape(character, json) : character);
    }
    String out = ScrubberTest.scrubber(secret).scrub(mixed.toString());
    assertEquals(ScrubberTest.scrubber(secret).scrub(secret), out);
  }

  /** Slow and obvious: every secret goes, and its mirror image. */
  @Property(tries = 1_000)
  void rawSecrets_goAsAPlainSearchWouldHaveThem(
      @ForAll("fewLetters") List<String> secrets, @ForAll("fewLetterTexts") String text) {
    boolean[] gone = new boolean[text.length()];
    boolean[] joined = new boolean[text.length() + 1];
    List<String> forms = new ArrayList<>(secrets);
    secrets.forEach(secret -> forms.add(new StringBuilder(secret).reverse().toString()));
    for (String secret : forms) {
      for (int at = text.indexOf(secret); at >= 0; at = text.indexOf(secret, at + 1)) {
        for (int i = at; i < at + secret.length(); i++) {
          gone[i] = true;
          joined[i] |= i > at;
        }
      }
    }
    StringBuilder expected = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      if (!gone[i]) {
        expected.append(text.charAt(i));
      } else if (!joined[i]) {
        expected.append("[redacted]");
      }
    }
    assertEquals(
        expected.toString(), ScrubberTest.scrubber(secrets.toArray(String[]::new)).scrub(text));
  }

  @Provide
  Arbitrary<String> secrets() {
    return Arbitraries.oneOf(
            Arbitraries.strings().withCharRange(' ', '~').ofMinLength(8).ofMaxLength(40),
            Arbitraries.strings().withChars("a\\").ofMinLength(8).ofMaxLength(12),
            Arbitraries.strings().withChars("%25").ofMinLength(8).ofMaxLength(12),
            Arbitraries.strings().withChars("äß漢😀é€x").ofMinLength(8).ofMaxLength(20),
            Arbitraries.of(
                "aaaaaaaa",
                "[redacted]",
                "redacted",
                ".*.*.*.*",
                "(a+)+$^|",
                "$1$2\\1\\2",
                "&amp;&amp;",
                "%41%41%41",
                "\\u0041\\u0041",
                "a b c d e f g h"))
        .filter(secret -> secret.chars().filter(c -> c != ' ').count() >= 8)
        .filter(secret -> !secret.matches(".*[\\ud800-\\udfff].*") || isWellFormed(secret));
  }

  @Provide
  Arbitrary<String> texts() {
    return Arbitraries.oneOf(
        Arbitraries.strings().ascii().ofMaxLength(30),
        Arbitraries.strings().withChars("a\\%25&#;u041redct[]").ofMaxLength(30));
  }

  /** Text that neither begins nor ends any secret, in no form. */
  @Provide
  Arbitrary<String> bystanders() {
    return Arbitraries.strings().withChars("\u2460\u2461\u2462").ofMaxLength(20);
  }

  @Provide
  Arbitrary<List<String>> fewLetters() {
    return Arbitraries.strings()
        .withChars("xy")
        .ofMinLength(8)
        .ofMaxLength(12)
        .list()
        .ofMinSize(1)
        .ofMaxSize(4);
  }

  @Provide
  Arbitrary<String> fewLetterTexts() {
    return Arbitraries.strings().withChars("xy").ofMaxLength(200);
  }

  private static boolean isWellFormed(String text) {
    return StandardCharsets.UTF_8.newEncoder().canEncode(text);
  }

  private static String escape(String character, boolean json) {
    StringBuilder out = new StringBuilder();
    if (json) {
      character.chars().forEach(unit -> out.append(String.format("\\u%04x", unit)));
      return out.toString();
    }
    for (byte b : bytes(character)) {
      out.append(String.format("%%%02x", b & 0xff));
    }
    return out.toString();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static List<Integer> cuts(List<Integer> seeds, int length) {
    List<Integer> cuts = new ArrayList<>();
    for (int seed : seeds) {
      cuts.add(Math.floorMod(seed, length + 1));
    }
    return cuts;
  }
}
