package dev.cloche.host;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Set;

/**
 * Reads files of a workspace that commands wrote, one directory after the other, without following
 * a link: what is open are the directories above the last file.
 */
final class TreeReader implements AutoCloseable {
  private final Deque<SecureDirectoryStream<Path>> open = new ArrayDeque<>();
  private final List<String> names = new ArrayList<>();

  TreeReader(Path root) throws IOException {
    open.push(TreeScan.open(root));
  }

  /**
   * Reads a regular file whole.
   *
   * @param path its path, relative
   * @param most how many bytes it may have
   */
  byte[] read(String path, long most) throws IOException {
    int slash = path.lastIndexOf('/');
    enter(slash < 0 ? List.of() : List.of(path.substring(0, slash).split("/")));
    Path name = Path.of(path.substring(slash + 1));
    SecureDirectoryStream<Path> directory = open.element();
    // A FIFO would wait for a writer when it is opened.
    if (!directory
        .getFileAttributeView(name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
        .readAttributes()
        .isRegularFile()) {
      throw new IOException("no regular file any more");
    }
    try (SeekableByteChannel channel =
        directory.newByteChannel(
            name, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS))) {
      if (channel.size() > Math.min(most, Integer.MAX_VALUE - 8)) {
        throw new IOException("larger than it was");
      }
      ByteBuffer content = ByteBuffer.allocate((int) channel.size());
      int read = 0;
      while (content.hasRemaining() && read >= 0) {
        read = channel.read(content);
      }
      return Arrays.copyOf(content.array(), content.position());
    }
  }

  private void enter(List<String> wanted) throws IOException {
    int common = 0;
    while (common < Math.min(wanted.size(), names.size())
        && wanted.get(common).equals(names.get(common))) {
      common++;
    }
    while (names.size() > common) {
      names.remove(names.size() - 1);
      open.pop().close();
    }
    for (String name : wanted.subList(common, wanted.size())) {
      SecureDirectoryStream<Path> directory = open.element();
      open.push(directory.newDirectoryStream(Path.of(name), LinkOption.NOFOLLOW_LINKS));
      names.add(name);
    }
  }

  @Override
  public void close() throws IOException {
    while (!open.isEmpty()) {
      open.pop().close();
    }
  }
}
