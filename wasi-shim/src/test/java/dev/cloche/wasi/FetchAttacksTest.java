package dev.cloche.wasi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.wasi.Parameter.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Hostile arguments of the functions of the module {@code cloche}; H1, N8, N13. */
class FetchAttacksTest {
  private static final String OK_URL = "https://fake/a";

  /** Pointers outside of the memory, or with their end outside, or wrapping around. */
  private static final long[] POINTERS = {
    Guest.MEMORY_BYTES,
    Guest.MEMORY_BYTES - 1,
    0x7fff_ffffL,
    0x8000_0000L,
    0xffff_fffeL,
    0xffff_ffffL,
    -1
  };

  private static final long[] LENGTHS = {
    Guest.MEMORY_BYTES + 1, 0x7fff_ffffL, 0x8000_0000L, 0xffff_fffeL, 0xffff_ffffL, -1
  };

  record Row(Function function, int parameter, long value) {
    @Override
    public String toString() {
      return function.name() + " parameter " + parameter + " = " + Long.toHexString(value);
    }
  }

  static Stream<Row> badArguments() {
    List<Row> rows = new ArrayList<>();
    for (Function function : FetchTable.functions().values()) {
      for (int i = 0; i < function.parameters().size(); i++) {
        Role role = function.parameters().get(i).role();
        long[] values = role == Role.POINTER ? POINTERS : LENGTHS;
        for (long value : role == Role.INT ? new long[0] : values) {
          rows.add(new Row(function, i, value));
        }
      }
    }
    return rows.stream();
  }

  /** Arguments that are right: two bytes at each pointer, and a handle of the right state. */
  private static long[] arguments(Function function, int handle) {
    return function.parameters().stream()
        .mapToLong(
            each ->
                switch (each) {
                  case HANDLE -> handle;
                  case METHOD, URL, HEADERS -> FetchGuest.URL;
                  case LENGTH -> 2;
                  case BYTES -> Guest.DATA;
                  case INT_RESULT -> Guest.DATA + 2000;
                  default -> 0;
                })
        .toArray();
  }

  private static int handleFor(FetchGuest guest, Function function) {
    boolean reads = List.of("http_read", "http_headers").contains(function.name());
    return reads ? guest.sent(OK_URL) : guest.opened(OK_URL);
  }

  @ParameterizedTest
  @MethodSource("badArguments")
  void h1_pointerOrLengthOutsideMemory_isAFaultWithoutEffect(Row row) {
    FetchGuest guest = new FetchGuest();
    int handle = handleFor(guest, row.function());
    final int exchanges = guest.egress.exchanges.size();
    long[] arguments = arguments(row.function(), handle);
    arguments[row.parameter()] = row.value();
    byte[] before = guest.guest.memory().readBytes(0, Guest.MEMORY_BYTES);
    assertEquals(FetchCode.FAULT, guest.guest.fetch(row.function().name(), arguments));
    assertArrayEquals(before, guest.guest.memory().readBytes(0, Guest.MEMORY_BYTES));
    assertEquals(exchanges, guest.egress.asked.size());
    assertEquals("", guest.egress.exchanges.get(0).text());
    assertTrue(guest.guest.lastLine().endsWith(" = FAULT"), guest.guest.lastLine());
    // The handle is in the state that it was in.
    if (row.function().name().equals("http_send")) {
      assertEquals(FetchCode.OK, guest.send(handle));
    }
  }

  static Stream<Function> functions() {
    return FetchTable.functions().values().stream();
  }

  @ParameterizedTest
  @MethodSource("functions")
  void h1_pointersInsideMemory_areNoFault(Function function) {
    FetchGuest guest = new FetchGuest();
    int handle = handleFor(guest, function);
    guest.guest.text(FetchGuest.URL, "a:");
    assertEquals(FetchCode.OK, guest.guest.fetch(function.name(), arguments(function, handle)));
  }

  @ParameterizedTest
  @MethodSource("functions")
  void h1_guestWithoutMemory_isAFault(Function function) {
    Guest guest = new Guest().withoutMemory();
    FetchCode expected = function.parameters().size() == 1 ? FetchCode.BAD_HANDLE : FetchCode.FAULT;
    assertEquals(expected, guest.fetch(function.name(), arguments(function, 1)));
  }

  @Test
  void h1_resultOverItsInputs_isWrittenAfterTheyWereRead() {
    FetchGuest guest = new FetchGuest();
    int length = guest.guest.text(FetchGuest.URL, OK_URL);
    guest.guest.text(FetchGuest.METHOD, "GET");
    for (int result : new int[] {FetchGuest.URL, FetchGuest.URL + 3, FetchGuest.METHOD - 1}) {
      guest.guest.text(FetchGuest.URL, OK_URL);
      guest.guest.text(FetchGuest.METHOD, "GET");
      assertEquals(
          FetchCode.OK,
          guest.guest.fetch(
              "http_open", FetchGuest.METHOD, 3, FetchGuest.URL, length, 0, 0, 0, result));
      assertEquals(OK_URL, guest.egress.last().url());
      assertEquals("GET", guest.egress.last().method());
      assertEquals(guest.egress.asked.size(), guest.guest.memory().readInt(result));
    }
  }

