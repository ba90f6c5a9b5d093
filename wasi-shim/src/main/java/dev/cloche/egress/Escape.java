package dev.cloche.egress;

/**
 * Undoes one way of writing characters while text goes by: a {@link ByteSink} in front of another.
 * What is no escape goes on as it is.
 */
abstract class Escape implements ByteSink {
  /** What was read of an escape so far. */
  enum Reading {
    /** It may become one. */
    MORE,
    /** It is none. */
    NOT,
    /** It was one, and is passed on. */
    DONE
  }

  /** Bytes of the longest escape that is known; longer ones are text. */
  static final int MAX_LENGTH = 12;

  private final int starter;
  private final ByteSink next;
  private final int[] bytes = new int[MAX_LENGTH];
  private final long[] starts = new long[MAX_LENGTH];
  private final long[] ends = new long[MAX_LENGTH];
  private int length;

  Escape(int starter, ByteSink next) {
    this.starter = starter;
    this.next = next;
  }

  /** Looks at what was read: {@link #length()} bytes, the starter first. */
  abstract Reading read();

  @Override
  public final void accept(int value, long start, long end) {
    if (length == 0 && value != starter) {
      plain(value, start, end);
      return;
    }
    bytes[length] = value;
    starts[length] = start;
    ends[length] = end;
    length++;
    Reading reading = read();
    if (reading == Reading.DONE) {
      length = 0;
    } else if (reading == Reading.NOT || length == MAX_LENGTH) {
      giveUp();
    }
  }

  /** Passes on what is no escape. The byte that ended it may begin another. */
  private void giveUp() {
    int last = length - 1;
    boolean again = last > 0 && bytes[last] == starter;
    flush(again ? last : length);
    if (again) {
      bytes[0] = starter;
      starts[0] = starts[last];
      ends[0] = ends[last];
      length = 1;
    }
  }

  private void flush(int count) {
    length = 0;
    for (int i = 0; i < count; i++) {
      plain(bytes[i], starts[i], ends[i]);
    }
  }

  /** Passes on a byte that is in no escape. */
  void plain(int value, long start, long end) {
    next.accept(value, start, end);
  }

  /** Passes on what an escape stands for. */
  final void emit(int value, long start) {
    next.accept(value, start, ends[length - 1]);
  }

  /** Passes on the UTF-8 of a code point. */
  final void emitCodePoint(int point, long start) {
    if (point < 0x80) {
      emit(point, start);
    } else if (point < 0x800) {
      emit(0xc0 | (point >> 6), start);
      emit(0x80 | (point & 0x3f), start);
    } else {
      if (point < 0x10000) {
        emit(0xe0 | (point >> 12), start);
      } else {
        emit(0xf0 | (point >> 18), start);
        emit(0x80 | ((point >> 12) & 0x3f), start);
      }
      emit(0x80 | ((point >> 6) & 0x3f), start);
      emit(0x80 | (point & 0x3f), start);
    }
  }

  /** Passes on what is unfinished at the end of the text. */
  void end() {
    flush(length);
  }

  /** Where the unfinished escape begins. */
  long earliest() {
    return length == 0 ? PatternMatcher.NOWHERE : starts[0];
  }

  /** Whether it may pass on something else than this byte. */
  boolean changes(int value) {
    return value == starter;
  }

  final int length() {
    return length;
  }

  final int at(int index) {
    return bytes[index];
  }

  final long start() {
    return starts[0];
  }

  /** Forgets all but the first byte. */
  final void keepFirst() {
    length = 1;
  }

  /** Forgets all but the last byte. */
  final void keepLast() {
    bytes[0] = bytes[length - 1];
    starts[0] = starts[length - 1];
    ends[0] = ends[length - 1];
    length = 1;
  }

  /** Returns the number that bytes {@code from} to the last but {@code after} write, or -1. */
  final int number(int from, int after, int radix) {
    int value = 0;
    for (int i = from; i < length - after; i++) {
      int digit = bytes[i] < 0x80 ? Character.digit(bytes[i], radix) : -1;
      if (digit < 0 || value > Character.MAX_CODE_POINT) {
        return -1;
      }
      value = value * radix + digit;
    }
    return from < length - after ? value : -1;
  }
}
