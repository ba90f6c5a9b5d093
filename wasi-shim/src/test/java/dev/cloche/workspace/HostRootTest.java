package dev.cloche.workspace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.workspace.tree.Errno;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The one door to a directory of the host, while somebody moves what is behind it:
 *
 * <pre>
 * root/
 * ├── a/
 * │   └── b/
 * └── out  -> outside
 * outside/
 * </pre>
 */
class HostRootTest {
  private static final Path NAME = Path.of("link");

  @TempDir private Path above;

  private Path path;
  private HostRoot root;

  @BeforeEach
  void open() throws IOException {
    above = above.toRealPath();
    path = above.resolve("root");
    Files.createDirectories(path.resolve("a/b"));
    Files.createDirectory(above.resolve("outside"));
    Files.createSymbolicLink(path.resolve("out"), above.resolve("outside"));
    root = HostRoot.open(path);
  }

  @AfterEach
  void close() throws IOException {
    root.close();
  }

  private String target(String directory, String text) throws IOException {
    List<Path> names = directory.isEmpty() ? List.of() : List.of(Path.of(directory));
    Path link = path.resolve(directory).resolve(NAME);
    Files.deleteIfExists(link);
    Files.createSymbolicLink(link, Path.of(text));
    try (SecureDirectoryStream<Path> open = root.enter(names)) {
      return root.target(open, names, NAME);
    }
  }

  @Test
  void f1_directories_areEntered_andLinksAreNot() throws IOException {
    try (SecureDirectoryStream<Path> b = root.enter(List.of(Path.of("a"), Path.of("b")))) {
      assertTrue(HostRoot.attributes(b).isDirectory());
    }
    List<Path> out = List.of(Path.of("out"));
    assertThrows(NotDirectoryException.class, () -> root.enter(out).close());
    List<Path> none = List.of(Path.of("none"));
    assertThrows(NoSuchFileException.class, () -> root.enter(none).close());
  }

  @Test
  void f19_targets_thatLeadOut_areNotShown() throws IOException {
    assertEquals("../x", target("a", "../x"));
    assertEquals("b", target("a", path.resolve("a/b").toString()));
    assertEquals("../c", target("a", path.resolve("a/../c").toString()));
    assertEquals(".", target("", path.toString()));
    assertEquals("/", target("a", above.resolve("outside").toString()));
    assertEquals("/", target("a", path.resolve("../outside").toString()));
    assertEquals("/", target("a", "/etc/passwd"));
    assertEquals("/", target("a", path + "-other"));
  }

  @Test
  void f8_directoryThatWasReplaced_isNoticed() throws IOException {
    root.requireInPlace();
    List<Path> names = List.of(Path.of("a"));
    assertEquals("x", target("a", "x"));
    try (SecureDirectoryStream<Path> open = root.enter(names)) {
      replace(path.resolve("a"));
      Files.createSymbolicLink(path.resolve("a").resolve(NAME), Path.of("y"));
      assertThrows(IOException.class, () -> root.target(open, names, NAME));
    }
    replace(path);
    assertThrows(IOException.class, root::requireInPlace);
  }

  private static void replace(Path directory) throws IOException {
    Files.move(directory, directory.resolveSibling("moved"));
    Files.createDirectory(directory);
  }

  @Test
  void f16_close_endsFilesAndDirectories() throws IOException {
    Path file = Files.writeString(path.resolve("file"), "x");
    SeekableByteChannel open = Files.newByteChannel(file);
    root.opened(open);
    SeekableByteChannel closed = Files.newByteChannel(file);
    root.opened(closed);
    root.close(closed);
    assertTrue(open.isOpen());
    assertFalse(closed.isOpen());

    root.close();
    assertFalse(open.isOpen());
    assertThrows(IOException.class, () -> root.enter(List.of()).close());
    try (SeekableByteChannel late = Files.newByteChannel(file)) {
      assertThrows(IOException.class, () -> root.opened(late));
    }
  }

  @Test
  void faults_tellNothingOfTheHost() {
    assertEquals(Errno.NOENT, HostRoot.fault(new NoSuchFileException("/secret")).errno());
    assertEquals(Errno.IO, HostRoot.fault(new FileNotFoundException("/secret")).errno());
    IOException inside = new NoSuchFileException("/secret");
    assertEquals(Errno.NOENT, HostRoot.fault(new DirectoryIteratorException(inside)).errno());
  }
}
