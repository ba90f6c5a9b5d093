package dev.cloche.adapter.langchain4j;

import dev.cloche.Engine;
import dev.cloche.Policy;
import dev.cloche.SessionOptions;
import dev.cloche.adapter.ConversationSessions;
import dev.cloche.adapter.ToolAnswer;
import dev.cloche.adapter.ToolBox;
import dev.cloche.tools.BundledTools;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.service.AiServices;
import java.util.List;
import java.util.Map;

/** The Java of docs/embedding.md that is for models, compiled. */
abstract class LangChain4jExample {

  interface Assistant {
    String chat(String text);
  }

  abstract void use(boolean isError, String text, String json);

  ToolBox toolBox(Engine engine, Policy policy) {
    ConversationSessions sessions =
        ConversationSessions.of(engine, conversation -> SessionOptions.of(policy), 100);
    return ToolBox.builder(sessions)
        .add(BundledTools.find("jq").orElseThrow().tool())
        .add(BundledTools.find("js").orElseThrow().tool())
        .build();
  }

  void plain(ToolBox box) {
    ToolAnswer answer = box.call("jq", Map.of("filter", "map(. + 1)", "json", List.of(1, 2)));
    use(answer.isError(), answer.text(), answer.json());
  }

  Assistant assistant(ChatModel model, ToolBox box) {
    return AiServices.builder(Assistant.class)
        .chatModel(model)
        .toolProvider(ClocheToolProvider.of(box))
        .build();
  }
}
