package dev.cloche.adapter.langchain4j;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.util.ArrayList;
import java.util.List;

/** A model that asks for one tool and then repeats what it was told. */
final class ScriptedModel implements ChatModel {

  private final String tool;
  private final String arguments;
  private final List<ToolSpecification> offered = new ArrayList<>();
  private final List<ToolExecutionResultMessage> told = new ArrayList<>();

  ScriptedModel(String tool, String arguments) {
    this.tool = tool;
    this.arguments = arguments;
  }

  List<ToolSpecification> offered() {
    return offered;
  }

  ToolExecutionResultMessage told() {
    return told.get(told.size() - 1);
  }

  @Override
  public ChatResponse doChat(ChatRequest request) {
    ChatMessage last = request.messages().get(request.messages().size() - 1);
    if (last instanceof ToolExecutionResultMessage result) {
      told.add(result);
      return answer(AiMessage.from("it says: " + result.text()));
    }
    offered.addAll(request.toolSpecifications());
    return answer(
        AiMessage.from(
            ToolExecutionRequest.builder().id("1").name(tool).arguments(arguments).build()));
  }

  private static ChatResponse answer(AiMessage message) {
    return ChatResponse.builder().aiMessage(message).build();
  }
}
