package dev.cloche;

import java.util.Objects;

/**
 * A JSON Schema (2020-12) of a manifest, which has been checked: its references lead to places in
 * itself and never back to where they are, its patterns take linear time, and how much work it
 * makes is known.
 *
 * @param json the schema as compact JSON
 * @param weight how many schemas it applies to one value at most, with all references followed
 * @param patternWeight the summed size of the patterns among them
 */
public record JsonSchema(String json, long weight, long patternWeight) {
  /** Requires the text. */
  public JsonSchema {
    Objects.requireNonNull(json, "json");
  }

  /** Returns the schema as compact JSON. */
  @Override
  public String toString() {
    return json;
  }
}
