package dev.cloche.policy;

import dev.cloche.Limits;
import dev.cloche.egress.EgressLimits;
import dev.cloche.module.GuestText;
import dev.cloche.workspace.Access;
import dev.cloche.workspace.ProtectedNames;
import dev.cloche.workspace.WorkspaceLimits;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Makes the parts of a policy of the sections of a document. A key that is absent leaves what the
 * profile says; a part that has problems is empty.
 */
final class DocumentParts {

  private final Path base;
  private final Map<String, String> host;
  private final List<Path> keyFiles = new ArrayList<>();

  /**
   * Makes one.
   *
   * @param base what paths are relative to
   * @param host the variables of the host that may be named
   */
  DocumentParts(Path base, Map<String, String> host) {
    this.base = base;
    this.host = host;
  }

  Optional<Limits> limits(Section at, Profile profile) {
    Limits start = profile.limits();
    long fuel = at.count("fuel", 0, Limits.MAX_FUEL).orElse(start.fuel());
    Duration wall = at.duration("wall", Duration.ofMillis(1), Limits.MAX_WALL).orElse(start.wall());
    long memory = at.size("memory", 0, Limits.MAX_MEMORY_BYTES).orElse(start.memoryBytes());
    long output = at.size("output", 0, Limits.MAX_OUTPUT_BYTES).orElse(start.outputBytes());
    if (memory % Limits.PAGE_BYTES != 0) {
      long below = memory - memory % Limits.PAGE_BYTES;
      at.problem(
          "memory",
          "%d is not a multiple of the 64Ki page; write %s or %s"
              .formatted(
                  memory, ByteSize.format(below), ByteSize.format(below + Limits.PAGE_BYTES)));
      return Optional.empty();
    }
    return at.make(() -> new Limits(fuel, wall, memory, output));
  }

  Optional<WorkspacePolicy> workspace(Section at, Profile profile) {
    WorkspaceLimits start = profile.workspace();
    long bytes = at.size("bytes", 0, WorkspaceLimits.MAX_BYTES).orElse(start.bytes());
    long nodes = at.count("files", 1, WorkspaceLimits.MAX_NODES).orElse(start.nodes());
    long depth = at.count("depth", 1, WorkspaceLimits.MAX_DEPTH).orElse(start.depth());
    List<PolicyMount> mounts = mounts(at);
    ProtectedNames names = protectedNames(at);
    return at.make(
        () ->
            new WorkspacePolicy(
                new WorkspaceLimits(bytes, (int) nodes, (int) depth), mounts, names));
  }

  private List<PolicyMount> mounts(Section workspace) {
    List<PolicyMount> mounts = new ArrayList<>();
    for (Section at : workspace.sections("mounts")) {
      Optional<Path> source = at.required("host").flatMap(key -> at.text(key, this::path));
      Optional<String> place = at.required("at").flatMap(at::text);
      Access mode = at.text("mode", DocumentParts::access).orElse(Access.READ);
      if (source.isPresent() && place.isPresent()) {
        at.make(() -> new PolicyMount(source.get(), place.get(), mode))
            .filter(mount -> isApart(at, mount, mounts))
            .ifPresent(mounts::add);
      }
    }
    return mounts;
  }

  private static boolean isApart(Section at, PolicyMount mount, List<PolicyMount> before) {
    for (PolicyMount other : before) {
      if (mount.overlaps(other)) {
        at.problem(
            "at",
            "%s overlaps the mount at %s; each needs a place of its own"
                .formatted(GuestText.quote(mount.at()), GuestText.quote(other.at())));
        return false;
      }
    }
    return true;
  }

  private static Access access(String text) {
    return switch (text) {
      case "read" -> Access.READ;
      case "overlay" -> Access.OVERLAY;
      default ->
          throw new IllegalArgumentException(
              "unknown mode " + GuestText.quote(text) + "; it is read or overlay");
    };
  }

  private Path path(String text) {
    try {
      if (!text.isEmpty()) {
        return base.resolve(text);
      }
    } catch (InvalidPathException e) {
      // Said below.
    }
    throw new IllegalArgumentException(
        GuestText.quote(text) + " is a path that no file of this system can have");
  }

