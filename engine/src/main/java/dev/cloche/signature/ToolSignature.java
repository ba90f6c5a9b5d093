package dev.cloche.signature;

import dev.cloche.module.GuestText;
import dev.cloche.module.ModuleException;
import dev.cloche.module.SignatureBlock;
import dev.cloche.module.SignedHashes;
import dev.cloche.module.SignedParts;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Who signed a tool as it is. Only signatures over all of it count: those over a part, which the
 * conventions allow, are passed over, as are those by algorithms that are not known here.
 *
 * <p>A signature counts for a key if it names that key or none. Immutable to its users and
 * thread-safe; each key is verified once.
 */
public final class ToolSignature {

  private final Optional<String> problem;
  private final List<SignedHashes> sets;
  private final Map<SignerKey, Boolean> known = new ConcurrentHashMap<>();

  private ToolSignature(Optional<String> problem, List<SignedHashes> sets) {
    this.problem = problem;
    this.sets = List.copyOf(sets);
  }

  /** Returns that nobody signed it, and why nobody can have. */
  public static ToolSignature none(String why) {
    return new ToolSignature(Optional.of(why), List.of());
  }

  /** Returns what a module carries; of bytes that are none, that it is not signed. */
  public static ToolSignature of(byte[] module) {
    try {
      SignedParts parts = SignedParts.of(module);
      return of(parts, parts.signature());
    } catch (ModuleException malformed) {
      return none(GuestText.of(malformed));
    }
  }

  /**
   * Returns what lies beside a module; one that carries another is not signed, since nobody could
   * tell which counts.
   */
  public static ToolSignature of(byte[] module, byte[] detached) {
    try {
      SignedParts parts = SignedParts.of(module);
      if (parts.signature().isPresent()) {
        return none("the module carries a signature, and another lies beside it; remove that");
      }
      return of(parts, Optional.of(SignatureBlock.read(detached)));
    } catch (ModuleException malformed) {
      return none(GuestText.of(malformed));
    }
  }

  private static ToolSignature of(SignedParts parts, Optional<SignatureBlock> block) {
    if (block.isEmpty()) {
      return none("it is not signed");
    }
    List<SignedHashes> whole =
        block.get().sets().stream().filter(set -> set.hashes().equals(parts.hashes())).toList();
    return whole.isEmpty()
        ? none("it was changed after it was signed, or only a part of it is signed")
        : new ToolSignature(Optional.empty(), whole);
  }

  /** Returns why it counts as signed by nobody; empty if there are signatures over what it is. */
  public Optional<String> problem() {
    return problem;
  }

  /** Returns whether a key signed it as it is. */
  public boolean isBy(SignerKey key) {
    return known.computeIfAbsent(key, this::verify);
  }

  private boolean verify(SignerKey key) {
    for (SignedHashes set : sets) {
      byte[] message = set.message();
      for (SignedHashes.Entry entry : set.signatures()) {
        boolean meant = entry.keyId().isEmpty() || entry.keyId().equals(key.id());
        if (meant
            && entry.algorithm() == SignatureBlock.ED25519
            && key.verifies(message, HexFormat.of().parseHex(entry.signature()))) {
          return true;
        }
      }
    }
    return false;
  }

  /**
   * Returns the keys that signatures name and are of. Anybody may have made them: whom they belong
   * to is for the reader to know.
   */
  public List<SignerKey> signers() {
    List<SignerKey> signers = new ArrayList<>();
    for (SignedHashes set : sets) {
      for (SignedHashes.Entry entry : set.signatures()) {
        named(entry.keyId())
            .filter(key -> isBy(key) && !signers.contains(key))
            .ifPresent(signers::add);
      }
    }
    return List.copyOf(signers);
  }

  private static Optional<SignerKey> named(String keyId) {
    try {
      return keyId.startsWith("01")
          ? Optional.of(SignerKey.parse("ed25519:" + keyId.substring(2)))
          : Optional.empty();
    } catch (IllegalArgumentException noKey) {
      return Optional.empty();
    }
  }
}
