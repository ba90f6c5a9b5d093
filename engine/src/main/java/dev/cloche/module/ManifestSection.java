package dev.cloche.module;

import java.util.Arrays;
import java.util.Optional;

/**
 * Finds a custom section by the frames of sections alone, with the reader's own cursor, so that
 * both see the same sections in a module that is accepted. What is in other sections is passed
 * over.
 */
public final class ManifestSection {

  private static final int CUSTOM = 0;

  private ManifestSection() {}

  /**
   * Returns the contents of the section of that name.
   *
   * @throws ModuleException if there are two, or the bytes have no frames of sections
   */
  public static Optional<byte[]> find(byte[] module, String name) throws ModuleException {
    ByteCursor in = new ByteCursor(module, 0, module.length, "header");
    FormatSniffer.check(in);
    Optional<byte[]> found = Optional.empty();
    while (in.hasRemaining()) {
      int start = in.position();
      int id = in.u8();
      long size = in.u32();
      if (size > in.remaining()) {
        throw in.refuse(Rule.TRUNCATED, start, "the file ends within a section");
      }
      int end = in.position() + (int) size;
      if (id == CUSTOM) {
        ByteCursor section = new ByteCursor(module, in.position(), end, "custom section");
        if (section.name(ModuleLimits.defaults()).equals(name)) {
          if (found.isPresent()) {
            throw in.refuse(
                Rule.DUPLICATE_MANIFEST,
                start,
                "custom section %s occurs twice".formatted(GuestText.quote(name)));
          }
          found = Optional.of(Arrays.copyOfRange(module, section.position(), end));
        }
      }
      in.skip((int) size);
    }
    return found;
  }
}
