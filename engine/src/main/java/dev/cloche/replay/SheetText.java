package dev.cloche.replay;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.type.LogicalType;
import dev.cloche.module.GuestText;
import dev.cloche.module.Sha256;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A sheet as JSON: read strictly and bounded, with the SHA-256 of all that stands before it as the
 * last member, so that a file that was cut or changed is found to be damaged.
 */
final class SheetText {

  /** 64 MiB: what a recording may have, written and read. */
  static final int MAX_BYTES = 64 << 20;

  private static final int MAX_DEPTH = 12;
  private static final int MAX_NUMBER = 20;
  private static final String SEAL = ",\n  \"sha256\" : \"";
  private static final String AFTER = "\"\n}\n";
  private static final int DIGITS = 64;

  private static final JsonMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxNestingDepth(MAX_DEPTH)
                          .maxNumberLength(MAX_NUMBER)
                          .maxNameLength(100)
                          .maxStringLength(MAX_BYTES)
                          .build())
                  .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                  .build())
          .enable(
              DeserializationFeature.FAIL_ON_TRAILING_TOKENS,
              DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES,
              DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES,
              DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES,
              DeserializationFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
          .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
          .withCoercionConfig(
              LogicalType.Textual,
              config ->
                  config
                      .setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                      .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                      .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail))
          .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
          .enable(SerializationFeature.INDENT_OUTPUT)
          .build();

  private SheetText() {}

  /** Returns a sheet as a file holds it. */
  static byte[] write(Sheet sheet) {
    try {
      String text = new String(MAPPER.writeValueAsBytes(sheet), StandardCharsets.UTF_8);
      // The same bytes on every system: the printer takes the line ends of the platform.
      return seal(text.replace("\r\n", "\n"));
    } catch (JsonProcessingException e) {
      throw new AssertionError("a sheet can be written", e);
    }
  }

  /** Puts the digest into an object that was written so. */
  static byte[] seal(String text) {
    byte[] body =
        text.substring(0, text.length() - "\n}".length()).getBytes(StandardCharsets.UTF_8);
    byte[] seal = (SEAL + Sha256.of(body) + AFTER).getBytes(StandardCharsets.US_ASCII);
    byte[] all = Arrays.copyOf(body, body.length + seal.length);
    System.arraycopy(seal, 0, all, body.length, seal.length);
    return all;
  }

  /**
   * Reads a sheet.
   *
   * @throws RecordingException if it is none
   */
  static Sheet read(byte[] bytes) {
    if (bytes.length > MAX_BYTES) {
      throw new RecordingException(
          "the recording has " + bytes.length + " bytes; the most is " + MAX_BYTES);
    }
    requireVersion(bytes);
    byte[] body = unseal(bytes);
    try {
      Sheet sheet = MAPPER.readValue(utf8(body), Sheet.class);
      requireWhole("end.stdout", sheet.end().stdout(), sheet.end().stdoutSha256());
      requireWhole("end.stderr", sheet.end().stderr(), sheet.end().stderrSha256());
      return sheet;
    } catch (JsonMappingException wrong) {
      throw new RecordingException(
          "the recording is wrong at " + place(wrong) + ": " + reason(wrong));
    } catch (JsonProcessingException wrong) {
      throw broken(wrong);
    } catch (IOException wrong) {
      throw notUtf8();
    }
  }

  /** Bytes alone would be looked at for other encodings, in which they may be no text at all. */
  private static Reader utf8(byte[] bytes) {
    return new InputStreamReader(
        new ByteArrayInputStream(bytes), StandardCharsets.UTF_8.newDecoder());
  }

  private static RecordingException notUtf8() {
    return new RecordingException("the recording is not UTF-8");
  }

  private static void requireWhole(String where, byte[] content, String digest) {
    if (!Sha256.of(content).equals(digest)) {
      throw new RecordingException(
          "the recording is damaged at " + where + ": its digest is another");
    }
  }

  /** Looked at before anything else: of another version nothing else is known. */
  private static void requireVersion(byte[] bytes) {
    try (JsonParser json = MAPPER.getFactory().createParser(utf8(bytes))) {
      boolean recording =
          json.nextToken() == JsonToken.START_OBJECT
              && "cloche".equals(json.nextFieldName())
              && Sheet.KIND.equals(json.nextTextValue())
              && "version".equals(json.nextFieldName());
      if (!recording || json.nextToken() != JsonToken.VALUE_NUMBER_INT) {
        throw new RecordingException("the file is no recording of a call");
      }
      int version = json.getIntValue();
      if (version != Sheet.VERSION) {
        throw new RecordingException(
            "the recording is of format " + version + "; this engine reads " + Sheet.VERSION);
      }
    } catch (JsonProcessingException wrong) {
      throw broken(wrong);
    } catch (IOException wrong) {
      throw notUtf8();
    }
  }

  private static byte[] unseal(byte[] bytes) {
    int length = SEAL.length() + DIGITS + AFTER.length();
    int at = bytes.length - length;
    String seal = at <= 0 ? "" : new String(bytes, at, length, StandardCharsets.ISO_8859_1);
    if (!seal.startsWith(SEAL) || !seal.endsWith(AFTER)) {
      throw new RecordingException("the recording does not end in its digest: it was cut off");
    }
    byte[] body = Arrays.copyOf(bytes, at);
    if (!seal.substring(SEAL.length(), SEAL.length() + DIGITS).equals(Sha256.of(body))) {
      throw new RecordingException(
          "the recording is not what its digest says: it is damaged, or was edited");
    }
    byte[] whole = Arrays.copyOf(body, at + 1);
    whole[at] = '}';
    return whole;
  }

  private static RecordingException broken(JsonProcessingException wrong) {
    JsonLocation at = wrong.getLocation();
    return new RecordingException(
        "the recording is no JSON at line "
            + (at == null ? 0 : at.getLineNr())
            + ", column "
            + (at == null ? 0 : at.getColumnNr()));
  }

  private static String place(JsonMappingException wrong) {
    StringBuilder place = new StringBuilder();
    for (JsonMappingException.Reference step : wrong.getPath()) {
      if (step.getFieldName() == null) {
        place.append('[').append(step.getIndex()).append(']');
      } else {
        place.append(place.isEmpty() ? "" : ".").append(GuestText.escape(step.getFieldName()));
      }
    }
    return place.isEmpty() ? "its beginning" : place.toString();
  }

  private static String reason(JsonMappingException wrong) {
    Throwable cause = wrong.getCause();
    if (cause instanceof NullPointerException) {
      return "a value is missing";
    }
    return cause instanceof IllegalArgumentException
        ? GuestText.of(cause)
        : "it is not as docs/replay.md says (" + wrong.getClass().getSimpleName() + ")";
  }
}
