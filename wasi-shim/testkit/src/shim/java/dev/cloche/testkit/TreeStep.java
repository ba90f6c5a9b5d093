package dev.cloche.testkit;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/**
 * One thing that a guest does to its tree, and that {@link ReferenceTree} can say the answer to.
 *
 * @param operation what
 * @param path on what
 * @param other the second path where there is one; what {@link Operation#APPEND} writes
 */
public record TreeStep(Operation operation, String path, String other) {

  /** What can be done. */
  public enum Operation {
    /** Makes a directory. */
    MKDIR,
    /** Removes a directory. */
    RMDIR,
    /** Removes a name of a file. */
    UNLINK,
    /** Gives a file another name. */
    LINK,
    /** Renames. */
    RENAME,
    /** Opens a file, making it if need be, appends a text, and closes it. */
    APPEND
  }

  /**
   * Returns sequences of up to 40 steps.
   *
   * @param paths paths that the model understands: relative, of plain names
   */
  public static Arbitrary<List<TreeStep>> sequences(Arbitrary<String> paths) {
    return Combinators.combine(Arbitraries.of(Operation.class), paths, paths)
        .as(TreeStep::new)
        .list()
        .ofMaxSize(40);
  }

  /** Does it to the model and returns the answer. */
  public WasiErrno on(ReferenceTree model) {
    return switch (operation) {
      case MKDIR -> model.mkdir(path);
      case RMDIR -> model.rmdir(path);
      case UNLINK -> model.unlink(path);
      case LINK -> model.link(path, other);
      case RENAME -> model.rename(path, other);
      case APPEND -> model.append(path, other);
    };
  }

  @Override
  public String toString() {
    return operation + " " + Shown.text(path) + " " + Shown.text(other);
  }
}
