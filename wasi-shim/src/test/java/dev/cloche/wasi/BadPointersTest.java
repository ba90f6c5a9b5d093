package dev.cloche.wasi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.testkit.Listing;
import dev.cloche.wasi.Parameter.Role;
import dev.cloche.workspace.Workspace;
import dev.cloche.workspace.WorkspaceLimits;
import dev.cloche.workspace.tree.Errno;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * H1 and F13: every pointer parameter of every function, taken from the function table, with
 * addresses outside the memory. The answer is {@code FAULT} and nothing has changed.
 */
class BadPointersTest {
  private static final int FILE = 4;

  /** Below every pointer there are two bytes or items. */
  private static final long LENGTH = 2;

  /** A number that is no valid length for what is at any pointer here. */
  private static final long[] LENGTHS = {
    Guest.MEMORY_BYTES + 1, 0x7fff_ffffL, 0x8000_0000L, 0xffff_fffeL, 0xffff_ffffL, -1
  };

  /** Pointers outside of the memory, or with their end outside, or wrapping around. */
  private static final long[] POINTERS = {
    Guest.MEMORY_BYTES,
    Guest.MEMORY_BYTES - 1,
    0x7fff_ffffL,
    0x8000_0000L,
    0xffff_fffeL,
    0xffff_ffffL,
    // As Chicory hands a negative i32 over: sign-extended.
    -1
  };

  record Row(Function function, int parameter, long value) {
    @Override
    public String toString() {
      return function.name() + " parameter " + parameter + " = " + Long.toHexString(value);
    }
  }

  private static Stream<Row> rows(Role role, long... values) {
    List<Row> rows = new ArrayList<>();
    for (Function function : FunctionTable.functions().values()) {
      for (int i = 0; i < function.parameters().size(); i++) {
        if (function.parameters().get(i).role() == role) {
          for (long value : values) {
            rows.add(new Row(function, i, value));
          }
        }
      }
    }
    return rows.stream();
  }

  static Stream<Row> pointers() {
    return rows(Role.POINTER, POINTERS);
  }

  static Stream<Row> lengths() {
    return rows(Role.LENGTH, LENGTHS);
  }

  private static Guest guest() {
    Guest guest =
        new Guest(
            Workspace.inMemory(WorkspaceLimits.defaults()),
            builder -> builder.arguments(List.of("a", "b")).environment(Map.of("C", "d")));
    assertEquals(FILE, guest.opened("aa", "crw"));
    guest.text(Guest.PATH, "bb");
    guest.text(Guest.PATH2, "cc");
    guest.buffers(Guest.DATA, 4, Guest.DATA + 4, 4);
    return guest;
  }

  /** Returns arguments that are right for memory: two bytes or items at each pointer. */
  private static long[] arguments(Function function) {
    return function.parameters().stream().mapToLong(each -> argument(function, each)).toArray();
  }

  private static long argument(Function function, Parameter parameter) {
    return switch (parameter) {
      case FD, NEW_FD -> function.name().startsWith("path_") ? Guest.ROOT : FILE;
      case PATH -> Guest.PATH;
      case NEW_PATH, TARGET -> Guest.PATH2;
      case INTO, FROM -> Guest.BUFFERS;
      case LENGTH -> LENGTH;
      // Two subscriptions of zeros: a clock that has passed.
      case SUBSCRIPTIONS -> Guest.DATA + 1000;
      default -> parameter.role() == Role.POINTER ? Guest.DATA + 2000 : 0;
    };
  }

  private static void changesNothing(Row row, Set<Errno> allowed) {
    Guest guest = guest();
    long[] arguments = arguments(row.function());
    arguments[row.parameter()] = row.value();
    byte[] before = guest.memory().readBytes(0, Guest.MEMORY_BYTES);
    Errno errno = guest.call(row.function().name(), arguments);
    assertTrue(allowed.contains(errno), errno.toString());
    assertArrayEquals(before, guest.memory().readBytes(0, Guest.MEMORY_BYTES));
    assertEquals(List.of("aa"), guest.names("/"));
    assertEquals("", guest.content("/aa"));
    assertTrue(guest.lastLine().endsWith(" = E" + errno), guest.lastLine());
  }

  @ParameterizedTest
  @MethodSource("pointers")
  void f13_h1_anyFunction_pointerOutsideMemory_isAFaultWithoutEffect(Row row) {
    changesNothing(row, Set.of(Errno.FAULT));
  }

  @ParameterizedTest
  @MethodSource("lengths")
  void f13_h1_anyFunction_lengthBeyondMemory_isRefusedWithoutEffect(Row row) {
    changesNothing(row, Set.of(Errno.FAULT, Errno.INVAL, Errno.NAMETOOLONG));
  }

  static Stream<Function> functions() {
    return FunctionTable.functions().values().stream().filter(Function::returnsErrno);
  }

  @ParameterizedTest
  @MethodSource("functions")
  void anyFunction_pointersInsideMemory_isNoFault(Function function) {
    assertNotEquals(Errno.FAULT, guest().call(function.name(), arguments(function)));
  }

