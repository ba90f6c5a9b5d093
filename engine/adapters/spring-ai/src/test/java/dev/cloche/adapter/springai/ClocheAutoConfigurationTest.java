package dev.cloche.adapter.springai;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.cloche.Engine;
import dev.cloche.Gate;
import dev.cloche.Policy;
import dev.cloche.adapter.ConversationSessions;
import dev.cloche.adapter.ToolBox;
import dev.cloche.audit.AuditLog;
import dev.cloche.audit.MemoryAuditSink;
import dev.cloche.tools.BundledTools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.tool.ToolCallbackProvider;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

/** An application of Spring Boot that names its policy and its tools, and nothing else. */
class ClocheAutoConfigurationTest {

  private static final String WORKING = "{\"filter\":\"map(. + 1)\",\"json\":[1,2]}";

  @TempDir Path directory;

  private final ApplicationContextRunner application =
      new ApplicationContextRunner()
          .withConfiguration(AutoConfigurations.of(ClocheAutoConfiguration.class));

  @BeforeAll
  static void built() {
    for (String name : List.of("jq", "js")) {
      assumeTrue(BundledTools.find(name).orElseThrow().isBuilt(), BundledTools.HOW_TO_BUILD);
    }
  }

  private static String chat(ApplicationContext context, ScriptedModel model, Object... who) {
    return String.valueOf(
            ChatClient.builder(model)
                .defaultToolCallbacks(context.getBean(ToolCallbackProvider.class))
                .build()
                .prompt("add one to each")
                .toolContext(
                    who.length == 0
                        ? Map.of()
                        : Map.of(ClocheToolCallbackProvider.CONVERSATION, who[0]))
                .call()
                .content())
        .strip();
  }

  @Test
  void application_findsTheAutoConfiguration() throws IOException {
    String file =
        "META-INF/spring/org.springframework.boot.autoconfigure.AutoConfiguration.imports";
    try (var in = getClass().getClassLoader().getResourceAsStream(file)) {
      assertNotNull(in);
    }
    List<String> ours = Files.readAllLines(Path.of("src/main/resources", file));
    assertEquals(List.of(ClocheAutoConfiguration.class.getName()), ours);
  }

  @Test
  void model_asksForATool_getsItsResult() {
    application
        .withPropertyValues("cloche.tools=jq,js")
        .run(
            context -> {
              ScriptedModel model = new ScriptedModel("jq", WORKING);

              assertEquals("it says: [2,3]", chat(context, model));
              assertEquals(
                  List.of("jq", "js"), model.offered().stream().map(one -> one.name()).toList());
              assertTrue(model.offered().get(0).inputSchema().contains("\"filter\""));
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"filter\":7}", "{\"query\":\".\"}", "not json", ""})
  void model_madeUpArguments_isToldWhatIsAllowed(String madeUp) {
    application
        .withPropertyValues("cloche.tools=jq")
        .run(
            context -> {
              String told = chat(context, new ScriptedModel("jq", madeUp));

              assertTrue(told.startsWith("it says: jq failed") && told.contains("allowed"), told);
              assertFalse(told.contains("Exception"), told);
            });
  }

  @Test
  void gateAndAuditOfTheApplication_areAsked() {
    MemoryAuditSink sink = MemoryAuditSink.of(100);
    application
        .withPropertyValues("cloche.tools=jq")
        .withBean(Gate.class, () -> plan -> Gate.Answer.deny("the user said no"))
        .withBean(AuditLog.class, () -> AuditLog.open(sink))
        .run(
            context -> {
              String told = chat(context, new ScriptedModel("jq", WORKING));

              assertTrue(told.contains("the user said no"), told);
              assertTrue(String.join("\n", sink.lines()).contains("\"call-ended\""));
            });
  }

  @Test
  void policy_isReadFromItsFile() throws IOException {
    Path file =
        Files.writeString(directory.resolve("p.yaml"), "version: 1\nlimits: { wall: 3s }\n");
    application
        .withPropertyValues("cloche.policy=" + file)
        .run(
            context ->
                assertEquals(Duration.ofSeconds(3), context.getBean(Policy.class).limits().wall()));
    application.run(
        context ->
            assertEquals(
                Policy.builder().build().digest(), context.getBean(Policy.class).digest()));
  }

  /** What one conversation wrote, no other reads; and a call of none leaves nothing. */
  @Test
  void conversations_haveSessionsOfTheirOwn() {
    ScriptedModel model =
        new ScriptedModel(
            "js",
            "{\"code\":\"std.appendFile('/note', 'x'); console.log(std.readFile('/note'))\"}");
    application
        .withPropertyValues("cloche.tools=js", "cloche.conversations=2")
        .run(
            context -> {
              ToolCallbackProvider tools = context.getBean(ToolCallbackProvider.class);
              assertEquals("it says: x", new SpringAiExample().ask(model, tools, "a", "?").strip());
              assertEquals("it says: xx", chat(context, model, "a"));
              assertEquals("it says: x", chat(context, model, "b"));
              assertEquals("it says: x", chat(context, model));
              assertEquals("it says: x", chat(context, model));
              assertEquals(2, context.getBean(ConversationSessions.class).size());
            });
  }

  @Test
  void module_isReadFromItsPath() throws IOException {
    Path file =
        Files.write(
            directory.resolve("own.wasm"), BundledTools.find("jq").orElseThrow().tool().bytes());
    application
        .withPropertyValues("cloche.tools=" + file)
        .run(
            context ->
                assertEquals(
                    "jq",
                    context
                        .getBean(ToolBox.class)
                        .tools()
                        .get(0)
                        .tool()
                        .manifest()
                        .orElseThrow()
                        .name()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cloche.tools=no-such-tool",
        "cloche.tools=./none.wasm",
        "cloche.tools=jq,jq",
        "cloche.policy=none.yaml",
        "cloche.polcy=p.yaml",
        "cloche.conversations=0"
      })
  void properties_thatMeanNothing_stopTheStart(String property) {
    application
        .withPropertyValues(property)
        .run(context -> assertNotNull(context.getStartupFailure(), property));
  }

  @Test
  void beansOfTheApplication_takePrecedence() {
    try (Engine own = Engine.create()) {
      application
          .withBean(Engine.class, () -> own)
          .run(context -> assertEquals(own, context.getBean(Engine.class)));
    }
  }

  @Test
  void bundledTools_thatAreNotThere_areNamedOnlyInVain() {
    ApplicationContextRunner without =
        application.withClassLoader(new FilteredClassLoader("dev.cloche.tools"));

    without.run(context -> assertNotNull(context.getBean(ToolCallbackProvider.class)));
  }

  @Test
  void withoutSpringAi_nothingIsMade() {
    application
        .withClassLoader(new FilteredClassLoader(ToolCallbackProvider.class))
        .run(context -> assertEquals(0, context.getBeansOfType(Engine.class).size()));
  }
}
