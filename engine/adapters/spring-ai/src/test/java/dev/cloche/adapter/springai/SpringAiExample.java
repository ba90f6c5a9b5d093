package dev.cloche.adapter.springai;

import java.util.Map;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.tool.ToolCallbackProvider;

/** The Java of docs/embedding.md that is for Spring AI, compiled. */
final class SpringAiExample {

  String ask(ChatModel model, ToolCallbackProvider tools, String user, String question) {
    return ChatClient.builder(model)
        .defaultToolCallbacks(tools)
        .build()
        .prompt(question)
        .toolContext(Map.of(ClocheToolCallbackProvider.CONVERSATION, user))
        .call()
        .content();
  }
}
