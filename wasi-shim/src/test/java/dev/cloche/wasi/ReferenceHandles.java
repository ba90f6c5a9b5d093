package dev.cloche.wasi;

import static dev.cloche.workspace.tree.Errno.BADF;
import static dev.cloche.workspace.tree.Errno.ISDIR;
import static dev.cloche.workspace.tree.Errno.NOENT;
import static dev.cloche.workspace.tree.Errno.NOSPC;
import static dev.cloche.workspace.tree.Errno.SUCCESS;

import dev.cloche.workspace.tree.Errno;
import org.jspecify.annotations.Nullable;

/** What descriptors that stay open on files of a {@link ReferenceTree} should do. */
final class ReferenceHandles {
  private static final class Handle {
    final ReferenceTree.Item file;
    final boolean append;
    int offset;

    Handle(ReferenceTree.Item file, boolean append) {
      this.file = file;
      this.append = append;
    }
  }

  private final ReferenceTree tree;
  private final @Nullable Handle[] handles;

  ReferenceHandles(ReferenceTree tree, int count) {
    this.tree = tree;
    this.handles = new Handle[count];
  }

  boolean isOpen(int number) {
    return handles[number] != null;
  }

  int offset(int number) {
    return handles[number].offset;
  }

  int size(int number) {
    return handles[number].file.content.length();
  }

  int links(int number) {
    return tree.links(handles[number].file);
  }

  Errno open(int number, String path, boolean append) {
    ReferenceTree.Found found = tree.lookUp(path);
    if (found.errno() != SUCCESS) {
      return found.errno();
    }
    if (found.item() == null) {
      return NOENT;
    }
    if (found.item().entries != null) {
      return ISDIR;
    }
    handles[number] = new Handle(found.item(), append);
    tree.opened.add(found.item());
    return SUCCESS;
  }

  Errno close(int number) {
    if (!isOpen(number)) {
      return BADF;
    }
    tree.opened.remove(handles[number].file);
    handles[number] = null;
    return SUCCESS;
  }

  Errno seek(int number, int offset) {
    if (!isOpen(number)) {
      return BADF;
    }
    handles[number].offset = offset;
    return SUCCESS;
  }

  /** Returns what reading gives; null if the handle is closed. */
  @Nullable String read(int number, int length) {
    if (!isOpen(number)) {
      return null;
    }
    Handle handle = handles[number];
    String content = handle.file.content;
    int start = Math.min(handle.offset, content.length());
    String read = content.substring(start, Math.min(content.length(), start + length));
    handle.offset += read.length();
    return read;
  }

  Errno write(int number, String text) {
    if (!isOpen(number)) {
      return BADF;
    }
    Handle handle = handles[number];
    String old = handle.file.content;
    int start = handle.append ? old.length() : handle.offset;
    int end = start + text.length();
    if (end > old.length() && tree.bytes() + end - old.length() > tree.maxBytes()) {
      return NOSPC;
    }
    String padded = old + "\0".repeat(Math.max(0, end - old.length()));
    handle.file.content = padded.substring(0, start) + text + padded.substring(end);
    handle.offset = end;
    return SUCCESS;
  }

  Errno resize(int number, int size) {
    if (!isOpen(number)) {
      return BADF;
    }
    ReferenceTree.Item file = handles[number].file;
    int more = size - file.content.length();
    if (more > 0 && tree.bytes() + more > tree.maxBytes()) {
      return NOSPC;
    }
    file.content = more > 0 ? file.content + "\0".repeat(more) : file.content.substring(0, size);
    return SUCCESS;
  }
}
