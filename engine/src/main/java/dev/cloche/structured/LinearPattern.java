package dev.cloche.structured;

import com.google.re2j.Pattern;
import com.networknt.schema.regex.RegularExpression;

/** A pattern of a schema, which takes time in proportion to the text: attack H2. */
record LinearPattern(Pattern pattern) implements RegularExpression {

  /** Compiles a pattern whose size has been checked. */
  static RegularExpression of(String regex) {
    return new LinearPattern(Pattern.compile(regex));
  }

  /** Returns whether the pattern is found anywhere, as JSON Schema means it. */
  @Override
  public boolean matches(String value) {
    return pattern.matcher(value).find();
  }
}
