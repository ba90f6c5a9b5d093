package dev.cloche.workspace.tree;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class NamesTest {
  private static Errno refusal(String path) {
    return assertThrows(Fault.class, () -> Names.components(path)).errno();
  }

  private static Errno refusalOfName(String name) {
    return assertThrows(Fault.class, () -> Names.checkName(name)).errno();
  }

  @Test
  void components_ofAnyPath_dropOnlyEmptyOnes() throws Fault {
    assertEquals(List.of("a", ".", "..", "b"), Names.components("a//./../b///"));
    assertEquals(List.of("."), Names.components("."));
  }

  @Test
  void components_ofBadPaths_areRefused() {
    assertEquals(Errno.NOENT, refusal(""));
    assertEquals(Errno.NOTCAPABLE, refusal("/"));
    assertEquals(Errno.NOTCAPABLE, refusal("//a"));
    assertEquals(Errno.INVAL, refusal("a\0"));
    assertEquals(Errno.INVAL, refusal("\0a"));
    assertEquals(Errno.ILSEQ, refusal("a\ud800"));
    assertEquals(Errno.ILSEQ, refusal("\udc00"));
    assertEquals(Errno.ILSEQ, refusal("\ud800a"));
    assertEquals(Errno.NAMETOOLONG, refusal("a/".repeat(2049)));
  }

  @Test
  void lengths_areAllowedToTheLastByte() throws Fault {
    Names.checkName("b".repeat(255));
    Names.checkName("\u00e9".repeat(127));
    assertEquals(Errno.NAMETOOLONG, refusalOfName("b".repeat(256)));
    assertEquals(Errno.NAMETOOLONG, refusalOfName("\u00e9".repeat(128)));
    assertEquals(2048, Names.components("a/".repeat(2048)).size());
    assertEquals(Errno.NAMETOOLONG, refusal("a/".repeat(2048) + "a"));
  }

  @Test
  void utf8Length_countsEachRange() throws Fault {
    assertEquals(1 + 1, Names.utf8Length("\0\u007f"));
    assertEquals(2 + 2, Names.utf8Length("\u0080\u07ff"));
    assertEquals(3 + 3, Names.utf8Length("\u0800\uffff"));
    assertEquals(4 + 4 + 1, Names.utf8Length("\ud800\udc00\udbff\udfffa"));
  }

  @Property(tries = 500)
  void utf8Length_isThatOfTheEncoder(@ForAll String text) throws Fault {
    byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
    boolean wellFormed = new String(encoded, StandardCharsets.UTF_8).equals(text);
    if (wellFormed) {
      assertEquals(encoded.length, Names.utf8Length(text));
    } else {
      assertThrows(Fault.class, () -> Names.utf8Length(text));
    }
  }
}
