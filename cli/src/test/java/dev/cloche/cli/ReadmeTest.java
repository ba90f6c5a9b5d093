package dev.cloche.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.cloche.tools.BundledTools;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What the README shows is what happens. */
class ReadmeTest {

  private static final Path ROOT = Path.of("..");

  private static String block(String language, int index) throws IOException {
    Matcher blocks =
        Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL)
            .matcher(Files.readString(ROOT.resolve("README.md")));
    for (int i = 0; i <= index; i++) {
      assertTrue(blocks.find(), language + " block " + i);
    }
    return blocks.group(1);
  }

  private static String squeezed(String text) {
    return text.replaceAll("\\s+", " ").strip();
  }

  @Test
  void java_inTheReadme_isTheCompiledExample() throws IOException {
    String example = Files.readString(Path.of("src/test/java/dev/cloche/cli/ReadmeExample.java"));
    assertTrue(squeezed(example).contains(squeezed(block("java", 0))));
  }

  @Test
  void java_inTheReadme_runs() throws IOException {
    ReadmeExample.run(Files.write(Files.createTempFile("hi", ".wasm"), Guests.HELLO));
  }

  @Test
  void commands_inTheReadme_printWhatItSays() throws IOException {
    assumeTrue(BundledTools.find("js").orElseThrow().isBuilt(), BundledTools.HOW_TO_BUILD);
    List<String> examples = List.of(block("console", 0).strip().split("\n(?=\\$ )", -1));
    assertEquals(3, examples.size());
    for (String example : examples) {
      String[] parts = example.split("\n", 2);
      assertEquals(parts[1], printed(parts[0]), parts[0]);
    }
  }

  /** Runs a line of the form {@code $ ./cloche ...} as from the root of the checkout. */
  static String printed(String line) {
    List<String> arguments = new ArrayList<>();
    Matcher words = Pattern.compile("'([^']*)'|(\\S+)").matcher(line);
    while (words.find()) {
      arguments.add(words.group(1) != null ? words.group(1) : words.group(2));
    }
    assertEquals(List.of("$", "./cloche"), arguments.subList(0, 2));
    arguments.replaceAll(word -> word.replaceFirst("^(tool-modules|cli)/", "../$1/"));
    ByteArrayOutputStream both = new ByteArrayOutputStream();
    Streams streams = new Streams(new ByteArrayInputStream(new byte[0]), both, both, false);
    int ignored =
        Main.execute(
            streams,
            EngineFactory.standard(),
            arguments.subList(2, arguments.size()).toArray(String[]::new));
    return both.toString(StandardCharsets.UTF_8).strip();
  }
}
