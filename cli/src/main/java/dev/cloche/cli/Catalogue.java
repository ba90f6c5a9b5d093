package dev.cloche.cli;

import dev.cloche.Tool;
import dev.cloche.ToolManifest;
import dev.cloche.policy.Suggestions;
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
    for (Entry entry : entries()) {
      if (entry.name().equals(name)) {
        return Optional.of(entry);
      }
    }
    return Optional.empty();
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
   * @param name what a user types
   * @param about reads what the tool says about itself
   * @param missing how to get the tool, where it is not built
   * @param tool reads the tool; only where nothing is missing
   */
  record Entry(
      String name, Supplier<ToolManifest> about, Optional<String> missing, Supplier<Tool> tool) {

    /** Makes one of a manifest and a module. */
    Entry(ToolManifest manifest, Optional<String> missing, Supplier<byte[]> module) {
      this(manifest.name(), () -> manifest, missing, () -> Tool.of(manifest.name(), module.get()));
    }

    /** What the tool says about itself. */
    ToolManifest manifest() {
      return about.get();
    }
  }
}
