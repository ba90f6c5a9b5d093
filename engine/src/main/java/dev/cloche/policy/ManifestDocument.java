package dev.cloche.policy;

import dev.cloche.Capabilities;
import dev.cloche.Metering;
import dev.cloche.ToolManifest;
import dev.cloche.module.GuestText;
import dev.cloche.module.ManifestSection;
import dev.cloche.module.ModuleException;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads the manifest of a tool, as strictly as a policy, whose words it uses. */
public final class ManifestDocument {

  /** Made when a manifest is read whole; calls of packaged tools read a part. */
  private static final class Names {
    static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9._-]{0,63}");

    private Names() {}
  }

  private static final List<String> PLAIN =
      List.of(
          "name",
          "title",
          "description",
          "version",
          "license",
          "source",
          "abi",
          "usage",
          "metering");

  /** The keys of each mapping by its path. */
  static final Keys KEYS =
      Keys.of(
          Stream.of(PLAIN, CapabilitiesReader.KEYS, StructuredReader.KEYS, ExampleReader.KEYS)
              .flatMap(List::stream)
              .toList());

  private final Section root;
  private final boolean script;
  private final Problems problems;

  private ManifestDocument(Section root, boolean script, Problems problems) {
    this.root = root;
    this.script = script;
    this.problems = problems;
  }

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
   * Returns a module with this text as its manifest.
   *
   * @throws PolicyException if it has two, or the bytes are no module
   */
  public static byte[] embed(byte[] module, byte[] json) {
    try {
      return ManifestSection.with(module, ToolManifest.SECTION, json);
    } catch (ModuleException e) {
      throw new PolicyException("", String.valueOf(e.getMessage()));
    }
  }

  /**
   * Reads the manifest of a module.
   *
   * @throws PolicyException if it is not one
   */
  public static ToolManifest parse(byte[] json) {
    return parse(json, false);
  }

  /**
   * Reads the manifest of a script, where name and description are required and other keys have
   * defaults.
   *
   * @throws PolicyException if it is not one
   */
  public static ToolManifest parseScript(byte[] json) {
    return parse(json, true);
  }

  /**
   * Reads what a manifest asks for and passes over the rest, which a call with arguments has no use
   * for: reading schemas and examples takes a third of a first call's time for it. Only for a
   * manifest that is in a jar, beside the code that trusts it, and was read whole when that was
   * built.
   *
   * @throws PolicyException if it is none
   */
  public static Capabilities capabilities(byte[] json) {
    return read(json, ManifestDocument::asked);
  }

  private static ToolManifest parse(byte[] json, boolean script) {
    return read(json, (root, problems) -> new ManifestDocument(root, script, problems).manifest());
  }

  private static <T> T read(byte[] json, BiFunction<Section, Problems, Optional<T>> reader) {
    if (json.length > ToolManifest.MAX_BYTES) {
      throw new PolicyException("", "the manifest is larger than 64Ki");
    }
    String text = PolicyDocument.decode(json);
    Problems problems = new Problems();
    Optional<T> read =
        Section.root(NodeReader.manifest(text, problems), KEYS, problems)
            .flatMap(root -> reader.apply(root, problems));
    problems.refuse();
    return read.orElseThrow();
  }

  private static Optional<Capabilities> asked(Section root, Problems problems) {
    Optional<Capabilities> asked =
        root.section("capabilities").map(CapabilitiesReader::capabilities);
    return problems.count() == 0
        ? Optional.of(asked.orElse(Capabilities.none()))
        : Optional.empty();
  }

  private Optional<ToolManifest> manifest() {
    String name = required("name");
    if (root.has("name") && !Names.NAME.matcher(name).matches()) {
      root.problem(
          "name", GuestText.quote(name) + " is not 1 to 64 of a-z, 0-9, dot, underscore, hyphen");
    }
    Capabilities capabilities =
        root.section("capabilities")
            .map(CapabilitiesReader::capabilities)
            .orElse(Capabilities.none());
    if (script && root.has("script")) {
      root.problem("script", "is for interpreters; a script is none");
    }
    ToolManifest manifest =
        new ToolManifest(
            name,
            orElse("title", name),
            required("description"),
            orElse("version", "0"),
            orElse("license", "unknown"),
            orElse("source", "a script"),
            abi(),
            usage(),
            capabilities,
            StructuredReader.form(root, capabilities, problems),
            ExampleReader.examples(root, problems),
            root.text("metering", ManifestDocument::metering).orElse(Metering.EXACT),
            StructuredReader.script(root));
    return problems.count() == 0 ? Optional.of(manifest) : Optional.empty();
  }

  private String required(String key) {
    return root.required(key).flatMap(at -> root.text(at, VisibleText::line)).orElse("");
  }

  private String orElse(String key, String otherwise) {
    return script && !root.has(key) ? otherwise : required(key);
  }

  private List<String> usage() {
    return script && !root.has("usage")
        ? List.of()
        : root.required("usage").map(key -> root.each(key, VisibleText::line)).orElse(List.of());
  }

  /** A module of an ABI that is not known here would be run as something that it is not. */
  private String abi() {
    List<String> known =
        script
            ? List.of(ToolManifest.SCRIPT)
            : List.of(ToolManifest.WASI_COMMAND, ToolManifest.EXTISM_PLUGIN);
    String abi = orElse("abi", known.get(0));
    if (root.has("abi") && !known.contains(abi)) {
      root.problem(
          "abi", "unknown ABI " + GuestText.quote(abi) + "; it is " + String.join(" or ", known));
    }
    return abi;
  }

  private static Metering metering(String text) {
    for (Metering metering : Metering.values()) {
      if (metering.id().equals(text)) {
        return metering;
      }
    }
    throw new IllegalArgumentException(
        "unknown metering " + GuestText.quote(text) + "; it is exact or coarse");
  }
}
