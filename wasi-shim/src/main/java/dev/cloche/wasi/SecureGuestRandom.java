package dev.cloche.wasi;

import java.security.SecureRandom;
import org.jspecify.annotations.Nullable;

/** The system's secure generator, made when first asked: most guests never do. */
final class SecureGuestRandom implements GuestRandom {
  private @Nullable SecureRandom source;

  @Override
  public void fill(byte[] buffer, int offset, int length) {
    if (source == null) {
      source = new SecureRandom();
    }
    byte[] bytes = new byte[length];
    source.nextBytes(bytes);
    System.arraycopy(bytes, 0, buffer, offset, length);
  }
}
