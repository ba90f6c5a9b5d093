package dev.cloche.module;

import dev.cloche.module.FrameCursor.Frame;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * A module as its signature sees it: the signature, and the hashes of all other sections.
 *
 * <p>The hashes are over the sections as they lie in the file, in their order, from the first after
 * the signature: id, size and contents of every one, custom ones too. So whatever is changed,
 * moved, appended or left out changes the last of them. A module without delimiters is one part.
 */
public final class SignedParts {

  /** 1,000: what a signature of its largest size has room for, about. */
  private static final int MAX_PARTS = 1_000;

  private final Optional<SignatureBlock> signature;
  private final List<String> hashes;
  private final int contentStart;

  private SignedParts(Optional<SignatureBlock> signature, List<String> hashes, int contentStart) {
    this.signature = signature;
    this.hashes = List.copyOf(hashes);
    this.contentStart = contentStart;
  }

  /**
   * Reads the frames of a module and hashes it.
   *
   * @throws ModuleException if the bytes have no frames of sections, the signature is malformed,
   *     not the first section or not the only one, or there are too many parts
   */
  public static SignedParts of(byte[] module) throws ModuleException {
    FrameCursor in = new FrameCursor(module);
    Optional<SignatureBlock> signature = Optional.empty();
    List<String> hashes = new ArrayList<>();
    MessageDigest rolling = Sha256.begin();
    int first = in.position();
    int contentStart = first;
    boolean open = true;
    while (in.hasNext()) {
      Frame frame = in.next();
      if (frame.isCustom(SignatureBlock.SECTION)) {
        requireFirst(in, frame, first);
        signature = Optional.of(read(module, frame));
        contentStart = frame.end();
        continue;
      }
      rolling.update(module, frame.start(), frame.end() - frame.start());
      open = !frame.isCustom(SignatureBlock.DELIMITER);
      if (!open) {
        requireFew(in, frame, hashes);
        hashes.add(soFar(rolling));
      }
    }
    if (open) {
      hashes.add(soFar(rolling));
    }
    return new SignedParts(signature, hashes, contentStart);
  }

  private static void requireFew(FrameCursor in, Frame frame, List<String> hashes)
      throws ModuleException {
    if (hashes.size() == MAX_PARTS) {
      throw in.refuse(Rule.SIGNATURE, frame, "there are more than %d parts".formatted(MAX_PARTS));
    }
  }

  private static SignatureBlock read(byte[] module, Frame frame) throws ModuleException {
    byte[] payload = Arrays.copyOfRange(module, frame.payload(), frame.end());
    return SignatureBlock.read(payload);
  }

  private static void requireFirst(FrameCursor in, Frame frame, int first) throws ModuleException {
    if (frame.start() != first) {
      throw in.refuse(
          Rule.SIGNATURE, frame, "a signature has to be the first section, and the only one");
    }
  }

  /** The state of a digest without ending it. */
  private static String soFar(MessageDigest rolling) {
    try {
      return HexFormat.of().formatHex(((MessageDigest) rolling.clone()).digest());
    } catch (CloneNotSupportedException e) {
      throw new AssertionError("the platform's SHA-256 can be copied", e);
    }
  }

  /** Returns the signature that the module carries, if it does. */
  public Optional<SignatureBlock> signature() {
    return signature;
  }

  /** Returns the hashes of the parts; at least one. The last is over all that is not signature. */
  public List<String> hashes() {
    return hashes;
  }

  /** Returns the module with this signature in the place of the one it has. */
  public byte[] with(byte[] module, SignatureBlock block) {
    SignatureWriter out = new SignatureWriter();
    out.range(module, 0, FormatSniffer.HEADER_BYTES);
    out.customSection(SignatureBlock.SECTION, block.bytes());
    out.range(module, contentStart, module.length);
    return out.toBytes();
  }
}
