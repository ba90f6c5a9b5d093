package dev.cloche.structured;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cloche.module.GuestText;
import dev.cloche.module.Sha256;
import dev.cloche.policy.PolicyException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** The module that an Extism manifest names. */
final class ExtismModule {

  private static final Set<String> KEYS = Set.of("path", "data", "hash", "name", "url");
  private static final int MAX_BYTES = 256 << 20;

  private ExtismModule() {}

  static byte[] read(JsonNode list, Optional<Path> directory) {
    if (!list.isArray() || list.isEmpty()) {
      throw new PolicyException("wasm", "is not a list of one module");
    }
    if (list.size() > 1) {
      throw new PolicyException(
          "wasm", "has " + list.size() + " modules; plugins of several are not linked here");
    }
    JsonNode entry = list.get(0);
    if (entry.has("url")) {
      throw refused("a module is not fetched from a URL; name a path, or put it in as data");
    }
    ExtismFields.requireKeys(entry, "wasm[0]", KEYS);
    Optional<String> path = text(entry, "path");
    Optional<String> data = text(entry, "data");
    Optional<String> ignored = text(entry, "name");
    if (path.isPresent() == data.isPresent()) {
      throw refused("has either path or data");
    }
    byte[] module = path.isPresent() ? file(path.get(), directory) : decoded(data.orElseThrow());
    text(entry, "hash").ifPresent(hash -> requireHash(module, hash));
    return module;
  }

  private static Optional<String> text(JsonNode entry, String key) {
    JsonNode value = ExtismFields.given(entry, key);
    if (!value.isMissingNode() && !value.isTextual()) {
      throw refused(key + " is not a text");
    }
    return Optional.ofNullable(value.textValue());
  }

  private static byte[] decoded(String data) {
    try {
      return Base64.getDecoder().decode(data);
    } catch (IllegalArgumentException e) {
      throw refused("data is not base64");
    }
  }

  /** Where a manifest came from, its module lies: in no other directory, and behind no link. */
  private static byte[] file(String name, Optional<Path> directory) {
    Path file = plain(name, directory.orElseThrow(() -> refused("names a file, and is none")));
    try {
      if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
        throw refused(GuestText.quote(name) + " is no file beside the manifest");
      }
      try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
        return in.readNBytes(MAX_BYTES);
      }
    } catch (IOException e) {
      throw refused(GuestText.quote(name) + " cannot be read");
    }
  }

  private static Path plain(String name, Path directory) {
    try {
      Path relative = Path.of(name);
      if (relative.isAbsolute() || !relative.equals(relative.normalize()) || name.isEmpty()) {
        throw refused(GuestText.quote(name) + " is not a path below the manifest's directory");
      }
      Path at = directory;
      for (Path part : relative) {
        at = at.resolve(part);
        if (part.toString().equals("..") || Files.isSymbolicLink(at)) {
          throw refused(GuestText.quote(name) + " leads over a link or out of its directory");
        }
      }
      return at;
    } catch (InvalidPathException e) {
      throw refused(GuestText.quote(name) + " is no path");
    }
  }

  private static void requireHash(byte[] module, String hash) {
    String actual = Sha256.of(module);
    if (!actual.equals(hash.toLowerCase(Locale.ROOT))) {
      throw refused("hash is not the module's SHA-256, which is " + actual);
    }
  }

  private static PolicyException refused(String why) {
    return new PolicyException("wasm[0]", why);
  }
}
