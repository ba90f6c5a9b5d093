package dev.cloche.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.cloche.Policy;
import dev.cloche.Tool;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExplanationTest {

  private static final Policy POLICY =
      PolicyDocument.parse(
          """
          version: 1
          workspace:
            mounts: [ { host: /srv/in, at: /in }, { host: /srv/out, at: /out, mode: overlay } ]
          network:
            allow: [ { url: "https://*.example.com/v1" } ]
            deny: [ { url: "https://a.example.com/v1/secret" } ]
          tools: { allow: [js] }
          """,
          Path.of("/"),
          Map.of());

  @ParameterizedTest
  @CsvSource({
    "GET, https://A.example.com:443/v1/./x, true, network.allow[0], GET https://a.example.com/v1/x",
    "POST, https://a.example.com/v1/x, false, network.default, POST https://a.example.com/v1/x",
    "GET, https://a.example.com/v1/secret, false, network.deny[0], GET https://a.example.com/v1/secret",
    "GET, https://example.com/v1, false, network.default, GET https://example.com/v1",
    "GET, file://etc/passwd, false, malformed, file://etc/passwd",
    "GET, https://u:p@a.example.com/v1, false, malformed, https://u:p@a.example.com/v1"
  })
  void url_namesTheRule(String method, String url, boolean allowed, String rule, String subject) {
    Explanation explanation = Explanation.ofUrl(POLICY, method, url);

    assertEquals(allowed, explanation.allowed());
    assertEquals(rule, explanation.rule());
    assertEquals(subject, explanation.subject());
  }

  @ParameterizedTest
  @CsvSource({
    "/a/b, true, workspace, /a/b",
    "/in, true, workspace.mounts[0], /in",
    "/in/../in//x/./y, true, workspace.mounts[0], /in/x/y",
    "/inner, true, workspace, /inner",
    "/out/a, true, workspace.mounts[1], /out/a",
    "/out/repo/.git/hooks/pre-commit, true, workspace.protected, /out/repo/.git/hooks/pre-commit",
    "/out/.ENV, true, workspace.protected, /out/.ENV",
    "a/b, false, malformed, a/b",
    "/../x, false, malformed, /../x"
  })
  void path_namesTheKey(String path, boolean allowed, String rule, String subject) {
    Explanation explanation = Explanation.ofPath(POLICY, path);

    assertEquals(allowed, explanation.allowed());
    assertEquals(rule, explanation.rule());
    assertEquals(subject, explanation.subject());
    assertFalse(explanation.reason().contains("/srv"));
  }

  @Test
  void tool_isListedOrNot() {
    Tool listed = Tool.of("js", new byte[1]);
    Tool other = Tool.of("jq", new byte[1]);

    assertEquals("tools.allow", Explanation.ofTool(POLICY, listed).rule());
    assertEquals(POLICY.permits(listed), Explanation.ofTool(POLICY, listed).allowed());
    assertFalse(Explanation.ofTool(POLICY, other).allowed());
    assertFalse(POLICY.permits(other));
    assertEquals("tools", Explanation.ofTool(Policy.strict(), other).rule());
  }
}
