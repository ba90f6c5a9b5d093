package dev.cloche.structured;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.cloche.module.GuestText;
import dev.cloche.policy.PolicyException;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;

/** Reads the parts of an Extism manifest, in which null stands for nothing. */
final class ExtismFields {

  private ExtismFields() {}

  /** Requires an object, or nothing, with no other keys. */
  static void requireKeys(JsonNode at, String path, Set<String> keys) {
    if (at.isMissingNode()) {
      return;
    }
    if (!at.isObject()) {
      throw new PolicyException(path, "is not an object");
    }
    at.fieldNames()
        .forEachRemaining(
            name -> {
              if (!keys.contains(name)) {
                throw new PolicyException(
                    path,
                    "unknown key %s; there are %s"
                        .formatted(GuestText.quote(name), String.join(", ", new TreeSet<>(keys))));
              }
            });
  }

  /** Returns an object; missing if there is nothing. */
  static JsonNode object(JsonNode at, String key, String path) {
    JsonNode value = given(at, key);
    if (!value.isMissingNode() && !value.isObject()) {
      throw new PolicyException(below(path, key), "is not an object");
    }
    return value;
  }

  /** Returns a whole number that is not negative, where there is one. */
  static OptionalLong number(JsonNode at, String key, String path) {
    JsonNode value = given(at, key);
    if (value.isMissingNode()) {
      return OptionalLong.empty();
    }
    if (!value.isIntegralNumber() || !value.canConvertToLong() || value.longValue() < 0) {
      throw new PolicyException(below(path, key), "is not a whole number from 0 to 2^63 - 1");
    }
    return OptionalLong.of(value.longValue());
  }

  /** Returns a value; missing for null. */
  static JsonNode given(JsonNode at, String key) {
    JsonNode value = at.path(key);
    return value.isNull() ? MissingNode.getInstance() : value;
  }

  static String below(String path, String key) {
    return path.isEmpty() ? key : path + "." + key;
  }
}
