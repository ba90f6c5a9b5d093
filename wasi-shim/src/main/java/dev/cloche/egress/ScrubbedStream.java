package dev.cloche.egress;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;

/**
 * One text on its way through a {@link SecretScrubber}.
 *
 * <p>The text is read as it is and through escapes, all at once. Bytes are held back from where any
 * reading may be inside a secret, and no longer; so what comes out is the same however the text is
 * cut into chunks.
 */
final class ScrubbedStream implements Scrubber.Stream {
  private final byte[] marker;
  private final Redactions redactions;
  private final PatternMatcher plain;
  private final List<EscapedView> views;
  private final boolean[] starters = new boolean[256];
  private boolean allFollow = true;

  private byte[] held = new byte[256];
  private int heldLength;

  /** The position of the first byte that is held. */
  private long base;

  /** Before this position all is gone already. */
  private long redactedUntil;

  ScrubbedStream(
      byte[] marker, Redactions redactions, PatternMatcher plain, List<EscapedView> views) {
    this.marker = marker;
    this.redactions = redactions;
    this.plain = plain;
    this.views = views;
    for (int value = 0; value < starters.length; value++) {
      for (EscapedView view : views) {
        starters[value] |= view.changes(value);
      }
    }
  }

  @Override
  public byte[] next(byte[] bytes, int offset, int length) {
    hold(bytes, offset, length);
    long position = base + heldLength - length;
    for (int i = 0; i < length; i++) {
      accept(bytes[offset + i] & 0xff, position + i);
    }
    return release(Math.min(base + heldLength, earliest()));
  }

  @Override
  public byte[] end() {
    views.forEach(EscapedView::end);
    return release(base + heldLength);
  }

  /** Whether a secret was found so far. */
  boolean found() {
    return redactions.any();
  }

  private void accept(int value, long position) {
    if (allFollow && !starters[value]) {
      plain.accept(value, position, position + 1);
      return;
    }
    for (EscapedView view : views) {
      if (!view.mayFollow(value)) {
        view.accept(value, position, plain);
      }
    }
    plain.accept(value, position, position + 1);
    allFollow = true;
    for (EscapedView view : views) {
      allFollow &= view.follow(plain);
    }
  }

  private long earliest() {
    long earliest = plain.earliest();
    for (EscapedView view : views) {
      earliest = Math.min(earliest, view.earliest());
    }
    return earliest;
  }

  private void hold(byte[] bytes, int offset, int length) {
    if (held.length - heldLength < length) {
      held = Arrays.copyOf(held, Math.max(held.length * 2, heldLength + length));
    }
    System.arraycopy(bytes, offset, held, heldLength, length);
    heldLength += length;
  }

  /** Lets go of all before {@code until}, where no part that is still to be found begins. */
  private byte[] release(long until) {
    ByteArrayOutputStream out = new ByteArrayOutputStream((int) (until - base));
    long at = base;
    while (at < until) {
      long start = redactions.firstStart();
      if (start < redactedUntil) {
        redactedUntil = Math.max(redactedUntil, redactions.removeFirst());
      } else if (at < redactedUntil) {
        at = Math.min(redactedUntil, until);
      } else if (start <= at) {
        out.writeBytes(marker);
        redactedUntil = redactions.removeFirst();
      } else {
        long to = Math.min(start, until);
        out.write(held, (int) (at - base), (int) (to - at));
        at = to;
      }
    }
    drop((int) (until - base));
    return out.toByteArray();
  }

  private void drop(int count) {
    System.arraycopy(held, count, held, 0, heldLength - count);
    Arrays.fill(held, heldLength - count, heldLength, (byte) 0);
    heldLength -= count;
    base += count;
  }
}
