package dev.cloche.adapter.springai;

import dev.cloche.adapter.ToolBox;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The properties under {@code cloche}. One that is not known is an error, as a key of a policy is.
 *
 * @param policy the file that holds the policy of all sessions; without one tools may reach nothing
 * @param tools names of bundled tools, and paths of modules, with a slash or ending in {@code
 *     .wasm}
 * @param conversations how many conversations keep a session at once, at least 1
 * @param textLimit how many characters of a tool's output a model is told
 */
@ConfigurationProperties(prefix = "cloche", ignoreUnknownFields = false)
public record ClocheProperties(
    @Nullable String policy,
    @DefaultValue List<String> tools,
    @DefaultValue("64") int conversations,
    @DefaultValue("" + ToolBox.DEFAULT_TEXT_LIMIT) int textLimit) {

  /** Copies the list. */
  public ClocheProperties {
    tools = List.copyOf(tools);
  }
}
