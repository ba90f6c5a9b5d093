package dev.cloche.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.dylibso.chicory.wasm.types.Import;
import com.dylibso.chicory.wasm.types.OpCode;
import com.dylibso.chicory.wasm.types.UnknownCustomSection;
import dev.cloche.ToolManifest;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every bundled module must be, whatever it does. Nothing is run here. */
@Tag("one-jdk")
class ToolModuleTest {

  /**
   * Exceptions, tail calls, typed function references: one-byte opcodes that an engine may lack.
   */
  private static final Set<Integer> UNWANTED =
      Set.of(0x06, 0x07, 0x08, 0x09, 0x0A, 0x12, 0x13, 0x14, 0x15, 0x18, 0x19, 0x1F);

  /**
   * Instructions of the largest function. The engine cuts large functions into pieces, and
   * CPython's interpreter loop, which has this size, comes out small enough.
   */
  private static final int MAX_INSTRUCTIONS = 20_000;

  static Stream<String> names() {
    return BundledTools.all().stream().map(BundledTool::name);
  }

  @ParameterizedTest
  @MethodSource("names")
  void imports_areWasi_andClocheOfThoseThatFetch(String name) {
    Set<String> modules =
        Guest.tool(name).module().importSection().stream()
            .map(Import::module)
            .collect(Collectors.toSet());

    Set<String> expected = new HashSet<>(Set.of("wasi_snapshot_preview1"));
    if (List.of("fetch", "js", "lua").contains(name)) {
      expected.add("cloche");
    }
    if (name.equals("lua")) {
      expected.add("env"); // jumps; the engine knows nothing else of that name
    }
    assertEquals(expected, modules);
  }

  @ParameterizedTest
  @MethodSource("names")
  void sockets_areNotImported(String name) {
    assertFalse(
        Guest.tool(name).module().importSection().stream()
            .anyMatch(one -> one.name().startsWith("sock_")));
  }

  @ParameterizedTest
  @MethodSource("names")
  void instructions_needNoOptionalProposal(String name) {
    Set<OpCode> used =
        instructionsByFunction(name).stream()
            .flatMap(List::stream)
            .collect(Collectors.toCollection(() -> EnumSet.noneOf(OpCode.class)));

    List<OpCode> refused = used.stream().filter(opcode -> !isAllowed(opcode.opcode())).toList();

    assertEquals(List.of(), refused);
  }

  @ParameterizedTest
  @MethodSource("names")
  void functions_staySmallEnoughToBeCompiled(String name) {
    int largest = instructionsByFunction(name).stream().mapToInt(List::size).max().orElseThrow();

    assertTrue(
        largest <= MAX_INSTRUCTIONS,
        () -> name + " has a function of " + largest + " instructions");
  }

  @ParameterizedTest
  @MethodSource("names")
  void manifest_inTheModule_isTheCatalogues(String name) {
    var section =
        (UnknownCustomSection) Guest.tool(name).module().customSection(ToolManifest.SECTION);

    assertEquals(
        BundledTools.find(name).orElseThrow().manifest(), ToolManifest.parse(section.bytes()));
  }

  private static List<List<OpCode>> instructionsByFunction(String name) {
    var code = Guest.tool(name).module().codeSection();
    return IntStream.range(0, code.functionBodyCount())
        .mapToObj(
            index ->
                code.getFunctionBody(index).instructions().stream()
                    .map(one -> one.opcode())
                    .toList())
        .toList();
  }

  /**
   * WebAssembly 1.0 with sign extension and reference types, and the 0xFC page: saturating
   * conversion and bulk memory.
   */
  private static boolean isAllowed(int opcode) {
    return opcode <= 0xD2 ? !UNWANTED.contains(opcode) : opcode >= 0xFC00 && opcode <= 0xFC11;
  }
}
