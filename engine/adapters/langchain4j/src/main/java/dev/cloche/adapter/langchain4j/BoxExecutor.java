package dev.cloche.adapter.langchain4j;

import dev.cloche.adapter.ToolAnswer;
import dev.cloche.adapter.ToolBox;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.service.tool.ToolExecutionResult;
import dev.langchain4j.service.tool.ToolExecutor;
import org.jspecify.annotations.Nullable;

/** Makes the calls that a model asks for. */
final class BoxExecutor implements ToolExecutor {

  private final ToolBox box;

  BoxExecutor(ToolBox box) {
    this.box = box;
  }

  @Override
  public String execute(ToolExecutionRequest request, @Nullable Object memoryId) {
    return answer(request, memoryId).text();
  }

  /** The answer itself is the result object, for listeners of the service. */
  @Override
  public ToolExecutionResult executeWithContext(
      ToolExecutionRequest request, @Nullable InvocationContext context) {
    ToolAnswer answer = answer(request, context == null ? null : context.chatMemoryId());
    return ToolExecutionResult.builder()
        .isError(answer.isError())
        .result(answer)
        .resultText(answer.text())
        .build();
  }

  private ToolAnswer answer(ToolExecutionRequest request, @Nullable Object memoryId) {
    @Nullable String arguments = request.arguments();
    return box.call(
        memoryId == null ? "" : memoryId.toString(),
        request.name(),
        arguments == null ? "" : arguments);
  }
}
