package dev.cloche.adapter.spark;

import dev.cloche.Tool;
import dev.cloche.tools.BundledTool;
import dev.cloche.tools.BundledTools;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Path;
import org.apache.spark.SparkFiles;

/**
 * Where a worker finds a tool. It travels to the workers, the tool does not: each loads it once,
 * and takes it only if its digest is the expected one. A lambda of the application's is a source
 * too.
 */
@FunctionalInterface
public interface ToolSource extends Serializable {

  /**
   * Returns the tool; called in each JVM, at the first record.
   *
   * @throws IOException if it cannot be read
   */
  Tool load() throws IOException;

  /** Returns the source of a bundled tool, whose jar is on the workers' class path. */
  static ToolSource bundled(String name) {
    return () -> {
      BundledTool tool =
          BundledTools.find(name)
              .orElseThrow(() -> new IOException("\"" + name + "\" is no bundled tool"));
      if (!tool.isBuilt()) {
        throw new IOException("tool \"" + name + "\" is not built");
      }
      return tool.tool();
    };
  }

  /** Returns the source of a module that was sent to the workers with {@code addFile}. */
  static ToolSource sparkFile(String name) {
    return () -> Tool.read(Path.of(SparkFiles.get(name)));
  }
}
