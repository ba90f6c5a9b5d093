package dev.cloche.egress;

import java.util.Optional;

/** An http or https URL in its one form. */
public final class CanonicalUrl {
  private CanonicalUrl() {}

  public Optional<String> query() {
    return Optional.empty();
  }
}
