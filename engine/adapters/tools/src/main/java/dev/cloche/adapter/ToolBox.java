package dev.cloche.adapter;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.cloche.Call;
import dev.cloche.InputException;
import dev.cloche.Outcome;
import dev.cloche.Tool;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The tools that a model may call, registered once for every framework.
 *
 * <pre>{@code
 * ToolBox box = ToolBox.builder(SessionSource.of(session)).add(jq).build();
 * ToolAnswer answer = box.call("jq", Map.of("filter", ".a", "json", Map.of("a", 1)));
 * }</pre>
 *
 * <p>Names, inputs and outputs are strangers': a call never throws for them. Immutable and
 * thread-safe.
 */
public final class ToolBox {

  /** 32,768 characters: some 8,000 tokens, a good part of what a model reads at once. */
  public static final int DEFAULT_TEXT_LIMIT = 32_768;

  /** Writes maps, lists, texts and numbers; never the properties of an object that is a bean. */
  private static final JsonMapper MAPPER =
      JsonMapper.builder().visibility(PropertyAccessor.ALL, JsonAutoDetect.Visibility.NONE).build();

  private final ToolCalls calls;
  private final Map<String, AgentTool> tools;

  private ToolBox(Builder builder) {
    this.calls = new ToolCalls(builder.sessions, builder.textLimit);
    this.tools = new LinkedHashMap<>(builder.tools);
  }

  /**
   * Returns a builder.
   *
   * @param sessions where calls run
   */
  public static Builder builder(SessionSource sessions) {
    return new Builder(sessions);
  }

  /** Returns the tools, in the order in which they were added. */
  public List<AgentTool> tools() {
    return List.copyOf(tools.values());
  }

  /** Returns the tool of that name. */
  public Optional<AgentTool> find(String name) {
    return Optional.ofNullable(tools.get(name));
  }

  /** Calls a tool for no conversation in particular; see {@link #call(String, String, String)}. */
  public ToolAnswer call(String name, String json) {
    return call("", name, json);
  }

  /**
   * Calls a tool for no conversation in particular.
   *
   * @param input the object: maps with texts as keys, collections, arrays, texts, numbers, booleans
   *     and null
   */
  public ToolAnswer call(String name, Map<String, ?> input) {
    try {
      return call("", name, MAPPER.writeValueAsString(input));
    } catch (JsonProcessingException e) {
      return calls.refused(name, "the input holds a value that JSON has not");
    }
  }

  /**
   * Calls a tool and waits for its end.
   *
   * @param conversation for whom, as the {@link SessionSource} knows them
   * @param name a tool's name; any other is answered with {@link Outcome.Refused}
   * @param json the input, an object as text; blank for an empty one
   */
  public ToolAnswer call(String conversation, String name, String json) {
    AgentTool tool = tools.get(name);
    if (tool == null) {
      return calls.refused(
          "call", "there is no such tool; there are: " + String.join(", ", tools.keySet()));
    }
    Call call;
    try {
      call = tool.call((json.isBlank() ? "{}" : json).getBytes(UTF_8)).build();
    } catch (InputException e) {
      return calls.refused(name, "the input is not acceptable: " + e.getMessage());
    }
    return calls.run(conversation, tool, call);
  }

  /** Collects tools; not thread-safe. */
  public static final class Builder {
    private final SessionSource sessions;
    private final Map<String, AgentTool> tools = new LinkedHashMap<>();
    private int textLimit = DEFAULT_TEXT_LIMIT;

    private Builder(SessionSource sessions) {
      this.sessions = Objects.requireNonNull(sessions, "sessions");
    }

    /**
     * Adds a tool under its own name.
     *
     * @throws dev.cloche.policy.PolicyException if its manifest is not acceptable
     * @throws IllegalArgumentException if the name is taken, or none for a model
     */
    @CanIgnoreReturnValue
    public Builder add(Tool tool) {
      return add(AgentTool.of(tool));
    }

    /**
     * Adds a tool.
     *
     * @throws IllegalArgumentException if its name is taken
     */
    @CanIgnoreReturnValue
    public Builder add(AgentTool tool) {
      if (tools.putIfAbsent(tool.name(), tool) != null) {
        throw new IllegalArgumentException("there are two tools \"" + tool.name() + "\"");
      }
      return this;
    }

    /**
     * Sets how much of a stream is told to a model.
     *
     * @param characters 1 to 16 Mi; {@link #DEFAULT_TEXT_LIMIT} by default
     */
    @CanIgnoreReturnValue
    public Builder textLimit(int characters) {
      if (characters < 1 || characters > 16 << 20) {
        throw new IllegalArgumentException(
            "text limit " + characters + " is not between 1 and 16 Mi characters");
      }
      this.textLimit = characters;
      return this;
    }

    /** Returns the box. */
    public ToolBox build() {
      return new ToolBox(this);
    }
  }
}
