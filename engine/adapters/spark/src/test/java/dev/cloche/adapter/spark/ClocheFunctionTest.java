package dev.cloche.adapter.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.cloche.Limits;
import dev.cloche.Policy;
import dev.cloche.Tool;
import dev.cloche.tools.BundledTools;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The function that travels, in one JVM. */
class ClocheFunctionTest {

  /** 4 KiB: names, a digest and a policy, and nothing of an engine or a module. */
  private static final int MAX_SERIALISED_BYTES = 4_096;

  private static final AtomicInteger LOADS = new AtomicInteger();

  @BeforeAll
  static void built() {
    for (String name : List.of("jq", "wc")) {
      assumeTrue(BundledTools.find(name).orElseThrow().isBuilt(), BundledTools.HOW_TO_BUILD);
    }
  }

  private static byte[] serialised(ClocheFunction function) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(function);
    }
    return bytes.toByteArray();
  }

  private static ClocheFunction travelled(ClocheFunction function) throws Exception {
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(serialised(function)))) {
      return (ClocheFunction) in.readObject();
    }
  }

  @Test
  void handle_isSmallAlsoAfterUse() throws Exception {
    ClocheFunction jq = ClocheFunction.builder(ToolSource.bundled("jq")).build();
    int before = serialised(jq).length;

    assertEquals("3\n", jq.call("{\"filter\":\".\",\"json\":3}").getStdout());
    assertEquals(before, serialised(jq).length);
    assertTrue(before < MAX_SERIALISED_BYTES, before + " bytes");
  }

  @Test
  void record_isInputOrStandardInput() throws Exception {
    ClocheFunction jq = travelled(ClocheFunction.builder(ToolSource.bundled("jq")).build());
    ClocheFunction wc =
        travelled(ClocheFunction.builder(ToolSource.bundled("wc")).stdin("-w").build());

    assertEquals("[2,3]", jq.call("{\"filter\":\"map(.+1)\",\"json\":[1,2]}").getStdout().strip());
    assertEquals("3", wc.call("one two three").getStdout().strip());
  }

  @Test
  void failure_isARow() throws Exception {
    ClocheFunction jq =
        ClocheFunction.builder(ToolSource.bundled("jq"))
            .policy(Policy.builder().limits(Limits.builder().fuel(20_000_000).build()).build())
            .build();
    CallRow refused = jq.call("{\"filter\":7}");
    CallRow failed = jq.call("{\"filter\":\"map(\",\"json\":1}");
    CallRow limited = jq.call("{\"filter\":\"[range(1e9)]|length\",\"json\":1}");
    CallRow nothing = jq.call(null);

    assertEquals("refused", refused.getOutcome());
    assertTrue(refused.getMessage().contains("/filter"), refused.getMessage());
    assertNull(refused.getExit());
    assertEquals("completed", failed.getOutcome());
    assertTrue(failed.getExit() != 0 && !failed.getStderr().isEmpty());
    assertEquals("limit-exceeded", limited.getOutcome());
    assertTrue(limited.getFuel() > 20_000_000);
    assertEquals("refused", nothing.getOutcome());
  }

  @Test
  void fuel_isThatOfTheRecordWhereverItRuns() throws Exception {
    ClocheFunction jq = ClocheFunction.builder(ToolSource.bundled("jq")).build();
    String record = "{\"filter\":\"add\",\"json\":[1,2,3]}";

    assertEquals(jq.call(record).getFuel(), travelled(jq).call(record).getFuel());
  }

  @Test
  void tool_isLoadedOnceInAJvm() throws Exception {
    ToolSource counted =
        () -> {
          LOADS.incrementAndGet();
          // A name of its own: other tests prepare the module as well.
          return Tool.of("counted", BundledTools.find("wc").orElseThrow().tool().bytes());
        };
    ClocheFunction wc = ClocheFunction.builder(counted).stdin("-l").build();
    int byTheDriver = LOADS.get();
    for (int i = 0; i < 3; i++) {
      assertEquals("1", travelled(wc).call("a\n").getStdout().strip());
    }
    assertEquals(1, byTheDriver);
    assertEquals(2, LOADS.get());
  }

  @Test
  void worker_withAnotherTool_throwsAndRunsNothing() {
    Handle handle =
        new Handle(
            ToolSource.bundled("jq"),
            "0".repeat(64),
            Policy.builder().build().toYaml(),
            CallMapping.INPUT,
            new ArrayList<>());

    assertThrows(IllegalStateException.class, () -> Worker.of(handle));
  }

  @Test
  void tool_thatIsNotThere_isNoFunction() {
    assertThrows(
        IOException.class, () -> ClocheFunction.builder(ToolSource.bundled("none")).build());
  }
}
