package dev.cloche.policy;

import dev.cloche.Capabilities;
import dev.cloche.Capabilities.WorkspaceUse;
import dev.cloche.Limits;
import dev.cloche.ToolManifest;
import dev.cloche.egress.UrlPattern;
import dev.cloche.module.GuestText;
import dev.cloche.module.ManifestSection;
import dev.cloche.module.ModuleException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** Reads the manifest of a tool, as strictly as a policy, whose words it uses. */
public final class ManifestDocument {

  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9._-]{0,63}");
  private static final String ANY = "any";
  private static final int MAX_REQUESTS = 100;
  private static final int MAX_VARIABLES = 100;

  /** The keys of each mapping by its path. */
  private static final Keys KEYS =
      Keys.of(
          List.of(
              "name",
              "title",
              "description",
              "version",
              "license",
              "source",
              "abi",
              "usage",
              "capabilities.network[].url",
              "capabilities.network[].methods",
              "capabilities.environment",
              "capabilities.workspace",
              "capabilities.memory",
              "capabilities.fuel"));

  private ManifestDocument() {}

  /**
   * Returns the text of the manifest in a module.
   *
   * @throws PolicyException if there are two, or the bytes are no module
   */
  public static Optional<byte[]> section(byte[] module) {
    try {
      return ManifestSection.find(module, ToolManifest.SECTION);
    } catch (ModuleException e) {
      throw new PolicyException("", String.valueOf(e.getMessage()));
    }
  }

  /**
   * Reads a manifest.
   *
   * @throws PolicyException if it is not one
   */
  public static ToolManifest parse(byte[] json) {
    if (json.length > ToolManifest.MAX_BYTES) {
      throw new PolicyException("", "the manifest is larger than 64Ki");
    }
    String text = PolicyDocument.decode(json);
    Problems problems = new Problems();
    Optional<ToolManifest> manifest =
        Section.root(NodeReader.json(text, problems), KEYS, problems)
            .flatMap(root -> manifest(root, problems));
    problems.refuse();
    return manifest.orElseThrow();
  }

  private static Optional<ToolManifest> manifest(Section root, Problems problems) {
    String name = required(root, "name");
    if (root.has("name") && !NAME.matcher(name).matches()) {
      root.problem(
          "name", GuestText.quote(name) + " is not 1 to 64 of a-z, 0-9, dot, underscore, hyphen");
    }
    ToolManifest manifest =
        new ToolManifest(
            name,
            required(root, "title"),
            required(root, "description"),
            required(root, "version"),
            required(root, "license"),
            required(root, "source"),
            required(root, "abi"),
            root.required("usage")
                .map(key -> root.each(key, ManifestDocument::line))
                .orElse(List.of()),
            root.section("capabilities")
                .map(ManifestDocument::capabilities)
                .orElse(Capabilities.none()));
    return problems.count() == 0 ? Optional.of(manifest) : Optional.empty();
  }

  private static String required(Section root, String key) {
    return root.required(key).flatMap(at -> root.text(at, ManifestDocument::line)).orElse("");
  }

  /** One line: a control character could end it, or cut it for a program in C. */
  private static String line(String text) {
    if (text.chars().anyMatch(Character::isISOControl)) {
      throw new IllegalArgumentException("holds a control character");
    }
    return text;
  }

  private static Capabilities capabilities(Section at) {
    OptionalLong memory = at.size("memory", 0, Limits.MAX_MEMORY_BYTES);
    if (memory.orElse(0) % Limits.PAGE_BYTES != 0) {
      at.problem("memory", "is not a multiple of the 64Ki page");
    }
    return new Capabilities(
        network(at),
        environment(at),
        at.text("workspace", ManifestDocument::use).orElse(WorkspaceUse.WRITE),
        memory,
        at.count("fuel", 0, Limits.MAX_FUEL));
  }

  private static Optional<List<Capabilities.Request>> network(Section at) {
    if (at.isText("network", ANY)) {
      return Optional.empty();
    }
    List<Capabilities.Request> requests = new ArrayList<>();
    for (Section request : at.sections("network")) {
      Optional<String> url =
          request
              .required("url")
              .flatMap(key -> request.text(key, text -> UrlPattern.parse(text).toString()));
      Set<String> methods = NetworkReader.methods(request, NetworkReader.DEFAULT_METHODS);
      url.ifPresent(pattern -> requests.add(new Capabilities.Request(pattern, methods)));
    }
    if (requests.size() > MAX_REQUESTS) {
      at.problem("network", "has more than " + MAX_REQUESTS + " items");
    }
    return Optional.of(requests);
  }

  private static Optional<Set<String>> environment(Section at) {
    if (at.isText("environment", ANY)) {
      return Optional.empty();
    }
    Set<String> names = new TreeSet<>(at.each("environment", PolicyNames::variable));
    if (names.size() > MAX_VARIABLES) {
      at.problem("environment", "has more than " + MAX_VARIABLES + " items");
    }
    return Optional.of(names);
  }

  private static WorkspaceUse use(String text) {
    return switch (text) {
      case "none" -> WorkspaceUse.NONE;
      case "read" -> WorkspaceUse.READ;
      case "write" -> WorkspaceUse.WRITE;
      default ->
          throw new IllegalArgumentException(
              "unknown use " + GuestText.quote(text) + "; it is none, read or write");
    };
  }
}
