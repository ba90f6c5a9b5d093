package dev.cloche.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.cloche.Call;
import dev.cloche.Engine;
import dev.cloche.Execution;
import dev.cloche.Inspection;
import dev.cloche.Limits;
import dev.cloche.Outcome;
import dev.cloche.Session;
import dev.cloche.Tool;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The bundled tools come compiled, and what they compile to is known. */
@Tag("one-jdk")
class PackagedCodeTest {

  /**
   * How many functions of a tool are above HotSpot's limit for a method: they are slow in a JVM
   * without {@code -XX:-DontCompileHugeMethods}. Fewer is better: then lower the figure. What is
   * not named has none.
   */
  private static final Map<String, Integer> HUGE = Map.of("python", 3);

  static Stream<String> names() {
    return BundledTools.all().stream().map(BundledTool::name);
  }

  private static BundledTool built(String name) {
    BundledTool tool = BundledTools.find(name).orElseThrow();
    assumeTrue(tool.isBuilt(), BundledTools.HOW_TO_BUILD);
    return tool;
  }

  private static Outcome call(Execution execution, Tool tool, Call call) {
    try (Engine engine = Engine.builder().execution(execution).build();
        Session session = engine.openSession()) {
      return session.call(tool, call);
    }
  }

  @ParameterizedTest
  @MethodSource("names")
  void functions_tooLargeForJava_areNoMoreThanKnown(String name) {
    try (Engine engine = Engine.create()) {
      Inspection.JavaCode code =
          engine.inspect(built(name).tool(), Limits.defaults()).javaCode().orElseThrow();
      assertEquals(List.of(), code.interpreted());
      assertEquals(HUGE.getOrDefault(name, 0), code.huge().size(), code.huge().toString());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "fetch, -i http://x/",
    "js, -e 'console.log([3,1,2].sort())'",
    "jq, -n '[range(5)]|add'",
    "lua, -e print(pcall(error))",
    "sql, '-json SELECT 1+1'"
  })
  void call_packagedOrPlain_isTheSame(String name, String arguments) {
    BundledTool bundled = built(name);
    String[] words = arguments.split(" ", 2);
    Call call = Call.builder().arguments(words[0], words[1].replace("'", "")).seed(7).build();

    Outcome packaged = call(Execution.TIERED, bundled.tool(), call);

    Tool plain = Tool.of(name, bundled.wasm());
    for (Execution execution : List.of(Execution.COMPILED, Execution.INTERPRETED)) {
      Outcome other = call(execution, plain, call);
      assertEquals(packaged.message(), other.message());
      assertEquals(packaged.stdout().text(), other.stdout().text());
      assertEquals(packaged.usage().fuel(), other.usage().fuel(), execution.name());
    }
  }

  @Test
  void tool_packaged_isTheSameModule() {
    BundledTool bundled = built("js");

    Tool packaged = bundled.tool();

    Tool plain = Tool.of("js", bundled.wasm());
    assertEquals(plain.digest(), packaged.digest());
    assertEquals(plain.size(), packaged.size());
    assertEquals(BundledTool.class, packaged.owner().orElseThrow());
  }
}
