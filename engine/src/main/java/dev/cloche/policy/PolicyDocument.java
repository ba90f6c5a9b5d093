package dev.cloche.policy;

import dev.cloche.Policy;
import dev.cloche.module.GuestText;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Reads and writes policies as documents. Whatever a document says is either understood whole or
 * refused, with every problem and its place.
 */
public final class PolicyDocument {

  /** 1 MiB. */
  public static final int MAX_BYTES = 1 << 20;

  private PolicyDocument() {}

  /**
   * Reads a policy from a file, which must not lie inside what it mounts.
   *
   * @param environment the variables of the host that the document may name
   * @throws PolicyException if the policy is refused
   * @throws IOException if the file cannot be read
   */
  public static Policy read(Path file, Map<String, String> environment) throws IOException {
    Path base = Objects.requireNonNull(file.toAbsolutePath().getParent(), "a file has a parent");
    Policy policy = parse(decode(bytes(file)), base, environment);
    PolicySource.requireOutside(file, PolicySource.hosts(policy));
    return policy.toBuilder().source(file).build();
  }

  private static byte[] bytes(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(MAX_BYTES + 1);
      if (bytes.length > MAX_BYTES) {
        throw tooLarge();
      }
      return bytes;
    }
  }

  static String decode(byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new PolicyException("", "the document is not UTF-8");
    }
  }

  private static PolicyException tooLarge() {
    return new PolicyException("", "the document is larger than 1Mi");
  }

  /**
   * Reads a policy from a text.
   *
   * @param base the directory that paths in it are relative to
   * @param environment the variables of the host that the document may name
   * @throws PolicyException if the policy is refused
   */
  public static Policy parse(String text, Path base, Map<String, String> environment) {
    if (text.length() > MAX_BYTES || text.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES) {
      throw tooLarge();
    }
    Problems problems = new Problems();
    Node node = NodeReader.either(text, problems);
    Optional<Policy> policy =
        Section.root(node, PolicyKeys.KEYS, problems)
            .map(root -> policy(root, new DocumentParts(base, environment), problems));
    problems.refuse();
    return policy.orElseThrow();
  }

  /** Who can write a key of a signer chooses the signer: attack F21. */
  private static void requireOutside(Path keyFile, Policy policy) {
    try {
      PolicySource.requireOutside(keyFile, PolicySource.hosts(policy));
    } catch (PolicyException inside) {
      throw new PolicyException("tools.signers", String.valueOf(inside.getMessage()));
    } catch (IOException e) {
      throw new PolicyException("tools.signers", "a key file is gone");
    }
  }

  private static Policy policy(Section root, DocumentParts parts, Problems problems) {
    requireVersion(root);
    Profile profile = root.text("extends", PolicyDocument::profile).orElse(Profile.STRICT);
    Policy.Builder policy = Policy.builder(profile);
    root.section("limits").flatMap(at -> parts.limits(at, profile)).ifPresent(policy::limits);
    root.section("workspace")
        .flatMap(at -> parts.workspace(at, profile))
        .ifPresent(policy::workspace);
    Map<String, EnvironmentVariable> variables = parts.environment(root);
    variables.forEach(policy::environment);
    Map<String, Optional<CredentialRule>> credentials = parts.credentials(root);
    credentials.forEach((name, rule) -> rule.ifPresent(found -> policy.credential(name, found)));
    root.section("network")
        .flatMap(at -> parts.network(at, profile, credentials))
        .ifPresent(policy::network);
    root.section("native")
        .flatMap(at -> parts.nativeCommands(at, credentials.keySet(), variables.keySet()))
        .ifPresent(policy::nativeCommands);
    root.section("tools").flatMap(parts::tools).ifPresent(policy::tools);
    // Credentials with problems are missing here, which building would object to once more.
    problems.refuse();
    parts.keyFiles().forEach(policy::source);
    Policy read = policy.build();
    parts.keyFiles().forEach(file -> requireOutside(file, read));
    return read;
  }

  private static void requireVersion(Section root) {
    if (!root.has("version")) {
      root.problem("version is missing; write \"version: 1\"");
    } else if (!root.isNumber("version", "1")) {
      root.problem("version", "is not 1, the only version there is");
    }
  }

  private static Profile profile(String id) {
    return Arrays.stream(Profile.values())
        .filter(profile -> profile.id().equals(id))
        .findFirst()
        .orElseThrow(
            () -> {
              List<String> ids = Arrays.stream(Profile.values()).map(Profile::id).toList();
              return new IllegalArgumentException(
                  "unknown profile "
                      + GuestText.quote(id)
                      + "; "
                      + Suggestions.nearest(id, ids)
                          .map(near -> "did you mean " + near + "?")
                          .orElse("there are strict, normal and generous"));
            });
  }

  /**
   * Writes a policy as YAML; see {@link Policy#toYaml}.
   *
   * @throws IllegalStateException if its network rules cannot be said in one document
   */
  public static String write(Policy policy) {
    return PolicyWriter.yaml(policy);
  }
}
