package dev.cloche.cli;

import dev.cloche.tools.ToolManifest;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** The bundled tools as this command sees them. */
interface Catalogue {

  /** All bundled tools by name, also those that are not built. */
  List<Entry> entries();

  /** Returns the tools that come with this build. */
  static Catalogue bundled() {
    return new BundledCatalogue();
  }

  /** Returns the entry with this name. */
  default Optional<Entry> find(String name) {
    return entries().stream().filter(e -> e.name().equals(name)).findFirst();
  }

  /**
   * Returns the entry with this name.
   *
   * @throws UsageException if there is none; the message lists those there are
   */
  default Entry require(String name) {
    return find(name)
        .orElseThrow(
            () -> new UsageException(Printable.quote(name) + " is no bundled tool; " + hint(name)));
  }

  /** Returns the rest of a sentence about a tool that is not there. */
  default String hint(String name) {
    List<String> names = entries().stream().map(Entry::name).toList();
    String meant =
        Suggestions.nearest(name, names).map(near -> "did you mean " + near + "? ").orElse("");
    return meant + "bundled tools: " + (names.isEmpty() ? "none" : String.join(", ", names));
  }

  /**
   * One bundled tool.
   *
   * @param manifest what the tool says about itself
   * @param missing how to get the tool, where it is not built
   * @param module reads the module's bytes; only where nothing is missing
   */
  record Entry(ToolManifest manifest, Optional<String> missing, Supplier<byte[]> module) {

    /** What a user types. */
    String name() {
      return manifest.name();
    }
  }
}
