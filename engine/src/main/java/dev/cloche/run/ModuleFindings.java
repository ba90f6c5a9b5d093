package dev.cloche.run;

import dev.cloche.Limits;
import dev.cloche.ToolFinding;
import dev.cloche.ToolFinding.Kind;
import dev.cloche.module.CheckedModule;
import dev.cloche.module.Export;
import dev.cloche.module.ExternKind;
import dev.cloche.module.Feature;
import dev.cloche.module.GuestText;
import dev.cloche.module.Import;
import dev.cloche.module.ManifestSection;
import dev.cloche.module.MemoryType;
import dev.cloche.module.ModuleException;
import dev.cloche.module.ModuleLimits;
import dev.cloche.module.ModuleReader;
import dev.cloche.module.SignatureBlock;
import dev.cloche.policy.ByteSize;
import dev.cloche.policy.Suggestions;
import dev.cloche.wasi.Wasi;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** All that is wrong with a module, and how to mend it. */
public final class ModuleFindings {

  private final List<ToolFinding> found = new ArrayList<>();

  private ModuleFindings() {}

  /** Returns why bytes are no core module at all; empty if they are one, maybe a bad one. */
  public static Optional<String> notAModule(byte[] bytes) {
    try {
      Optional<byte[]> unused = ManifestSection.find(bytes, SignatureBlock.SECTION);
      return Optional.empty();
    } catch (ModuleException e) {
      return e.kind() == ModuleException.Kind.NOT_A_MODULE
          ? Optional.of(String.valueOf(e.getMessage()))
          : Optional.empty();
    }
  }

  /** Tells whether there is a signature, whatever it is worth. */
  public static boolean carriesSignature(byte[] bytes) {
    try {
      return ManifestSection.find(bytes, SignatureBlock.SECTION).isPresent();
    } catch (ModuleException e) {
      return e.rule().equals("duplicate-manifest");
    }
  }

  /** Returns what was found. */
  public static List<ToolFinding> of(byte[] bytes, Limits limits) {
    ModuleFindings findings = new ModuleFindings();
    findings.look(bytes, limits);
    return findings.found;
  }

  private void look(byte[] bytes, Limits limits) {
    CheckedModule module;
    try {
      module = ModuleReader.read(bytes, ModuleLimits.defaults());
    } catch (ModuleException refused) {
      error(refused.rule(), String.valueOf(refused.getMessage()), fix(refused));
      try {
        module = ModuleReader.declarations(bytes, ModuleLimits.defaults());
      } catch (ModuleException stillRefused) {
        return;
      }
    }
    module.imports().forEach(imported(module));
    entry(module);
    module.memories().forEach(memory -> memory(memory, limits));
    debugging(module);
  }

  private static String fix(ModuleException refused) {
    return switch (refused.kind()) {
      case FEATURE_OFF -> featureFix(refused.rule());
      case LIMIT -> "build smaller (-Oz), or part the tool into several";
      case NOT_A_MODULE -> "name the .wasm file that the build writes";
      case MALFORMED, INVALID ->
          "build it again: no compiler writes this, so it was cut, or changed by another program";
    };
  }

  private static String featureFix(String feature) {
    for (Feature known : Feature.values()) {
      if (known.id().equals(feature)) {
        return switch (known) {
          case SIMD, RELAXED_SIMD ->
              "build without it: clang -mno-simd128, rustc -C target-feature=-simd128";
          case THREADS -> "build without it: clang without -pthread, target wasm32-wasi";
          case EXCEPTION_HANDLING, LEGACY_EXCEPTION_HANDLING ->
              "build without it: clang -fno-exceptions; for setjmp see docs/writing-tools.md";
          case TAIL_CALLS -> "build without it: clang -mno-tail-call";
          case MEMORY64 -> "build for wasm32";
          case MULTI_MEMORY -> "build without it: one memory is what compilers make by default";
          case GC, TYPED_FUNCTION_REFERENCES ->
              "take a compiler that brings its own memory management to linear memory";
          default -> "build for WebAssembly 2.0 without this feature";
        };
      }
    }
    return "build for WebAssembly 2.0 without this feature";
  }

