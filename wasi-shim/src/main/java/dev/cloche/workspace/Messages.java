package dev.cloche.workspace;

import dev.cloche.workspace.tree.Errno;

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

  private static String reason(Errno errno, WorkspaceLimits limits) {
    return switch (errno) {
      case NOENT -> "it does not exist";
      case EXIST -> "it exists already";
      case NOTDIR -> "a part of it is not a directory";
      case ISDIR -> "it is a directory";
      case NOTEMPTY -> "the directory is not empty";
      case ROFS, BUSY -> "it belongs to a read-only mount";
      case NOTCAPABLE -> "it leads out of the workspace";
      case LOOP -> "it has too many symbolic links";
      case NAMETOOLONG -> "a name is limited to 255 bytes, a path to 4096";
      case ILSEQ, INVAL -> "it is not a valid path";
      case NOSPC ->
          "the workspace is limited to %d bytes, %d nodes and %d levels"
              .formatted(limits.bytes(), limits.nodes(), limits.depth());
      case SUCCESS, BADF, FAULT, FBIG, IO, MFILE, NOTSOCK, NOTSUP, PERM, SPIPE ->
          "it is refused (" + errno + ")";
    };
  }
}
