package dev.cloche.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/** A step of the build that changes classes of jars, and leaves a note in each. */
final class JarChange {

  /** The same in each build. */
  private static final LocalDateTime LONG_AGO = LocalDateTime.of(2000, 1, 1, 0, 0);

  private final String note;
  private final String words;

  /**
   * Makes one.
   *
   * @param note the entry that says what was changed, as some licences (Apache 2.0, 4b) ask for
   * @param words what it says
   */
  JarChange(String note, String words) {
    this.note = note;
    this.words = words;
  }

  /** What becomes of the entries of a jar: it is given all, and returns all. */
  @FunctionalInterface
  interface Change {
    Map<String, byte[]> of(Map<String, byte[]> entries) throws IOException;
  }

  /** What is done with a jar. */
  @FunctionalInterface
  interface Step {
    void with(Path jar) throws IOException;
  }

  /**
   * Takes a step with each of some jars: the main method of a step of the build.
   *
   * @param arguments a directory, and the beginnings of the names of its jars
   * @throws IOException if there is no such jar, or the step fails
   */
  static void withEach(String[] arguments, Step step) throws IOException {
    for (String name : List.of(arguments).subList(1, arguments.length)) {
      for (Path jar : named(Path.of(arguments[0]), name)) {
        step.with(jar);
      }
    }
  }

  private static List<Path> named(Path directory, String beginning) throws IOException {
    List<Path> found = new ArrayList<>();
    try (var jars = Files.newDirectoryStream(directory, beginning + "*.jar")) {
      jars.forEach(found::add);
    }
    if (found.isEmpty()) {
      throw new IOException("no jar " + beginning + " in " + directory);
    }
    return found;
  }

  /** Changes a jar in place; one that has the note stays as it is. */
  void apply(Path jar, Change change) throws IOException {
    Path changed = jar.resolveSibling(jar.getFileName() + ".new");
    try (ZipFile from = new ZipFile(jar.toFile())) {
      if (from.getEntry(note) != null) {
        return;
      }
      Map<String, byte[]> entries = new LinkedHashMap<>();
      for (ZipEntry entry : Collections.list(from.entries())) {
        try (InputStream in = from.getInputStream(entry)) {
          entries.put(entry.getName(), in.readAllBytes());
        }
      }
      Map<String, byte[]> all = new LinkedHashMap<>(change.of(entries));
      all.put(note, words.getBytes(StandardCharsets.UTF_8));
      write(from, all, changed);
    }
    Files.move(changed, jar, StandardCopyOption.REPLACE_EXISTING);
  }

  /** Compiled code is read in each run, and to inflate it takes longer than to read more. */
  private static void store(ZipEntry entry, byte[] content) {
    CRC32 checksum = new CRC32();
    checksum.update(content);
    entry.setMethod(ZipEntry.STORED);
    entry.setSize(content.length);
    entry.setCrc(checksum.getValue());
  }

  private static void write(ZipFile from, Map<String, byte[]> entries, Path jar)
      throws IOException {
    try (OutputStream file = Files.newOutputStream(jar);
        ZipOutputStream to = new ZipOutputStream(file)) {
      for (Map.Entry<String, byte[]> content : entries.entrySet()) {
        ZipEntry old = from.getEntry(content.getKey());
        ZipEntry entry = new ZipEntry(content.getKey());
        entry.setTimeLocal(old == null ? LONG_AGO : old.getTimeLocal());
        if (content.getKey().endsWith(".code")) {
          store(entry, content.getValue());
        }
        to.putNextEntry(entry);
        to.write(content.getValue());
        to.closeEntry();
      }
    }
  }
}
