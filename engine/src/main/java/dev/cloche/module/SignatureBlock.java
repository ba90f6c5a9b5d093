package dev.cloche.module;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * What a custom section {@value #SECTION} holds, or a file beside a tool: sets of hashes with
 * signatures, in the layout of the WebAssembly tool conventions (Signatures.md, specification
 * version 1).
 *
 * <p>Reading is stricter than the conventions: every length has its shortest form and nothing
 * follows the last signature, so that no byte of it can be changed without being noticed, but those
 * of signatures nobody asked about.
 *
 * @param sets the sets, in their order
 */
public record SignatureBlock(List<SignedHashes> sets) {

  /** The name of the custom section. */
  public static final String SECTION = "signature";

  /** The name of the custom sections that end a part of a module. */
  public static final String DELIMITER = "signature_delimiter";

  /** The identifier of Ed25519 (RFC 8032), of its public keys too. */
  public static final int ED25519 = 1;

  /** 64 KiB: hundreds of times what one signature takes. */
  public static final int MAX_BYTES = 64 << 10;

  /** 16: each costs whoever verifies. */
  public static final int MAX_SIGNATURES = 16;

  private static final int VERSION = 1;
  private static final int CONTENT_MODULE = 1;
  private static final int SHA256 = 1;
  private static final int HASH_BYTES = 32;

  /** Copies the list. */
  public SignatureBlock {
    sets = List.copyOf(sets);
  }

  static void writeHead(SignatureWriter out) {
    out.u8(VERSION);
    out.u8(CONTENT_MODULE);
    out.u8(SHA256);
  }

  /**
   * Reads one.
   *
   * @throws ModuleException if it has another layout, or more than is allowed
   */
  public static SignatureBlock read(byte[] bytes) throws ModuleException {
    ByteCursor in = new ByteCursor(bytes, 0, bytes.length, "signature");
    if (bytes.length > MAX_BYTES) {
      throw in.refuse(Rule.SIGNATURE, 0, "it has more than 64 KiB");
    }
    requireHead(in);
    List<SignedHashes> sets = new ArrayList<>();
    int left = MAX_SIGNATURES;
    for (int count = length(in, 2); count > 0; count--) {
      SignedHashes set = readSet(in, left);
      left -= set.signatures().size();
      sets.add(set);
    }
    if (in.hasRemaining()) {
      throw in.refuse(Rule.SIGNATURE, in.position(), "bytes follow the last signature");
    }
    return new SignatureBlock(sets);
  }

  private static void requireHead(ByteCursor in) throws ModuleException {
    int version = in.u8();
    int content = in.u8();
    int hash = in.u8();
    if (version != VERSION || content != CONTENT_MODULE || hash != SHA256) {
      throw in.refuse(
          Rule.SIGNATURE,
          0,
          "version %d, content type %d and hash function %d are not 1, 1 and 1"
              .formatted(version, content, hash));
    }
  }

  private static SignedHashes readSet(ByteCursor in, int mostSignatures) throws ModuleException {
    List<String> hashes = new ArrayList<>();
    for (int count = length(in, HASH_BYTES); count > 0; count--) {
      hashes.add(hex(in, HASH_BYTES));
    }
    int at = in.position();
    int count = length(in, 3);
    if (count > mostSignatures) {
      throw in.refuse(Rule.SIGNATURE, at, "there are more than %d".formatted(MAX_SIGNATURES));
    }
    List<SignedHashes.Entry> signatures = new ArrayList<>();
    for (; count > 0; count--) {
      String keyId = hex(in, length(in, 1));
      int algorithm = in.u8();
      signatures.add(new SignedHashes.Entry(keyId, algorithm, hex(in, length(in, 1))));
    }
    return new SignedHashes(hashes, signatures);
  }

  /** Reads the length of a vector, whose entries have at least so many bytes. */
  private static int length(ByteCursor in, int entryBytes) throws ModuleException {
    int start = in.position();
    int length = in.count(entryBytes, "entries");
    int shortest = Math.max(1, (Integer.SIZE - Integer.numberOfLeadingZeros(length) + 6) / 7);
    if (in.position() - start != shortest) {
      throw in.refuse(Rule.SIGNATURE, start, "a length is written longer than it need be");
    }
    return length;
  }

  private static String hex(ByteCursor in, int length) throws ModuleException {
    int start = in.position();
    in.skip(length);
    return HexFormat.of().formatHex(in.bytes(), start, in.position());
  }

  /** Returns what {@link #read} reads. */
  public byte[] bytes() {
    SignatureWriter out = new SignatureWriter();
    writeHead(out);
    out.u32(sets.size());
    for (SignedHashes set : sets) {
      out.u32(set.hashes().size());
      set.hashes().forEach(hash -> out.bytes(HexFormat.of().parseHex(hash)));
      out.u32(set.signatures().size());
      for (SignedHashes.Entry entry : set.signatures()) {
        out.vector(HexFormat.of().parseHex(entry.keyId()));
        out.u8(entry.algorithm());
        out.vector(HexFormat.of().parseHex(entry.signature()));
      }
    }
    return out.toBytes();
  }
}
