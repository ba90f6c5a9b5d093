package dev.cloche.tools;

/**
 * One tool of the catalogue: its manifest and, where it was built, its module.
 *
 * <p>Immutable, and safe for use by several threads.
 */
public final class BundledTool {

  private final ToolManifest manifest;

  BundledTool(ToolManifest manifest) {
    this.manifest = manifest;
  }

  /** Returns the name that the tool is called by. */
  public String name() {
    return manifest.name();
  }

  /** Returns what the tool says about itself. The module carries the same document. */
  public ToolManifest manifest() {
    return manifest;
  }

  /**
   * Returns whether the module is there. A tool that was not built is in the catalogue all the
   * same.
   */
  public boolean isBuilt() {
    return Resources.exists(resource());
  }

  /**
   * Returns a fresh copy of the module's bytes.
   *
   * @throws IllegalStateException if the tool was not built; the message says how it can be
   */
  public byte[] wasm() {
    return Resources.read(resource())
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "tool \"" + name() + "\" is not built: " + BundledTools.HOW_TO_BUILD));
  }

  /** Returns the tool's name and version. */
  @Override
  public String toString() {
    return manifest.name() + " " + manifest.version();
  }

  private String resource() {
    return name() + ".wasm";
  }
}
