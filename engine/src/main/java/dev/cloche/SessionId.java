package dev.cloche;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.UUID;

/**
 * Ids for sessions that were given none: random UUIDs (RFC 9562, version 4). Their bits come from
 * the kernel's generator without the JDK's classes round it, which would take a tenth of the time
 * of a first short call; where there is none to read, they are the JDK's.
 */
final class SessionId {

  private static final String KERNEL = "/dev/urandom";
  private static final int BYTES = 16;

  private SessionId() {}

  static String random() {
    try (InputStream random = new FileInputStream(KERNEL)) {
      byte[] bits = random.readNBytes(BYTES);
      return bits.length == BYTES ? of(ByteBuffer.wrap(bits)) : ofJdk();
    } catch (IOException e) {
      return ofJdk();
    }
  }

  private static String of(ByteBuffer bits) {
    long high = (bits.getLong() & ~0xF000L) | 0x4000L;
    long low = (bits.getLong() & 0x3FFF_FFFF_FFFF_FFFFL) | 0x8000_0000_0000_0000L;
    return new UUID(high, low).toString();
  }

  private static String ofJdk() {
    return UUID.randomUUID().toString();
  }
}
