package dev.cloche.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** New projects: made, built with what their authors have, checked, called. */
@Timeout(120)
@Tag("one-jdk")
class NewCommandTest {

  private static final EngineFactory ENGINES = EngineFactory.standard();
  private static final Path NODE_MODULES =
      Path.of("../tool-modules/target/guests/assemblyscript/node_modules").toAbsolutePath();

  @TempDir Path directory;

  private static Invocation cloche(String... arguments) {
    return Invocation.of(ENGINES, Catalogue.bundled(), "", arguments);
  }

  private Path make(String language) {
    Path project = directory.resolve("my-tool");
    Invocation run = cloche("new", language, project.toString());
    assertEquals(0, run.status(), run.err());
    return project;
  }

  /** The project's build script, which ends with cloche pack: that is done here. */
  private static void build(Path project) throws Exception {
    ProcessBuilder build = new ProcessBuilder(project.resolve("build.sh").toString());
    build.environment().put("CLOCHE", "true");
    Process process = build.redirectErrorStream(true).start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), text);
    String module = project.resolve("my-tool.wasm").toString();
    String manifest = project.resolve("my-tool.json").toString();
    assertEquals(0, cloche("pack", "--manifest", manifest, module).status());
  }

  /** As the project's own test does. */
  private static void assertWorks(Path tool) {
    Invocation check = cloche("check", tool.toString());
    assertEquals(new Invocation(0, "my-tool: nothing to mend\n", ""), check);
    String input = "{\"text\": \"one two\\nthree\\n\"}";
    Invocation run = cloche("run", "--input", input, tool.toString());
    assertEquals(0, run.status(), run.err());
    assertEquals("{\"lines\":2,\"words\":3,\"bytes\":14}", run.out().replaceAll("\\s", ""));
  }

  @ParameterizedTest
  @CsvSource({"javascript, js", "python, py", "lua, lua"})
  void scripts_workAsTheyAre(String language, String extension) throws IOException {
    Path project = make(language);
    Path source = project.resolve("my-tool." + extension);

    assertWorks(source);
    String test = Files.readString(project.resolve("test.sh"));
    assertTrue(test.contains("my-tool." + extension) && !test.contains("@NAME@"), test);
  }

  @Test
  void c_buildsAndWorks() throws Exception {
    assumeTrue(Files.exists(Path.of("/usr/bin/wasm-ld-19")), "there is no clang with wasm-ld");
    Path project = make("c");
    build(project);

    assertWorks(project.resolve("my-tool.wasm"));
    assertArrayEquals(
        Files.readAllBytes(Path.of("../tool-modules/sdk/c/cloche.h")),
        Files.readAllBytes(project.resolve("cloche.h")));
  }

  @Test
  void assemblyscript_buildsAndWorks() throws Exception {
    assumeTrue(Files.isDirectory(NODE_MODULES), "the compiler of AssemblyScript is not here");
    Path project = make("assemblyscript");
    Files.createSymbolicLink(project.resolve("node_modules"), NODE_MODULES);
    build(project);

    assertWorks(project.resolve("my-tool.wasm"));
  }

  @Test
  void rust_buildsAndWorks() throws Exception {
    boolean debian =
        Files.isDirectory(Path.of("/usr/lib/rustlib/wasm32-wasi"))
            && Files.exists(Path.of("/usr/bin/wasm-ld-14"));
    assumeTrue(debian, "there is no rustc for WebAssembly");
    Path project = make("rust");
    build(project);

    assertWorks(project.resolve("my-tool.wasm"));
  }

  @Test
  void java_buildsAndWorks() throws Exception {
    boolean teavm =
        Files.isDirectory(
            Path.of(System.getProperty("user.home"), ".m2/repository/org/teavm/teavm-core"));
    assumeTrue(teavm, "TeaVM was not fetched");
    Path project = make("java");
    build(project);

    assertWorks(project.resolve("my-tool.wasm"));
    String source = "src/main/java/dev/cloche/sdk/Tool.java";
    assertArrayEquals(
        Files.readAllBytes(Path.of("../tool-modules/sdk/java", source)),
        Files.readAllBytes(project.resolve(source)));
  }

  @Test
  void filesOfEachLanguage_haveTheNameAndNoPlaceholder() throws IOException {
    for (String language : ProjectTemplate.languages()) {
      Map<String, byte[]> files = ProjectTemplate.find(language).orElseThrow().files("abc");
      files.forEach(
          (path, content) -> {
            String text = new String(content, StandardCharsets.UTF_8);
            assertTrue(!path.contains("NAME") && !text.contains("@NAME@"), path);
          });
      assertTrue(files.containsKey("README.md") && files.containsKey("test.sh"), language);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"../Up", "A", "1a", "a b", "a.b", "-a", "a\nb", ".."})
  void names_thatAreNone_areRefused(String name) throws IOException {
    assertEquals(120, cloche("new", "c", directory.resolve("x") + "/" + name).status());
    try (Stream<Path> left = Files.list(directory)) {
      assertEquals(List.of(), left.toList());
    }
  }

  @Test
  void aFolderThatIsNotEmpty_isLeftAlone() throws IOException {
    Path project = Files.createDirectory(directory.resolve("my-tool"));
    Files.writeString(project.resolve("mine"), "x");

    assertEquals(120, cloche("new", "c", project.toString()).status());
    try (Stream<Path> left = Files.list(project)) {
      assertEquals(1, left.count());
    }
    Files.delete(project.resolve("mine"));
    assertEquals(0, cloche("new", "c", project.toString()).status());
    assertEquals(120, cloche("new", "cobol", directory.resolve("b").toString()).status());
  }
}
