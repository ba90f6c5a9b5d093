package dev.cloche.host;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.egress.Scrubber;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is read of a command's streams, and what of secrets in them. */
@Tag("one-jdk")
class OutputTest {
  private static final Duration LONG = Duration.ofMinutes(1);
  private static final String SECRET = "canary-0123456789abcdef";
  private static final Scrubber SCRUBBER = Scrubber.of(List.of(SECRET.getBytes(UTF_8)));

  /** Gives as many bytes at a time as it is told. */
  private static InputStream inChunks(String text, int size) {
    return new ByteArrayInputStream(text.getBytes(UTF_8)) {
      @Override
      public synchronized int read(byte[] bytes, int offset, int length) {
        return super.read(bytes, offset, Math.min(length, size));
      }
    };
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 16384})
  void c2_aSecretInAnyForm_isTakenOutOfResultAndCopy_acrossChunks(int chunk) {
    String encoded = Base64.getEncoder().encodeToString(SECRET.getBytes(UTF_8));
    String text = "a " + SECRET + " b " + encoded + " c " + SECRET.toUpperCase(Locale.ROOT);
    ByteArrayOutputStream copy = new ByteArrayOutputStream();
    Output output = new Output(1 << 20, () -> {});
    Output.Stream stream =
        output.read("stdout", inChunks(text, chunk), Optional.of(copy), SCRUBBER);
    String result = stream.end(LONG).text();
    assertEquals("a [redacted] b [redacted] c [redacted]", result);
    assertEquals(result, copy.toString(UTF_8));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 16384})
  void c1_anAllowanceThatEndsWithinASecret_showsNoPartOfIt(int chunk) {
    Output output = new Output(20, () -> {});
    Output.Stream stream =
        output.read("stdout", inChunks("ab " + SECRET + " c", chunk), Optional.empty(), SCRUBBER);
    assertEquals("ab ", stream.end(LONG).text());
    assertTrue(output.isExceeded());
  }

  @Test
  void withoutSecrets_everythingComesAsItIs() {
    Output output = new Output(1 << 20, () -> {});
    Output.Stream stream =
        output.read("stderr", inChunks("a " + SECRET, 3), Optional.empty(), Scrubber.none());
    assertEquals("a " + SECRET, stream.end(LONG).text());
    assertFalse(output.isExceeded());
  }

  @Test
  void secretsInWhatIsLeft_areFoundInAllForms_andNothingElse() {
    SecretSearch search = new SecretSearch(SCRUBBER);
    byte[] large = ("x".repeat(65_530) + SECRET).getBytes(UTF_8);
    assertTrue(search.isIn(large));
    assertFalse(search.isIn("x".repeat(200_000).getBytes(UTF_8)));
    assertFalse(search.isIn(SECRET.substring(1).getBytes(UTF_8)));
    assertTrue(search.isIn("name-" + SECRET));
    assertEquals("/d/[redacted].txt", search.without("/d/" + SECRET + ".txt"));
    assertFalse(new SecretSearch(Scrubber.none()).isIn(large));
  }
}
