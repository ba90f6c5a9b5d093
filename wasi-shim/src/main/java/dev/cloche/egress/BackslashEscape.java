package dev.cloche.egress;

/**
 * Undoes what JSON (RFC 8259, section 7) and most languages write with a backslash: {@code \n},
 * {@code \"}, {@code \/}, <code>&#92;u0041</code> also in pairs of surrogates, and {@code \x41}.
 *
 * <p>There are two readings. Paired is the exact one: two backslashes are one. The other takes any
 * number of backslashes for the beginning of one escape; it finds secrets without a backslash
 * however often a text was escaped, and wherever in a text the secret begins.
 */
final class BackslashEscape extends Escape {
  private static final String WRITTEN = "bfnrt";
  private static final String MEANT = "\b\f\n\r\t";

  /** Backslashes before one escape, beyond which the first are text. Bounds what is held back. */
  private static final int MAX_RUN = 32;

  /** A byte that no secret in UTF-8 has. */
  private static final int NO_CHARACTER = 0xff;

  private final boolean paired;
  private int run;
  private int high;
  private long highStart;

  BackslashEscape(boolean paired, ByteSink next) {
    super('\\', next);
    this.paired = paired;
  }

  @Override
  Reading read() {
    if (length() == 1) {
      run = 1;
      return Reading.MORE;
    }
    int kind = at(1);
    if (kind == 'u' || kind == 'x') {
      return readHex(kind == 'u' ? 6 : 4);
    }
    if (kind == '\\' && !paired) {
      return anotherBackslash();
    }
    int known = WRITTEN.indexOf(kind);
    endPair();
    emit(known < 0 ? kind : MEANT.charAt(known), start());
    return Reading.DONE;
  }

  private Reading anotherBackslash() {
    if (++run > MAX_RUN) {
      run = 1;
      keepLast();
    } else {
      keepFirst();
    }
    return Reading.MORE;
  }

  private Reading readHex(int whole) {
    if (length() == 2) {
      return Reading.MORE;
    }
    int value = number(2, 0, 16);
    if (value < 0) {
      return Reading.NOT;
    }
    if (length() < whole) {
      return Reading.MORE;
    }
    if (whole == 6) {
      unit((char) value);
    } else {
      endPair();
      emit(value, start());
    }
    return Reading.DONE;
  }

  private void unit(char unit) {
    if (high != 0 && Character.isLowSurrogate(unit)) {
      int point = Character.toCodePoint((char) high, unit);
      high = 0;
      emitCodePoint(point, highStart);
      return;
    }
    endPair();
    if (Character.isHighSurrogate(unit)) {
      high = unit;
      highStart = start();
    } else {
      emitCodePoint(unit, start());
    }
  }

  /** A high surrogate that has no low one after it is no character. */
  private void endPair() {
    if (high != 0) {
      high = 0;
      super.plain(NO_CHARACTER, highStart, highStart + 1);
    }
  }

  @Override
  void plain(int value, long start, long end) {
    endPair();
    super.plain(value, start, end);
  }

  @Override
  void end() {
    endPair();
    super.end();
  }

  @Override
  long earliest() {
    return high != 0 ? highStart : super.earliest();
  }
}
