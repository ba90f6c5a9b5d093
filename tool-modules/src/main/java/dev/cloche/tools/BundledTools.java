package dev.cloche.tools;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

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
      Stream.of(
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
              "zip")
          .map(BundledTool::new)
          .toList();

  private BundledTools() {}

  /** Returns every tool that is known, by name, whether it was built or not. */
  public static List<BundledTool> all() {
    return ALL;
  }

  /**
   * Returns the tool of that name, which may be known but not built, or empty if there is no such
   * tool.
   */
  public static Optional<BundledTool> find(String name) {
    return ALL.stream().filter(tool -> tool.name().equals(name)).findFirst();
  }
}
