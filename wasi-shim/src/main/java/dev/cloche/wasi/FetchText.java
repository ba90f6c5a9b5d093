package dev.cloche.wasi;

import dev.cloche.egress.EgressException;
import dev.cloche.egress.FetchResponse;
import dev.cloche.egress.Header;
import java.util.ArrayList;
import java.util.List;

/**
 * Heads of requests and responses as guests write and read them: a line for each field, {@code
 * name: value}, ended by a line feed.
 *
 * <p>What a guest wrote is taken apart without any repair: a line that is no field, a control
 * character or a field without a name is refused, so that nothing is left to a reading of its own
 * further on. Which fields a guest may set is the egress's to say.
 */
final class FetchText {
  /** More than browsers send, and few enough to look at. */
  static final int MAX_FIELDS = 128;

  private FetchText() {}

  /** Takes the fields of a request apart; the last line feed may be left out. */
  static List<Header> fields(String text) throws EgressException {
    List<Header> fields = new ArrayList<>();
    for (int at = 0; at < text.length(); ) {
      int end = text.indexOf('\n', at);
      int stop = end < 0 ? text.length() : end;
      if (fields.size() == MAX_FIELDS) {
        throw malformed("the request has more than " + MAX_FIELDS + " headers");
      }
      fields.add(field(text.substring(at, stop)));
      at = stop + 1;
    }
    return fields;
  }

  private static Header field(String line) throws EgressException {
    int colon = line.indexOf(':');
    if (colon <= 0) {
      throw malformed("a header is not of the form \"name: value\"");
    }
    if (line.chars().anyMatch(FetchText::isControl)) {
      throw malformed("a header holds a control character");
    }
    String name = line.substring(0, colon);
    if (name.isBlank() || !name.equals(name.strip())) {
      throw malformed("the name of a header has blanks around it");
    }
    return new Header(name, line.substring(colon + 1).strip());
  }

  private static boolean isControl(int character) {
    return (character < ' ' && character != '\t') || character == 0x7f;
  }

  static EgressException malformed(String message) {
    return new EgressException(EgressException.Kind.MALFORMED, "", message);
  }

  /**
   * Returns the head of a response. Its status and URL come first, under names that no field can
   * have.
   */
  static String head(FetchResponse response) {
    StringBuilder text = new StringBuilder();
    text.append(":status: ").append(response.status()).append('\n');
    text.append(":url: ").append(line(response.url())).append('\n');
    for (Header field : response.headers()) {
      String name = line(field.name());
      // A server cannot pass a field off as one of the two above.
      if (!name.isEmpty() && name.charAt(0) != ':') {
        text.append(name).append(": ").append(line(field.value())).append('\n');
      }
    }
    return text.toString();
  }

  /** Returns a text that stays on its line. */
  static String line(String text) {
    StringBuilder line = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char each = text.charAt(i);
      line.append(isControl(each) ? ' ' : each);
    }
    return line.toString();
  }
}
