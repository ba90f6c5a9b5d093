package dev.cloche.adapter.springai;

import dev.cloche.adapter.AgentTool;
import dev.cloche.adapter.ToolBox;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.model.ToolContext;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.definition.ToolDefinition;

/** Makes the calls of one tool that a model asks for. */
final class BoxCallback implements ToolCallback {

  private final ToolBox box;
  private final ToolDefinition definition;

  BoxCallback(ToolBox box, AgentTool tool) {
    this.box = box;
    this.definition =
        ToolDefinition.builder()
            .name(tool.name())
            .description(tool.description())
            .inputSchema(tool.inputSchema())
            .build();
  }

  @Override
  public ToolDefinition getToolDefinition() {
    return definition;
  }

  @Override
  public String call(@Nullable String input) {
    return call(input, null);
  }

  @Override
  public String call(@Nullable String input, @Nullable ToolContext context) {
    Map<String, Object> said = context == null ? Map.of() : context.getContext();
    @Nullable Object conversation = said.get(ClocheToolCallbackProvider.CONVERSATION);
    return box.call(
            conversation == null ? "" : conversation.toString(),
            definition.name(),
            input == null ? "" : input)
        .text();
  }
}
