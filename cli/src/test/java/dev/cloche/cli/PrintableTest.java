package dev.cloche.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class PrintableTest {

  @Property
  void noTextEndsTheLineOrMovesTheCursor(@ForAll String text) {
    String line = Printable.line(text);

    assertTrue(line.chars().noneMatch(Character::isISOControl));
    assertEquals(1, line.lines().count() + (line.isEmpty() ? 1 : 0));
  }

  @Test
  void line_controlAndDirectionCharacters_areEscaped() {
    assertEquals(
        "a\\nb\\r\\t\\u{1b}[2J\\u{202e}\\u{2028}\\u{7}é漢😀",
        Printable.line("a\nb\r\t\u001b[2J\u202e\u2028\u0007é漢😀"));
  }

  @Test
  void quote_longText_isCut() {
    assertEquals('"' + "x".repeat(200) + "...\"", Printable.quote("x".repeat(100_000)));
  }
}
