package dev.cloche.extism;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.egress.EgressException;
import dev.cloche.egress.Header;
import dev.cloche.wasi.FakeBudget;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExtismTest {

  private static final long WORD = 0x6867666564636261L;

  @Test
  void input_inBytesAndWords_isTheInput() {
    Plugin plugin = new Plugin("abcdefghi");
    assertEquals(9, plugin.call("input_length"));
    assertEquals(WORD, plugin.call("input_load_u64", 0));
    assertEquals('i', plugin.call("input_load_u8", 8));
    assertEquals("abcdefghi", plugin.text(plugin.call("input_offset")));
  }

  @ParameterizedTest
  @ValueSource(longs = {9, -1, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 32})
  void h1_inputLoadOutside_isZero(long at) {
    Plugin plugin = new Plugin("abcdefghi");
    assertEquals(0, plugin.call("input_load_u8", at));
    assertEquals(0, plugin.call("input_load_u64", at));
    assertEquals(0, plugin.call("input_load_u64", 2));
    assertNotEquals(0, plugin.call("input_load_u64", 1));
  }

  @Test
  void input_freed_hasNoLength() {
    Plugin plugin = new Plugin("abc");
    plugin.call("free", plugin.call("input_offset"));
    assertEquals(0, plugin.call("input_length"));
  }

  @Test
  void input_notAskedFor_isNotRead() {
    Plugin plugin = new Plugin("abc");
    plugin.block("x");
    assertEquals(KernelMemory.PAGE_BYTES, plugin.call("memory_bytes"));
    assertEquals("abc", plugin.text(plugin.call("input_offset")));
  }

  @Test
  void input_beyondMemory_endsTheCall() {
    Plugin plugin = new Plugin("x".repeat(100_000));
    plugin.room = 80_000;
    assertThrows(Plugin.Full.class, () -> plugin.call("input_length"));
  }

  @Test
  void input_longerThanFuel_endsTheCall() {
    Plugin plugin = new Plugin("x".repeat(100_000));
    plugin.budget.limit = 5_000;
    assertThrows(FakeBudget.Exhausted.class, () -> plugin.call("input_length"));
  }

  @Test
  void output_ofABlock_isWrittenAtTheEnd() {
    Plugin plugin = new Plugin("");
    long block = plugin.block("hello, world");
    plugin.call("output_set", block, 5);
    assertEquals(0, plugin.stdout.size());
    assertEquals(0, plugin.extism().end(0));
    assertEquals("hello", plugin.stdout.toString(UTF_8));
    assertEquals(5, plugin.call("output_length"));
    assertEquals(block, plugin.call("output_offset"));
  }

  @ParameterizedTest
  @CsvSource({"0,1000000", "-1,1", "64,-1", "65535,2", "9223372036854775807,2", "65537,1"})
  void h1_outputOutside_traps(long offset, long length) {
    Plugin plugin = new Plugin("");
    plugin.block("x");
    assertThrows(KernelTrap.class, () -> plugin.call("output_set", offset, length));
    assertThrows(KernelTrap.class, () -> plugin.call("input_set", offset, length));
    // The control: the last byte of memory.
    assertEquals(0, plugin.call("output_set", 65_535, 1));
  }

  @Test
  void error_set_makesAStatusAndALine() {
    Plugin plugin = new Plugin("");
    plugin.call("error_set", plugin.block("bad\u001b[2Jnews\u202e"));
    assertNotEquals(0, plugin.call("error_get"));
    assertEquals(1, plugin.extism().end(0));
    assertEquals("bad\\u{1b}[2Jnews\\u{202e}\n", plugin.stderr.toString(UTF_8));
    assertEquals(7, plugin.extism().end(7));
  }

  @Test
  void error_takenBack_isNone() {
    Plugin plugin = new Plugin("");
    plugin.call("error_set", plugin.block("bad"));
    plugin.call("error_set", 0);
    assertEquals(0, plugin.extism().end(0));
    assertEquals("", plugin.stderr.toString(UTF_8));
  }

  @Test
  void configuration_ofAName_isTheValueOrNothing() {
    Plugin plugin = new Plugin("");
    assertEquals("hello", plugin.text(plugin.call("config_get", plugin.block("thing"))));
    assertEquals(0, plugin.call("config_get", plugin.block("other")));
    assertEquals(0, plugin.call("config_get", plugin.block("empty")));
  }

  @Test
  void handedOver_names_areFreed() {
    Plugin plugin = new Plugin("");
    long name = plugin.block("other");
    plugin.call("config_get", name);
    assertEquals(0, plugin.call("length", name));
  }

  @Test
  void variables_setAndRemoved_areThereAndGone() {
    Plugin plugin = new Plugin("");
    plugin.set("a", "one");
    plugin.set("b", "two");
    plugin.set("a", "three");
    assertEquals("three", plugin.get("a"));
    assertEquals("two", plugin.get("b"));
    plugin.call("var_set", plugin.block("a"), 0);
    assertEquals(0, plugin.call("var_get", plugin.block("a")));
  }

  @Test
  void h6_variables_ofAnotherCall_areNotSeen() {
    Plugin one = new Plugin("");
    one.set("a", "secret");
    assertEquals("secret", one.get("a"));
    Plugin other = new Plugin("");
    assertEquals(0, other.call("var_get", other.block("a")));
  }

  @Test
  void variables_beyondTheirBytes_trapAndLeaveTheRest() {
    Plugin plugin = new Plugin("");
    plugin.set("a", "x".repeat(900));
    assertThrows(KernelTrap.class, () -> plugin.set("b", "y"));
    plugin.set("a", "x".repeat(100));
    plugin.set("b", "y");
    assertEquals("y", plugin.get("b"));
  }

  @Test
  void variables_manyAndEmpty_areBounded() {
    Plugin plugin = new Plugin("");
    assertThrows(
        KernelTrap.class,
        () -> {
          for (int i = 0; i < 1000; i++) {
            plugin.set("v" + i, "x");
          }
        });
  }

  @Test
  void variables_withNoBytes_areNone() {
    Plugin plugin = new Plugin("", 0, 1);
    assertThrows(KernelTrap.class, () -> plugin.set("a", "x"));
    assertEquals(0, plugin.call("var_get", plugin.block("a")));
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 63, 65, 128, -64, Long.MIN_VALUE, 1L << 40})
  void h1_handleOfNoBlock_traps(long handle) {
    Plugin plugin = new Plugin("");
    long name = plugin.block("name");
    assertEquals(64, name);
    for (String function : List.of("config_get", "var_get", "log_error")) {
      assertThrows(KernelTrap.class, () -> plugin.call(function, handle));
    }
    assertThrows(KernelTrap.class, () -> plugin.call("var_set", handle, name));
    assertThrows(KernelTrap.class, () -> plugin.call("http_request", handle, 0));
    if (handle != 0) {
      assertThrows(KernelTrap.class, () -> plugin.call("error_set", handle));
      assertThrows(KernelTrap.class, () -> plugin.call("var_set", name, handle));
    }
    assertEquals(0, plugin.call("length", handle));
    assertEquals(0, plugin.call("free", handle));
    assertEquals("name", plugin.text(name));
  }

  @Test
  void l8_log_isOneLineOfPlainText() {
    Plugin plugin = new Plugin("");
    plugin.call("log_warn", plugin.block("größe\r\n\u001b]0;x\u0007\u2028"));
    plugin.call("log_debug", plugin.block("hidden"));
    assertEquals(2, plugin.call("get_log_level"));
    assertEquals(
        "[warn] größe\\u{d}\\n\\u{1b}]0;x\\u{7}\\u{2028}\n", plugin.stderr.toString(UTF_8));
  }

  @Test
  void request_answered_hasStatusFieldsAndBody() {
    Plugin plugin = new Plugin("");
    plugin.egress.fields =
        List.of(new Header("x", "1"), new Header("y", "2"), new Header("x", "3"));
    assertEquals(0, plugin.call("http_status_code"));
    assertEquals(0, plugin.call("http_headers"));
    long answer =
        plugin.call(
            "http_request",
            plugin.block(
                "{\"url\":\"https://fake/\",\"method\":\"post\",\"headers\":{\"a\":\"b\"}}"),
            plugin.block("body"));
    assertEquals("body", plugin.text(answer));
    assertEquals(203, plugin.call("http_status_code"));
    assertEquals("{\"x\":\"1, 3\",\"y\":\"2\"}", plugin.text(plugin.call("http_headers")));
    assertEquals("POST", plugin.egress.last().method());
    assertEquals(List.of(new Header("a", "b")), plugin.egress.last().headers());
    assertTrue(plugin.extism().lastFetchFailure().isEmpty());
  }

  @Test
  void request_withoutBody_answersNoBlock() {
    Plugin plugin = new Plugin("");
    assertEquals(0, plugin.call("http_request", plugin.block("{\"url\":\"https://fake/\"}"), 0));
    assertEquals("GET", plugin.egress.last().method());
    assertEquals(203, plugin.call("http_status_code"));
  }

  @ParameterizedTest
  @CsvSource({"open,DENIED", "write,BUDGET", "send,UNREACHABLE", "read,TOO_LARGE", "send,CUT"})
  void request_thatFails_trapsAndTellsTheHost(String step, EgressException.Kind kind) {
    Plugin plugin = new Plugin("");
    String request = "{\"url\":\"https://fake/" + step + "/" + kind + "\"}";
    assertThrows(
        KernelTrap.class,
        () -> plugin.call("http_request", plugin.block(request), plugin.block("body")));
    assertEquals(kind, plugin.extism().lastFetchFailure().orElseThrow().kind());
    assertEquals(0, plugin.call("http_status_code"));
  }

  @Test
  void request_largerThanItsBytes_traps() {
    Plugin plugin = new Plugin("", 0, 3);
    assertThrows(
        KernelTrap.class,
        () ->
            plugin.call(
                "http_request", plugin.block("{\"url\":\"https://fake/\"}"), plugin.block("body")));
    long answer =
        plugin.call(
            "http_request", plugin.block("{\"url\":\"https://fake/\"}"), plugin.block("bod"));
    assertEquals("bod", plugin.text(answer));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "[]",
        "nonsense",
        "{\"url\":1}",
        "{\"url\":\"https://fake/\",\"other\":1}",
        "{\"url\":\"https://fake/\",\"url\":\"https://fake/\"}",
        "{\"url\":\"https://fake/\"} {}",
        "{\"url\":\"https://fake/\",\"headers\":{\"a\":1}}",
        "{\"url\":\"https://fake/\",\"headers\":{\"a\":\"1\",\"a\":\"2\"}}",
        "{\"url\":\"https://fake/\",\"headers\":[]}",
        "{\"url\":\"https://fake/\",\"method\":{}}",
        "{\"url\":null}",
        "{\"url\":\"https://fake/\"",
        "\u0000",
      })
  void h2_request_thatIsNone_trapsBeforeItIsAsked(String json) {
    Plugin plugin = new Plugin("");
    assertThrows(KernelTrap.class, () -> plugin.call("http_request", plugin.block(json), 0));
    assertTrue(plugin.egress.asked.isEmpty());
  }

  @Test
  void h2_request_deepOrLarge_traps() {
    Plugin plugin = new Plugin("");
    String deep = "{\"headers\":" + "[".repeat(10_000);
    assertThrows(KernelTrap.class, () -> plugin.call("http_request", plugin.block(deep), 0));
    String large = "{\"url\":\"https://fake/" + "x".repeat(HttpText.MAX_REQUEST) + "\"}";
    assertThrows(KernelTrap.class, () -> plugin.call("http_request", plugin.block(large), 0));
    String invalid = "{\"url\":\"https://fake/\u00ff\"}";
    long block = plugin.block(invalid.getBytes(java.nio.charset.StandardCharsets.ISO_8859_1));
    assertThrows(KernelTrap.class, () -> plugin.call("http_request", block, 0));
  }

  @Test
  void functions_anyOfThem_areCharged() {
    Plugin plugin = new Plugin("");
    long before = plugin.budget.used;
    plugin.call("alloc", 8000);
    assertEquals(100 + 1000, plugin.budget.used - before);
    before = plugin.budget.used;
    plugin.call("load_u64", 64);
    assertEquals(101, plugin.budget.used - before);
  }

  /** A block may be as large as memory; what the host makes of it is not. */
  @Test
  void l12_largeBlocks_areNotCopiedWhole() {
    Plugin plugin = new Plugin("");
    plugin.room = 64L << 20;
    long large = plugin.call("alloc", 20 << 20);
    for (String function : List.of("config_get", "var_get")) {
      assertThrows(KernelTrap.class, () -> plugin.call(function, large));
    }
    assertThrows(KernelTrap.class, () -> plugin.call("http_request", large, 0));
    assertThrows(KernelTrap.class, () -> plugin.call("var_set", plugin.block("name"), large));
    try (KernelView view = plugin.extism().view()) {
      assertThrows(KernelTrap.class, () -> view.read(large));
    }
    plugin.call("error_set", large);
    assertEquals(1, plugin.extism().end(0));
    int line = plugin.stderr.size();
    assertTrue(line < 6 * Kernel.MAX_TEXT, "an error of " + line + " bytes");
    plugin.call("log_error", large);
    assertTrue(plugin.stderr.size() - line < 6 * Kernel.MAX_TEXT);
    assertEquals(0, plugin.call("length", large));
  }

  @Test
  void view_afterItsFunction_isClosed() throws InterruptedException {
    Plugin plugin = new Plugin("");
    long block = plugin.block("text");
    KernelView view = plugin.extism().view();
    assertEquals("text", new String(view.read(block), UTF_8));
    assertEquals("more", plugin.text(view.write("more".getBytes(UTF_8))));
    assertThrows(KernelTrap.class, () -> view.read(block + 1));
    boolean[] refused = {false};
    Thread other =
        new Thread(
            () -> {
              try {
                view.free(block);
              } catch (IllegalStateException closed) {
                refused[0] = true;
              }
            });
    other.start();
    other.join();
    assertTrue(refused[0]);
    view.close();
    assertThrows(IllegalStateException.class, () -> view.read(block));
    assertThrows(IllegalStateException.class, () -> view.write(new byte[1]));
  }

  @Test
  void signature_ofEachFunction_isKnown() {
    assertEquals(32, KernelFunction.all().size());
    assertFalse(Extism.signature("fd_write").isPresent());
    assertEquals(2, Extism.signature("store_u8").orElseThrow().params().size());
  }
}
