package dev.cloche.policy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.cloche.Policy;
import dev.cloche.egress.EgressLayer;
import dev.cloche.module.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The digest of a policy: SHA-256 over JSON with sorted keys, without spaces, in UTF-8, which holds
 * every key of the document, and of the network every layer of rules with their ids.
 */
public final class PolicyDigest {

  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS).build();

  private PolicyDigest() {}

  /** Returns the digest in lower-case hexadecimal. */
  public static String of(Policy policy) {
    Map<String, Object> tree = PolicyTree.withoutRules(policy);
    List<Object> layers = new ArrayList<>();
    for (EgressLayer layer : policy.network().rules().layers()) {
      layers.add(PolicyTree.identified(layer));
    }
    tree.put("rules", layers);
    try {
      byte[] json = JSON.writeValueAsString(tree).getBytes(StandardCharsets.UTF_8);
      return Sha256.of(json);
    } catch (JsonProcessingException e) {
      throw new AssertionError("maps of texts are JSON", e);
    }
  }
}
