package dev.cloche.tools;

import dev.cloche.Tool;
import dev.cloche.ToolManifest;
import org.jspecify.annotations.Nullable;

/**
 * One tool of the catalogue: its manifest and, where it was built, its module.
 *
 * <p>Immutable, and safe for use by several threads.
 */
public final class BundledTool {

  private final String name;
  private volatile @Nullable ToolManifest manifest;

  /** Once it was found: a jar does not change. */
  private volatile boolean built;

  /** Makes one whose manifest is read when it is first asked for. */
  BundledTool(String name) {
    this.name = name;
  }

  BundledTool(ToolManifest manifest) {
    this.name = manifest.name();
    this.manifest = manifest;
  }

  /** Returns the name that the tool is called by. */
  public String name() {
    return name;
  }

  /** Returns what the tool says about itself. The module carries the same document. */
  public ToolManifest manifest() {
    ToolManifest known = manifest;
    if (known == null) {
      known = ToolManifest.parse(json());
      manifest = known;
    }
    return known;
  }

  private byte[] json() {
    return Resources.read(name + "/manifest.json")
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "the manifest of \"" + name + "\" is missing from the jar"));
  }

  /**
   * Returns whether the module is there. A tool that was not built is in the catalogue all the
   * same.
   */
  public boolean isBuilt() {
    if (!built) {
      built = Resources.exists(resource());
    }
    return built;
  }

  /**
   * Returns a fresh copy of the module's bytes.
   *
   * @throws IllegalStateException if the tool was not built; the message says how it can be
   */
  public byte[] wasm() {
    return Resources.read(resource()).orElseThrow(this::notBuilt);
  }

  private IllegalStateException notBuilt() {
    return new IllegalStateException(
        "tool \"" + name + "\" is not built: " + BundledTools.HOW_TO_BUILD);
  }

  /**
   * Returns the tool for an engine, together with the code that the build compiled it to.
   *
   * @throws IllegalStateException if the tool was not built; the message says how it can be
   */
  public Tool tool() {
    if (!isBuilt()) {
      throw notBuilt();
    }
    return Tool.packaged(name, BundledTool.class);
  }

  /** Returns the tool's name and version. */
  @Override
  public String toString() {
    return name + " " + manifest().version();
  }

  private String resource() {
    return name() + ".wasm";
  }
}
