package dev.cloche.cli.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cloche.cli.serve.Frame.BadFrameException;
import io.modelcontextprotocol.spec.McpSchema;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a client sends is a message, or is answered with what is wrong with it. */
@Tag("one-jdk")
@org.junit.jupiter.api.Tag("one-jdk")
class FrameTest {

  private static final String CALL =
      "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tools/call\",\"params\":{\"name\":\"a\"}}";
  private static final String ANSWER = "{\"jsonrpc\":\"2.0\",\"id\":\"x\",\"result\":{}}";

  private static int code(byte[] json) {
    BadFrameException bad = assertThrows(BadFrameException.class, () -> Frame.read(json));
    try {
      return new ObjectMapper().readTree(bad.answer()).path("error").path("code").asInt();
    } catch (IOException e) {
      throw new AssertionError("an answer is JSON", e);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {CALL, ANSWER, "{\"jsonrpc\":\"2.0\",\"method\":\"ping\"}"})
  void message_inUtf8_isRead(String text) throws BadFrameException {
    assertEquals("2.0", Frame.read(text.getBytes(StandardCharsets.UTF_8)).jsonrpc());
  }

  /** A reader of bytes would find encodings by itself, and fail otherwise where there are none. */
  @ParameterizedTest
  @ValueSource(strings = {"UTF-16BE", "UTF-16LE", "UTF-32BE", "UTF-32LE"})
  void message_inAnotherEncoding_isNoJson(String charset) {
    byte[] encoded = CALL.getBytes(Charset.forName(charset));
    assertEquals(McpSchema.ErrorCodes.PARSE_ERROR, code(encoded));
    encoded[29] = 0x7c; // beyond all characters, in UTF-32
    assertEquals(McpSchema.ErrorCodes.PARSE_ERROR, code(encoded));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[" + CALL + "]",
        "{\"id\":1,\"method\":\"a\"}",
        "{\"jsonrpc\":\"2.0\",\"id\":1.5,\"method\":\"a\"}",
        "{\"jsonrpc\":\"2.0\",\"id\":1e999999999,\"method\":\"a\"}",
        "{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"a\"}",
        "{\"jsonrpc\":\"2.0\",\"id\":1}",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{},\"error\":{}}",
        "{\"jsonrpc\":\"2.0\",\"method\":\"a\",\"params\":[]}"
      })
  void message_thatIsNone_isInvalid(String text) {
    assertEquals(McpSchema.ErrorCodes.INVALID_REQUEST, code(text.getBytes(StandardCharsets.UTF_8)));
  }

  @Property(tries = 2_000)
  void anyBytes_areAMessageOrAnswered(@ForAll("nearlyMessages") byte[] json) {
    try {
      assertEquals("2.0", Frame.read(json).jsonrpc());
    } catch (BadFrameException bad) {
      String answer = new String(bad.answer(), StandardCharsets.UTF_8);
      assertTrue(answer.contains("\"error\""), answer);
    }
  }

  /** A message in an encoding, with a byte of it otherwise. */
  @Provide
  static Arbitrary<byte[]> nearlyMessages() {
    return Arbitraries.of(CALL, ANSWER)
        .flatMap(
            text ->
                Arbitraries.of("UTF-8", "UTF-8", "UTF-16LE", "UTF-32BE", "UTF-32LE")
                    .map(charset -> text.getBytes(Charset.forName(charset))))
        .flatMap(
            bytes ->
                Arbitraries.integers()
                    .between(0, bytes.length - 1)
                    .flatMap(at -> Arbitraries.bytes().map(value -> changed(bytes, at, value))));
  }

  private static byte[] changed(byte[] bytes, int at, byte value) {
    byte[] other = bytes.clone();
    other[at] = value;
    return other;
  }
}
