package dev.cloche.workspace.tree;

import java.util.Arrays;

/**
 * The bytes of a regular file.
 *
 * <p>Invariants: a page is null or shorter than {@link #PAGE} where nothing was written, and reads
 * as zero there; every byte of a page at or beyond {@code size} is zero. Cost: memory follows what
 * was written, at most twice that, plus 8 bytes per 64 KiB of size; appending is amortised constant
 * time per byte. Attack: a guest that writes far beyond the end makes no page in between, and the
 * quota has taken the whole logical size before it gets here.
 */
final class Content {
  static final int PAGE = 64 * 1024;
  private static final int SMALLEST_PAGE = 64;

  private byte[][] pages = new byte[0][];
  private long size;

  long size() {
    return size;
  }

  /** Copies bytes out and returns how many there were; 0 at and beyond the end. */
  int read(long offset, byte[] into, int at, int length) {
    int available = (int) Math.min(length, Math.max(0, size - offset));
    for (int done = 0; done < available; ) {
      int inPage = (int) ((offset + done) % PAGE);
      int chunk = Math.min(available - done, PAGE - inPage);
      readPage((int) ((offset + done) / PAGE), inPage, into, at + done, chunk);
      done += chunk;
    }
    return available;
  }

  private void readPage(int index, int from, byte[] into, int at, int length) {
    byte[] page = index < pages.length ? pages[index] : null;
    int present = page == null ? 0 : Math.max(0, Math.min(length, page.length - from));
    if (present > 0) {
      System.arraycopy(page, from, into, at, present);
    }
    Arrays.fill(into, at + present, at + length, (byte) 0);
  }

  /** Writes bytes, growing the file if they reach beyond its end. */
  void write(long offset, byte[] from, int at, int length) {
    for (int done = 0; done < length; ) {
      int inPage = (int) ((offset + done) % PAGE);
      int chunk = Math.min(length - done, PAGE - inPage);
      byte[] page = page((int) ((offset + done) / PAGE), inPage + chunk);
      System.arraycopy(from, at + done, page, inPage, chunk);
      done += chunk;
    }
    if (length > 0) {
      size = Math.max(size, offset + length);
    }
  }

  private byte[] page(int index, int length) {
    if (index >= pages.length) {
      pages = Arrays.copyOf(pages, Math.max(index + 1, (int) Math.min(pages.length * 2L, 1 << 30)));
    }
    byte[] page = pages[index];
    if (page == null || page.length < length) {
      int capacity = Math.max(SMALLEST_PAGE, Integer.highestOneBit(length * 2 - 1));
      page = page == null ? new byte[capacity] : Arrays.copyOf(page, capacity);
      pages[index] = page;
    }
    return page;
  }

  /** Cuts the file, or extends it with zeros that take no memory. */
  void resize(long newSize) {
    if (newSize < size) {
      int kept = (int) ((newSize + PAGE - 1) / PAGE);
      if (kept < pages.length) {
        pages = Arrays.copyOf(pages, kept);
      }
      clearTail(newSize);
    }
    size = newSize;
  }

  private void clearTail(long newSize) {
    int last = (int) (newSize / PAGE);
    int from = (int) (newSize % PAGE);
    if (last < pages.length && pages[last] != null && from < pages[last].length) {
      Arrays.fill(pages[last], from, pages[last].length, (byte) 0);
    }
  }
}
