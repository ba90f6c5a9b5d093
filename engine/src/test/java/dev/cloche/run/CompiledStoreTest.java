package dev.cloche.run;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompiledStoreTest {

  @TempDir Path directory;
  private Path from = Path.of("");
  private Path to = Path.of("");

  @BeforeEach
  void makeDirectories() throws IOException {
    from = Files.createDirectories(directory.resolve("from"));
    to = Files.createDirectories(directory.resolve("to"));
  }

  private CompiledStore store() {
    return CompiledStore.in(directory.resolve("store"));
  }

  private Path file(String name, int size) throws IOException {
    Path file = from.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.write(file, new byte[size]);
  }

  @Test
  void kept_isRestoredUnderItsKeyAlone() throws IOException {
    List<Path> files = List.of(file("a_tool/Machine$Part.class", 70_000), file("a-tool.sha256", 3));
    store().keep("key", from, files);

    assertFalse(store().restore("other", to));
    assertTrue(store().restore("key", to));
    assertArrayEquals(
        new byte[70_000], Files.readAllBytes(to.resolve("a_tool/Machine$Part.class")));
    assertArrayEquals(new byte[3], Files.readAllBytes(to.resolve("a-tool.sha256")));
  }

  @Test
  void names_thatLeadOut_areNotWritten() throws IOException {
    Path zip = Files.createDirectories(directory.resolve("store")).resolve("key.zip");
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(zip))) {
      out.putNextEntry(new ZipEntry("../outside"));
    }

    assertFalse(store().restore("key", to));
    assertFalse(Files.exists(directory.resolve("outside")));
  }

  @Test
  void entries_areBounded() throws IOException {
    Path one = file("x.class", 1);
    for (int i = 0; i < 160; i++) {
      store().keep("key" + i, from, List.of(one));
    }

    try (Stream<Path> kept = Files.list(directory.resolve("store"))) {
      assertEquals(150, kept.count());
    }
  }
}
