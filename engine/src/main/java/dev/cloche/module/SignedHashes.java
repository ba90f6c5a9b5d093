package dev.cloche.module;

import java.util.HexFormat;
import java.util.List;

/**
 * The hashes of a module's parts, and who signed them all at once (tool-conventions,
 * Signatures.md).
 *
 * @param hashes SHA-256 in lower-case hexadecimal, each over all sections up to the end of a part
 * @param signatures of these hashes
 */
public record SignedHashes(List<String> hashes, List<Entry> signatures) {

  /** Copies both. */
  public SignedHashes {
    hashes = List.copyOf(hashes);
    signatures = List.copyOf(signatures);
  }

  /**
   * One signature.
   *
   * @param keyId what the signer says of the key, in lower-case hexadecimal; may be empty
   * @param algorithm {@link SignatureBlock#ED25519}, or one that is not known here
   * @param signature in lower-case hexadecimal
   */
  public record Entry(String keyId, int algorithm, String signature) {}

  /** Returns the bytes that are signed. */
  public byte[] message() {
    SignatureWriter out = new SignatureWriter();
    out.ascii("wasmsig");
    SignatureBlock.writeHead(out);
    hashes.forEach(hash -> out.bytes(HexFormat.of().parseHex(hash)));
    return out.toBytes();
  }
}
