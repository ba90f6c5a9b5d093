package dev.cloche.adapter.langchain4j;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.cloche.Engine;
import dev.cloche.Gate;
import dev.cloche.Outcome;
import dev.cloche.Policy;
import dev.cloche.Session;
import dev.cloche.SessionOptions;
import dev.cloche.adapter.SessionSource;
import dev.cloche.adapter.ToolAnswer;
import dev.cloche.adapter.ToolBox;
import dev.cloche.tools.BundledTool;
import dev.cloche.tools.BundledTools;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.Result;
import dev.langchain4j.service.UserMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** AI services of LangChain4j call tools, and its models are told what came of it. */
class ClocheToolProviderTest {

  private static Engine engine;
  private static Session session;

  interface Assistant {
    Result<String> chat(String text);
  }

  interface Remembering {
    String chat(@MemoryId int id, @UserMessage String text);
  }

  @BeforeAll
  static void open() {
    assumeTrue(jq().isBuilt(), BundledTools.HOW_TO_BUILD);
    engine = Engine.create();
    session = engine.openSession();
  }

  @AfterAll
  static void close() {
    if (engine != null) {
      engine.close();
    }
  }

  private static BundledTool jq() {
    return BundledTools.find("jq").orElseThrow();
  }

  private static ToolBox box(SessionSource sessions) {
    return ToolBox.builder(sessions).add(jq().tool()).build();
  }

  private static Result<String> chat(ScriptedModel model, ToolBox box) {
    return AiServices.builder(Assistant.class)
        .chatModel(model)
        .toolProvider(ClocheToolProvider.of(box))
        .build()
        .chat("add one to each");
  }

  @Test
  void model_asksForATool_getsItsResult() {
    ScriptedModel model = new ScriptedModel("jq", "{\"filter\":\"map(. + 1)\",\"json\":[1,2]}");
    Result<String> result = chat(model, box(SessionSource.of(session)));

    assertEquals("it says: [2,3]", result.content().strip());
    assertEquals(false, model.told().isError());
    ToolAnswer answer =
        assertInstanceOf(ToolAnswer.class, result.toolExecutions().get(0).resultObject());
    assertTrue(answer.json().startsWith("{\"outcome\":\"completed\",\"exit\":0"), answer.json());
  }

  @Test
  void model_isOfferedTheSchemaOfTheManifest() {
    ScriptedModel model = new ScriptedModel("jq", "{\"filter\":\".\",\"json\":1}");
    assertFalse(chat(model, box(SessionSource.of(session))).content().isEmpty());
    ToolSpecification offered = model.offered().get(0);

    assertEquals("jq", offered.name());
    assertEquals(jq().tool().manifest().orElseThrow().description(), offered.description());
    assertTrue(offered.parameters().properties().keySet().containsAll(Set.of("filter", "json")));
    assertTrue(offered.parameters().required().contains("filter"));
  }

  @Test
  void model_madeUpArguments_isToldWhatIsAllowed() {
    for (String madeUp : List.of("{\"filter\":7}", "{\"query\":\".\"}", "not json", "")) {
      ScriptedModel model = new ScriptedModel("jq", madeUp);
      ToolAnswer answer =
          assertInstanceOf(
              ToolAnswer.class,
              chat(model, box(SessionSource.of(session))).toolExecutions().get(0).resultObject());

      assertInstanceOf(Outcome.Refused.class, answer.outcome());
      assertEquals(true, model.told().isError());
      assertTrue(model.told().text().contains("allowed"), model.told().text());
      assertFalse(model.told().text().contains("Exception"), model.told().text());
    }
  }

  @Test
  void model_isToldOfAFailureInTheToolsWords() {
    ScriptedModel model = new ScriptedModel("jq", "{\"filter\":\"map(\",\"json\":[1]}");
    assertFalse(chat(model, box(SessionSource.of(session))).content().isEmpty());

    assertEquals(true, model.told().isError());
    assertTrue(model.told().text().contains("standard error:"), model.told().text());
  }

  @Test
  void model_isToldOfADenial() {
    SessionOptions noisy =
        SessionOptions.builder(Policy.builder().build())
            .gate(plan -> Gate.Answer.deny("the user said no"))
            .build();
    ScriptedModel model = new ScriptedModel("jq", "{\"filter\":\".\",\"json\":1}");
    assertFalse(
        chat(model, box(SessionSource.ofEachCall(engine, () -> noisy))).content().isEmpty());

    assertEquals(true, model.told().isError());
    assertTrue(model.told().text().contains("the user said no"), model.told().text());
  }

  @Test
  void call_isMadeInTheSessionOfItsMemory() {
    List<String> conversations = new ArrayList<>();
    SessionSource source =
        (conversation, call) -> {
          conversations.add(conversation);
          return call.apply(session);
        };
    Remembering service =
        AiServices.builder(Remembering.class)
            .chatModel(new ScriptedModel("jq", "{\"filter\":\".\",\"json\":1}"))
            .chatMemoryProvider(id -> MessageWindowChatMemory.withMaxMessages(10))
            .toolProvider(ClocheToolProvider.of(box(source)))
            .build();

    assertEquals("it says: 1", service.chat(7, "one").strip());
    assertEquals("it says: 1", service.chat(8, "two").strip());
    assertEquals(List.of("7", "8"), conversations);
  }
}
