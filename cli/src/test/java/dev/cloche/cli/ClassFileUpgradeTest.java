package dev.cloche.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class ClassFileUpgradeTest {

  private static final int JAVA_6 = 50;

  @TempDir private Path directory;
  private Path original;
  private Path jar;

  @BeforeEach
  void copyLibrary() throws IOException, URISyntaxException {
    original =
        Path.of(CommandLine.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    jar = directory.resolve("picocli-0.jar");
    Path ignored = Files.copy(original, jar);
  }

  @Test
  void upgrade_library_hasTheSameEntriesInArchivableVersions() throws IOException {
    int oldest = oldestVersion(jar);
    assertTrue(oldest < JAVA_6, "the step is needless: version " + oldest);
    ClassFileUpgrade.main(directory.toString(), "picocli-");
    assertTrue(oldestVersion(jar) > JAVA_6);
    List<String> expected = new java.util.ArrayList<>(names(original));
    expected.add(ClassFileUpgrade.NOTE);
    assertEquals(expected, names(jar));
  }

  /** Initialising a class has the newer verifier check each of its methods. */
  @Test
  void upgrade_library_isVerifiedByTheNewerVerifier() throws Exception {
    ClassFileUpgrade.upgrade(jar);
    try (URLClassLoader loader =
        new URLClassLoader(new URL[] {jar.toUri().toURL()}, ClassLoader.getPlatformClassLoader())) {
      int count = 0;
      for (String name : names(jar)) {
        if (name.endsWith(".class") && !name.contains("module-info")) {
          String className = name.replace('/', '.').substring(0, name.length() - 6);
          assertEquals(loader, Class.forName(className, true, loader).getClassLoader());
          count++;
        }
      }
      assertTrue(count > 200, "classes: " + count);
    }
  }

  @Test
  void upgrade_again_changesNothing() throws IOException {
    ClassFileUpgrade.upgrade(jar);
    byte[] once = Files.readAllBytes(jar);
    ClassFileUpgrade.upgrade(jar);
    assertArrayEquals(once, Files.readAllBytes(jar));
  }

  @Test
  void upgrade_noSuchLibrary_fails() {
    assertThrows(
        IOException.class, () -> ClassFileUpgrade.main(directory.toString(), "commons-cli-"));
  }

  private static List<String> names(Path jar) throws IOException {
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      return Collections.list(zip.entries()).stream().map(ZipEntry::getName).toList();
    }
  }

  private static int oldestVersion(Path jar) throws IOException {
    int oldest = Integer.MAX_VALUE;
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      for (ZipEntry entry : Collections.list(zip.entries())) {
        if (entry.getName().endsWith(".class")) {
          try (DataInputStream in = new DataInputStream(zip.getInputStream(entry))) {
            in.skipNBytes(6);
            oldest = Math.min(oldest, in.readUnsignedShort());
          }
        }
      }
    }
    return oldest;
  }
}
