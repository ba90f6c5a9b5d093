package dev.cloche;

import dev.cloche.structured.InputMapper;
import dev.cloche.structured.JsonText;
import dev.cloche.structured.SchemaCheck;
import dev.cloche.structured.SecretProperties;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * Calls a tool with a JSON object and reads its answer, as its manifest describes both.
 *
 * <pre>{@code
 * StructuredTool jq = StructuredTool.of(tool);
 * Outcome outcome = session.call(tool, jq.call("{\"filter\": \".a\", \"json\": {\"a\": 1}}").build());
 * }</pre>
 *
 * <p>The input is a stranger's: it is bounded in size, depth and in the work that checking it
 * takes, and refused if a value could be taken for an option. Make one for each tool and keep it.
 * Immutable and thread-safe.
 */
public final class StructuredTool {

  /** 1 MiB of input. */
  public static final int MAX_INPUT_BYTES = 1 << 20;

  /** 16 MiB of output that is read as JSON. */
  public static final int MAX_OUTPUT_BYTES = 16 << 20;

  private final Tool tool;
  private final Optional<InputMapping> mapping;
  private final Optional<SchemaCheck> input;
  private final Optional<SecretProperties> secrets;
  private final Optional<SchemaCheck> output;

  private StructuredTool(Tool tool, StructuredForm form) {
    this.tool = tool;
    this.mapping = form.mapping();
    this.input = form.input().map(SchemaCheck::of);
    this.secrets = form.input().map(SecretProperties::of);
    this.output = form.output().map(SchemaCheck::of);
  }

  /**
   * Returns the structured side of a tool. One whose manifest describes no input takes none, and
   * its output is then text.
   *
   * @throws dev.cloche.policy.PolicyException if the tool's manifest is not acceptable
   */
  public static StructuredTool of(Tool tool) {
    return new StructuredTool(
        tool, tool.manifest().map(ToolManifest::structured).orElse(StructuredForm.NONE));
  }

  /**
   * Returns the structured side of a tool whose manifest says nothing of it, as somebody else
   * describes it.
   */
  public static StructuredTool of(Tool tool, StructuredForm form) {
    return new StructuredTool(tool, form);
  }

  /** Returns the tool. */
  public Tool tool() {
    return tool;
  }

  /** Whether {@link #call} is for this tool. */
  public boolean takesInput() {
    return input.isPresent();
  }

  /**
   * Returns the call that an input stands for; limits, seed and the like can be added to it.
   *
   * @param json an object as text
   * @throws InputException if it is not what the manifest describes
   * @throws IllegalStateException if the tool takes no structured input
   */
  public Call.Builder call(String json) {
    return call(json.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Returns the call that an input stands for. Arguments are secret ({@link
   * Call.Builder#secretArgument}) where the schema of their property has {@code "writeOnly": true}
   * or {@code "format": "password"}.
   *
   * @param json an object in UTF-8
   * @throws InputException if it is not what the manifest describes
   * @throws IllegalStateException if the tool takes no structured input
   */
  public Call.Builder call(byte[] json) {
    SchemaCheck check =
        input.orElseThrow(
            () ->
                new IllegalStateException(
                    "tool \"" + tool.name() + "\" describes no structured input"));
    JsonText value = JsonText.parse(json, MAX_INPUT_BYTES);
    List<ValueProblem> problems = check.problems(value);
    if (!problems.isEmpty()) {
      throw new InputException(problems);
    }
    return InputMapper.call(value, mapping, secrets.orElseThrow());
  }

  /**
   * Returns what an outcome answers: of one that is {@link Outcome.Completed} with status 0, its
   * standard output if the manifest describes it. What is wrong with it is the tool's fault, and
   * part of the result.
   */
  public StructuredResult result(Outcome outcome) {
    if (output.isEmpty()
        || !(outcome instanceof Outcome.Completed completed)
        || completed.exitStatus() != 0) {
      return StructuredResult.NONE;
    }
    try {
      JsonText value = JsonText.parse(outcome.stdout().bytes(), MAX_OUTPUT_BYTES);
      List<ValueProblem> problems = output.get().problems(value);
      return problems.isEmpty()
          ? new StructuredResult(Optional.of(value.compact()), List.of())
          : new StructuredResult(Optional.empty(), problems);
    } catch (InputException unreadable) {
      return new StructuredResult(Optional.empty(), unreadable.problems());
    }
  }
}
