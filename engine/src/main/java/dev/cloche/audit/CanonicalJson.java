package dev.cloche.audit;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes values in the one form that records have: no white space, members in the order given,
 * whole numbers in decimal, and in strings nothing but printable ASCII, the rest as the short
 * escapes or {@code \}{@code uXXXX} in upper case. So a line never holds a control character, a
 * line separator, a bidirectional mark or a character of no width, whatever a guest wrote.
 *
 * <p>Surrogates without their other half, which are no characters, become U+FFFD: not every reader
 * of JSON takes them.
 */
final class CanonicalJson {

  /** Made when a record is written: texts are measured where none is. */
  private static final class Json {
    static final JsonFactory FACTORY = new JsonFactory();

    private Json() {}
  }

  private CanonicalJson() {}

  /** DEL is the one control character that Jackson leaves as it is. */
  private static final class Escapes extends CharacterEscapes {
    private static final long serialVersionUID = 1;
    private static final int DELETE = 0x7f;

    @Override
    public int[] getEscapeCodesForAscii() {
      int[] codes = standardAsciiEscapesForJSON();
      codes[DELETE] = ESCAPE_STANDARD;
      return codes;
    }

    @Override
    public @Nullable SerializableString getEscapeSequence(int character) {
      return null;
    }
  }

  /** Returns an object as text. */
  static String write(Map<String, Object> object) {
    StringWriter text = new StringWriter(512);
    try (JsonGenerator json = Json.FACTORY.createGenerator(text)) {
      json.setCharacterEscapes(new Escapes()).setHighestNonEscapedChar(0x7f);
      value(json, object);
    } catch (IOException e) {
      throw new UncheckedIOException("a string writer does not fail", e);
    }
    return text.toString();
  }

  private static void value(JsonGenerator json, @Nullable Object value) throws IOException {
    if (value instanceof String text) {
      json.writeString(wellFormed(text));
    } else if (value instanceof Long number) {
      json.writeNumber(number);
    } else if (value instanceof Boolean flag) {
      json.writeBoolean(flag);
    } else if (value instanceof List<?> list) {
      json.writeStartArray();
      for (Object element : list) {
        value(json, element);
      }
      json.writeEndArray();
    } else if (value instanceof Map<?, ?> map) {
      json.writeStartObject();
      for (Map.Entry<?, ?> member : map.entrySet()) {
        json.writeFieldName(wellFormed(String.valueOf(member.getKey())));
        value(json, member.getValue());
      }
      json.writeEndObject();
    } else {
      throw new IllegalArgumentException("a record holds no such value");
    }
  }

  /** Returns how many bytes the character at {@code index}, with its other half, takes. */
  static int escapedLength(int codePoint) {
    if (codePoint > 0xffff) {
      return 12;
    }
    return switch (codePoint) {
      case '"', '\\', '\b', '\f', '\n', '\r', '\t' -> 2;
      default -> codePoint >= ' ' && codePoint <= '~' ? 1 : 6;
    };
  }

  private static String wellFormed(String text) {
    int bad = loneSurrogate(text, 0);
    if (bad < 0) {
      return text;
    }
    StringBuilder mended = new StringBuilder(text);
    while (bad >= 0) {
      mended.setCharAt(bad, '\ufffd');
      bad = loneSurrogate(mended, bad + 1);
    }
    return mended.toString();
  }

  private static int loneSurrogate(CharSequence text, int from) {
    for (int i = from; i < text.length(); i++) {
      int c = Character.codePointAt(text, i);
      if (c > 0xffff) {
        i++;
      } else if (Character.isSurrogate((char) c)) {
        return i;
      }
    }
    return -1;
  }
}
