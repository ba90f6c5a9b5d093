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
    List<String> lines = block("console", 0).lines().toList();
    for (int i = 0; i < lines.size(); i += 2) {
      assertEquals(lines.get(i + 1), printed(lines.get(i)), lines.get(i));
    }
  }

  /** Runs a line of the form {@code $ ./cloche ...} as from the root of the checkout. */
  private static String printed(String line) {
    List<String> arguments = new ArrayList<>();
    Matcher words = Pattern.compile("'([^']*)'|(\\S+)").matcher(line);
    while (words.find()) {
      arguments.add(words.group(1) != null ? words.group(1) : words.group(2));
    }
    assertEquals(List.of("$", "./cloche"), arguments.subList(0, 2));
    arguments.replaceAll(word -> word.replace("tool-modules/", "../tool-modules/"));
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
