package dev.cloche.host.kernel;

import dev.cloche.host.kernel.Step.Kind;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;

/**
 * Where shim and kernel both refuse, and say another reason: docs/conformance.md has why. Nowhere
 * does one do what the other refuses.
 */
enum Deviation {
  /** A renaming from or to {@code .} or {@code ..}. */
  RENAMED_DOT {
    @Override
    boolean isOf(Step step, String kernel, String shim) {
      return step.kind() == Kind.RENAME
          && (endsInDots(step.path()) || endsInDots(step.other()))
          && kernel.equals("BUSY");
    }
  },
  /** {@code rmdir} of {@code .}, where something is in it. */
  REMOVED_DOT {
    @Override
    boolean isOf(Step step, String kernel, String shim) {
      return step.kind() == Kind.RMDIR
          && endsInDots(step.path())
          && kernel.equals("INVAL")
          && shim.equals("NOTEMPTY");
    }
  },
  /** Of two paths one is too long, or ends in a name that is. */
  TOO_LONG_OF_TWO {
    @Override
    boolean isOf(Step step, String kernel, String shim) {
      return TWO_PATHS.contains(step.kind())
          && (tooLong(step.path()) || tooLong(step.other()))
          && shim.equals("NAMETOOLONG");
    }
  },
  /** Opened to be created, with a slash at the end, perhaps that of a link's target. */
  CREATED_WITH_SLASH {
    @Override
    boolean isOf(Step step, String kernel, String shim) {
      boolean slash = step.path().endsWith("/") || step.how().contains("f");
      return step.how().contains("c") && slash && kernel.equals("ISDIR");
    }
  },
  /** A symbolic link is made where a file is, with a slash at the end. */
  LINKED_WITH_SLASH {
    @Override
    boolean isOf(Step step, String kernel, String shim) {
      return step.kind() == Kind.SYMLINK
          && step.path().endsWith("/")
          && kernel.equals("EXIST")
          && shim.equals("NOTDIR");
    }
  },
  /** A link to something, with a slash at its end. */
  LINKED_FROM_SLASH {
    @Override
    boolean isOf(Step step, String kernel, String shim) {
      return step.kind() == Kind.LINK && step.path().endsWith("/");
    }
  };

  private static final Set<Kind> TWO_PATHS = EnumSet.of(Kind.RENAME, Kind.LINK, Kind.SYMLINK);

  /** Whether this explains that both refuse a step with these reasons. */
  abstract boolean isOf(Step step, String kernel, String shim);

  /** Whether one of them explains two answers. */
  static boolean explains(Step step, String kernel, String shim) {
    return !kernel.startsWith("SUCCESS")
        && !shim.startsWith("SUCCESS")
        && Arrays.stream(values()).anyMatch(each -> each.isOf(step, kernel, shim));
  }

  private static boolean endsInDots(String path) {
    return path.matches("(.*/)?\\.\\.?/*");
  }

  private static boolean tooLong(String path) {
    return path.length() > 4095 || path.matches("(.*/)?[^/]{256,}/*");
  }
}
