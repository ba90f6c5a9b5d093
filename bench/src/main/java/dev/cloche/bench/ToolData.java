package dev.cloche.bench;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;

/** Files that tools and their counterparts work on; the same in every run. */
final class ToolData implements AutoCloseable {

  private static final String[] WORDS =
      "fig plum apple quince pear medlar cherry damson olive grape mulberry sloe".split(" ");

  private final Path directory;
  private final SplittableRandom random = new SplittableRandom(7);

  private ToolData(Path directory) {
    this.directory = directory;
  }

  /** Writes them, of some 10 MB each, to a temporary directory. */
  static ToolData write() throws IOException {
    return write(1);
  }

  /** Writes files that are so many times smaller, which a test is content with. */
  static ToolData write(int divisor) throws IOException {
    ToolData data = new ToolData(Files.createTempDirectory("cloche-bench"));
    String words = lines(240_000 / divisor, i -> data.words(8));
    data.file("words.txt", words);
    data.compressed("words.txt.gz", words);
    data.file("rows.csv", "id,city,amount,note\n" + lines(200_000 / divisor, data::row));
    data.file(
        "rows.json",
        IntStream.range(0, 100_000 / divisor)
            .mapToObj(data::object)
            .collect(Collectors.joining(",\n", "[", "]\n")));
    return data;
  }

  Path directory() {
    return directory;
  }

  private void file(String name, String text) throws IOException {
    Path ignored = Files.writeString(directory.resolve(name), text);
  }

  private void compressed(String name, String text) throws IOException {
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(directory.resolve(name)))) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
  }

  private static String lines(int count, IntFunction<String> line) {
    return IntStream.range(0, count).mapToObj(line).collect(Collectors.joining("\n", "", "\n"));
  }

  private String row(int id) {
    return id + "," + words(1) + "," + random.nextInt(10_000) + "," + words(4);
  }

  private String object(int id) {
    return "{\"id\":%d,\"city\":\"%s\",\"amount\":%d,\"note\":\"%s\",\"tags\":[\"%s\",\"%s\"]}"
        .formatted(id, words(1), random.nextInt(10_000), words(4), words(1), words(1));
  }

  private String words(int count) {
    return Stream.generate(() -> WORDS[random.nextInt(WORDS.length)])
        .limit(count)
        .collect(Collectors.joining(" "));
  }

  @Override
  public void close() {
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
      Files.delete(directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
