package dev.cloche.run;

import java.util.Optional;
import java.util.concurrent.Callable;

/**
 * A tool that can be called.
 *
 * @param image what calls run in
 * @param compilation makes the image of later calls, where this one is interpreted and need not be;
 *     may take seconds
 */
record Prepared(Image image, Optional<Compilation> compilation) {

  /** A tool whose image is final. */
  static Prepared finished(Image image) {
    return new Prepared(image, Optional.empty());
  }

  /**
   * What is left to do.
   *
   * @param heapBytes what it may need of the heap, an estimate
   * @param work does it; empty, with a line in the log, if the module cannot be compiled
   */
  record Compilation(long heapBytes, Callable<Optional<Image>> work) {}
}
