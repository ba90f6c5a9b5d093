package dev.cloche.egress;

import java.io.IOException;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Decodes gzip (RFC 1952) as it comes: all members, checksums compared, names and comments skipped
 * and never kept. Zeros after the last member are padding; anything else there is refused, since a
 * client that decodes further would see more than was scrubbed. Used by one thread.
 */
final class Gunzip implements ByteStream, AutoCloseable {
  private static final int BUFFER_BYTES = 8_192;

  private static final int HEADER_CRC = 2;
  private static final int EXTRA = 4;
  private static final int NAME = 8;
  private static final int COMMENT = 16;
  private static final int RESERVED = 0xe0;

  private final ByteStream encoded;
  private final Inflater inflater = new Inflater(true);
  private final CRC32 checksum = new CRC32();
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private int at;
  private int end;
  private boolean inMember;
  private boolean any;

  Gunzip(ByteStream encoded) {
    this.encoded = encoded;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException, EgressException {
    while (inMember || nextMember()) {
      int count = inflate(bytes, offset, length);
      if (count > 0) {
        checksum.update(bytes, offset, count);
        return count;
      }
    }
    return -1;
  }

  @Override
  public void close() {
    inflater.end();
  }

  /** Returns how much was decoded; 0 at the end of the member. */
  private int inflate(byte[] bytes, int offset, int length) throws IOException, EgressException {
    try {
      while (true) {
        int count = inflater.inflate(bytes, offset, length);
        if (count > 0) {
          return count;
        }
        if (inflater.finished()) {
          endMember();
          return 0;
        }
        if (inflater.needsDictionary() || !fill()) {
          throw broken();
        }
        inflater.setInput(buffer, at, end - at);
        at = end;
      }
    } catch (DataFormatException e) {
      throw broken();
    }
  }

  private void endMember() throws IOException, EgressException {
    at = end - inflater.getRemaining();
    long expected = little(4);
    long size = little(4);
    if (expected != checksum.getValue() || size != (inflater.getBytesWritten() & 0xffffffffL)) {
      throw broken();
    }
    inMember = false;
  }

  /** Reads the header of the next member; returns false if there is none. */
  private boolean nextMember() throws IOException, EgressException {
    int first = next();
    while (any && first == 0) {
      first = next();
    }
    if (first < 0 && any) {
      return false;
    }
    if (first != 0x1f || need() != 0x8b || need() != 8) {
      throw broken();
    }
    int flags = need();
    skip(6);
    if ((flags & RESERVED) != 0) {
      throw broken();
    }
    skipOptional(flags);
    inflater.reset();
    inflater.setInput(buffer, at, end - at);
    at = end;
    checksum.reset();
    inMember = true;
    any = true;
    return true;
  }

  private void skipOptional(int flags) throws IOException, EgressException {
    if ((flags & EXTRA) != 0) {
      skip(little(2));
    }
    if ((flags & NAME) != 0) {
      skipText();
    }
    if ((flags & COMMENT) != 0) {
      skipText();
    }
    if ((flags & HEADER_CRC) != 0) {
      skip(2);
    }
  }

  private void skipText() throws IOException, EgressException {
    int octet = need();
    while (octet != 0) {
      octet = need();
    }
  }

  private void skip(long count) throws IOException, EgressException {
    for (long i = 0; i < count; i++) {
      int unused = need();
    }
  }

  private long little(int octets) throws IOException, EgressException {
    long value = 0;
    for (int i = 0; i < octets; i++) {
      value |= (long) need() << (8 * i);
    }
    return value;
  }

  private int need() throws IOException, EgressException {
    int octet = next();
    if (octet < 0) {
      throw broken();
    }
    return octet;
  }

  private int next() throws IOException, EgressException {
    return at < end || fill() ? buffer[at++] & 0xff : -1;
  }

  private boolean fill() throws IOException, EgressException {
    at = 0;
    end = Math.max(0, encoded.read(buffer, 0, buffer.length));
    return end > 0;
  }

  private static EgressException broken() {
    return new EgressException(
        EgressException.Kind.PROTOCOL, "", "the body of the response is not proper gzip");
  }
}
