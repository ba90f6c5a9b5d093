package dev.cloche.workspace;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import dev.cloche.workspace.tree.Errno;
import dev.cloche.workspace.tree.Fault;
import dev.cloche.workspace.tree.LowerFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A regular file below a {@link HostRoot}, opened for reading only.
 *
 * <p>It is looked at before and after it is opened, so that what is read is a regular file that was
 * there. What happens to it while it is open shows, as it does on the host; if it becomes shorter
 * than it was when opened, reading the missing part answers {@code IO}, never less than was
 * promised.
 */
final class HostFile implements LowerFile {
  private final HostRoot root;
  private final List<Path> above;
  private final Path name;
  private HostVersion version;
  private @Nullable SeekableByteChannel channel;

  HostFile(HostRoot root, List<Path> above, Path name, HostVersion version) {
    this.root = root;
    this.above = List.copyOf(above);
    this.name = name;
    this.version = version;
  }

  /** Returns by what the file that was last read is known again. */
  HostVersion version() {
    return version;
  }

  @Override
  public long size() {
    return version.size();
  }

  @Override
  public void open() throws Fault {
    if (channel != null) {
      return;
    }
    try (SecureDirectoryStream<Path> directory = root.enter(above)) {
      BasicFileAttributes before = requireRegular(directory);
      SeekableByteChannel opened =
          directory.newByteChannel(name, Set.of(StandardOpenOption.READ, NOFOLLOW_LINKS));
      try {
        root.opened(opened);
        BasicFileAttributes after = requireRegular(directory);
        if (!Objects.equals(before.fileKey(), after.fileKey())) {
          throw new IOException("the file was replaced");
        }
        version = HostVersion.of(after);
        channel = opened;
      } finally {
        if (channel == null) {
          root.close(opened);
        }
      }
    } catch (IOException unreadable) {
      throw HostRoot.fault(unreadable);
    }
  }

  private BasicFileAttributes requireRegular(SecureDirectoryStream<Path> directory)
      throws IOException {
    BasicFileAttributes attributes = HostRoot.attributes(directory, name);
    if (!attributes.isRegularFile()) {
      throw new IOException("not a regular file");
    }
    return attributes;
  }

  @Override
  public int read(long offset, byte[] into, int at, int length) throws Fault {
    int wanted = (int) Math.min(length, Math.max(0, size() - offset));
    if (wanted == 0) {
      return 0;
    }
    open();
    try {
      SeekableByteChannel from = Objects.requireNonNull(channel).position(offset);
      ByteBuffer buffer = ByteBuffer.wrap(into, at, wanted);
      while (buffer.hasRemaining()) {
        if (from.read(buffer) < 0) {
          throw Errno.IO.fault();
        }
      }
      return wanted;
    } catch (IOException unreadable) {
      // An interrupted read closes the channel; the next one opens it again.
      close();
      throw HostRoot.fault(unreadable);
    }
  }

  @Override
  public void close() {
    SeekableByteChannel open = channel;
    channel = null;
    if (open != null) {
      try {
        root.close(open);
      } catch (IOException ignored) {
        // Nothing was written to it: there is nothing to lose.
      }
    }
  }
}
