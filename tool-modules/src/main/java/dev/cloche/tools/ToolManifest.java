package dev.cloche.tools;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.cfg.MutableCoercionConfig;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.type.LogicalType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;

/**
 * What a tool says about itself: the JSON document that its module carries in the custom section
 * {@value #SECTION}.
 *
 * <p>Reading is strict. Every key is required, an unknown or repeated key is an error, and so is a
 * value of another type.
 *
 * @param name the name it is called by, in lower case
 * @param title its name as people write it
 * @param description what it does, in one line
 * @param version the upstream release it was built from
 * @param license SPDX expression over all that is linked into the module
 * @param source where the source came from: packages and versions
 * @param abi how input and output travel; {@code wasi-command} is arguments, standard streams and
 *     an exit status
 * @param usage how to call it, one element a line
 */
public record ToolManifest(
    String name,
    String title,
    String description,
    String version,
    String license,
    String source,
    String abi,
    List<String> usage) {

  /** The name of the custom section that holds a module's manifest. */
  public static final String SECTION = "cloche.tool";

  private static final ObjectReader READER =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .withCoercionConfig(LogicalType.Textual, ToolManifest::refuseNonText)
          .build()
          .readerFor(ToolManifest.class);

  private static void refuseNonText(MutableCoercionConfig text) {
    text.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
        .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
        .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail);
  }

  /** Checks that nothing is missing, and copies the lines of the usage. */
  @JsonCreator
  public ToolManifest(
      @JsonProperty(value = "name", required = true) String name,
      @JsonProperty(value = "title", required = true) String title,
      @JsonProperty(value = "description", required = true) String description,
      @JsonProperty(value = "version", required = true) String version,
      @JsonProperty(value = "license", required = true) String license,
      @JsonProperty(value = "source", required = true) String source,
      @JsonProperty(value = "abi", required = true) String abi,
      @JsonProperty(value = "usage", required = true) List<String> usage) {
    this.name = Objects.requireNonNull(name, "name is null");
    this.title = Objects.requireNonNull(title, "title is null");
    this.description = Objects.requireNonNull(description, "description is null");
    this.version = Objects.requireNonNull(version, "version is null");
    this.license = Objects.requireNonNull(license, "license is null");
    this.source = Objects.requireNonNull(source, "source is null");
    this.abi = Objects.requireNonNull(abi, "abi is null");
    this.usage = List.copyOf(usage);
  }

  /**
   * Returns the manifest that a JSON document holds.
   *
   * @throws IllegalArgumentException if the document is not a manifest
   */
  public static ToolManifest parse(byte[] json) {
    try {
      return READER.readValue(json);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("not a tool manifest: " + e.getOriginalMessage(), e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
