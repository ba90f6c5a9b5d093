package dev.cloche;

import dev.cloche.ToolFinding.Kind;
import dev.cloche.policy.PolicyException;
import dev.cloche.policy.PolicyProblem;
import dev.cloche.run.ModuleFindings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Says all that is wrong with a tool in one go, for those who write it. */
public final class ToolCheck {

  private ToolCheck() {}

  /**
   * Tells whether the bytes of a tool are a WebAssembly module at all; if not, why.
   *
   * @return empty if they are, or it is a script
   */
  public static Optional<String> notAModule(Tool tool) {
    return tool.isScript() ? Optional.empty() : ModuleFindings.notAModule(tool.bytes());
  }

  /**
   * Returns what was found, the worst first; nothing runs.
   *
   * @param limits of the calls that it is meant for
   * @param code what it compiles to, where that is known
   */
  public static List<ToolFinding> of(Tool tool, Limits limits, Optional<Inspection.JavaCode> code) {
    List<ToolFinding> found = new ArrayList<>();
    if (!tool.isScript()) {
      found.addAll(ModuleFindings.of(tool.bytes(), limits));
      code.ifPresent(java -> found.addAll(code(java)));
      signature(tool).ifPresent(found::add);
    }
    boolean broken = found.stream().anyMatch(one -> one.kind() == Kind.ERROR);
    manifest(tool).stream().filter(one -> !(broken && isOfModule(one))).forEach(found::add);
    found.sort((one, other) -> one.kind().compareTo(other.kind()));
    return List.copyOf(found);
  }

  private static List<ToolFinding> code(Inspection.JavaCode code) {
    List<ToolFinding> found = new ArrayList<>();
    for (Inspection.Method method : code.huge()) {
      found.add(
          new ToolFinding(
              Kind.WARNING,
              "huge-function",
              "function %d becomes %d bytes of JVM code, which a JVM does not compile above 8000"
                  .formatted(method.function(), method.bytes()),
              "build with -Oz, inline less (-fno-inline-functions), or part the function"));
    }
    for (int function : code.interpreted()) {
      found.add(
          new ToolFinding(
              Kind.WARNING,
              "huge-function",
              "function " + function + " is too large for a Java method and is interpreted",
              "part the function: it runs some 50 times slower than others"));
    }
    return found;
  }

  private static Optional<ToolFinding> signature(Tool tool) {
    boolean signed = ModuleFindings.carriesSignature(tool.bytes());
    return tool.signature()
        .problem()
        .filter(why -> signed)
        .map(
            why ->
                new ToolFinding(
                    Kind.ERROR,
                    "signature",
                    "its signature does not count: " + why,
                    "sign it again as the last step of the build: cloche sign --replace"));
  }

  private static List<ToolFinding> manifest(Tool tool) {
    Optional<ToolManifest> manifest;
    try {
      manifest = tool.manifest();
    } catch (PolicyException refused) {
      return refused.problems().stream().map(ToolCheck::manifestProblem).toList();
    }
    if (manifest.isEmpty()) {
      return List.of(
          new ToolFinding(
              Kind.WARNING,
              "no-manifest",
              "it has no manifest: nobody is told what it does, and it may use all that the policy"
                  + " grants",
              "write one (docs/writing-tools.md) and put it in with cloche pack"));
    }
    return manifest(manifest.get());
  }

  private static ToolFinding manifestProblem(PolicyProblem problem) {
    return new ToolFinding(
        Kind.ERROR,
        "manifest",
        "the manifest is refused: " + problem,
        "docs/writing-tools.md has every key; it is read again with each call");
  }

  /** What the search for a manifest says of a broken module was said before. */
  private static boolean isOfModule(ToolFinding manifest) {
    return manifest.what().contains("module refused: ");
  }

  private static List<ToolFinding> manifest(ToolManifest manifest) {
    List<ToolFinding> found = new ArrayList<>();
    if (manifest.description().length() < SHORT) {
      found.add(
          note(
              "short-description",
              "the description has " + manifest.description().length() + " characters",
              "say in a sentence what it does and when to take it: models choose by it"));
    }
    if (manifest.structured().input().isEmpty()) {
      found.add(
          note(
              "no-input-schema",
              "the manifest has no input schema",
              "add \"input\", so that it can be called with a JSON object, as by models"));
    }
    if (manifest.examples().isEmpty()) {
      found.add(
          note(
              "no-examples",
              "the manifest has no examples",
              "add one with input and output; it is shown to callers"));
    }
    return found;
  }

  /** 20 characters. */
  private static final int SHORT = 20;

  private static ToolFinding note(String rule, String what, String fix) {
    return new ToolFinding(Kind.NOTE, rule, what, fix);
  }
}
