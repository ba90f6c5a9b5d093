package dev.cloche.wasi;

import dev.cloche.workspace.tree.Kind;

/** The file types of preview1 that exist here. */
enum FileType {
  CHARACTER_DEVICE(2),
  DIRECTORY(3),
  REGULAR_FILE(4),
  SYMBOLIC_LINK(7);

  private final int number;

  FileType(int number) {
    this.number = number;
  }

  int number() {
    return number;
  }

  static FileType of(Kind kind) {
    return switch (kind) {
      case DIRECTORY -> DIRECTORY;
      case REGULAR_FILE -> REGULAR_FILE;
      case SYMBOLIC_LINK -> SYMBOLIC_LINK;
    };
  }
}
