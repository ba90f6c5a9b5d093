package dev.cloche.adapter;

import dev.cloche.Captured;
import dev.cloche.Outcome;
import dev.cloche.StructuredResult;
import dev.cloche.ValueProblem;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Says to a model what came of a call, so that it can go on: the output alone where all went well,
 * else what ended the call, what to do about it, and the end of what the tool said.
 */
final class AnswerText {

  private final String tool;
  private final int limit;

  /**
   * Makes one.
   *
   * @param limit how many characters of each stream are told
   */
  AnswerText(String tool, int limit) {
    this.tool = tool;
    this.limit = limit;
  }

  String of(Outcome outcome, StructuredResult result) {
    if (!(outcome instanceof Outcome.Completed completed) || completed.exitStatus() != 0) {
      return failure(outcome);
    } else if (!result.problems().isEmpty()) {
      return invalid(result) + stream("output", outcome.stdout());
    }
    return result.json().map(this::head).orElseGet(() -> output(outcome.stdout()));
  }

  private String output(Captured stdout) {
    if (stdout.size() == 0) {
      return tool + " succeeded and wrote nothing";
    }
    Optional<String> text = stdout.utf8();
    return text.map(this::head)
        .orElseGet(() -> tool + " succeeded; " + stdout.size() + " bytes of output are no text");
  }

  private String failure(Outcome outcome) {
    return clean(tool + " failed: " + outcome.message() + advice(outcome))
        + stream("standard error", outcome.stderr())
        + stream("output", outcome.stdout());
  }

  private static String advice(Outcome outcome) {
    if (outcome instanceof Outcome.LimitExceeded) {
      return ". Ask for less work in one call";
    } else if (outcome instanceof Outcome.Denied) {
      return ". The policy forbids it; the same call will be denied again";
    } else if (outcome instanceof Outcome.Trapped) {
      return ". The tool broke off; another input may work";
    } else if (outcome instanceof Outcome.HostFault) {
      return ". This is not the input's fault";
    }
    return "";
  }

  private String invalid(StructuredResult result) {
    String problems =
        result.problems().stream().map(ValueProblem::toString).collect(Collectors.joining("; "));
    return head(tool + " failed: its output is not what it describes: " + problems);
  }

  private String stream(String name, Captured written) {
    return written.size() == 0 ? "" : "\n" + name + ":\n" + tail(written.text());
  }

  private String head(String text) {
    if (text.length() <= limit) {
      return clean(text);
    }
    int end = Character.isLowSurrogate(text.charAt(limit)) ? limit - 1 : limit;
    return clean(text.substring(0, end)) + cut(limit, text);
  }

  /** The end of what failed says most. */
  private String tail(String text) {
    int start = text.length() - limit;
    if (start <= 0) {
      return clean(text);
    }
    int from = Character.isLowSurrogate(text.charAt(start)) ? start + 1 : start;
    return clean(text.substring(from)) + cut(limit, text);
  }

  private static String cut(int shown, String text) {
    return "\n[cut: " + shown + " of " + text.length() + " characters]";
  }

  /** Controls say nothing to a model, and some services refuse NUL. */
  private static String clean(String text) {
    StringBuilder clean = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean layout = c == '\n' || c == '\t' || c == '\r';
      clean.append(Character.isISOControl(c) && !layout ? '\uFFFD' : c);
    }
    return clean.toString();
  }
}
