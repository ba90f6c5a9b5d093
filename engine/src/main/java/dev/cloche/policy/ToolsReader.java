package dev.cloche.policy;

import dev.cloche.module.GuestText;
import dev.cloche.signature.SignerKey;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/** Reads the section {@code tools} of a policy. */
final class ToolsReader {

  private final Section at;
  private final Function<String, Path> paths;
  private final List<Path> keyFiles = new ArrayList<>();

  /**
   * Makes one.
   *
   * @param paths resolves a path of the document
   */
  ToolsReader(Section at, Function<String, Path> paths) {
    this.at = at;
    this.paths = paths;
  }

  Optional<ToolPolicy> read() {
    if (!at.has("allow") && !at.has("pins") && !at.has("signers")) {
      at.problem("says nothing; one of allow, pins and signers is needed");
      return Optional.empty();
    }
    Optional<List<ToolEntry>> allow =
        at.has("allow") ? Optional.of(at.each("allow", ToolEntry::parse)) : Optional.empty();
    Optional<ToolPins> pins = at.make(() -> new ToolPins(pins()));
    Optional<ToolSigners> signers = signers();
    return pins.isEmpty() || signers.isEmpty()
        ? Optional.empty()
        : at.make(() -> ToolPolicy.bounded(allow, pins.get(), signers.get()));
  }

  private Map<String, Optional<String>> pins() {
    Map<String, Optional<String>> pins = new TreeMap<>();
    at.named("pins")
        .forEach(
            (name, value) -> {
              if (value.checkName(() -> Checks.name("tool", name))) {
                value
                    .text("sha256:DIGEST or none", ToolPins::parse)
                    .ifPresent(digest -> pins.put(name, digest));
              }
            });
    return pins;
  }

  private Optional<ToolSigners> signers() {
    if (!at.has("signers")) {
      return Optional.of(ToolSigners.NONE);
    }
    List<SignerKey> keys = at.each("signers", this::key);
    if (keys.isEmpty()) {
      at.problem("signers", "names no key that can be read, so that no tool could be called");
      return Optional.empty();
    }
    return at.make(() -> ToolSigners.anyOf(keys));
  }

  private SignerKey key(String text) {
    if (SignerKey.isInline(text)) {
      return SignerKey.parse(text);
    }
    Path file = paths.apply(text);
    try {
      SignerKey key = SignerKey.read(file);
      keyFiles.add(file);
      return key;
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "key file " + GuestText.quote(text) + " cannot be read", e);
    } catch (IllegalArgumentException wrong) {
      throw new IllegalArgumentException(
          "key file " + GuestText.quote(text) + " is refused: " + wrong.getMessage(), wrong);
    }
  }

  /** Returns the files that keys were read from. */
  List<Path> keyFiles() {
    return keyFiles;
  }
}