  private Consumer<Import> imported(CheckedModule module) {
    return wanted -> {
      if (PluginExports.isOfTheEmbedder(module, wanted)) {
        return;
      }
      try {
        Imports.check(module, wanted, PluginFunctions.none());
      } catch (RefusedException refused) {
        error(
            "unknown-import",
            refused.reason().replaceFirst("^module refused: ", ""),
            importFix(wanted));
      }
    };
  }

  private static String importFix(Import wanted) {
    if (wanted.kind() != ExternKind.FUNCTION) {
      return "let the module define and export it, instead of importing it";
    }
    if (Wasi.signature(wanted.module(), wanted.name()).isPresent()) {
      return "declare it with the types of docs/writing-tools.md";
    }
    List<String> offered =
        Stream.of(Wasi.MODULE, Wasi.FETCH_MODULE)
            .flatMap(of -> Wasi.functions(of).stream().map(name -> of + "." + name))
            .toList();
    String full = wanted.module() + "." + wanted.name();
    Optional<String> elsewhere =
        offered.stream().filter(name -> name.endsWith("." + wanted.name())).findFirst();
    return elsewhere
        .or(() -> Suggestions.nearest(full, offered))
        .map(near -> "did you mean " + near + "?")
        .orElseGet(() -> originFix(wanted.module()));
  }

  private static String originFix(String module) {
    String name = GuestText.quote(module);
    return switch (module) {
      case "env" ->
          "the linker left an undefined symbol: link the library that defines it, without"
              + " --allow-undefined";
      case "wasi_unstable" -> "build with a newer SDK, for wasi_snapshot_preview1";
      case "wbg", "__wbindgen_placeholder__" ->
          "it is built for browsers: build for wasm32-wasip1 without wasm-bindgen";
      default -> "leave out what calls " + name + ": a host of that name does not exist here";
    };
  }

  private void entry(CheckedModule module) {
    if (PluginExports.isPlugin(module)) {
      plugin(PluginExports.of(module).orElseThrow());
      return;
    }
    if (isExported(module, "_start") || module.start().isPresent()) {
      return;
    }
    String fix =
        isExported(module, "_initialize")
            ? "it is a reactor: link it as a command, without -mexec-model=reactor, with a main"
            : "link it as a WASI command: clang --target=wasm32-wasi, rustc --target"
                + " wasm32-wasip1, with a main";
    error("no-entry", "it exports no function \"_start\", which a call would run", fix);
  }

  private void plugin(PluginExports exports) {
    if (exports.functions().isEmpty()) {
      error(
          "no-entry",
          "it is an Extism plugin and exports no function that a call could name",
          "export a function without parameters that returns an i32");
    }
  }

  private static boolean isExported(CheckedModule module, String name) {
    for (Export export : module.exports()) {
      if (export.name().equals(name) && export.kind() == ExternKind.FUNCTION) {
        return true;
      }
    }
    return false;
  }

  private void memory(MemoryType memory, Limits limits) {
    long least = memory.min() * Limits.PAGE_BYTES;
    if (least > limits.memoryBytes()) {
      error(
          "initial-memory",
          "it begins with %s of memory, and a call may have %s"
              .formatted(ByteSize.format(least), ByteSize.format(limits.memoryBytes())),
          "link with a smaller --initial-memory and less static data, or raise limits.memory");
    }
    if (memory.max().isEmpty()) {
      found.add(
          new ToolFinding(
              Kind.WARNING,
              "unbounded-memory",
              "its memory has no maximum: it grows until the limit of the call",
              "link with --max-memory=BYTES, so that callers know what it needs"));
    }
  }

  private void debugging(CheckedModule module) {
    Set<String> names = module.customSectionNames();
    if (names.stream().anyMatch(name -> name.startsWith(".debug_"))) {
      found.add(
          new ToolFinding(
              Kind.NOTE,
              "debug-information",
              "it carries debug information, which nothing here reads",
              "link with --strip-all, or --strip-debug to keep the names of functions"));
    }
  }

  private void error(String rule, String what, String fix) {
    found.add(new ToolFinding(Kind.ERROR, rule, what, fix));
  }
}
