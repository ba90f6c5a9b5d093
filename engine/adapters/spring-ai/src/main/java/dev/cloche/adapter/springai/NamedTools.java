package dev.cloche.adapter.springai;

import dev.cloche.Tool;
import dev.cloche.tools.BundledTool;
import dev.cloche.tools.BundledTools;
import java.io.IOException;
import java.nio.file.Path;
import org.springframework.util.ClassUtils;

/** Finds the tools that an application names, by the rules of the command line. */
final class NamedTools {

  private NamedTools() {}

  /**
   * Returns a tool.
   *
   * @throws IllegalArgumentException if there is none
   */
  static Tool find(String name) {
    if (name.contains("/") || name.endsWith(".wasm")) {
      return read(name);
    }
    if (!ClassUtils.isPresent("dev.cloche.tools.BundledTools", NamedTools.class.getClassLoader())) {
      throw new IllegalArgumentException(
          "cloche.tools names \""
              + name
              + "\", and the bundled tools are not on the class path;"
              + " add cloche-tool-modules");
    }
    return Bundled.find(name);
  }

  private static Tool read(String file) {
    try {
      return Tool.read(Path.of(file));
    } catch (IOException e) {
      throw new IllegalArgumentException("cloche.tools names a file that cannot be read", e);
    }
  }

  /** Loaded only where the bundled tools are there. */
  private static final class Bundled {
    private Bundled() {}

    static Tool find(String name) {
      BundledTool tool =
          BundledTools.find(name)
              .orElseThrow(
                  () ->
                      new IllegalArgumentException(
                          "cloche.tools names \"" + name + "\", which is no bundled tool"));
      if (!tool.isBuilt()) {
        throw new IllegalArgumentException(
            "tool \"" + name + "\" is not built: " + BundledTools.HOW_TO_BUILD);
      }
      return tool.tool();
    }
  }
}
