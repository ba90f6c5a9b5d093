package dev.cloche.host;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What a machine can enforce of native commands, and what it lacks.
 *
 * @param capabilities one after the other, in the order in which they build on each other
 */
public record NativeReport(List<Capability> capabilities) {
  /** Copies the list. */
  public NativeReport {
    capabilities = List.copyOf(capabilities);
  }

  /** Whether something is there. */
  public enum State {
    /** It is there. */
    FOUND,
    /** It is not there, and commands are refused. */
    MISSING,
    /** It is not there; commands run without it, since that was asked for or few need it. */
    DEGRADED,
    /** What it builds on is not there. */
    UNKNOWN
  }

  /**
   * One thing that is needed.
   *
   * @param id its name, for programs
   * @param state whether it is there
   * @param what what was found, or what is wrong
   * @param fix how to get it; empty where it is there
   */
  public record Capability(String id, State state, String what, String fix) {}

  /** Returns whether commands can run. */
  public boolean isUsable() {
    return capabilities.stream()
        .allMatch(each -> each.state() == State.FOUND || each.state() == State.DEGRADED);
  }

  /** Returns lines for people. */
  public String text() {
    StringBuilder text = new StringBuilder();
    for (Capability each : capabilities) {
      String state = each.state().name().toLowerCase(Locale.ROOT);
      text.append("%-16s %-9s %s%n".formatted(each.id(), state, each.what()));
      if (!each.fix().isEmpty()) {
        text.append("%-26s to fix: %s%n".formatted("", each.fix()));
      }
    }
    return text.toString();
  }

  /** Returns the same for a writer of JSON: maps, lists, texts and booleans. */
  public Map<String, Object> json() {
    List<Map<String, Object>> all = capabilities.stream().map(NativeReport::json).toList();
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("usable", isUsable());
    json.put("capabilities", all);
    return json;
  }

  private static Map<String, Object> json(Capability each) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("id", each.id());
    json.put("state", each.state().name().toLowerCase(Locale.ROOT));
    json.put("what", each.what());
    if (!each.fix().isEmpty()) {
      json.put("fix", each.fix());
    }
    return json;
  }
}
