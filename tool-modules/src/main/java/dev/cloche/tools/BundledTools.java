package dev.cloche.tools;

import dev.cloche.Tool;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * The catalogue of the tools that come with Cloche.
 *
 * <pre>{@code
 * Tool jq = BundledTools.find("jq").orElseThrow().tool();
 * }</pre>
 *
 * <p>Three answers are kept apart: a name that is not in the catalogue ({@link #find} is empty), a
 * tool that is in it but was not built ({@link BundledTool#isBuilt} is false), and a tool that is
 * ready.
 */
public final class BundledTools {

  /** Says in one sentence how to get the modules of tools that were not built. */
  public static final String HOW_TO_BUILD =
      "run tool-modules/toolchain/install.sh as root on a Debian system, then build the project again";

  private static final List<BundledTool> ALL =
      named(
          "base64",
          "convert",
          "cut",
          "diff",
          "fetch",
          "find",
          "gzip",
          "hash",
          "head",
          "jq",
          "js",
          "lua",
          "patch",
          "python",
          "search",
          "sort",
          "sql",
          "tail",
          "tar",
          "template",
          "uniq",
          "unzip",
          "wc",
          "zip");

  private BundledTools() {}

  /** Without streams, here and in {@link #find}: both are on the way of a first call. */
  private static List<BundledTool> named(String... names) {
    List<BundledTool> all = new ArrayList<>(names.length);
    for (String name : names) {
      all.add(new BundledTool(name));
    }
    return Collections.unmodifiableList(all);
  }

  /** Returns every tool that is known, by name, whether it was built or not. */
  public static List<BundledTool> all() {
    return ALL;
  }

  /**
   * Returns the tool of that name, which may be known but not built, or empty if there is no such
   * tool.
   */
  public static Optional<BundledTool> find(String name) {
    for (BundledTool tool : ALL) {
      if (tool.name().equals(name)) {
        return Optional.of(tool);
      }
    }
    return Optional.empty();
  }

  /**
   * Returns a script for a bundled interpreter as a tool; see {@link Tool#script}.
   *
   * @param interpreter the interpreter's name, such as {@code js}
   * @param name how the tool is called in messages
   * @param source the script
   * @throws IllegalArgumentException if there is no such interpreter, or the script is not
   *     acceptable
   * @throws IllegalStateException if the interpreter was not built
   */
  public static Tool script(String interpreter, String name, String source) {
    BundledTool runner =
        find(interpreter)
            .orElseThrow(
                () -> new IllegalArgumentException("\"" + interpreter + "\" is no bundled tool"));
    return Tool.script(runner.tool(), name, source);
  }
}
