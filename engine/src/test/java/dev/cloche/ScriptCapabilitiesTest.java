package dev.cloche;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.Capabilities.WorkspaceUse;
import dev.cloche.policy.Explanation;
import dev.cloche.policy.PolicyException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Scripts that declare themselves, and manifests that lie beside modules. */
class ScriptCapabilitiesTest {

  private static final String SCRIPT =
      "\"script\":{\"arguments\":[\"-c\",{\"property\":\"source\"},\"--\"]}";

  private static final Policy POLICY =
      Policy.parse(
          """
          version: 1
          network: { allow: [ { url: https://a.example }, { url: https://b.example } ] }
          environment: { A: a, B: b }
          """,
          Path.of("/"));

  private static Tool interpreter(String capabilities) {
    return StructuredToolTest.tool(SCRIPT + ",\"capabilities\":" + capabilities);
  }

  private static Tool script(Tool interpreter, String capabilities) {
    return Tool.script(
        interpreter,
        "s",
        "/* cloche: {\"name\":\"s\",\"description\":\"d\",\"capabilities\":%s} */ run"
            .formatted(capabilities));
  }

  private static Plan plan(Tool tool) {
    return Plan.of(tool, Call.of("x"), POLICY);
  }

  private static boolean fetches(Plan plan, String url) {
    return Explanation.ofUrl(plan.policy(), "GET", url).allowed();
  }

  @Test
  void script_standsAmongTheArguments() {
    Tool tool = Tool.script(interpreter("{}"), "s", "run");

    assertEquals(List.of("-c", "run", "--", "x"), plan(tool).arguments());
    assertEquals(List.of("x"), plan(interpreter("{}")).arguments());
    assertTrue(plan(tool).text().contains("script for: x sha256:"), plan(tool)::text);
  }

  @Test
  void h4_scriptAsksForMore_getsWhatItsInterpreterAsksFor() {
    Tool narrow =
        interpreter(
            """
            {"network":[{"url":"https://a.example/"}],"environment":["A"],"workspace":"read"}""");
    Plan wants =
        plan(
            script(
                narrow, "{\"network\":\"any\",\"environment\":\"any\",\"workspace\":\"write\"}"));

    assertTrue(fetches(wants, "https://a.example/"));
    assertFalse(fetches(wants, "https://b.example/"));
    assertEquals(Set.of("A"), wants.environment().keySet());
    assertEquals(WorkspaceUse.READ, wants.files());
  }

  @Test
  void h4_scriptAsksForLess_getsThat() {
    Tool wide = interpreter("{\"network\":\"any\",\"environment\":\"any\"}");
    Plan wants =
        plan(
            script(
                wide, "{\"network\":[{\"url\":\"https://b.example/\"}],\"workspace\":\"none\"}"));

    assertFalse(fetches(wants, "https://a.example/"));
    assertTrue(fetches(wants, "https://b.example/"));
    assertEquals(Set.of(), wants.environment().keySet());
    assertEquals(WorkspaceUse.NONE, wants.files());
    Plan silent = plan(Tool.script(wide, "s", "run"));
    assertTrue(fetches(silent, "https://a.example/"));
    assertEquals(Set.of("A", "B"), silent.environment().keySet());
  }

  @Test
  void h5_scriptThatTakesAnAllowedName_isNotAllowed() {
    Tool script = Tool.script(interpreter("{}"), "jq", "run");
    Policy onlyJq = Policy.parse("{\"version\":1,\"tools\":{\"allow\":[\"jq\"]}}", Path.of("/"));
    Policy interpreter =
        Policy.parse("{\"version\":1,\"tools\":{\"allow\":[\"x\"]}}", Path.of("/"));
    Policy pinned =
        Policy.parse(
            "{\"version\":1,\"tools\":{\"allow\":[\"sha256:%s\"]}}".formatted(script.digest()),
            Path.of("/"));

    assertFalse(onlyJq.permits(script));
    assertFalse(Explanation.ofTool(onlyJq, script).allowed());
    assertTrue(interpreter.permits(script));
    assertTrue(pinned.permits(script));
    assertFalse(pinned.permits(Tool.script(interpreter("{}"), "jq", "run2")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/* cloche: %s */ 1",
        "#!/usr/bin/js\n\n/* cloche:%s*/",
        "--[[ cloche: %s ]] return 1",
        "# cloche: %s\nprint(1)",
        "#!/usr/bin/python3\n# cloche:\n#  %s\n\nprint(1)",
        "// cloche: %s",
        "-- cloche: %s\nselect 1",
        "\ufeff/* cloche: %s */"
      })
  void manifest_inAComment_isRead(String form) {
    String json = "{\"name\":\"s\",\"description\":\"d\"}";
    Tool tool = Tool.script(interpreter("{}"), "s", form.formatted(json));

    assertEquals("d", tool.manifest().orElseThrow().description());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "run",
        "",
        "run /* cloche: {} */",
        "/* a comment */ /* cloche: {} */",
        "'/* cloche: {} */'",
        "# clocher: {}"
      })
  void manifest_elsewhere_isNone(String source) {
    assertTrue(Tool.script(interpreter("{}"), "s", source).manifest().isEmpty());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/* cloche: {} */",
        "/* cloche: {\"name\":\"s\",\"description\":\"d\"}",
        "/* cloche: {\"name\":\"s\",\"description\":\"d\",\"abi\":\"wasi-command\"} */",
        "/* cloche: {\"name\":\"s\",\"description\":\"d\",\"script\":{\"arguments\":[{\"property\":\"source\"}]}} */",
        "/* cloche: {\"name\":\"s\",\"description\":\"d\\u202e\"} */",
        "# cloche: {\"name\":\"s\",\"description\":\"d\"}\n# more",
        "/* cloche: yes */"
      })
  void h2_manifestThatIsNone_isRefused(String source) {
    Tool tool = Tool.script(interpreter("{}"), "s", source);

    assertThrows(PolicyException.class, tool::manifest);
    assertThrows(PolicyException.class, () -> plan(tool));
  }

  @Test
  void manifest_problem_isAtItsPlaceInTheScript() {
    String source = "#!/bin/x\n# cloche: {\"name\": \"s\",\n#   \"descripton\": \"d\"}\nrun";
    PolicyException refused =
        assertThrows(
            PolicyException.class, () -> Tool.script(interpreter("{}"), "s", source).manifest());

    assertTrue(
        refused.problems().stream().anyMatch(p -> p.line() == 3 && p.column() == 5),
        refused::getMessage);
  }

  @Test
  void sidecar_ofAModuleWithoutManifest_isItsManifest() {
    byte[] module = {0, 'a', 's', 'm', 1, 0, 0, 0};
    byte[] json =
        """
        {"name":"x","title":"X","description":"beside","version":"1","license":"MIT",
        "source":"here","abi":"wasi-command","usage":["x"]}"""
            .getBytes(UTF_8);
    Tool tool = Tool.of("x", module, json);

    assertEquals("beside", tool.manifest().orElseThrow().description());
    assertFalse(fetches(plan(tool), "https://a.example/"));
    assertTrue(fetches(plan(Tool.of("x", module)), "https://a.example/"));
  }

  @Test
  void h4_sidecarOfAModuleWithManifest_isRefused() {
    byte[] module = interpreter("{}").bytes();
    Tool both = Tool.of("x", module, "{}".getBytes(UTF_8));

    assertThrows(PolicyException.class, both::manifest);
    try (Engine engine = Engine.create();
        Session session = engine.openSession()) {
      Outcome outcome = session.call(both, Call.of());
      assertEquals("refused", outcome.id());
    }
  }
}
