package dev.cloche.replay;

import java.util.ArrayList;
import java.util.List;

/** Values in turn, as pairs of a value and how many times it came. */
final class Runs {

  private final List<Long> pairs = new ArrayList<>();

  /** Adds a value; returns whether a pair was begun for it. */
  boolean add(long value) {
    int last = pairs.size() - 1;
    if (last > 0 && pairs.get(last - 1) == value) {
      pairs.set(last, pairs.get(last) + 1);
      return false;
    }
    pairs.add(value);
    pairs.add(1L);
    return true;
  }

  List<Long> pairs() {
    return pairs;
  }

  /** Gives the values back, each as many times as it came. */
  static final class Reader {
    private final List<Long> pairs;
    private int at;
    private long taken;

    Reader(List<Long> pairs) {
      this.pairs = pairs;
    }

    boolean hasNext() {
      return at < pairs.size();
    }

    long next() {
      long value = pairs.get(at);
      taken++;
      if (taken >= pairs.get(at + 1)) {
        at += 2;
        taken = 0;
      }
      return value;
    }
  }
}
