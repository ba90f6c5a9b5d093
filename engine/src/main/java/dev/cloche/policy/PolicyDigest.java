package dev.cloche.policy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.cloche.Policy;
import dev.cloche.egress.EgressLayer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
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
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(json));
    } catch (JsonProcessingException | NoSuchAlgorithmException e) {
      throw new AssertionError("maps of texts are JSON, and every platform has SHA-256", e);
    }
  }
}
