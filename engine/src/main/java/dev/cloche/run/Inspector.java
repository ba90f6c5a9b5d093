package dev.cloche.run;

import dev.cloche.Inspection;
import dev.cloche.Limits;
import dev.cloche.Tool;
import dev.cloche.module.Body;
import dev.cloche.module.CheckedModule;
import dev.cloche.module.Export;
import dev.cloche.module.Feature;
import dev.cloche.module.FunctionType;
import dev.cloche.module.GuestText;
import dev.cloche.module.Import;
import dev.cloche.module.MemoryType;
import dev.cloche.module.ModuleException;
import dev.cloche.module.ModuleLimits;
import dev.cloche.module.ModuleReader;
import dev.cloche.module.ValueType;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** Describes a module without running it. */
final class Inspector {

  /** The custom section with a tool's manifest. */
  private static final String MANIFEST = "cloche.tool";

  private Inspector() {}

  static Inspection inspect(Tool tool, Limits limits, PluginFunctions functions) {
    if (!tool.command().isEmpty()) {
      return unreadable(0, "a native command is no module, and cannot be looked into");
    }
    byte[] bytes = tool.bytes();
    try {
      CheckedModule module = ModuleReader.read(bytes, ModuleLimits.defaults());
      return describe(module, refusal(module, limits, functions));
    } catch (ModuleException e) {
      return unreadable(bytes.length, String.valueOf(e.getMessage()));
    }
  }

  private static Optional<String> refusal(
      CheckedModule module, Limits limits, PluginFunctions functions) {
    try {
      ModuleCheck.requireTool(module, functions);
      long ignored = ModuleCheck.memory(module).bytesWithin(limits);
      return Optional.empty();
    } catch (RefusedException refused) {
      return Optional.of(refused.reason());
    }
  }

  private static Inspection unreadable(int size, String refusal) {
    return new Inspection(
        size,
        0,
        0,
        List.of(),
        List.of(),
        0,
        Optional.empty(),
        List.of(),
        0,
        Optional.of(refusal),
        Optional.empty(),
        Optional.empty(),
        List.of());
  }

  private static Inspection describe(CheckedModule module, Optional<String> refusal) {
    Optional<MemoryType> memory = module.memories().stream().findFirst();
    return new Inspection(
        module.bytes().length,
        module.distinctTypes(),
        module.bodies().size(),
        module.imports().stream().map(wanted -> importLine(module, wanted)).toList(),
        module.exports().stream().map(Inspector::exportLine).toList(),
        memory.map(type -> type.min() * Limits.PAGE_BYTES).orElse(0L),
        memory.flatMap(type -> max(type.max())),
        module.features().stream().map(Feature::id).toList(),
        module.bodies().stream().mapToInt(Inspector::size).max().orElse(0),
        refusal,
        module.customSection(MANIFEST).map(content -> new String(content, StandardCharsets.UTF_8)),
        Optional.empty(),
        PluginExports.of(module).stream()
            .flatMap(plugin -> plugin.functions().keySet().stream())
            .map(GuestText::escape)
            .toList());
  }

  /** Adds what is known once the module is compiled. */
  static Inspection withCode(Inspection inspection, HugeMethods methods) {
    List<Inspection.Method> huge =
        methods.huge().entrySet().stream()
            .map(entry -> new Inspection.Method(entry.getKey(), entry.getValue()))
            .toList();
    Inspection.JavaCode code =
        new Inspection.JavaCode(huge, methods.interpreted(), HugeMethods.areCompiled());
    return copy(inspection, inspection.refusal(), Optional.of(code));
  }

  /** Adds a refusal that only type checking finds. */
  static Inspection refused(Inspection inspection, String reason) {
    return copy(inspection, Optional.of(reason), Optional.empty());
  }

  private static Inspection copy(
      Inspection from, Optional<String> refusal, Optional<Inspection.JavaCode> code) {
    return new Inspection(
        from.bytes(),
        from.types(),
        from.functions(),
        from.imports(),
        from.exports(),
        from.memoryMinBytes(),
        from.memoryMaxBytes(),
        from.features(),
        from.largestBodyBytes(),
        refusal,
        from.manifest(),
        code,
        from.pluginFunctions());
  }

  private static Optional<Long> max(OptionalLong pages) {
    return pages.isPresent()
        ? Optional.of(pages.getAsLong() * Limits.PAGE_BYTES)
        : Optional.empty();
  }

  private static int size(Body body) {
    return body.end() - body.start();
  }

  private static String importLine(CheckedModule module, Import wanted) {
    String name = GuestText.escape(wanted.module() + "." + wanted.name());
    if (wanted.typeIndex() < 0) {
      return name + " (" + lower(wanted.kind().name()) + ")";
    }
    FunctionType type = module.types().get(wanted.typeIndex());
    return name + " (" + names(type.parameters()) + ") -> (" + names(type.results()) + ")";
  }

  private static String names(List<ValueType> types) {
    return types.stream().map(type -> lower(type.name())).collect(Collectors.joining(", "));
  }

  private static String exportLine(Export export) {
    return GuestText.escape(export.name()) + " (" + lower(export.kind().name()) + ")";
  }

  private static String lower(String text) {
    return text.toLowerCase(Locale.ROOT);
  }
}
