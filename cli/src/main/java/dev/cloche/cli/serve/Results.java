package dev.cloche.cli.serve;

import dev.cloche.Captured;
import dev.cloche.LimitKind;
import dev.cloche.Outcome;
import dev.cloche.StructuredResult;
import dev.cloche.StructuredTool;
import dev.cloche.ValueProblem;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.Content;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Makes an answer of an outcome. Completed with status 0 is what the tool printed; all else is an
 * error that says what happened and whether it is worth trying again. How it ended and what it used
 * is in {@code _meta} always.
 */
final class Results {

  /** 32,768 characters of a stream in an error. */
  private static final int MAX_STREAM = 1 << 15;

  private static final String STDOUT_URI = "cloche:stdout";

  private final Function<Outcome, String> outcomeJson;

  Results(Function<Outcome, String> outcomeJson) {
    this.outcomeJson = outcomeJson;
  }

  /**
   * Returns the answer.
   *
   * @param tool the name to call the tool by
   * @param structured reads the output
   * @param produced files
   */
  CallToolResult of(
      String tool, Outcome outcome, Optional<StructuredTool> structured, List<Content> produced) {
    StructuredResult result =
        structured.map(reader -> reader.result(outcome)).orElse(StructuredResult.NONE);
    boolean succeeded =
        outcome instanceof Outcome.Completed completed
            && completed.exitStatus() == 0
            && result.problems().isEmpty();
    List<Content> content =
        new ArrayList<>(
            succeeded ? output(outcome.stdout()) : failure(tool, outcome, result.problems()));
    content.addAll(produced);
    CallToolResult.Builder answer =
        CallToolResult.builder(content)
            .isError(!succeeded)
            .meta(Map.of(Meta.OUTCOME, Json.object(outcomeJson.apply(outcome))));
    result.json().map(Json::any).filter(Map.class::isInstance).ifPresent(answer::structuredContent);
    return answer.build();
  }

  /** Returns the answer to a call that did not come to an engine. */
  static CallToolResult refused(String why) {
    return CallToolResult.builder(List.of(Contents.text(ToolText.withoutControls(why))))
        .isError(true)
        .build();
  }

  /** What drives terminals is shown, not passed on; the bytes as they are come beside it then. */
  private static List<Content> output(Captured stdout) {
    byte[] bytes = stdout.bytes();
    Optional<String> image = Media.image(bytes);
    if (image.isPresent()) {
      return List.of(Contents.image(bytes, image.get()));
    }
    Optional<String> text = stdout.utf8();
    if (text.isEmpty()) {
      return List.of(blob(bytes, Media.BYTES));
    }
    String shown = ToolText.withoutControls(text.get());
    return shown.equals(text.get())
        ? List.of(Contents.text(shown))
        : List.of(Contents.text(shown), blob(bytes, Media.TEXT));
  }

  private static Content blob(byte[] bytes, String type) {
    return Contents.embedded(Contents.blob(STDOUT_URI, type, bytes));
  }

  private static List<Content> failure(String tool, Outcome outcome, List<ValueProblem> problems) {
    StringBuilder text = new StringBuilder(tool).append(": ").append(headline(outcome, problems));
    addStream(text, "standard error", outcome.stderr());
    addStream(text, "standard output", outcome.stdout());
    return List.of(Contents.text(ToolText.withoutControls(text.toString())));
  }

  private static String headline(Outcome outcome, List<ValueProblem> problems) {
    if (!problems.isEmpty()) {
      return "its output is not what its manifest says: " + problems.get(0);
    }
    String advice = advice(outcome);
    return outcome.message() + (advice.isEmpty() ? "" : "\n" + advice);
  }

  /** What a model can do about it. */
  private static String advice(Outcome outcome) {
    if (outcome instanceof Outcome.LimitExceeded exceeded) {
      return exceeded.which() == LimitKind.OUTPUT
          ? "Ask for less output, or have it written to a file."
          : "The limit is the policy's; give the tool less to do.";
    } else if (outcome instanceof Outcome.Denied) {
      return "The policy of this server forbids it; the same call will be denied again.";
    } else if (outcome instanceof Outcome.HostFault) {
      return "The server failed, not the tool; the call may be tried again.";
    }
    return "";
  }

  private static void addStream(StringBuilder text, String name, Captured stream) {
    if (stream.size() > 0) {
      text.append("\n\n")
          .append(name)
          .append(":\n")
          .append(ToolText.cut(stream.text(), MAX_STREAM, "\n... and more"));
    }
  }
}
