package dev.cloche.sdk;

/** Reads one JSON text. */
final class JsonParser {

  /**
   * Values may lie this deep in one another: a parser that calls itself must not run out of stack.
   */
  private static final int MAX_DEPTH = 200;

  private static final int END = -1;

  private final String text;
  private int at;

  JsonParser(String text) {
    this.text = text;
  }

  Json document() {
    Json value = value(0);
    if (peek() != END) {
      throw failure("unexpected text behind the value");
    }
    return value;
  }

  private IllegalArgumentException failure(String why) {
    return new IllegalArgumentException(why + " at " + at);
  }

  private int character() {
    return at < text.length() ? text.charAt(at) : END;
  }

  /** The next character that means something. */
  private int peek() {
    while (character() == ' '
        || character() == '\t'
        || character() == '\n'
        || character() == '\r') {
      at++;
    }
    return character();
  }

  private void expect(char expected, String why) {
    if (peek() != expected) {
      throw failure(why);
    }
    at++;
  }

  private Json value(int depth) {
    if (depth > MAX_DEPTH) {
      throw failure("values lie too deep in one another");
    }
    return switch (peek()) {
      case '{' -> object(depth);
      case '[' -> array(depth);
      case '"' -> Json.of(string());
      case 't' -> word("true", Json.of(true));
      case 'f' -> word("false", Json.of(false));
      case 'n' -> word("null", Json.NULL);
      case END -> throw failure("unexpected end");
      default -> number();
    };
  }

  private Json word(String word, Json value) {
    if (!text.startsWith(word, at)) {
      throw failure("unexpected character");
    }
    at += word.length();
    return value;
  }

  private Json array(int depth) {
    Json array = Json.array();
    at++;
    while (peek() != ']') {
      if (array.size() > 0) {
        expect(',', "',' or ']' expected");
      }
      array.add(value(depth + 1));
    }
    at++;
    return array;
  }

  private Json object(int depth) {
    Json object = Json.object();
    at++;
    while (peek() != '}') {
      if (object.size() > 0) {
        expect(',', "',' or '}' expected");
      }
      if (peek() != '"') {
        throw failure("a name expected");
      }
      String name = string();
      expect(':', "':' expected");
      object.set(name, value(depth + 1));
    }
    at++;
    return object;
  }

  private String string() {
    StringBuilder value = new StringBuilder();
    at++;
    while (character() != '"') {
      int c = character();
      if (c < 0x20) {
        throw failure("a string without an end");
      }
      at++;
      value.append(c == '\\' ? escaped() : (char) c);
    }
    at++;
    return checked(value.toString());
  }

  private char escaped() {
    int c = character();
    at++;
    return switch (c) {
      case '"', '\\', '/' -> (char) c;
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'u' -> unit();
      default -> throw failure("invalid escape");
    };
  }

  private char unit() {
    int unit = 0;
    for (int i = 0; i < 4; i++) {
      int digit = hex(character());
      if (digit < 0) {
        throw failure("invalid \\u escape");
      }
      unit = unit * 16 + digit;
      at++;
    }
    return (char) unit;
  }

  private static int hex(int c) {
    if (c >= '0' && c <= '9') {
      return c - '0';
    }
    int letter = c | 0x20;
    return letter >= 'a' && letter <= 'f' ? letter - 'a' + 10 : -1;
  }

  /** Half a surrogate pair is no character, and there is no UTF-8 for it. */
  private String checked(String value) {
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c < 0xd800 || c > 0xdfff) {
        continue;
      }
      boolean pair =
          c < 0xdc00 && i + 1 < value.length() && (value.charAt(i + 1) & 0xfc00) == 0xdc00;
      if (!pair) {
        throw failure("half a surrogate pair");
      }
      i++;
    }
    return value;
  }

  private Json number() {
    int from = at;
    skip('-');
    int first = at;
    boolean valid = digits() && (text.charAt(first) != '0' || at == first + 1);
    if (valid && skip('.')) {
      valid = digits();
    }
    if (valid && (skip('e') || skip('E'))) {
      if (!skip('+')) {
        skip('-');
      }
      valid = digits();
    }
    if (!valid) {
      throw failure("unexpected character");
    }
    return Json.written(text.substring(from, at));
  }

  private boolean digits() {
    int from = at;
    while (character() >= '0' && character() <= '9') {
      at++;
    }
    return at > from;
  }

  private boolean skip(char c) {
    boolean found = character() == c;
    at += found ? 1 : 0;
    return found;
  }
}
