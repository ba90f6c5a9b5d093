package dev.cloche.run;

import dev.cloche.CodeCacheReport;
import dev.cloche.Tool;
import dev.cloche.module.GuestText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compiled modules on disk, so that a process need not compile what another has compiled.
 *
 * <p><b>Why it is guarded.</b> An entry is Java classes that the engine loads: whoever can write
 * one can run code in this process. So the directory and its key must belong to the user that the
 * JVM runs as, and be closed to everyone else; and each entry carries a MAC (HMAC-SHA-256, RFC
 * 2104) over its contents and its name. What fails any of that is not used, and a module is
 * compiled as if there were no cache. That defends against other users and against damage, not
 * against the user itself, who can replace the engine as well.
 *
 * <p><b>Names.</b> An entry is named by the module's SHA-256, the fuel schedule and the version of
 * what wrote it, so that no version reads another's code.
 *
 * <p>Safe for several threads and processes: entries appear whole, by a rename.
 */
final class CodeCache {

  private static final Logger LOG = LoggerFactory.getLogger(CodeCache.class);

  private static final String SUFFIX = CodeCacheReport.SUFFIX;
  private static final int MAC_BYTES = 32;

  /** A file that was being written for so long was left behind by a process that died. */
  private static final Duration ABANDONED = Duration.ofHours(1);

  private final Path directory;
  private final OwnFiles files;
  private final byte[] key;
  private final long maxBytes;

  private CodeCache(Path directory, OwnFiles files, byte[] key, long maxBytes) {
    this.maxBytes = maxBytes;
    this.directory = directory;
    this.files = files;
    this.key = key;
  }

  /** Opens a cache, making the directory if need be; empty, with a warning, if it is not safe. */
  static Optional<CodeCache> open(Path directory) {
    return open(directory, CodeCacheReport.MAX_BYTES);
  }

  /** Opens a cache whose least recently used entries go when all take more than a size. */
  static Optional<CodeCache> open(Path directory, long maxBytes) {
    try {
      OwnFiles files = OwnFiles.in(directory);
      byte[] key = key(directory.resolve("key"), files);
      return Optional.of(new CodeCache(directory, files, key, maxBytes));
    } catch (IOException | UnsupportedOperationException e) {
      LOG.warn("code cache is not used: {}", GuestText.of(e));
      return Optional.empty();
    }
  }

  private static byte[] key(Path file, OwnFiles files) throws IOException {
    if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      files.writeIfAbsent(file, freshKey());
    }
    byte[] key = files.read(file);
    if (key.length != MAC_BYTES) {
      // Cut short by a full disk, for one. No entry is authentic now, and each is written again.
      files.replace(file, freshKey());
      key = files.read(file);
    }
    return key;
  }

  private static byte[] freshKey() {
    byte[] fresh = new byte[MAC_BYTES];
    new SecureRandom().nextBytes(fresh);
    return fresh;
  }

  /** Returns the tool's entry, if there is one that is authentic. */
  Optional<CompiledModule> load(Tool tool) {
    Path file = file(tool);
    if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      return Optional.empty();
    }
    try {
      byte[] entry = files.read(file);
      if (!isAuthentic(entry, tool)) {
        throw new IOException("entry is not authentic");
      }
      Files.setLastModifiedTime(file, FileTime.from(Instant.now()));
      return Optional.of(CompiledModule.of(Arrays.copyOf(entry, entry.length - MAC_BYTES)));
    } catch (IOException e) {
      LOG.warn("cached code of {} is not used: {}", tool, GuestText.of(e));
      return Optional.empty();
    }
  }

  /** Keeps a compiled module; a failure is logged, and costs the next process a compilation. */
  void store(Tool tool, CompiledModule compiled) {
    byte[] content = compiled.toBytes();
    byte[] entry = Arrays.copyOf(content, content.length + MAC_BYTES);
    System.arraycopy(mac(content, tool), 0, entry, content.length, MAC_BYTES);
    try {
      files.replace(file(tool), entry);
      evict();
      sweep();
    } catch (IOException e) {
      LOG.warn("code of {} is not cached: {}", tool, GuestText.of(e));
    }
  }

  private Path file(Tool tool) {
    return directory.resolve(name(tool));
  }

  private static String name(Tool tool) {
    return String.join(
        "-", tool.digest(), CompiledModule.VERSION, "j" + Runtime.version().feature() + SUFFIX);
  }

  private boolean isAuthentic(byte[] entry, Tool tool) {
    if (entry.length < MAC_BYTES) {
      return false;
    }
    int split = entry.length - MAC_BYTES;
    byte[] expected = mac(Arrays.copyOf(entry, split), tool);
    return MessageDigest.isEqual(expected, Arrays.copyOfRange(entry, split, entry.length));
  }

  private byte[] mac(byte[] content, Tool tool) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      mac.update(name(tool).getBytes(StandardCharsets.UTF_8));
      return mac.doFinal(content);
    } catch (GeneralSecurityException e) {
      throw new AssertionError("every Java platform has HmacSHA256", e);
    }
  }

  /** Deletes the entries that were not used for longest, until the rest fits. */
  private void evict() throws IOException {
    List<Path> entries;
    try (Stream<Path> all = Files.list(directory)) {
      entries =
          all.filter(file -> file.toString().endsWith(SUFFIX))
              .sorted(Comparator.comparing(CodeCache::lastUse).reversed())
              .toList();
    }
    long total = 0;
    for (Path entry : entries) {
      total += entry.toFile().length();
      if (total > maxBytes) {
        Files.deleteIfExists(entry);
      }
    }
  }

  private void sweep() throws IOException {
    FileTime since = FileTime.from(Instant.now().minus(ABANDONED));
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*.tmp")) {
      for (Path file : files) {
        if (lastUse(file).compareTo(since) < 0) {
          Files.deleteIfExists(file);
        }
      }
    }
  }

  private static FileTime lastUse(Path file) {
    return FileTime.fromMillis(file.toFile().lastModified());
  }
}
