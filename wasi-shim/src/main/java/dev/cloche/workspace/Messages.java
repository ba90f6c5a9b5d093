package dev.cloche.workspace;

import dev.cloche.workspace.tree.Errno;
import java.io.IOException;

/** Turns what the tree answered into words for the embedder. */
final class Messages {
  private static final int MAX_QUOTED = 200;

  private Messages() {}

  /** Quotes a path: control characters replaced, cut at 200 characters. */
  static String quote(String text) {
    String cut = text.length() > MAX_QUOTED ? text.substring(0, MAX_QUOTED) + "..." : text;
    return '"' + cut.replaceAll("[\\p{Cntrl}\"\\\\]", "?") + '"';
  }

  static WorkspaceException failure(String verb, String path, Errno errno, WorkspaceLimits limits) {
    return new WorkspaceException(
        "cannot " + verb + " " + quote(path) + ": " + reason(errno, limits));
  }

  /**
   * Tells why the host could not be read; a message of Java's holds the host path, its type not.
   */
  static String unreadable(IOException cause) {
    return "the source cannot be read (" + cause.getClass().getSimpleName() + ")";
  }

  /** Tells why an archive was refused; what the library says may quote the archive. */
  static String archive(Exception cause) {
    if (cause.getClass() != IOException.class) {
      return "the archive is broken (" + cause.getClass().getSimpleName() + ")";
    }
    String text = String.valueOf(cause.getMessage()).replaceAll("\\p{Cntrl}", "?");
    return text.substring(0, Math.min(text.length(), MAX_QUOTED));
  }

  /** Tells why the host could not be written; only messages of our own are passed on. */
  static String reason(IOException cause) {
    boolean own = cause.getClass() == IOException.class;
    return own ? cause.getMessage() : "the host refused (" + cause.getClass().getSimpleName() + ")";
  }

  private static String reason(Errno errno, WorkspaceLimits limits) {
    return switch (errno) {
      case NOENT -> "it does not exist";
      case EXIST -> "it exists already";
      case NOTDIR -> "a part of it is not a directory";
      case ISDIR -> "it is a directory";
      case NOTEMPTY -> "the directory is not empty";
      case ROFS -> "it belongs to a read-only mount";
      case BUSY -> "it is a mount, or above one";
      case NOTCAPABLE -> "it leads out of the workspace";
      case LOOP -> "it has too many symbolic links";
      case NAMETOOLONG -> "a name is limited to 255 bytes, a path to 4096";
      case ILSEQ, INVAL -> "it is not a valid path";
      case NOSPC ->
          "the workspace is limited to %d bytes, %d nodes and %d levels"
              .formatted(limits.bytes(), limits.nodes(), limits.depth());
      case PERM -> "it is protected";
      case IO -> "the host cannot be read";
      case SUCCESS, BADF, FAULT, FBIG, MFILE, NOTSOCK, NOTSUP, SPIPE, XDEV ->
          "it is refused (" + errno + ")";
    };
  }
}
