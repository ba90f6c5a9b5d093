package dev.cloche.cli.store;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Reads files below a folder, each step from the folder that was opened before: a link or a rename
 * on the way leads nowhere else.
 */
final class SafeFolder {

  private final Path root;

  SafeFolder(Path root) {
    this.root = root;
  }

  /**
   * Returns the bytes of a file.
   *
   * @param most the most bytes that it may have
   * @param names the folders on the way and the file; none of them a path
   */
  byte[] read(long most, String... names) throws IOException {
    try (DirectoryStream<Path> top = Files.newDirectoryStream(root)) {
      return read(secure(top), most, List.of(names));
    } catch (NoSuchFileException | NotDirectoryException e) {
      throw new IOException(name(names) + " is not there", e);
    } catch (FileSystemException e) {
      throw new IOException(name(names) + " cannot be read, or is reached by a link", e);
    }
  }

  private byte[] read(SecureDirectoryStream<Path> folder, long most, List<String> names)
      throws IOException {
    Path first = one(names.get(0));
    if (names.size() == 1) {
      return file(folder, first, most);
    }
    try (SecureDirectoryStream<Path> next =
        folder.newDirectoryStream(first, LinkOption.NOFOLLOW_LINKS)) {
      return read(next, most, names.subList(1, names.size()));
    }
  }

  private byte[] file(SecureDirectoryStream<Path> folder, Path name, long most) throws IOException {
    BasicFileAttributes attributes =
        folder
            .getFileAttributeView(name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
            .readAttributes();
    if (!attributes.isRegularFile()) { // opening a pipe would wait for ever
      throw new IOException(name + " is not a regular file");
    }
    Set<OpenOption> options = Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
    try (InputStream in = Channels.newInputStream(folder.newByteChannel(name, options))) {
      byte[] bytes = in.readNBytes((int) Math.min(most + 1, Integer.MAX_VALUE - 8));
      if (bytes.length > most) {
        throw new IOException(name + " is larger than " + most + " bytes");
      }
      return bytes;
    }
  }

  /** Returns the names in a folder, if it is there and no link. */
  List<String> list(int most, String... names) throws IOException {
    try (DirectoryStream<Path> top = Files.newDirectoryStream(root)) {
      return list(secure(top), most, List.of(names));
    } catch (NoSuchFileException | NotDirectoryException e) {
      return List.of();
    } catch (FileSystemException e) {
      throw new IOException(name(names) + " cannot be read, or is reached by a link", e);
    }
  }

  private List<String> list(SecureDirectoryStream<Path> folder, int most, List<String> names)
      throws IOException {
    if (names.isEmpty()) {
      List<String> found = new ArrayList<>();
      for (Path entry : folder) {
        found.add(String.valueOf(entry.getFileName()));
        if (found.size() > most) {
          throw new IOException("a folder has more than " + most + " entries");
        }
      }
      return found;
    }
    try (SecureDirectoryStream<Path> next =
        folder.newDirectoryStream(one(names.get(0)), LinkOption.NOFOLLOW_LINKS)) {
      return list(next, most, names.subList(1, names.size()));
    }
  }

  private static Path one(String name) throws IOException {
    Path path = Path.of(name);
    if (name.isEmpty() || name.equals(".") || name.equals("..") || path.getNameCount() != 1) {
      throw new IOException("a name is none of a file");
    }
    return path;
  }

  private static SecureDirectoryStream<Path> secure(DirectoryStream<Path> folder)
      throws IOException {
    if (folder instanceof SecureDirectoryStream<Path> secure) {
      return secure;
    }
    throw new IOException("this file system has no way to open a folder without following links");
  }

  private static String name(String... names) {
    return names.length == 0 ? "the folder" : names[names.length - 1];
  }
}
