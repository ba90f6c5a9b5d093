package dev.cloche.testkit;

import dev.cloche.PluginFunction;
import java.util.List;
import java.util.stream.Collectors;

/**
 * One call of a function of the host by a generated plugin.
 *
 * @param function what is called
 * @param arguments with what, one for each parameter
 * @param grows whether the plugin grows its memory before, by a page and by a block of a page
 */
public record HostCall(PluginFunction function, List<HostArgument> arguments, boolean grows) {

  /** Copies the list. */
  public HostCall {
    arguments = List.copyOf(arguments);
  }

  /** Writes it as a program would: {@code cut("text", -1)}. */
  @Override
  public String toString() {
    return arguments.stream()
        .map(HostArgument::toString)
        .collect(Collectors.joining(", ", function.name() + "(", grows ? ") grown" : ")"));
  }
}
