package dev.cloche.adapter.springai;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.model.tool.ToolCallingManager;
import org.springframework.ai.tool.definition.ToolDefinition;

/** A model that asks for one tool, as Spring AI's models do, and then repeats what it was told. */
final class ScriptedModel implements ChatModel {

  private final ToolCallingManager manager = ToolCallingManager.builder().build();
  private final List<ToolDefinition> offered = new ArrayList<>();
  private final String tool;
  private final String arguments;

  ScriptedModel(String tool, String arguments) {
    this.tool = tool;
    this.arguments = arguments;
  }

  List<ToolDefinition> offered() {
    return offered;
  }

  @Override
  public ChatOptions getDefaultOptions() {
    return ToolCallingChatOptions.builder().build();
  }

  @Override
  public ChatResponse call(Prompt prompt) {
    Message last = prompt.getInstructions().get(prompt.getInstructions().size() - 1);
    if (last instanceof ToolResponseMessage told) {
      return response(
          new AssistantMessage("it says: " + told.getResponses().get(0).responseData()));
    }
    offered.addAll(manager.resolveToolDefinitions((ToolCallingChatOptions) prompt.getOptions()));
    ChatResponse asks =
        response(
            AssistantMessage.builder()
                .content("")
                .properties(Map.of())
                .toolCalls(List.of(new AssistantMessage.ToolCall("1", "function", tool, arguments)))
                .build());
    return call(
        new Prompt(
            manager.executeToolCalls(prompt, asks).conversationHistory(), prompt.getOptions()));
  }

  private static ChatResponse response(AssistantMessage message) {
    return new ChatResponse(List.of(new Generation(message)));
  }
}
