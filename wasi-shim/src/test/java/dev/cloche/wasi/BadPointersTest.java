package dev.cloche.wasi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.wasi.Function.Parameter;
import dev.cloche.workspace.Workspace;
import dev.cloche.workspace.WorkspaceLimits;
import dev.cloche.workspace.tree.Errno;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * H1 and F13: every pointer parameter of every function, taken from the function table, with
 * addresses outside the memory. The answer is {@code FAULT} and nothing has changed.
 */
class BadPointersTest {
  private static final int FILE = 4;

  /** Below every pointer there are at least two bytes or items. */
  private static final long LENGTH = 2;

  record Row(Function function, int parameter, long pointer) {
    @Override
    public String toString() {
      return function.name() + " parameter " + parameter + " = " + Long.toHexString(pointer);
    }
  }

  static Stream<Row> rows() {
    List<Row> rows = new ArrayList<>();
    for (Function function : FunctionTable.functions().values()) {
      for (int i = 0; i < function.parameters().size(); i++) {
        if (function.parameters().get(i) == Parameter.POINTER) {
          rows.add(new Row(function, i, Guest.MEMORY_BYTES));
          rows.add(new Row(function, i, Guest.MEMORY_BYTES - 1));
          rows.add(new Row(function, i, 0x7fff_ffffL));
          rows.add(new Row(function, i, 0xffff_ffffL));
          // As Chicory hands a negative i32 over: sign-extended.
          rows.add(new Row(function, i, -1));
        }
      }
    }
    return rows.stream();
  }

  private static Guest guest() {
    Guest guest =
        new Guest(
            Workspace.inMemory(WorkspaceLimits.defaults()),
            builder -> builder.arguments(List.of("a", "b")).environment(Map.of("C", "d")));
    assertEquals(FILE, guest.opened("aa", "crw"));
    guest.text(Guest.PATH, "bb");
    return guest;
  }

  private static long[] arguments(Function function) {
    return function.parameters().stream()
        .mapToLong(
            parameter ->
                switch (parameter) {
                  case INT -> 0;
                  case LONG -> 0;
                  case POINTER -> Guest.PATH;
                  case LENGTH -> LENGTH;
                })
        .toArray();
  }

  @ParameterizedTest
  @MethodSource("rows")
  void anyFunction_pointerOutsideMemory_isAFaultWithoutEffect(Row row) {
    Guest guest = guest();
    long[] arguments = arguments(row.function());
    arguments[row.parameter()] = row.pointer();
    byte[] before = guest.memory().readBytes(0, Guest.MEMORY_BYTES);
    assertEquals(Errno.FAULT, guest.call(row.function().name(), arguments));
    assertArrayEquals(before, guest.memory().readBytes(0, Guest.MEMORY_BYTES));
    assertEquals(List.of("aa"), guest.names("/"));
  }

  @ParameterizedTest
  @MethodSource("rows")
  void anyFunction_samePointerInsideMemory_isNoFault(Row row) {
    Guest guest = guest();
    guest.memory().fill((byte) 0, Guest.PATH + 8, Guest.PATH + 256);
    guest.memory().writeI32(Guest.PATH, 0);
    guest.memory().writeI32(Guest.PATH + 4, 0);
    long[] arguments = arguments(row.function());
    Errno errno = guest.call(row.function().name(), arguments);
    assertNotEquals(Errno.FAULT, errno);
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
  void vector_tooManyBuffers_isInvalid(String name) {
    Guest guest = guest();
    assertEquals(Errno.INVAL, vector(guest, name, 1025));
    assertEquals(Errno.INVAL, vector(guest, name, 1 << 20));
    assertEquals(Errno.INVAL, vector(guest, name, -1));
  }

  @ParameterizedTest
  @MethodSource("vectorFunctions")
  void vector_sumBeyond2GiB_isInvalid(String name) {
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