  @Test
  void h1_countOverTheBuffer_isTheCount() {
    FetchGuest guest = new FetchGuest();
    int handle = guest.opened(OK_URL);
    assertEquals(FetchCode.OK, guest.write(handle, "0123456789"));
    assertEquals(FetchCode.OK, guest.send(handle));
    assertEquals(
        FetchCode.OK, guest.guest.fetch("http_read", handle, Guest.DATA, 10, Guest.DATA + 4));
    assertEquals(10, guest.guest.memory().readInt(Guest.DATA + 4));
    assertEquals("0123", guest.guest.dataText(4));
  }

  @Test
  void sizes_aboveTheirBounds_areMalformedAndNotAsked() {
    FetchGuest guest = new FetchGuest();
    String url = OK_URL + "x".repeat(FetchCalls.MAX_URL - OK_URL.length());
    assertEquals(FetchCode.OK, guest.open(url));
    assertEquals(FetchCode.MALFORMED, guest.open(url + "x"));
    assertEquals(FetchCode.OK, guest.open("M".repeat(64), OK_URL, "", 0));
    assertEquals(FetchCode.MALFORMED, guest.open("M".repeat(65), OK_URL, "", 0));
    String field = "a: " + "x".repeat(FetchCalls.MAX_HEADERS - 3);
    // The test's memory has data behind it, which is in the way of nothing here.
    assertEquals(FetchCode.OK, guest.open("GET", OK_URL, field, 0));
    assertEquals(FetchCode.MALFORMED, guest.open("GET", OK_URL, field + "x", 0));
    assertEquals(FetchCode.OK, guest.open("GET", OK_URL, "a:1\n".repeat(128), 0));
    assertEquals(FetchCode.MALFORMED, guest.open("GET", OK_URL, "a:1\n".repeat(129), 0));
    assertEquals(4, guest.egress.asked.size());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a: 1\r\n",
        "a: 1\rb: 2",
        "a\0: 1",
        "a: \0",
        "a: \u007f",
        "a: \u0001",
        "a",
        ": 1",
        " a: 1",
        "a : 1",
        "a: 1\n 2",
        "a: 1\n\nb: 2",
        "\n",
        "\ta: 1",
        " : 1",
        "a:1\n:url: x"
      })
  void n8_headersThatAreNoLines_areMalformedAndNotAsked(String headers) {
    FetchGuest guest = new FetchGuest();
    assertEquals(FetchCode.MALFORMED, guest.open("GET", OK_URL, headers, 0));
    assertEquals(List.of(), guest.egress.asked);
    assertFalse(guest.error(0).isEmpty());
    assertEquals(FetchCode.OK, guest.open("GET", OK_URL, "a: 1\nb: 2", 0));
  }

  @Test
  void n8_bytesThatAreNoText_areMalformedEverywhere() {
    FetchGuest guest = new FetchGuest();
    guest.guest.memory().write(FetchGuest.METHOD, new byte[] {(byte) 0xff, (byte) 0xc0});
    int length = guest.guest.text(FetchGuest.URL, OK_URL);
    long bad = FetchGuest.METHOD;
    long good = FetchGuest.URL;
    long[][] all = {
      {bad, 1, good, length, 0, 0, 0, 0},
      {good, 3, bad, 2, 0, 0, 0, 0},
      {good, 3, good, length, bad, 2, 0, 0}
    };
    for (long[] arguments : all) {
      assertEquals(FetchCode.MALFORMED, guest.guest.fetch("http_open", arguments));
    }
    assertEquals(List.of(), guest.egress.asked);
  }

  @ParameterizedTest
  @ValueSource(strings = {"get", "GET ", "G\0", "", "CONNECT"})
  void n13_methods_reachTheEgressAsTheyAre(String method) {
    FetchGuest guest = new FetchGuest();
    assertEquals(FetchCode.OK, guest.open(method, OK_URL, "", 0));
    assertEquals(method, guest.egress.last().method());
  }

  @ParameterizedTest
  @ValueSource(longs = {2, -1, 0x8000_0000L, 3})
  void flags_thatAreNotKnown_areMalformed(long flags) {
    FetchGuest guest = new FetchGuest();
    assertEquals(FetchCode.MALFORMED, guest.open("GET", OK_URL, "", flags));
    assertEquals(List.of(), guest.egress.asked);
  }
}
