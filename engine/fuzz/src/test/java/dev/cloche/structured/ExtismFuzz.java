package dev.cloche.structured;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.Capabilities;
import dev.cloche.Policy;
import dev.cloche.Tool;
import dev.cloche.fuzz.FuzzTarget;
import dev.cloche.policy.PolicyException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** Manifests of Extism plugins: each gives a tool, or is refused in words of ours. */
public final class ExtismFuzz implements FuzzTarget {

  @Override
  public String name() {
    return "extism";
  }

  @Override
  public List<byte[]> seeds() {
    return List.of(
        utf8(
            """
            {"wasm": [{"data": "AGFzbQEAAAA=", "name": "main"}], "allowed_hosts": ["*.a.example"],
             "memory": {"max_pages": 4, "max_http_response_bytes": 9, "max_var_bytes": 7},
             "config": {"a": "b"}, "allowed_paths": {"ro:/x": "/y"}, "timeout_ms": 100}
            """),
        utf8("{\"wasm\":[{\"path\":\"a.wasm\",\"hash\":\"00\"}]}"),
        utf8("{\"wasm\":[{\"url\":\"https://a.example/b.wasm\"}]}"));
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public void run(byte[] input) {
    Tool tool;
    try {
      tool = ExtismDocument.read(input, Optional.empty()).tool("plugin");
    } catch (PolicyException refused) {
      String message = String.valueOf(refused.getMessage());
      assertTrue(message.chars().noneMatch(Character::isISOControl), message);
      return;
    }
    Policy narrowed = Capabilities.of(tool).narrow(Policy.strict());
    assertTrue(narrowed.limits().memoryBytes() <= Policy.strict().limits().memoryBytes());
    assertTrue(narrowed.environment().isEmpty());
  }
}
