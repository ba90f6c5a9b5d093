package dev.cloche.policy;

import dev.cloche.egress.Injection.Place;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Makes a rule of one mapping under {@code credentials}. */
final class CredentialReader {

  private static final List<String> SOURCES = List.of("env", "file", "issuer");
  private static final List<String> PLACES = List.of("header", "query");

  private final Section at;
  private final Function<String, Path> paths;

  CredentialReader(Section at, Function<String, Path> paths) {
    this.at = at;
    this.paths = paths;
  }

  Optional<CredentialRule> read() {
    Optional<CredentialSource> source = at.exactlyOne(SOURCES).flatMap(this::source);
    boolean placed = isPlaced();
    Optional<Placement> placement = placed ? placement() : Optional.empty();
    Duration ttl =
        at.duration("ttl", CredentialRule.MIN_TTL, CredentialRule.MAX_TTL)
            .orElse(CredentialRule.DEFAULT_TTL);
    long uses = at.count("uses", 1, CredentialRule.MAX_USES).orElse(CredentialRule.DEFAULT_USES);
    if (source.isEmpty() || (placed && placement.isEmpty())) {
      return Optional.empty();
    }
    return at.make(() -> new CredentialRule(source.get(), placement, ttl, (int) uses));
  }

  /** Only what requests carry needs a place in them. */
  private boolean isPlaced() {
    boolean placed = PLACES.stream().anyMatch(at::has);
    if (!placed && at.has("value")) {
      at.problem("value", "has no place in a request; name header or query, or leave it out");
    }
    return placed;
  }

  private Optional<Placement> placement() {
    Optional<String> key = at.exactlyOne(PLACES);
    Optional<String> field = key.flatMap(at::text);
    String template = at.text("value").orElse(Placement.DEFAULT_TEMPLATE);
    if (field.isEmpty()) {
      return Optional.empty();
    }
    Place place = key.get().equals("header") ? Place.HEADER : Place.QUERY;
    return at.make(() -> new Placement(place, field.get(), template));
  }

  private Optional<CredentialSource> source(String key) {
    return switch (key) {
      case "env" -> at.text(key, CredentialSource.Environment::new);
      case "file" -> at.text(key, text -> new CredentialSource.File(paths.apply(text)));
      default -> issuer(key);
    };
  }

  private Optional<CredentialSource> issuer(String key) {
    Optional<Boolean> truth = at.truth(key);
    if (truth.isPresent() && !truth.get()) {
      at.problem(key, "is false; write true, or name env or file instead");
      return Optional.empty();
    }
    return truth.map(yes -> new CredentialSource.Issuer());
  }
}
