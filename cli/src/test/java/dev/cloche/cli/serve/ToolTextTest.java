package dev.cloche.cli.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.Policy;
import dev.cloche.Tool;
import dev.cloche.policy.PolicyException;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ToolTextTest {

  @ParameterizedTest
  @CsvSource({"a.b,a_b", "a-b,a-b", "A,a", "__proto__,__proto__", "x\u202ey,x_y"})
  void h5_names_areWhatAllClientsTake(String own, String offered) {
    assertEquals(offered, ToolText.name(own));
  }

  @Property(tries = 200)
  void h5_everyName_fits(@ForAll String own) {
    assertTrue(ToolText.name(own).matches("[a-z0-9_-]{0,64}"));
  }

  @Property(tries = 200)
  void h5_everyDescription_isVisibleAndBounded(@ForAll String own) {
    String shown = ToolText.description(own.repeat(20));
    assertTrue(shown.length() <= ToolText.MAX_DESCRIPTION);
    assertEquals(shown, ToolText.visible(shown));
  }

  @ParameterizedTest
  @ValueSource(strings = {"\\u202e", "\\u200b", "\\u001b[2J", "\\udb40\\udc41"})
  void h5_manifestWithHiddenText_isRefused(String hidden) {
    String manifest = TestTools.manifest("x", "").replace("The tool x", "The tool " + hidden);
    Tool tool =
        Tool.of("x", TestTools.module("(func (export \"_start\"))"), TestServer.utf8(manifest));

    assertThrows(PolicyException.class, () -> new ModuleOffer(tool, Policy.strict()));
    assertEquals("echo", new ModuleOffer(TestTools.ECHO, Policy.strict()).definition().name());
  }

  @Test
  void h5_namesThatBecomeOne_areRefusedTogether() {
    List<Tool> both = List.of(named("a.b"), named("a_b"));

    assertThrows(
        IllegalArgumentException.class,
        () -> TestServer.open(Policy.strict(), both, TestServer.LIMITS, Optional.empty()));
  }

  private static Tool named(String name) {
    return Tool.of(
        name,
        TestTools.module("(func (export \"_start\"))"),
        TestServer.utf8(TestTools.manifest(name, "")));
  }
}
