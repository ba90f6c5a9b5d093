package dev.cloche.cli;

import dev.cloche.tools.BundledTool;
import dev.cloche.tools.BundledTools;
import java.util.List;
import java.util.Optional;

/** The catalogue of {@code tool-modules}, read when it is first asked. */
final class BundledCatalogue implements Catalogue {

  @Override
  public List<Entry> entries() {
    return BundledTools.all().stream().map(BundledCatalogue::entry).toList();
  }

  /** Asks of no other tool whether it is built, as going through all of them would. */
  @Override
  public Optional<Entry> find(String name) {
    return BundledTools.find(name).map(BundledCatalogue::entry);
  }

  private static Entry entry(BundledTool tool) {
    return new Entry(
        tool.name(),
        tool::manifest,
        tool.isBuilt() ? Optional.empty() : Optional.of(BundledTools.HOW_TO_BUILD),
        tool::tool);
  }
}
