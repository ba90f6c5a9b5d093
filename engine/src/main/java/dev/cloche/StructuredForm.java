package dev.cloche;

import java.util.Objects;
import java.util.Optional;

/**
 * How a tool is called with a JSON object instead of arguments, and what it answers.
 *
 * @param input the schema of that object; empty if the tool is called with arguments alone
 * @param mapping what becomes of its properties; where there is none, the whole object is standard
 *     input
 * @param output the schema of standard output read as JSON; empty if that is text
 */
public record StructuredForm(
    Optional<JsonSchema> input, Optional<InputMapping> mapping, Optional<JsonSchema> output) {

  /** Arguments in, text out. */
  public static final StructuredForm NONE =
      new StructuredForm(Optional.empty(), Optional.empty(), Optional.empty());

  /** Requires the parts. */
  public StructuredForm {
    Objects.requireNonNull(input, "input");
    Objects.requireNonNull(mapping, "mapping");
    Objects.requireNonNull(output, "output");
  }
}
