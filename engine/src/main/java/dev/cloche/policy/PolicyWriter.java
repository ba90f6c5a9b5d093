package dev.cloche.policy;

import dev.cloche.Policy;
import dev.cloche.egress.EgressLayer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Writes a policy as YAML: two levels of blocks, the rest on one line each. Every text that a
 * reader of YAML could take for something else is in double quotes.
 */
final class PolicyWriter {

  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9/.][A-Za-z0-9_./%+-]*");

  /** What YAML 1.1 or 1.2 reads as no text, in any letter case. */
  private static final Set<String> RESERVED =
      Set.of("true", "false", "yes", "no", "on", "off", "y", "n", "null", ".nan", ".inf");

  private final StringBuilder out = new StringBuilder();

  private PolicyWriter() {}

  /**
   * Returns the document.
   *
   * @throws IllegalStateException if the rules of the network have several layers
   */
  static String yaml(Policy policy) {
    List<EgressLayer> layers = policy.network().rules().layers();
    if (layers.size() != 1) {
      throw new IllegalStateException(
          "the policy is an intersection whose network rules no one document can say");
    }
    if (policy.tools().filter(tools -> tools.signers().groups().size() > 1).isPresent()) {
      throw new IllegalStateException(
          "the policy is an intersection whose signers no one document can say");
    }
    Map<String, Object> tree = PolicyTree.withoutRules(policy);
    Map<String, Object> network = new LinkedHashMap<>(PolicyTree.rules(layers.get(0)));
    network.putAll(mapping(tree.get("network")));
    tree.put("network", network);
    PolicyWriter writer = new PolicyWriter();
    tree.forEach(writer::section);
    return writer.out.toString();
  }

  private void section(String key, Object value) {
    out.append(key).append(':');
    if (!(value instanceof Map)) {
      out.append(' ').append(inline(value)).append('\n');
    } else if (mapping(value).isEmpty()) {
      out.append(" {}\n");
    } else {
      out.append('\n');
      mapping(value).forEach(this::entry);
    }
  }

  private void entry(String key, Object value) {
    out.append("  ").append(inline(key)).append(':');
    if (value instanceof List<?> list && !list.isEmpty() && list.get(0) instanceof Map) {
      out.append('\n');
      list.forEach(item -> out.append("    - ").append(inline(item)).append('\n'));
    } else {
      out.append(' ').append(inline(value)).append('\n');
    }
  }

  private static String inline(Object value) {
    if (value instanceof Map) {
      return mapping(value).entrySet().stream()
          .map(entry -> inline(entry.getKey()) + ": " + inline(entry.getValue()))
          .collect(Collectors.joining(", ", "{ ", " }"));
    } else if (value instanceof List<?> list) {
      return list.stream().map(PolicyWriter::inline).collect(Collectors.joining(", ", "[", "]"));
    }
    return value instanceof String text ? text(text) : String.valueOf(value);
  }

  private static String text(String text) {
    boolean plain =
        PLAIN.matcher(text).matches()
            && !RESERVED.contains(text.toLowerCase(Locale.ROOT))
            && (isQuantity(text) || !startsLikeANumber(text));
    return plain ? text : quoted(text);
  }

  private static boolean isQuantity(String text) {
    return text.matches("[0-9]+(Ki|Mi|Gi|k|M|G|ms|s|m|h|%)");
  }

  private static boolean startsLikeANumber(String text) {
    return text.charAt(0) == '.' || (text.charAt(0) >= '0' && text.charAt(0) <= '9');
  }

  /** The escapes are those of YAML: a character beyond the first plane has eight digits. */
  private static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    text.codePoints()
        .forEach(
            c -> {
              if (c == '"' || c == '\\') {
                quoted.append('\\').appendCodePoint(c);
              } else if (c >= ' ' && c <= '~') {
                quoted.appendCodePoint(c);
              } else {
                quoted.append(c > 0xffff ? "\\U%08x".formatted(c) : "\\u%04x".formatted(c));
              }
            });
    return quoted.append('"').toString();
  }

  @SuppressWarnings("unchecked") // PolicyTree has no other maps.
  private static Map<String, Object> mapping(Object value) {
    return (Map<String, Object>) value;
  }
}
