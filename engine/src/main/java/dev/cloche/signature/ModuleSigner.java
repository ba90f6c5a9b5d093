package dev.cloche.signature;

import dev.cloche.module.GuestText;
import dev.cloche.module.ManifestSection;
import dev.cloche.module.ModuleException;
import dev.cloche.module.ScriptModule;
import dev.cloche.module.SignatureBlock;
import dev.cloche.module.SignedHashes;
import dev.cloche.module.SignedParts;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/** Signs tools. */
public final class ModuleSigner {

  private final SigningKey key;
  private final boolean replace;

  private ModuleSigner(SigningKey key, boolean replace) {
    this.key = key;
    this.replace = replace;
  }

  /** Returns one that adds to the signatures that are there. */
  public static ModuleSigner with(SigningKey key) {
    return new ModuleSigner(key, false);
  }

  /** Returns one that drops the signatures that are there. */
  public ModuleSigner replacing() {
    return new ModuleSigner(key, true);
  }

  /**
   * Returns a module with a signature over all of it as its first section.
   *
   * @throws IllegalArgumentException if the bytes are no module or one with two manifests, or there
   *     are signatures that are not over what it is
   */
  public byte[] sign(byte[] module) {
    try {
      Optional<byte[]> unused = ManifestSection.find(module, "cloche.tool");
      SignedParts parts = SignedParts.of(module);
      return parts.with(module, block(parts, parts.signature()));
    } catch (ModuleException malformed) {
      throw new IllegalArgumentException(GuestText.of(malformed), malformed);
    }
  }

  /**
   * Returns a signature of a script, to lie beside it; it covers the source and the name of the
   * interpreter.
   *
   * @param before the signature that lies there
   * @throws IllegalArgumentException if that is malformed, or not over what the script is
   */
  public byte[] signScript(String interpreter, String source, Optional<byte[]> before) {
    try {
      SignedParts parts = SignedParts.of(ScriptModule.of(interpreter, source));
      Optional<SignatureBlock> known = Optional.empty();
      if (before.isPresent() && !replace) {
        known = Optional.of(SignatureBlock.read(before.get()));
      }
      return block(parts, known).bytes();
    } catch (ModuleException malformed) {
      throw new IllegalArgumentException(GuestText.of(malformed), malformed);
    }
  }

  private SignatureBlock block(SignedParts parts, Optional<SignatureBlock> before) {
    List<SignedHashes.Entry> entries = new ArrayList<>();
    if (before.isPresent() && !replace) {
      List<SignedHashes> sets = before.get().sets();
      if (sets.size() != 1 || !sets.get(0).hashes().equals(parts.hashes())) {
        throw new IllegalArgumentException(
            "the signatures it has are not over what it is now; drop them with --replace");
      }
      sets.get(0).signatures().stream()
          .filter(entry -> !entry.keyId().equals(key.signer().id()))
          .forEach(entries::add);
    }
    if (entries.size() >= SignatureBlock.MAX_SIGNATURES) {
      throw new IllegalArgumentException("it has 16 signatures, which is the most; see --replace");
    }
    SignedHashes unsigned = new SignedHashes(parts.hashes(), List.of());
    String signature = HexFormat.of().formatHex(key.sign(unsigned.message()));
    entries.add(new SignedHashes.Entry(key.signer().id(), SignatureBlock.ED25519, signature));
    return new SignatureBlock(List.of(new SignedHashes(parts.hashes(), entries)));
  }
}
