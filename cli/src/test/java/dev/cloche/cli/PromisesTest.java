package dev.cloche.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Each promise of docs/promises.md names a test or a page of results, and all of them exist. */
class PromisesTest {

  private static final Path DOCS = Path.of("../docs");

  private static final Pattern ROW =
      Pattern.compile("^\\| (P\\d+) \\| ([^|]+) \\| ([^|]+) \\|$", Pattern.MULTILINE);

  private static final Pattern LINK = Pattern.compile("]\\(([^)#]+)[^)]*\\)");

  /** One promise: its number, and the cell that says what holds it. */
  private record Promise(String number, String heldBy) {

    List<String> tests() {
      return TestSources.named(heldBy);
    }

    List<String> pages() {
      return LINK.matcher(heldBy).results().map(link -> link.group(1)).toList();
    }
  }

  private static List<Promise> promises() throws IOException {
    return ROW.matcher(Files.readString(DOCS.resolve("promises.md")))
        .results()
        .map(row -> new Promise(row.group(1), row.group(3)))
        .toList();
  }

  @Test
  void promises_areNumberedOneAfterTheOther() throws IOException {
    List<String> numbers = promises().stream().map(Promise::number).toList();
    assertEquals(IntStream.rangeClosed(1, numbers.size()).mapToObj(n -> "P" + n).toList(), numbers);
    assertTrue(numbers.size() >= 30, numbers.toString());
  }

  @Test
  void whatHoldsThem_exists() throws IOException {
    Map<String, String> sources = TestSources.byClass();
    for (Promise promise : promises()) {
      assertFalse(promise.tests().isEmpty() && promise.pages().isEmpty(), promise.number());
      for (String test : promise.tests()) {
        String source = sources.getOrDefault(test, "");
        assertTrue(
            source.contains("@Test")
                || source.contains("@Property")
                || source.contains("@ParameterizedTest")
                || source.contains(" extends "),
            promise.number() + " names " + test);
      }
      for (String page : promise.pages()) {
        assertTrue(Files.exists(DOCS.resolve(page)), promise.number() + " names " + page);
      }
    }
  }
}
