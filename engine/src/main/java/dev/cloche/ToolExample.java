package dev.cloche;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A call of a tool and what comes of it: shown to those who use the tool, and run by tests.
 *
 * @param title what it shows, in one line
 * @param arguments those of the call; none where there is an input
 * @param input the structured input as compact JSON, instead of arguments
 * @param stdin standard input
 * @param files the text of files that lie in the workspace before, by absolute path
 * @param stdout what the tool writes to standard output
 * @param exit its exit status
 */
public record ToolExample(
    String title,
    List<String> arguments,
    Optional<String> input,
    String stdin,
    Map<String, String> files,
    String stdout,
    int exit) {

  /** Copies the collections, and keeps the order of the files. */
  public ToolExample {
    Objects.requireNonNull(title, "title");
    arguments = List.copyOf(arguments);
    Objects.requireNonNull(input, "input");
    Objects.requireNonNull(stdin, "stdin");
    files = Collections.unmodifiableMap(new LinkedHashMap<>(files));
    Objects.requireNonNull(stdout, "stdout");
  }
}
