package dev.cloche.egress;

import java.util.Map;

/** Undoes numeric character references of HTML and XML, and the named ones that XML has. */
final class EntityEscape extends Escape {
  private static final Map<String, Integer> NAMED =
      Map.of("lt", (int) '<', "gt", (int) '>', "amp", (int) '&', "quot", (int) '"', "apos", 0x27);

  EntityEscape(ByteSink next) {
    super('&', next);
  }

  @Override
  Reading read() {
    int last = at(length() - 1);
    if (length() == 1 || (last == '#' && length() == 2) || isLetterOrDigit(last)) {
      return Reading.MORE;
    }
    int point = last == ';' ? codePoint() : -1;
    if (point < 0 || point > Character.MAX_CODE_POINT) {
      return Reading.NOT;
    }
    emitCodePoint(point, start());
    return Reading.DONE;
  }

  private int codePoint() {
    if (at(1) != '#') {
      return named();
    }
    boolean hex = (at(2) | 0x20) == 'x';
    return hex ? number(3, 1, 16) : number(2, 1, 10);
  }

  private int named() {
    StringBuilder name = new StringBuilder();
    for (int i = 1; i < length() - 1; i++) {
      name.append((char) at(i));
    }
    return NAMED.getOrDefault(name.toString(), -1);
  }

  private static boolean isLetterOrDigit(int value) {
    return value < 0x80 && Character.isLetterOrDigit(value);
  }
}
