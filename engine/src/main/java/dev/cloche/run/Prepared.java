package dev.cloche.run;

import java.util.Optional;
import java.util.concurrent.Callable;

/**
 * A tool that can be called.
 *
 * @param image what calls run in
 * @param methods what its compiled code is like, where there is some
 * @param compilation makes the image of later calls, where this one is interpreted and need not be
 */
record Prepared(Image image, Optional<HugeMethods> methods, Optional<Compilation> compilation) {

  /** A tool without compiled code, and without a wish for any. */
  static Prepared interpreted(Image image) {
    return new Prepared(image, Optional.empty(), Optional.empty());
  }

  /** A tool whose image is compiled. */
  static Prepared compiled(Image image, HugeMethods methods) {
    return new Prepared(image, Optional.of(methods), Optional.empty());
  }

  /** This one where its code will never come. */
  Prepared withoutCode() throws Exception {
    Optional<Callable<Prepared>> otherwise = compilation.flatMap(Compilation::otherwise);
    return otherwise.isPresent() ? otherwise.get().call() : interpreted(image);
  }

  /**
   * What is left to do, and may take seconds.
   *
   * @param heapBytes what it may need of the heap, an estimate
   * @param work does it; empty, with a line in the log, if the module cannot be compiled
   * @param otherwise where calls cannot run in the first image yet, what makes one that they can
   *     run in if the module is not compiled; it takes long
   */
  record Compilation(
      long heapBytes, Callable<Optional<Prepared>> work, Optional<Callable<Prepared>> otherwise) {

    /** Whether calls have to wait for it. */
    boolean isAwaited() {
      return otherwise.isPresent();
    }
  }
}
