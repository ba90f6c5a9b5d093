package dev.cloche.cli;

import dev.cloche.Inspection;
import dev.cloche.Limits;
import dev.cloche.Tool;
import dev.cloche.policy.ByteSize;
import java.util.ArrayList;
import java.util.List;

/** Lays an inspection out for a person. Names in it are the module's words, so they are escaped. */
final class InspectionText {

  private InspectionText() {}

  /** Returns the lines to print. */
  static List<String> lines(Tool tool, Inspection inspection, Limits limits) {
    List<String> lines = new ArrayList<>();
    add(lines, "tool", Printable.line(tool.name()));
    add(lines, "size", inspection.bytes() + " bytes");
    add(lines, "sha256", tool.digest());
    add(lines, "functions", functions(inspection));
    add(lines, "memory", memory(inspection));
    add(lines, "features", inspection.features().isEmpty() ? "none beyond the MVP" : "");
    addAll(lines, inspection.features());
    add(lines, "imports", Integer.toString(inspection.imports().size()));
    addAll(lines, inspection.imports());
    add(lines, "exports", Integer.toString(inspection.exports().size()));
    addAll(lines, inspection.exports());
    if (!inspection.pluginFunctions().isEmpty()) {
      add(lines, "plugin", "of Extism; a call names a function");
      addAll(lines, inspection.pluginFunctions());
    }
    add(lines, "manifest", inspection.manifest().map(Printable::line).orElse("none"));
    inspection.javaCode().ifPresent(code -> code(lines, code));
    add(lines, "runs", inspection.refusal().isEmpty() ? "yes" : "no, it would be refused");
    add(lines, "limits", LimitOptions.describe(limits));
    return lines;
  }

  private static String functions(Inspection inspection) {
    return String.format(
        "%d of %d types, the largest %d bytes",
        inspection.functions(), inspection.types(), inspection.largestBodyBytes());
  }

  private static void code(List<String> lines, Inspection.JavaCode code) {
    String jvm =
        code.hugeCompiled()
            .map(compiled -> compiled ? "this JVM compiles" : "this JVM interprets")
            .orElse("HotSpot interprets by default");
    add(
        lines,
        "java code",
        String.format(
            "%d methods above 8000 bytes, which %s; %d functions too large for a method",
            code.huge().size(), jvm, code.interpreted().size()));
    for (Inspection.Method method : code.huge()) {
      lines.add("  func[" + method.function() + "] " + method.bytes() + " bytes");
    }
    for (int function : code.interpreted()) {
      lines.add("  func[" + function + "] interpreted");
    }
  }

  private static String memory(Inspection inspection) {
    String max =
        inspection
            .memoryMaxBytes()
            .map(bytes -> "at most " + ByteSize.format(bytes))
            .orElse("no maximum declared");
    return ByteSize.format(inspection.memoryMinBytes()) + " at the start, " + max;
  }

  private static void add(List<String> lines, String label, String value) {
    lines.add(String.format("%-10s %s", label, value).stripTrailing());
  }

  private static void addAll(List<String> lines, List<String> items) {
    for (String item : items) {
      lines.add("  " + Printable.line(item));
    }
  }
}
