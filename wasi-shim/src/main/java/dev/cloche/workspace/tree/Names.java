package dev.cloche.workspace.tree;

import java.util.ArrayList;
import java.util.List;

/** The rules for names and paths, the same for guests and for the embedder. */
public final class Names {
  /** The longest name in bytes: what Linux and macOS allow, so that a tree can be copied out. */
  public static final int MAX_NAME_BYTES = 255;

  /** The longest path in bytes, {@code PATH_MAX} of Linux; also the longest link target. */
  public static final int MAX_PATH_BYTES = 4096;

  private Names() {}

  /**
   * Splits a relative path; empty components vanish, {@code .} and {@code ..} stay.
   *
   * @throws Fault {@code NOENT} if it is empty, {@code NOTCAPABLE} if it is absolute, {@code INVAL}
   *     if it holds a NUL, {@code NAMETOOLONG} if it is too long, {@code ILSEQ} if it is not valid
   *     Unicode
   */
  static List<String> components(String path) throws Fault {
    checkText(path);
    if (path.charAt(0) == '/') {
      throw Errno.NOTCAPABLE.fault();
    }
    List<String> components = new ArrayList<>();
    for (int start = 0; start < path.length(); ) {
      int slash = path.indexOf('/', start);
      int end = slash < 0 ? path.length() : slash;
      if (end > start) {
        components.add(path.substring(start, end));
      }
      start = end + 1;
    }
    return components;
  }

  /** Checks what holds for a path and a link target alike: not empty, no NUL, not too long. */
  static void checkText(String text) throws Fault {
    if (text.isEmpty()) {
      throw Errno.NOENT.fault();
    }
    if (utf8Length(text) > MAX_PATH_BYTES) {
      throw Errno.NAMETOOLONG.fault();
    }
    if (text.indexOf('\0') >= 0) {
      throw Errno.INVAL.fault();
    }
  }

  /** Checks a component, when a directory is asked for it, as in Linux. */
  static void checkName(String name) throws Fault {
    if (utf8Length(name) > MAX_NAME_BYTES) {
      throw Errno.NAMETOOLONG.fault();
    }
  }

  /** Returns the length of a text in UTF-8; a lone surrogate has none and answers ILSEQ. */
  static int utf8Length(String text) throws Fault {
    int bytes = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isHighSurrogate(c)
          && i + 1 < text.length()
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        bytes += 4;
        i++;
      } else if (Character.isSurrogate(c)) {
        throw Errno.ILSEQ.fault();
      } else {
        bytes += c < 0x80 ? 1 : c < 0x800 ? 2 : 3;
      }
    }
    return bytes;
  }
}
