package dev.cloche.policy;

import dev.cloche.Capabilities;
import dev.cloche.Capabilities.WorkspaceUse;
import dev.cloche.Limits;
import dev.cloche.egress.UrlPattern;
import dev.cloche.module.GuestText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;

/** Reads what a manifest asks for, in the words of a policy. */
final class CapabilitiesReader {

  static final List<String> KEYS =
      List.of(
          "capabilities.network[].url",
          "capabilities.network[].methods",
          "capabilities.environment",
          "capabilities.workspace",
          "capabilities.memory",
          "capabilities.fuel");

  private static final String ANY = "any";
  private static final int MAX_REQUESTS = 100;
  private static final int MAX_VARIABLES = 100;

  private CapabilitiesReader() {}

  static Capabilities capabilities(Section at) {
    OptionalLong memory = at.size("memory", 0, Limits.MAX_MEMORY_BYTES);
    if (memory.orElse(0) % Limits.PAGE_BYTES != 0) {
      at.problem("memory", "is not a multiple of the 64Ki page");
    }
    return new Capabilities(
        network(at),
        environment(at),
        at.text("workspace", CapabilitiesReader::use).orElse(WorkspaceUse.WRITE),
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
