package dev.cloche.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which archive of classes a command starts from, and what that is made of. */
@Tag("one-jdk")
class LauncherTest {

  private static final String ALL = "a.jsa dev.cloche.cli.Training";
  private static final String SCRIPTS = "a-js.jsa dev.cloche.cli.Training js";

  @ParameterizedTest
  @ValueSource(strings = {"js", "a.js", "/b/c d.js"})
  void chooseArchive_script_hasItsOwn(String tool) throws Exception {
    assertEquals(SCRIPTS, archive("run", tool, "-e", "1"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"jq", "js.wasm", "-x.js", "--env", "", "tool.jsx"})
  void chooseArchive_otherTool_hasTheOneForAll(String tool) throws Exception {
    assertEquals(ALL, archive("run", tool, "js"));
  }

  @Test
  void chooseArchive_otherCommand_hasTheOneForAll() throws Exception {
    assertEquals(ALL, archive());
    assertEquals(ALL, archive("run"));
    assertEquals(ALL, archive("inspect", "a.js"));
    assertEquals(ALL, archive("serve", "js"));
  }

  private static String archive(String... command) throws IOException, InterruptedException {
    String script =
        "set -eu; source src/main/launcher/start.sh; archive=a.jsa; choose_archive \"$@\";"
            + " echo \"$archive ${training[*]}\"";
    List<String> line = new ArrayList<>(List.of("bash", "-c", script, "bash"));
    line.addAll(List.of(command));
    Process bash = new ProcessBuilder(line).redirectErrorStream(true).start();
    String said = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, bash.waitFor(), said);
    return said.strip();
  }
}
