package dev.cloche.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** docs/fuzzing.md shows what is compiled here, and what it says of it is true. */
@Tag("one-jdk")
class FuzzingPageTest {
  private static final List<String> EXAMPLES =
      List.of("BrokenCutContract.java", "CutContractTest.java", "ClocheTestTest.java");

  private static String squeezed(String text) {
    return text.replaceAll("\\s+", "");
  }

  private static String page() throws IOException {
    return Files.readString(Path.of("../../docs/fuzzing.md"));
  }

  @Test
  void java_inThePage_isTheCompiledExample() throws IOException {
    StringBuilder sources = new StringBuilder();
    for (String file : EXAMPLES) {
      sources.append(Files.readString(Path.of("src/test/java/dev/cloche/testkit", file)));
    }
    String source = squeezed(sources.toString());
    List<String> blocks =
        Pattern.compile("```java\n(.*?)```", Pattern.DOTALL)
            .matcher(page())
            .results()
            .map((MatchResult block) -> block.group(1))
            .toList();
    assertEquals(3, blocks.size());
    for (String block : blocks) {
      assertTrue(source.contains(squeezed(block)), block);
    }
  }

  /** The failure of a property of the broken function. */
  private static String failure() {
    SummaryGeneratingListener listener = new SummaryGeneratingListener();
    LauncherDiscoveryRequest request =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(
                selectMethod(BrokenCutContract.class, "anyCalls_endWell", List.class.getName()))
            .configurationParameter("jqwik.shrinking.bounded.seconds", "100")
            .build();
    LauncherFactory.create().execute(request, listener);
    List<TestExecutionSummary.Failure> failures = listener.getSummary().getFailures();
    assertEquals(1, failures.size());
    return failures.get(0).getException().getMessage();
  }

  @Test
  void brokenFunction_isFound_andShrunkToOneCall() throws IOException {
    String failure = failure();
    Pattern oneCall =
        Pattern.compile(
            "\\[cut\\(\"([ -~]|\\\\x[0-9a-f]{2})?\", -?\\d+\\)] ended in what is not allowed");
    assertTrue(oneCall.matcher(failure).find(), failure);
    assertTrue(oneCall.matcher(page()).find());
  }
}
