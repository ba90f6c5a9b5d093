package dev.cloche.extism;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Configuration, which a plugin reads, and variables, which live for the call.
 *
 * <p>Names are handed over: their block is free afterwards, and so is that of a value.
 */
final class VariableCalls {
  /** What each variable weighs besides name and value, so that empty ones are bounded too. */
  private static final int ENTRY_BYTES = 48;

  private final Kernel kernel;
  private final Map<String, byte[]> configuration = new HashMap<>();
  private final Map<String, byte[]> variables = new HashMap<>();
  private final long most;
  private long weight;

  /**
   * Makes them.
   *
   * @param most what names and values of variables may weigh together; with 0 there are none
   */
  VariableCalls(Kernel kernel, Map<String, String> configuration, long most) {
    this.kernel = kernel;
    this.most = most;
    configuration.forEach(
        (name, value) -> this.configuration.put(name, value.getBytes(StandardCharsets.UTF_8)));
  }

  long configuration(long[] arguments) {
    return give(configuration.get(kernel.takeName("config_get", arguments[0])));
  }

  long get(long[] arguments) {
    return give(variables.get(kernel.takeName("var_get", arguments[0])));
  }

  private long give(byte @Nullable [] value) {
    return value == null ? 0 : kernel.give(value);
  }

  /** A value of 0 removes the variable. */
  long set(long[] arguments) {
    if (most == 0) {
      throw new KernelTrap("var_set: this plugin has no variables");
    }
    // Before the name is freed, which the value may be as well.
    byte @Nullable [] value = arguments[1] == 0 ? null : kernel.read("var_set", arguments[1], most);
    String name = kernel.takeName("var_set", arguments[0]);
    kernel.free(arguments[1]);
    if (value == null) {
      weight -= weight(name, variables.remove(name));
      return 0;
    }
    long after = weight - weight(name, variables.get(name)) + weight(name, value);
    if (after > most) {
      throw new KernelTrap("var_set: the variables would take more than " + most + " bytes");
    }
    variables.put(name, value);
    weight = after;
    return 0;
  }

  private static long weight(String name, byte @Nullable [] value) {
    return value == null ? 0 : (long) ENTRY_BYTES + 2L * name.length() + value.length;
  }
}
