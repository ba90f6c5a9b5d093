package dev.cloche.workspace.tree;

import java.util.Arrays;
import java.util.BitSet;

/**
 * The bytes of a regular file.
 *
 * <p>Invariants: a page is null or shorter than {@link #PAGE} where nothing was written, and reads
 * as zero there; every byte of a page at or beyond {@code size} is zero; a page that is shared with
 * a frozen copy is replaced before it is written to. Cost: memory follows what was written, at most
 * twice that, plus 8 bytes per 64 KiB of size; appending is amortised constant time per byte.
 * Attack: a guest that writes far beyond the end makes no page in between, and the quota has taken
 * the whole logical size before it gets here.
 */
final class Content {
  static final int PAGE = 64 * 1024;
  private static final int SMALLEST_PAGE = 64;

  private byte[][] pages = new byte[0][];
  private long size;
  private final BitSet shared = new BitSet();

  /** Bytes that never change; the pages belong to someone who copies before writing. */
  static final class Pages {
    private final byte[][] pages;
    private final long size;

    private Pages(byte[][] pages, long size) {
      this.pages = pages;
      this.size = size;
    }

    long size() {
      return size;
    }
  }

  long size() {
    return size;
  }

  /** Returns the bytes as they are now, for 8 bytes per page. */
  Pages freeze() {
    shared.set(0, pages.length);
    return new Pages(pages.clone(), size);
  }

  /** Makes these the bytes, which nobody else has: full pages, and a last one up to the size. */
  void adopt(byte[][] own, long ownSize) {
    pages = own;
    size = ownSize;
    shared.clear();
  }

  /** Makes these the bytes. */
  void become(Pages frozen) {
    pages = frozen.pages.clone();
    size = frozen.size;
    shared.clear();
    shared.set(0, pages.length);
  }

  /** Returns whether these are the same bytes; pages that were never written to cost nothing. */
  boolean holds(Pages frozen) {
    if (size != frozen.size) {
      return false;
    }
    Content other = new Content();
    other.become(frozen);
    byte[] mine = new byte[0];
    byte[] theirs = new byte[0];
    for (int i = 0; i < Math.max(pages.length, other.pages.length); i++) {
      if (at(i) != other.at(i)) {
        mine = mine.length == 0 ? new byte[PAGE] : mine;
        theirs = theirs.length == 0 ? new byte[PAGE] : theirs;
        readPage(i, 0, mine, 0, PAGE);
        other.readPage(i, 0, theirs, 0, PAGE);
        if (!Arrays.equals(mine, theirs)) {
          return false;
        }
      }
    }
    return true;
  }

  private byte[] at(int index) {
    return index < pages.length ? pages[index] : null;
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
    byte[] page = at(index);
    int present = page == null ? 0 : Math.max(0, Math.min(length, page.length - from));
    if (present > 0) {
      System.arraycopy(page, from, into, at, present);
    }
    Arrays.fill(into, at + present, at + length, (byte) 0);
  }

  /**
   * Writes bytes, growing the file if they reach beyond its end. All of them, or none if the heap
   * has no room for them.
   */
  void write(long offset, byte[] from, int at, int length) {
    makePages(offset, length);
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

  private void makePages(long offset, int length) {
    for (int done = 0; done < length; ) {
      int inPage = (int) ((offset + done) % PAGE);
      int chunk = Math.min(length - done, PAGE - inPage);
      byte[] ignored = page((int) ((offset + done) / PAGE), inPage + chunk);
      done += chunk;
    }
  }

  /** Returns a page that may be written to and has at least the length. */
  private byte[] page(int index, int length) {
    if (index >= pages.length) {
      pages = Arrays.copyOf(pages, Math.max(index + 1, (int) Math.min(pages.length * 2L, 1 << 30)));
    }
    byte[] page = pages[index];
    if (page == null || page.length < length) {
      int capacity = Math.max(SMALLEST_PAGE, Integer.highestOneBit(length * 2 - 1));
      return own(index, page == null ? new byte[capacity] : Arrays.copyOf(page, capacity));
    }
    return shared.get(index) ? own(index, page.clone()) : page;
  }

  private byte[] own(int index, byte[] page) {
    pages[index] = page;
    shared.clear(index);
    return page;
  }

  /** Cuts the file, or extends it with zeros that take no memory. */
  void resize(long newSize) {
    if (newSize < size) {
      int kept = (int) ((newSize + PAGE - 1) / PAGE);
      if (kept < pages.length) {
        pages = Arrays.copyOf(pages, kept);
        shared.clear(kept, Integer.MAX_VALUE);
      }
      clearTail(newSize);
    }
    size = newSize;
  }

  private void clearTail(long newSize) {
    int last = (int) (newSize / PAGE);
    int from = (int) (newSize % PAGE);
    byte[] page = at(last);
    if (page != null && from < page.length) {
      Arrays.fill(page(last, from), from, page.length, (byte) 0);
    }
  }
}
