package dev.cloche.cli;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonParser;
import dev.cloche.Policy;
import dev.cloche.policy.PolicyException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What the documents show is right: commands are understood, policies accepted, JSON and links
 * whole. That examples print what they say is for {@link ReadmeTest}, {@link LocalExampleTest},
 * {@link ToolsPageTest}, {@link EmbeddingTest} and the tests of the SDK.
 */
class DocumentsTest {

  private static final Path ROOT = Path.of("..");

  private static final Pattern BLOCK =
      Pattern.compile("^```([a-z]*)\n(.*?)^```$", Pattern.DOTALL | Pattern.MULTILINE);

  /** A call of the command at the beginning of a line, up to what is the shell's. */
  private static final Pattern COMMAND =
      Pattern.compile(
          "^(?:\\$ )?(?:source <\\()?(?:\\./)?(cloche (?:'[^']*'|[^'|>&)\n])*)", Pattern.MULTILINE);

  private static final Pattern LINK = Pattern.compile("]\\(([^)#: ]+)(#[^)]*)?\\)");

  @TempDir Path directory;

  /** A fenced block: its document, its language, its text. */
  record Block(String document, String language, String text) {

    @Override
    public String toString() {
      return document + ": " + text.lines().findFirst().orElse("");
    }
  }

  static List<Path> documents() {
    try (Stream<Path> docs = Files.list(ROOT.resolve("docs"))) {
      List<Path> all =
          new ArrayList<>(docs.filter(path -> path.toString().endsWith(".md")).toList());
      for (String other : List.of("README.md", "bench/README.md", "tool-modules/README.md")) {
        all.add(ROOT.resolve(other));
      }
      return all;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Stream<Block> blocks() {
    return documents().stream()
        .flatMap(
            path ->
                BLOCK
                    .matcher(text(path))
                    .results()
                    .map(found -> new Block(path.toString(), found.group(1), found.group(2))));
  }

  private static String text(Path path) {
    try {
      return Files.readString(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Stream<Block> policies() {
    return blocks()
        .filter(block -> block.language().equals("yaml") && block.text().startsWith("version: 1"));
  }

  static Stream<Block> json() {
    return blocks().filter(block -> block.language().equals("json"));
  }

  /**
   * Commands of the documents; those of docs/tools.md have a test of their own, which runs them.
   */
  static Stream<String> commands() {
    return blocks()
        .filter(block -> block.language().isEmpty() || block.language().equals("console"))
        .filter(
            block -> !block.document().endsWith("tools.md") || block.document().contains("writing"))
        .flatMap(block -> COMMAND.matcher(block.text()).results())
        .map(found -> found.group(1).replaceFirst("\\s+#.*", "").strip())
        .distinct();
  }

  @Test
  void documents_haveBlocksOfEachKind() {
    assertTrue(policies().count() >= 5);
    assertTrue(json().count() >= 2);
    assertTrue(commands().count() >= 20, commands().toList().toString());
  }

  @ParameterizedTest
  @MethodSource("policies")
  void policies_areAccepted(Block block) throws IOException {
    Files.createDirectory(directory.resolve("data"));
    // The value of a variable is not the document's; the rest of the rule is.
    String document = block.text().replace("env: GITHUB_TOKEN", "env: PATH");
    try {
      assertEquals(
          64, Policy.parse(document, directory).digest().replaceFirst("^sha256:", "").length());
    } catch (PolicyException refused) {
      throw new AssertionError(refused.getMessage(), refused);
    }
  }

  @ParameterizedTest
  @MethodSource("json")
  void json_isWhole(Block block) throws IOException {
    try (JsonParser parser = OutcomeJson.parser(block.text())) {
      assertDoesNotThrow(
          () -> {
            while (parser.nextToken() != null) {
              assertTrue(parser.currentToken() != null);
            }
          },
          block::text);
    }
  }

  @ParameterizedTest
  @MethodSource("commands")
  void commands_areUnderstood(String line) {
    List<String> words = new ArrayList<>();
    Matcher each = Pattern.compile("'([^']*)'|(\\S+)").matcher(line);
    while (each.find()) {
      words.add(each.group(1) != null ? each.group(1) : each.group(2));
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Streams streams = new Streams(new ByteArrayInputStream(new byte[0]), out, out, false);
    Commands all =
        new Commands(new Host(streams, FakeEngine.untouched(), List::of, new Interruption()));
    if (!words.get(1).startsWith("-")) {
      Parser.refuseMistakes(
          Parser.parse(all.require(words.get(1)).spec(), words.subList(2, words.size())));
    }
  }

  @ParameterizedTest
  @MethodSource("documents")
  void links_leadToFilesAndHeadings(Path document) throws IOException {
    for (var link : LINK.matcher(BLOCK.matcher(text(document)).replaceAll("")).results().toList()) {
      Path target = document.resolveSibling(link.group(1)).normalize();
      assertTrue(Files.exists(target), document + " links to " + link.group(1));
      if (link.group(2) != null && target.toString().endsWith(".md")) {
        assertTrue(
            anchors(text(target)).contains(link.group(2)),
            document + " links to " + link.group(1) + link.group(2));
      }
    }
  }

  /** The anchors that renderers of Markdown make of headings. */
  private static List<String> anchors(String markdown) {
    return Pattern.compile("^#+ (.*)$", Pattern.MULTILINE)
        .matcher(markdown)
        .results()
        .map(
            heading ->
                "#"
                    + heading
                        .group(1)
                        .toLowerCase(java.util.Locale.ROOT)
                        .replaceAll("[^\\p{L}\\p{N} _-]", "")
                        .replace(' ', '-'))
        .toList();
  }

  @Test
  void java_ofNativeCommands_isTheCompiledExample() throws IOException {
    String source = squeezed(text(Path.of("src/test/java/dev/cloche/cli/NativeExample.java")));
    List<Block> java =
        blocks()
            .filter(block -> block.language().equals("java"))
            .filter(block -> block.document().endsWith("native.md"))
            .toList();
    assertEquals(2, java.size());
    for (Block block : java) {
      String body = squeezed(block.text()).replaceFirst("}$", "");
      assertTrue(source.contains(body), block.text());
    }
  }

  private static String squeezed(String text) {
    return text.replaceAll("\\s+", "");
  }
}
