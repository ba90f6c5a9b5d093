package dev.cloche.tools;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What the text tools print is what their native counterparts print in the C locale, on the same
 * files: {@code table} (blanks and numbers of many forms), {@code short} (empty lines, no last line
 * end), {@code fields} (colons), {@code source} (a program), {@code bytes} (random) and {@code
 * empty}.
 */
@Tag("one-jdk")
class NativeTextTest {

  @TempDir static Path files;

  @BeforeAll
  static void writeFiles() throws IOException {
    Random random = new Random(5);
    StringBuilder table = new StringBuilder();
    String[] cells = {"abc", "007", "1e3", "2K", "Jan", "v1.10", "v1.9", "A", "a", "-.5", "0.1"};
    for (int i = 0; i < 300; i++) {
      String cell =
          random.nextBoolean()
              ? cells[random.nextInt(cells.length)]
              : String.valueOf(random.nextInt(100) - 50);
      table.append(List.of("", " ", "  ", "\t").get(random.nextInt(4))).append(cell);
      table.append(List.of("", " x", "  y 3", "\tz").get(random.nextInt(4))).append('\n');
    }
    byte[] bytes = new byte[70_001];
    random.nextBytes(bytes);
    Files.writeString(files.resolve("table"), table);
    Files.writeString(files.resolve("short"), "a\na\nB\nb\n\n\nc c\nc  c\nd");
    Files.writeString(
        files.resolve("fields"), "x:y:z\n\n::\nnone\na:b:c:d:e\n:lead\ntrail:\nend:1");
    Files.copy(
        Path.of("src/test/java/dev/cloche/tools/NativeTextTest.java"), files.resolve("source"));
    Files.write(files.resolve("bytes"), bytes);
    Files.writeString(files.resolve("empty"), "");
  }

  static Stream<String> commands() {
    return Stream.of(
            List.of("sort table", "sort -n table", "sort -rn table short", "sort -u table"),
            List.of("sort -f table", "sort -g table", "sort -h table", "sort -V table"),
            List.of("sort -k2 table", "sort -k2,2n -k1r table", "sort -t: -k2,3 fields"),
            List.of("sort -bk1.2,1.3 table", "sort -s -k1,1M table", "sort -c table"),
            List.of("sort -d table", "sort -nu table", "sort source fields empty"),
            List.of("uniq short", "uniq -c short", "uniq -d short", "uniq -ci short"),
            List.of("uniq -f1 -s1 table", "uniq -w1 table", "uniq -u empty"),
            List.of("wc table short", "wc -l source", "wc -c bytes", "wc source", "wc empty"),
            List.of("wc -L source", "wc -w source fields", "wc missing short"),
            List.of("head table", "head -n 3 table short", "head -n -3 short", "head -c 5 bytes"),
            List.of(
                "head -c -5 short", "head -5 source", "head -qn1 short table", "head -n0 short"),
            List.of("tail table", "tail -n 3 table short", "tail -n +3 short", "tail -c 5 bytes"),
            List.of("tail -c +5 short", "tail -5 source", "tail -n 1000 short"),
            List.of("cut -d: -f1,3- fields", "cut -d: -sf2 fields", "cut -c2-4 source"),
            List.of("cut -b1,3,5- short", "cut -d: -f2 --complement fields", "cut -f0 short"),
            List.of("cut -d: -f1,2 --output-delimiter=++ fields", "cut -f1 table"),
            List.of("base64 bytes", "base64 -w 0 source", "base64 -w 5 short", "base64 empty"))
        .flatMap(List::stream);
  }

  @ParameterizedTest
  @MethodSource("commands")
  void output_isThatOfTheNativeTool(String line) throws Exception {
    List<String> command = List.of(line.split(" "));
    assertSame(command, command.get(0), command.subList(1, command.size()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"sha256", "sha512", "sha1", "md5"})
  void digests_areThoseOfCoreutils(String algorithm) throws Exception {
    assertSame(
        List.of(algorithm + "sum", "bytes", "source", "empty"),
        "hash",
        List.of("-a", algorithm, "bytes", "source", "empty"));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 55, 56, 63, 64, 65, 111, 112, 127, 128, 129, 256})
  void digests_atBlockBoundaries_areThoseOfCoreutils(int length) throws Exception {
    Files.write(files.resolve("cut"), "x".repeat(length).getBytes(UTF_8));
    for (String algorithm : List.of("sha256", "sha512", "sha1", "md5")) {
      assertSame(List.of(algorithm + "sum", "cut"), "hash", List.of("-a", algorithm, "cut"));
    }
    assertSame(List.of("b2sum", "cut"), "hash", List.of("-a", "blake2b", "cut"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"-n static", "-c [A-Z]", "-i -w STRING", "-v a", "-n -A1 class", "-n -C2 List.of"})
  void lines_areThoseThatGrepFinds(String line) throws Exception {
    List<String> words = new ArrayList<>(List.of(line.split(" ")));
    words.add("source");
    List<String> command = new ArrayList<>(List.of("grep", "-E"));
    command.addAll(words);
    assertSame(command, "search", words);
  }

  private static void assertSame(List<String> command, String tool, List<String> arguments)
      throws Exception {
    assumeTrue(isInstalled(command.get(0)), () -> command.get(0) + " is not installed");
    ProcessBuilder builder = new ProcessBuilder(command).directory(files.toFile());
    builder.environment().put("LC_ALL", "C");
    Process process = builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
    process.getOutputStream().close();
    String expected = new String(process.getInputStream().readAllBytes(), UTF_8);

    Guest.Run run = Guest.tool(tool).run(files, "", arguments.toArray(String[]::new));

    assertEquals(expected, run.stdout(), run::stderr);
    assertEquals(process.waitFor(), run.status(), run::stderr);
  }

  private static boolean isInstalled(String name) {
    return Stream.of(System.getenv("PATH").split(":"))
        .anyMatch(directory -> Files.isExecutable(Path.of(directory, name)));
  }
}