  /** A result of a function, moved over one of its inputs. */
  record Overlap(Function function, int result, int input, int shift) {
    @Override
    public String toString() {
      return function.name() + " result " + result + " over input " + input + " + " + shift;
    }
  }

  private static final Set<Parameter> INPUTS =
      Set.of(
          Parameter.PATH,
          Parameter.NEW_PATH,
          Parameter.TARGET,
          Parameter.INTO,
          Parameter.FROM,
          Parameter.SUBSCRIPTIONS);

  static Stream<Overlap> overlaps() {
    List<Overlap> all = new ArrayList<>();
    for (Function function : FunctionTable.functions().values()) {
      List<Parameter> parameters = function.parameters();
      for (int input = 0; input < parameters.size(); input++) {
        for (int result = 0; result < parameters.size(); result++) {
          boolean isResult =
              parameters.get(result).role() == Role.POINTER
                  && !INPUTS.contains(parameters.get(result));
          if (isResult && INPUTS.contains(parameters.get(input))) {
            for (int shift = -3; shift <= 9; shift += 3) {
              all.add(new Overlap(function, result, input, shift));
            }
          }
        }
      }
    }
    return all.stream();
  }

  /** H1: inputs are read before results are written, wherever these lie. */
  @ParameterizedTest
  @MethodSource("overlaps")
  void anyFunction_resultOverItsInput_answersTheSame(Overlap row) {
    Guest apart = guest();
    long[] arguments = arguments(row.function());
    Errno expected = apart.call(row.function().name(), arguments);
    final String line = apart.lastLine();
    Guest over = guest();
    arguments[row.result()] = arguments[row.input()] + row.shift();
    assertEquals(expected, over.call(row.function().name(), arguments));
    assertEquals(Listing.of(apart.workspace), Listing.of(over.workspace));
    assertEquals(
        line.substring(0, line.indexOf('(')), over.lastLine().split("\\(", 2)[0], "traced too");
  }

  static Stream<String> vectorFunctions() {
    return Stream.of("fd_read", "fd_write", "fd_pread", "fd_pwrite");
  }

  private static Errno vector(Guest guest, String name, int count) {
    return name.startsWith("fd_p")
        ? guest.call(name, FILE, Guest.BUFFERS, count, 0, Guest.RESULT)
        : guest.call(name, FILE, Guest.BUFFERS, count, Guest.RESULT);
  }

  @ParameterizedTest
  @MethodSource("vectorFunctions")
  void vector_secondBufferOutside_isAFaultBeforeTheFirstIsMoved(String name) {
    Guest guest = guest();
    guest.file("/aa", "content");
    guest.text(Guest.DATA, "####");
    for (int[] bad :
        new int[][] {
          {Guest.MEMORY_BYTES, 1}, {Guest.MEMORY_BYTES - 1, 2}, {0, -1}, {-1, 1}, {-1, -1}
        }) {
      guest.buffers(Guest.DATA, 4, bad[0], bad[1]);
      assertEquals(Errno.FAULT, vector(guest, name, 2));
    }
    assertEquals("####", guest.dataText(4));
    assertEquals("content", guest.content("/aa"));
  }

  @ParameterizedTest
  @MethodSource("vectorFunctions")
  void f13_vector_tooManyBuffers_isInvalid(String name) {
    Guest guest = guest();
    assertEquals(Errno.INVAL, vector(guest, name, 1025));
    assertEquals(Errno.INVAL, vector(guest, name, 1 << 20));
    assertEquals(Errno.INVAL, vector(guest, name, -1));
  }

  @ParameterizedTest
  @MethodSource("vectorFunctions")
  void f13_vector_sumBeyond2GiB_isInvalid(String name) {
    Guest guest = guest();
    int[] all = new int[2 * 1024];
    Arrays.fill(all, 0);
    for (int i = 0; i < all.length; i += 2) {
      all[i + 1] = Guest.MEMORY_BYTES;
    }
    for (int i = 0; i < all.length; i++) {
      guest.memory().writeI32(Guest.DATA + 4 * i, all[i]);
    }
    // 1,024 buffers of 256 KiB are 256 MiB: allowed, and paid for.
    Errno errno =
        name.startsWith("fd_p")
            ? guest.call(name, FILE, Guest.DATA, 1024, 0, Guest.RESULT)
            : guest.call(name, FILE, Guest.DATA, 1024, Guest.RESULT);
    assertTrue(errno == Errno.SUCCESS || errno == Errno.NOSPC, errno.toString());
  }

  @ParameterizedTest
  @MethodSource("vectorFunctions")
  void vector_overItsOwnList_usesTheListAsItWas(String name) {
    Guest guest = guest();
    guest.file("/aa", "0123456789abcdef");
    guest.buffers(Guest.BUFFERS, 16, Guest.DATA, 4);
    assertEquals(Errno.SUCCESS, vector(guest, name, 2));
  }
}