  /** Names are added to the built-in ones, which go only where the document names each. */
  private static ProtectedNames protectedNames(Section at) {
    List<String> builtIn = ProtectedNames.defaults().patterns();
    List<String> names = new ArrayList<>(builtIn);
    names.removeAll(at.each("unprotected", text -> builtIn(text, builtIn)));
    names.addAll(at.each("protected", DocumentParts::protectedName));
    return new ProtectedNames(names);
  }

  private static String builtIn(String name, List<String> builtIn) {
    if (!builtIn.contains(name)) {
      throw new IllegalArgumentException(
          GuestText.quote(name)
              + " is not protected by default; "
              + Suggestions.nearest(name, builtIn)
                  .map(near -> "did you mean " + near + "?")
                  .orElse("those that are: " + String.join(", ", builtIn)));
    }
    return name;
  }

  private static String protectedName(String name) {
    return new ProtectedNames(List.of(name)).patterns().get(0);
  }

  Map<String, EnvironmentVariable> environment(Section root) {
    Map<String, EnvironmentVariable> variables = new TreeMap<>();
    root.named("environment")
        .forEach((name, value) -> variable(name, value).ifPresent(v -> variables.put(name, v)));
    return variables;
  }

  private Optional<EnvironmentVariable> variable(String name, Section.Value value) {
    if (!value.checkName(() -> PolicyNames.variable(name))) {
      return Optional.empty();
    }
    if (value.isMapping()) {
      return value
          .section()
          .flatMap(at -> at.required("env").flatMap(key -> at.text(key, this::reference)));
    }
    return value.text("text in quotes, or { env: NAME }", EnvironmentVariable::literal);
  }

  private EnvironmentVariable reference(String name) {
    Checks.variable("variable", name);
    String value = host.get(name);
    if (value == null) {
      throw new IllegalArgumentException(
          "variable " + GuestText.quote(name) + " is not set in the environment");
    }
    return EnvironmentVariable.read(name, value);
  }

  /** Returns the credentials by name, empty ones for those with problems. */
  Map<String, Optional<CredentialRule>> credentials(Section root) {
    Map<String, Optional<CredentialRule>> rules = new TreeMap<>();
    root.named("credentials")
        .forEach(
            (name, value) -> {
              if (value.checkName(() -> PolicyNames.credential(name))) {
                rules.put(name, value.section().flatMap(this::credential));
              }
            });
    return rules;
  }

  private Optional<CredentialRule> credential(Section at) {
    return new CredentialReader(at, this::path).read();
  }

  Optional<NetworkPolicy> network(
      Section at, Profile profile, Map<String, Optional<CredentialRule>> credentials) {
    return new NetworkReader(at, profile.egress(), credentials).read();
  }

  static EgressLimits egressLimits(Section at, EgressLimits start) {
    return new EgressLimits(
        at.count("requests", 0, EgressLimits.MAX_REQUESTS).orElse(start.requests()),
        at.size("sent", 0, EgressLimits.MAX_BYTES).orElse(start.sentBytes()),
        at.size("received", 0, EgressLimits.MAX_BYTES).orElse(start.receivedBytes()),
        at.size("response", 0, EgressLimits.MAX_BYTES).orElse(start.responseBytes()),
        (int) at.count("expansion", 1, EgressLimits.MAX_EXPANSION).orElse(start.expansion()),
        (int)
            at.size("header", EgressLimits.MIN_HEADER_BYTES, EgressLimits.MAX_HEADER_BYTES)
                .orElse(start.headerBytes()),
        (int) at.count("redirects", 0, EgressLimits.MAX_REDIRECTS).orElse(start.redirects()),
        at.duration("connect", Duration.ofMillis(1), EgressLimits.MAX_CONNECT)
            .orElse(start.connect()));
  }

  Optional<NativePolicy> nativeCommands(
      Section at, Set<String> credentials, Set<String> variables) {
    return new NativeReader(at, credentials, variables).read();
  }

  Optional<ToolPolicy> tools(Section at) {
    ToolsReader reader = new ToolsReader(at, this::path);
    Optional<ToolPolicy> tools = reader.read();
    keyFiles.addAll(reader.keyFiles());
    return tools;
  }

  /** Returns the files of signers' keys that were read. */
  List<Path> keyFiles() {
    return List.copyOf(keyFiles);
  }
}
