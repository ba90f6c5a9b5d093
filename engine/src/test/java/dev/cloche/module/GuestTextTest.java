package dev.cloche.module;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Guest text in messages can neither forge lines nor fill them. */
class GuestTextTest {

  @Test
  void escape_plainText_isKept() {
    assertEquals("fd_write [env] ~1", GuestText.escape("fd_write [env] ~1"));
  }

  @Test
  void escape_quotesAndBackslashes_cannotEndTheQuotation() {
    assertEquals("\"a\\u0022b\\u005cc\"", GuestText.quote("a\"b\\c"));
  }

  @Test
  void escape_longText_isCutAt200Characters() {
    assertEquals("x".repeat(200), GuestText.escape("x".repeat(200)));
    assertEquals("x".repeat(200) + "...", GuestText.escape("x".repeat(201)));
  }

  @Property
  void everythingBecomesPrintableAsciiOfBoundedLength(@ForAll String text) {
    String escaped = GuestText.escape(text);

    assertTrue(escaped.chars().allMatch(c -> c >= ' ' && c <= '~'));
    assertTrue(escaped.length() <= 6 * GuestText.MAX_CHARACTERS + 3);
  }
}
