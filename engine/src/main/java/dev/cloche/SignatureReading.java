package dev.cloche;

import dev.cloche.signature.ToolSignature;
import java.util.Optional;

/**
 * Finds what of a tool is signed. A signature that covers less than the tool counts for nothing.
 */
final class SignatureReading {

  private SignatureReading() {}

  static ToolSignature of(Tool tool, Optional<byte[]> detached, boolean manifestBeside) {
    if (!tool.command().isEmpty()) {
      return ToolSignature.none("a native command cannot be signed");
    }
    Optional<byte[]> script = tool.signedScript();
    if (script.isPresent()) {
      return detached
          .map(bytes -> ToolSignature.of(script.get(), bytes))
          .orElseGet(() -> ToolSignature.none("it is not signed"));
    }
    if (manifestBeside) {
      return ToolSignature.none(
          "its manifest lies beside the module, where no signature covers it; pack it first");
    }
    if (tool.files().isPresent()) {
      return ToolSignature.none("it has files, which no signature covers");
    }
    return detached
        .map(bytes -> ToolSignature.of(tool.bytes(), bytes))
        .orElseGet(() -> ToolSignature.of(tool.bytes()));
  }
}
