package dev.cloche.workspace;

import dev.cloche.workspace.tree.Errno;
import dev.cloche.workspace.tree.Fault;
import dev.cloche.workspace.tree.LowerFile;
import java.io.IOException;
import java.io.InputStream;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/** A file of a zip archive, inflated when it is first read, and kept. */
final class ZipMember implements LowerFile {
  private final ZipFile zip;
  private final ZipArchiveEntry entry;
  private byte @Nullable [] content;

  ZipMember(ZipFile zip, ZipArchiveEntry entry) {
    this.zip = zip;
    this.entry = entry;
  }

  @Override
  public long size() {
    return entry.getSize();
  }

  @Override
  public void open() {}

  @Override
  public int read(long offset, byte[] into, int at, int length) throws Fault {
    byte[] bytes = content;
    if (bytes == null) {
      bytes = inflated();
      content = bytes;
    }
    if (offset >= bytes.length) {
      return 0;
    }
    int count = (int) Math.min(length, bytes.length - offset);
    System.arraycopy(bytes, (int) offset, into, at, count);
    return count;
  }

  /** As many bytes as were promised, or none. */
  private byte[] inflated() throws Fault {
    int size = (int) entry.getSize();
    try (InputStream in = zip.getInputStream(entry)) {
      byte[] bytes = in.readNBytes(size);
      if (bytes.length < size || in.read() >= 0) {
        throw Errno.IO.fault();
      }
      return bytes;
    } catch (IOException | IllegalArgumentException broken) {
      throw Errno.IO.fault();
    }
  }

  /** What was read is kept: the next guest reads it too. */
  @Override
  public void close() {}
}
