package dev.cloche.sdk;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What a tool is called with, what it answers, and the ends that it can come to.
 *
 * <pre>{@code
 * public static void main(String[] args) {
 *   Tool.run(input -> Json.object().set("greeting", "hello, " + input.get("name").asString()));
 * }
 * }</pre>
 */
public final class Tool {

  private static final int STDIN = 0;
  private static final int STDOUT = 1;
  private static final int STDERR = 2;

  /** What a tool does: from its structured input to its result. */
  @FunctionalInterface
  public interface Body {
    /** Returns the result. What it throws is the tool's failure. */
    Json run(Json input) throws Exception;
  }

  private Tool() {}

  /**
   * Runs a tool and ends it: with status 0, with that of a {@link ToolException}, or with 1 for
   * every other exception, once its message is on standard error.
   */
  public static void run(Body body) {
    int status = 0;
    try {
      result(body.run(input()));
    } catch (ToolException e) {
      log(e.getMessage());
      status = e.status();
    } catch (Exception e) {
      log(e.getMessage() == null ? e.getClass().getName() : e.getMessage());
      status = 1;
    }
    exit(status);
  }

  /** Ends the tool at once. */
  public static void exit(int status) {
    Preview1.procExit(status);
  }

  /** Returns the arguments, without the tool's own name. */
  public static List<String> arguments() {
    List<String> arguments = new ArrayList<>();
    for (byte[] argument : Descriptors.arguments()) {
      arguments.add(Descriptors.text(argument));
    }
    return arguments.isEmpty() ? arguments : arguments.subList(1, arguments.size());
  }

  /** Returns a variable of the environment; an empty text if the call has none of this name. */
  public static String environment(String name) {
    for (byte[] variable : Descriptors.environment()) {
      String text = Descriptors.text(variable);
      if (text.startsWith(name + "=")) {
        return text.substring(name.length() + 1);
      }
    }
    return "";
  }

  /** Returns all of standard input. {@code System.in} cannot be read. */
  public static byte[] stdin() throws IOException {
    return Descriptors.readAll(STDIN);
  }

  /**
   * Returns the structured input: the first argument as JSON, or standard input where there is
   * none.
   *
   * @throws ToolException with status 2 if it is not JSON, or not UTF-8
   */
  public static Json input() throws ToolException, IOException {
    List<byte[]> arguments = Descriptors.arguments();
    byte[] bytes = arguments.size() > 1 ? arguments.get(1) : stdin();
    String text = Descriptors.text(bytes);
    if (!Arrays.equals(Descriptors.bytes(text), bytes)) {
      throw new ToolException("the input is not JSON: it is not UTF-8", 2);
    }
    try {
      return Json.parse(text);
    } catch (IllegalArgumentException e) {
      throw new ToolException("the input is not JSON: " + e.getMessage(), 2);
    }
  }

  /** Writes text to standard output, as it is. */
  public static void print(String text) throws IOException {
    Descriptors.writeAll(STDOUT, Descriptors.bytes(text));
  }

  /** Writes the structured result: JSON in one line. */
  public static void result(Json value) throws IOException {
    print(value + "\n");
  }

  /** Writes a line to standard error, for people. */
  public static void log(String text) {
    try {
      Descriptors.writeAll(STDERR, Descriptors.bytes(text + "\n"));
    } catch (IOException e) {
      return; // nothing can be said about it
    }
  }
}
