package dev.cloche.egress;

/** Undoes percent triplets (RFC 3986, section 2.1), and {@code +} for a space if it is a form. */
final class PercentEscape extends Escape {
  private final boolean form;

  PercentEscape(boolean form, ByteSink next) {
    super('%', next);
    this.form = form;
  }

  @Override
  boolean changes(int value) {
    return super.changes(value) || (form && value == '+');
  }

  @Override
  void plain(int value, long start, long end) {
    super.plain(form && value == '+' ? ' ' : value, start, end);
  }

  @Override
  Reading read() {
    if (length() == 1) {
      return Reading.MORE;
    }
    int value = number(1, 0, 16);
    if (value < 0) {
      return Reading.NOT;
    }
    if (length() == 3) {
      emit(value, start());
      return Reading.DONE;
    }
    return Reading.MORE;
  }
}
