package dev.cloche.module;

/** Checks the first eight bytes (WebAssembly 2.0, 5.5.16), and guesses what else a file may be. */
final class FormatSniffer {

  /** The bytes before the first section. */
  static final int HEADER_BYTES = 8;

  private static final int SAMPLE = 512;
  private static final byte[] MAGIC = {0, 'a', 's', 'm'};

  private FormatSniffer() {}

  static void check(ByteCursor in) throws ModuleException {
    byte[] bytes = in.bytes();
    if (bytes.length == 0) {
      throw in.refuse(Rule.EMPTY_FILE, 0, "the file is empty");
    }
    if (!hasMagic(bytes)) {
      throw stranger(in, bytes);
    }
    if (bytes.length < HEADER_BYTES) {
      throw in.refuse(
          Rule.TRUNCATED, bytes.length, "the file ends within its header: it looks truncated");
    }
    checkVersion(in, bytes);
    in.skip(HEADER_BYTES);
  }

  /** A file shorter than the magic bytes passes as far as it goes, and counts as truncated. */
  private static boolean hasMagic(byte[] bytes) {
    for (int i = 0; i < Math.min(MAGIC.length, bytes.length); i++) {
      if (bytes[i] != MAGIC[i]) {
        return false;
      }
    }
    return true;
  }

  private static ModuleException stranger(ByteCursor in, byte[] bytes) {
    if (bytes.length > 1 && bytes[0] == 0x1F && bytes[1] == (byte) 0x8B) {
      return in.refuse(Rule.GZIP_FILE, 0, "the file is compressed with gzip: decompress it first");
    }
    if (isText(bytes)) {
      return in.refuse(
          Rule.TEXT_FILE,
          0,
          "the file is text, not a binary module: compile it first, for .wat with wat2wasm");
    }
    return in.refuse(Rule.MAGIC, 0, "the file does not begin with the bytes 00 61 73 6d");
  }

  private static boolean isText(byte[] bytes) {
    for (int i = 0; i < Math.min(SAMPLE, bytes.length); i++) {
      byte b = bytes[i];
      boolean space = b == '\n' || b == '\r' || b == '\t' || b == '\f';
      // Negative bytes belong to UTF-8 sequences.
      if ((b >= 0 && b < ' ' && !space) || b == 0x7F) {
        return false;
      }
    }
    return true;
  }

  private static void checkVersion(ByteCursor in, byte[] bytes) throws ModuleException {
    int version = u16(bytes, 4);
    int layer = u16(bytes, 6);
    if (layer == 1) {
      throw in.refuse(
          Rule.COMPONENT,
          4,
          "the file is a WebAssembly component; core modules run here, such as those built for"
              + " wasm32-wasip1");
    }
    if (version != 1 || layer != 0) {
      throw in.refuse(
          Rule.VERSION, 4, "binary version %d.%d is not known, only 1".formatted(version, layer));
    }
  }

  private static int u16(byte[] bytes, int at) {
    return (bytes[at] & 0xFF) | ((bytes[at + 1] & 0xFF) << 8);
  }
}
