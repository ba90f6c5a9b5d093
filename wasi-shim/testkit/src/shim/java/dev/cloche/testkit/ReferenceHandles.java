package dev.cloche.testkit;

import static dev.cloche.testkit.WasiErrno.BADF;
import static dev.cloche.testkit.WasiErrno.ISDIR;
import static dev.cloche.testkit.WasiErrno.NOENT;
import static dev.cloche.testkit.WasiErrno.NOSPC;
import static dev.cloche.testkit.WasiErrno.SUCCESS;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What descriptors that stay open on files of a {@link ReferenceTree} should do. They are numbered
 * from 0. Not thread-safe.
 */
public final class ReferenceHandles {
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

  /** Makes so many handles, all closed. */
  public ReferenceHandles(ReferenceTree tree, int count) {
    this.tree = tree;
    this.handles = new Handle[count];
  }

  /** Whether a handle is open. */
  public boolean isOpen(int number) {
    return handles[number] != null;
  }

  /** Returns where an open handle reads and writes next. */
  public int offset(int number) {
    return handles[number].offset;
  }

  /** Returns the size of the file of an open handle. */
  public int size(int number) {
    return handles[number].file.content.length();
  }

  /** Returns the number of names of the file of an open handle. */
  public int links(int number) {
    return tree.links(handles[number].file);
  }

  /** Opens a file that there is, for reading and writing. */
  public WasiErrno open(int number, String path, boolean append) {
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

  /** Closes a handle. */
  public WasiErrno close(int number) {
    if (!isOpen(number)) {
      return BADF;
    }
    tree.opened.remove(handles[number].file);
    handles[number] = null;
    return SUCCESS;
  }

  /** Moves a handle to an offset from the start. */
  public WasiErrno seek(int number, int offset) {
    if (!isOpen(number)) {
      return BADF;
    }
    handles[number].offset = offset;
    return SUCCESS;
  }

  /** Returns what reading gives; empty if the handle is closed. */
  public Optional<String> read(int number, int length) {
    if (!isOpen(number)) {
      return Optional.empty();
    }
    Handle handle = handles[number];
    String content = handle.file.content;
    int start = Math.min(handle.offset, content.length());
    String read = content.substring(start, Math.min(content.length(), start + length));
    handle.offset += read.length();
    return Optional.of(read);
  }

  /** Writes at the offset, or at the end if the handle appends. */
  public WasiErrno write(int number, String text) {
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

  /** Cuts the file, or fills it up with zeros. */
  public WasiErrno resize(int number, int size) {
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
