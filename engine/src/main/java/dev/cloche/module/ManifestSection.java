package dev.cloche.module;

import dev.cloche.module.FrameCursor.Frame;
import java.util.Arrays;
import java.util.Optional;

/** Finds a custom section by the frames of sections alone. */
public final class ManifestSection {

  private ManifestSection() {}

  /**
   * Returns the contents of the section of that name.
   *
   * @throws ModuleException if there are two, or the bytes have no frames of sections
   */
  public static Optional<byte[]> find(byte[] module, String name) throws ModuleException {
    FrameCursor in = new FrameCursor(module);
    Optional<byte[]> found = Optional.empty();
    while (in.hasNext()) {
      Frame frame = in.next();
      if (frame.isCustom(name)) {
        if (found.isPresent()) {
          throw in.refuse(
              Rule.DUPLICATE_MANIFEST,
              frame,
              "custom section %s occurs twice".formatted(GuestText.quote(name)));
        }
        found = Optional.of(Arrays.copyOfRange(module, frame.payload(), frame.end()));
      }
    }
    return found;
  }

  /**
   * Returns a module with a section of that name as its last, in place of the one it has.
   *
   * @throws ModuleException if there are two, or the bytes have no frames of sections
   */
  public static byte[] with(byte[] module, String name, byte[] payload) throws ModuleException {
    Optional<byte[]> unused = find(module, name);
    SignatureWriter out = new SignatureWriter();
    out.range(module, 0, FormatSniffer.HEADER_BYTES);
    FrameCursor in = new FrameCursor(module);
    while (in.hasNext()) {
      Frame frame = in.next();
      if (!frame.isCustom(name)) {
        out.range(module, frame.start(), frame.end());
      }
    }
    out.customSection(name, payload);
    return out.toBytes();
  }
}
