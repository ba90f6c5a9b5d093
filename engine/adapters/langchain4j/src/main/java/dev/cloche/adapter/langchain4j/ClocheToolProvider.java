package dev.cloche.adapter.langchain4j;

import dev.cloche.adapter.AgentTool;
import dev.cloche.adapter.ToolBox;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.service.tool.ToolProvider;
import dev.langchain4j.service.tool.ToolProviderRequest;
import dev.langchain4j.service.tool.ToolProviderResult;

/**
 * Offers the tools of a box to AI services.
 *
 * <pre>{@code
 * AiServices.builder(Assistant.class).chatModel(model).toolProvider(ClocheToolProvider.of(box)).build();
 * }</pre>
 *
 * <p>A call is made in the session of its chat memory's id. What went wrong is told to the model as
 * an error result; no call throws, so error handlers of the service have nothing to do. Immutable
 * and thread-safe.
 */
public final class ClocheToolProvider implements ToolProvider {

  private final ToolProviderResult tools;

  private ClocheToolProvider(ToolProviderResult tools) {
    this.tools = tools;
  }

  /** Returns the provider of all tools in a box. */
  public static ClocheToolProvider of(ToolBox box) {
    ToolProviderResult.Builder tools = ToolProviderResult.builder();
    for (AgentTool tool : box.tools()) {
      tools.add(specification(tool), new BoxExecutor(box));
    }
    return new ClocheToolProvider(tools.build());
  }

  private static ToolSpecification specification(AgentTool tool) {
    return ToolSpecification.builder()
        .name(tool.name())
        .description(tool.description())
        .parameters(SchemaElements.parameters(tool.inputSchema()))
        .build();
  }

  /** Returns the same tools for every request. */
  @Override
  public ToolProviderResult provideTools(ToolProviderRequest request) {
    return tools;
  }
}
