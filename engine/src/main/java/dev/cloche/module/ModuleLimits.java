package dev.cloche.module;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * The implementation limits that a module is read under. Immutable.
 *
 * @param values the value of every {@link ModuleLimit}; none may be missing, and each is from 0 to
 *     2^31-1
 */
public record ModuleLimits(Map<ModuleLimit, Long> values) {

  private static final ModuleLimits DEFAULTS = new ModuleLimits(standards());

  /** Copies and checks the values. */
  public ModuleLimits {
    values = Collections.unmodifiableMap(new EnumMap<>(values));
    for (ModuleLimit limit : ModuleLimit.values()) {
      Long value = values.get(limit);
      if (value == null || value < 0 || value > Integer.MAX_VALUE) {
        throw new IllegalArgumentException("limit %s is %s".formatted(limit.id(), value));
      }
    }
  }

  /** Returns the default of every limit; {@link ModuleLimit} gives the reasons. */
  public static ModuleLimits defaults() {
    return DEFAULTS;
  }

  /**
   * Returns a copy in which one limit differs.
   *
   * @throws IllegalArgumentException if {@code value} is negative or above 2^31-1
   */
  public ModuleLimits with(ModuleLimit limit, long value) {
    Map<ModuleLimit, Long> changed = new EnumMap<>(values);
    changed.put(limit, value);
    return new ModuleLimits(changed);
  }

  /** Returns the greatest value that {@code limit} allows. */
  public long of(ModuleLimit limit) {
    return values.get(limit);
  }

  private static Map<ModuleLimit, Long> standards() {
    Map<ModuleLimit, Long> standards = new EnumMap<>(ModuleLimit.class);
    for (ModuleLimit limit : ModuleLimit.values()) {
      standards.put(limit, limit.standard());
    }
    return standards;
  }
}
