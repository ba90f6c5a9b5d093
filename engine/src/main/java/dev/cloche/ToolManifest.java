package dev.cloche;

import dev.cloche.policy.ManifestDocument;
import dev.cloche.policy.PolicyException;
import dev.cloche.policy.ScriptComment;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What a tool says about itself: the JSON document that its module carries in the custom section
 * {@value #SECTION}.
 *
 * <p>Reading is strict: the keys up to {@code usage} are required, and whatever is not understood
 * is an error.
 *
 * @param name the name it is called by, in lower case
 * @param title its name as people write it
 * @param description what it does, in one line
 * @param version the upstream release it was built from
 * @param license SPDX expression over all that is linked into the module
 * @param source where the source came from: packages and versions
 * @param abi how input and output travel; {@code wasi-command} is arguments, standard streams and
 *     an exit status, {@code extism-plugin} the functions of Extism
 * @param usage how to call it, one element a line
 * @param capabilities what it asks for beyond what every command gets; where a manifest says
 *     nothing, {@link Capabilities#none}
 * @param structured how it is called with a JSON object, and what it answers
 * @param examples calls and what comes of them
 * @param metering how exactly its work is charged
 * @param script how it is given a script, if it is an interpreter
 */
public record ToolManifest(
    String name,
    String title,
    String description,
    String version,
    String license,
    String source,
    String abi,
    List<String> usage,
    Capabilities capabilities,
    StructuredForm structured,
    List<ToolExample> examples,
    Metering metering,
    Optional<ScriptForm> script) {

  /** The ABI of a command: arguments, standard streams and an exit status. */
  public static final String WASI_COMMAND = "wasi-command";

  /** The ABI of an Extism plugin: its argument is the function to call. */
  public static final String EXTISM_PLUGIN = "extism-plugin";

  /** The ABI of a script: that of its interpreter. */
  public static final String SCRIPT = "script";

  /** The name of the custom section that holds a module's manifest. */
  public static final String SECTION = "cloche.tool";

  /** 64 KiB. */
  public static final int MAX_BYTES = 64 << 10;

  /** Checks that nothing is missing, and copies the lines of the usage. */
  public ToolManifest {
    Objects.requireNonNull(name, "name is null");
    Objects.requireNonNull(title, "title is null");
    Objects.requireNonNull(description, "description is null");
    Objects.requireNonNull(version, "version is null");
    Objects.requireNonNull(license, "license is null");
    Objects.requireNonNull(source, "source is null");
    Objects.requireNonNull(abi, "abi is null");
    Objects.requireNonNull(capabilities, "capabilities is null");
    usage = List.copyOf(usage);
    Objects.requireNonNull(structured, "structured is null");
    examples = List.copyOf(examples);
    Objects.requireNonNull(metering, "metering is null");
    Objects.requireNonNull(script, "script is null");
  }

  /** Makes a manifest of what is required. It asks for nothing. */
  public ToolManifest(
      String name,
      String title,
      String description,
      String version,
      String license,
      String source,
      String abi,
      List<String> usage) {
    this(
        name,
        title,
        description,
        version,
        license,
        source,
        abi,
        usage,
        Capabilities.none(),
        StructuredForm.NONE,
        List.of(),
        Metering.EXACT,
        Optional.empty());
  }

  /**
   * Returns the manifest that a JSON document holds.
   *
   * @throws PolicyException if the document is not a manifest
   */
  public static ToolManifest parse(byte[] json) {
    return ManifestDocument.parse(json);
  }

  /**
   * Returns a module that carries a manifest, in place of the one that it has; a signature of the
   * module is none any more.
   *
   * @param json the manifest; not checked
   * @throws PolicyException if the module carries two, or is none
   */
  public static byte[] embed(byte[] module, byte[] json) {
    return ManifestDocument.embed(module, json);
  }

  /**
   * Returns the manifest that a module carries, without checking the rest of the module.
   *
   * @throws PolicyException if it carries two, or one that is not a manifest, or is no module
   */
  static Optional<ToolManifest> of(byte[] module) {
    return ManifestDocument.section(module).map(ToolManifest::parse);
  }

  /**
   * Returns the manifest that lies beside a module.
   *
   * @throws PolicyException if it is not one, or the module carries one as well
   */
  static ToolManifest beside(byte[] module, byte[] json) {
    if (ManifestDocument.section(module).isPresent()) {
      throw new PolicyException(
          "", "the module carries a manifest, and another lies beside it; remove that");
    }
    return parse(json);
  }

  /**
   * Returns the manifest in the comment that a script begins with, if it does.
   *
   * @throws PolicyException if it is not one
   */
  static Optional<ToolManifest> ofScript(String source) {
    return ScriptComment.find(source).map(ManifestDocument::parseScript);
  }
}
