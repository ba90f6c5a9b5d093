package dev.cloche.adapter.springai;

import dev.cloche.adapter.ToolBox;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.ToolCallbackProvider;

/**
 * Offers the tools of a box to chat clients and models.
 *
 * <pre>{@code
 * ChatClient.builder(model).defaultToolCallbacks(ClocheToolCallbackProvider.of(box)).build();
 * }</pre>
 *
 * <p>What went wrong is told to the model in words; no callback throws. Immutable and thread-safe.
 */
public final class ClocheToolCallbackProvider implements ToolCallbackProvider {

  /**
   * The key of the tool context under which an application says whose conversation it is. Calls of
   * one conversation share a session where the box's sessions are by conversation.
   */
  public static final String CONVERSATION = "cloche.conversation";

  private final ToolBox box;

  private ClocheToolCallbackProvider(ToolBox box) {
    this.box = box;
  }

  /** Returns the provider of all tools in a box. */
  public static ClocheToolCallbackProvider of(ToolBox box) {
    return new ClocheToolCallbackProvider(box);
  }

  @Override
  public ToolCallback[] getToolCallbacks() {
    return box.tools().stream()
        .map(tool -> new BoxCallback(box, tool))
        .toArray(ToolCallback[]::new);
  }
}
