package dev.cloche.workspace;

import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * By what a file of the host is known again: a different value means that it was changed or
 * replaced. A change that keeps the size and puts the time back is not seen.
 */
record HostVersion(@Nullable Object key, long size, FileTime modified) {
  static HostVersion of(BasicFileAttributes attributes) {
    return new HostVersion(attributes.fileKey(), attributes.size(), attributes.lastModifiedTime());
  }

  boolean isOf(BasicFileAttributes attributes) {
    return attributes.isRegularFile() && Objects.equals(this, of(attributes));
  }
}
