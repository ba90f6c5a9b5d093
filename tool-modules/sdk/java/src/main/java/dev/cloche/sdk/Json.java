package dev.cloche.sdk;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A JSON value (RFC 8259).
 *
 * <p>Asking for what it is not gives an empty answer, so that optional members need no tests:
 * {@code input.get("files").at(0).asString()} is an empty text where something on the way is not
 * there.
 */
public final class Json {

  /** What a value can be. */
  public enum Kind {
    NULL,
    BOOLEAN,
    NUMBER,
    STRING,
    ARRAY,
    OBJECT
  }

  /** Null, and what is not there. */
  public static final Json NULL = new Json(Kind.NULL, "null");

  private static final Json TRUE = new Json(Kind.BOOLEAN, "true");
  private static final Json FALSE = new Json(Kind.BOOLEAN, "false");

  private final Kind kind;
  private final String text;
  private final List<Json> items;
  private final Map<String, Json> members;

  private Json(Kind kind, String text) {
    this.kind = kind;
    this.text = text;
    this.items = kind == Kind.ARRAY ? new ArrayList<>() : Collections.emptyList();
    this.members = kind == Kind.OBJECT ? new LinkedHashMap<>() : Collections.emptyMap();
  }

  /** Returns a truth value. */
  public static Json of(boolean value) {
    return value ? TRUE : FALSE;
  }

  /** Returns a whole number. */
  public static Json of(long value) {
    return new Json(Kind.NUMBER, Long.toString(value));
  }

  /** Returns a number; null where it is not finite, which JSON cannot say. */
  public static Json of(double value) {
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      return NULL;
    }
    boolean whole = value > -1e15 && value < 1e15 && value == (long) value;
    return whole ? of((long) value) : new Json(Kind.NUMBER, Double.toString(value));
  }

  /** Returns a text. */
  public static Json of(String value) {
    return new Json(Kind.STRING, value);
  }

  /** Returns a number as it was written; for the parser, which has checked it. */
  static Json written(String number) {
    return new Json(Kind.NUMBER, number);
  }

  /** Returns an empty array. */
  public static Json array() {
    return new Json(Kind.ARRAY, "");
  }

  /** Returns an object without members. */
  public static Json object() {
    return new Json(Kind.OBJECT, "");
  }

  /**
   * Parses a text. Of two members with one name the last counts.
   *
   * @throws IllegalArgumentException if it is not JSON; the message says why and where
   */
  public static Json parse(String text) {
    return new JsonParser(text).document();
  }

  /** Returns what it is. */
  public Kind kind() {
    return kind;
  }

  /** Whether it is null, or was not there. */
  public boolean isNull() {
    return kind == Kind.NULL;
  }

  /** Returns the truth value; false where it is none. */
  public boolean asBoolean() {
    return this == TRUE;
  }

  /** Returns the text; empty where it is none. */
  public String asString() {
    return kind == Kind.STRING ? text : "";
  }

  /** Returns the number; 0 where it is none. */
  public double asNumber() {
    return kind == Kind.NUMBER ? Double.parseDouble(text) : 0;
  }

  /** Returns the number without a fraction, exact as far as 64 bits go; 0 where it is none. */
  public long asInteger() {
    if (kind != Kind.NUMBER) {
      return 0;
    }
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      return (long) asNumber();
    }
  }

  /** Returns how many elements or members there are. */
  public int size() {
    return kind == Kind.OBJECT ? members.size() : items.size();
  }

  /** Returns the elements; none unless it is an array. */
  public List<Json> items() {
    return items;
  }

  /** Returns an element; null beyond the end. */
  public Json at(int index) {
    return index >= 0 && index < items.size() ? items.get(index) : NULL;
  }

  /** Returns the names of the members, in their order; none unless it is an object. */
  public Set<String> names() {
    return members.keySet();
  }

  /** Whether there is a member of this name. */
  public boolean has(String name) {
    return members.containsKey(name);
  }

  /** Returns the value of a member; null if there is none. */
  public Json get(String name) {
    Json value = members.get(name);
    return value == null ? NULL : value;
  }

  /** Sets a member of an object; returns the object. */
  public Json set(String name, Json value) {
    require(Kind.OBJECT);
    members.put(name, value);
    return this;
  }

  /** Sets a member of an object to a text; returns the object. */
  public Json set(String name, String value) {
    return set(name, of(value));
  }

  /** Sets a member of an object to a whole number; returns the object. */
  public Json set(String name, long value) {
    return set(name, of(value));
  }

  /** Adds an element to an array; returns the array. */
  public Json add(Json value) {
    require(Kind.ARRAY);
    items.add(value);
    return this;
  }

  private void require(Kind expected) {
    if (kind != expected) {
      throw new IllegalStateException(
          "the value is no " + (expected == Kind.ARRAY ? "array" : "object"));
    }
  }

  /** Returns the value as JSON in one line. */
  @Override
  public String toString() {
    StringBuilder out = new StringBuilder();
    write(out);
    return out.toString();
  }

  private void write(StringBuilder out) {
    switch (kind) {
      case STRING -> quote(text, out);
      case ARRAY -> writeItems(out);
      case OBJECT -> writeMembers(out);
      case NULL, BOOLEAN, NUMBER -> out.append(text);
    }
  }

  private void writeItems(StringBuilder out) {
    out.append('[');
    String between = "";
    for (Json item : items) {
      out.append(between);
      item.write(out);
      between = ",";
    }
    out.append(']');
  }

  private void writeMembers(StringBuilder out) {
    out.append('{');
    String between = "";
    for (Map.Entry<String, Json> member : members.entrySet()) {
      out.append(between);
      quote(member.getKey(), out);
      out.append(':');
      member.getValue().write(out);
      between = ",";
    }
    out.append('}');
  }

  private static void quote(String text, StringBuilder out) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (c == '\n') {
        out.append("\\n");
      } else if (c < 0x20) {
        out.append(c < 0x10 ? "\\u000" : "\\u00").append(Integer.toHexString(c));
      } else {
        out.append(c);
      }
    }
    out.append('"');
  }
}
