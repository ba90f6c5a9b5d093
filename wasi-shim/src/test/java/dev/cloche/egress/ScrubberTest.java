package dev.cloche.egress;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.testkit.EncodedForms;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScrubberTest {
  private static final String SECRET = "s3cr+t/Tok\\en\"<&>'7ü";

  static Scrubber scrubber(String... secrets) {
    return Scrubber.of(
        Stream.of(secrets).map(secret -> secret.getBytes(StandardCharsets.UTF_8)).toList());
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static Stream<Arguments> forms() {
    return EncodedForms.of(SECRET).entrySet().stream()
        .map(form -> Arguments.of(form.getKey(), form.getValue()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("forms")
  void c2_eachForm_isTakenOut(String name, byte[] form) {
    byte[] text = Scrubbing.concat(bytes("before "), form, bytes(" after"));
    byte[] out = Scrubbing.whole(scrubber(SECRET), text);
    assertFalse(Scrubbing.contains(out, form), name);
    String shown = new String(out, StandardCharsets.UTF_8);
    assertTrue(shown.startsWith("before ") && shown.endsWith(" after"), shown);
    assertTrue(shown.contains("[redacted]"), shown);
    byte[] other = Scrubbing.whole(scrubber("quite another secret"), text);
    assertArrayEquals(text, other, "what is no secret stays");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("forms")
  void c2_eachFormSplitAnywhere_isTakenOut(String name, byte[] form) {
    byte[] text = Scrubbing.concat(bytes("before "), form, bytes(" after"));
    byte[] whole = Scrubbing.whole(scrubber(SECRET), text);
    for (int at = 0; at <= text.length; at++) {
      assertArrayEquals(whole, Scrubbing.inChunks(scrubber(SECRET), text, List.of(at)), name);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "u", "us", "use", "user:", "a longer name:"})
  void c2_withinLongerBase64_isTakenOut(String before) {
    String text = EncodedForms.within(before, SECRET, " and more");
    String out = scrubber(SECRET).scrub(text);
    assertFalse(out.contains(EncodedForms.stablePart(before, SECRET, " and more")));
    assertTrue(out.contains("[redacted]"));
    assertEquals(text, scrubber("quite another secret").scrub(text));
  }

  @Test
  void c3_echoedHeader_isTakenOut() {
    Scrubber scrubber = scrubber("Bearer tok-123456", "tok-123456");
    assertEquals(
        "{\"Authorization\":\"[redacted]\",\"Accept\":\"*/*\"}",
        scrubber.scrub("{\"Authorization\":\"Bearer tok-123456\",\"Accept\":\"*/*\"}"));
    assertEquals("?key=[redacted]&x=1", scrubber.scrub("?key=tok-123456&x=1"));
  }

  @Test
  void scrub_textWithoutSecret_isTheSame() {
    String text = "tok-12345 and \ud800 a lone surrogate";
    assertSame(text, scrubber("tok-123456").scrub(text));
  }

  @Test
  void scrub_secretsThatOverlap_areOneMark() {
    Scrubber scrubber = scrubber("abcdefgh", "efghijkl", "abcdefghij");
    assertEquals("x[redacted]y", scrubber.scrub("xabcdefghijkly"));
    assertEquals("[redacted][redacted]", scrubber.scrub("abcdefghabcdefgh"));
  }

  @Test
  void scrub_repeatedCharacter_isOneMarkHoweverLong() {
    assertEquals("b[redacted]b", scrubber("aaaaaaaa").scrub("b" + "a".repeat(1_000) + "b"));
    assertEquals("b" + "a".repeat(7) + "b", scrubber("aaaaaaaa").scrub("b" + "a".repeat(7) + "b"));
  }

  @Test
  void scrub_secretThatHoldsTheMark_getsAnother() {
    assertEquals("<redacted>", scrubber("[redacted]").scrub("[redacted]"));
    assertEquals("*", scrubber("redacted").scrub("redacted"));
    assertEquals("(redacted)", scrubber("<[{1234567}]>").scrub("<[{1234567}]>"));
  }

  @Test
  void stream_infiniteOverlap_holdsBackLittle() {
    Scrubber.Stream stream = scrubber("aaaaaaaa").stream();
    byte[] chunk = new byte[64 << 10];
    Arrays.fill(chunk, (byte) 'a');
    long out = 0;
    for (int i = 0; i < 160; i++) {
      out += stream.next(chunk, 0, chunk.length).length;
    }
    assertEquals("[redacted]".length(), out + stream.end().length);
  }

  @Test
  void stream_cleanText_isNotHeldBack() {
    Scrubber.Stream stream = scrubber("tok-123456").stream();
    byte[] text = bytes("nothing of it here.");
    assertArrayEquals(text, stream.next(text, 0, text.length));
    assertEquals(0, stream.end().length);
  }

  @Test
  void stream_gapWithoutEnd_isGivenUp() {
    Scrubber.Stream stream = scrubber("tok-123456").stream();
    byte[] text = bytes("tok-123" + " ".repeat(100));
    assertEquals(text.length, stream.next(text, 0, text.length).length);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "1234567", "1 2 3 4 5 6 7", "12345678\n", "1234\u00005678", "12345678\u007f"})
  void of_whatIsNoSecret_isRefusedWithoutShowingIt(String secret) {
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> scrubber(secret));
    assertFalse(secret.length() > 6 && String.valueOf(refusal.getMessage()).contains(secret));
  }

  @Test
  void of_longestSecret_isTakenOut() {
    String secret = "abcdefghijklmno7".repeat(512);
    assertEquals(Scrubber.MAX_SECRET_BYTES, secret.length());
    assertEquals("x [redacted] y", scrubber(secret).scrub("x " + secret + " y"));
    assertThrows(IllegalArgumentException.class, () -> scrubber(secret + "1"));
  }

  @Test
  void c1_toString_holdsNoSecret() {
    Scrubber scrubber = scrubber("tok-123456");
    Map<String, Object> shown = Map.of("scrubber", scrubber, "stream", scrubber.stream());
    assertFalse(shown.toString().contains("tok-"), shown.toString());
    assertFalse(scrubber instanceof java.io.Serializable);
  }
}
