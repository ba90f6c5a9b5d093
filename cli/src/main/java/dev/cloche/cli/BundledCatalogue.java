package dev.cloche.cli;

import java.util.List;

/** The catalogue of {@code tool-modules}. */
final class BundledCatalogue implements Catalogue {

  @Override
  public List<Entry> entries() {
    return List.of();
  }
}
