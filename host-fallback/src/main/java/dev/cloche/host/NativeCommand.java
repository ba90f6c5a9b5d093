package dev.cloche.host;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A command line to run in a sandbox. No shell reads it: each word arrives as it is.
 *
 * @param words the program, looked for in {@code /usr/local/bin}, {@code /usr/bin} and {@code
 *     /bin}, and its arguments; at least one word
 * @param stdin what it can read from standard input
 * @param environment variables beside {@code PATH}, {@code HOME}, {@code LANG}, {@code TMPDIR} and
 *     {@code USER}, which can be replaced
 * @param directory where it starts, a path of the workspace; {@code /} is the workspace itself,
 *     which the command sees as {@code /workspace}
 */
@SuppressWarnings("ArrayRecordComponent") // copied on both ways, and compared by content
public record NativeCommand(
    List<String> words, byte[] stdin, Map<String, String> environment, String directory) {

  /**
   * Copies the parts.
   *
   * @throws IllegalArgumentException if there is no word
   */
  public NativeCommand {
    words = List.copyOf(words);
    stdin = stdin.clone();
    environment = Map.copyOf(environment);
    Objects.requireNonNull(directory, "directory");
    if (words.isEmpty()) {
      throw new IllegalArgumentException("a command has at least one word");
    }
  }

  /** Returns a command with empty standard input, no variables, in the root of the workspace. */
  public static NativeCommand of(String... words) {
    return new NativeCommand(List.of(words), new byte[0], Map.of(), "/");
  }

  /** Returns this command with other bytes on standard input. */
  public NativeCommand withStdin(byte[] bytes) {
    return new NativeCommand(words, bytes, environment, directory);
  }

  /** Returns this command with other variables. */
  public NativeCommand withEnvironment(Map<String, String> variables) {
    return new NativeCommand(words, stdin, variables, directory);
  }

  /** Returns this command, starting in another directory of the workspace. */
  public NativeCommand in(String other) {
    return new NativeCommand(words, stdin, environment, other);
  }

  /** Returns a copy of what can be read from standard input. */
  @Override
  public byte[] stdin() {
    return stdin.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof NativeCommand that
        && words.equals(that.words)
        && Arrays.equals(stdin, that.stdin)
        && environment.equals(that.environment)
        && directory.equals(that.directory);
  }

  @Override
  public int hashCode() {
    return Objects.hash(words, Arrays.hashCode(stdin), environment, directory);
  }

  /** Returns the program and counts; arguments and variables may hold secrets. */
  @Override
  public String toString() {
    return "NativeCommand[%s, %d words, %d variables]"
        .formatted(words.get(0), words.size(), environment.size());
  }
}
