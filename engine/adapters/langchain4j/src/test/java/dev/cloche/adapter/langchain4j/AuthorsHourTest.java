package dev.cloche.adapter.langchain4j;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.cloche.Engine;
import dev.cloche.Policy;
import dev.cloche.SessionOptions;
import dev.cloche.Tool;
import dev.cloche.adapter.SessionSource;
import dev.cloche.adapter.ToolBox;
import dev.cloche.tools.BundledTools;
import dev.langchain4j.service.AiServices;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A new tool, from {@code cloche new} to the answer of a model: made, built, checked, signed,
 * pinned by a policy and called, by the steps of docs/writing-tools.md.
 */
@Timeout(240)
@Tag("one-jdk")
class AuthorsHourTest {

  private static final String INPUT = "{\"text\":\"one two\\nthree\\n\"}";

  @TempDir Path directory;
  private Path cloche = Path.of("");

  /** The command as a user has it: a program, in a process of its own. */
  @BeforeEach
  void putTheCommandInPlace() throws IOException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String classes =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    Path variables = Files.writeString(directory.resolve("classes"), "-cp \"" + classes + "\"");
    cloche = directory.resolve("cloche");
    Files.writeString(
        cloche,
        "#!/bin/sh\nexec '%s' -XX:TieredStopAtLevel=1 @'%s' dev.cloche.cli.Main \"$@\"\n"
            .formatted(java, variables));
    assertTrue(cloche.toFile().setExecutable(true));
  }

  private void step(Path where, String... command) throws IOException, InterruptedException {
    String unused = run(where, command);
  }

  private String run(Path where, String... command) throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(command).directory(where.toFile());
    builder.environment().put("CLOCHE", cloche.toString());
    builder.environment().put("HOME", directory.toString());
    Process process = builder.redirectErrorStream(true).start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), () -> String.join(" ", command) + ": " + text);
    return text;
  }

  /** What the author does; returns the project. */
  private Path author(String language, String tool) throws IOException, InterruptedException {
    step(directory, cloche.toString(), "new", language, "word-count");
    Path project = directory.resolve("word-count");
    if (Files.exists(project.resolve("build.sh"))) {
      step(project, "./build.sh");
    }
    step(project, "./test.sh");
    step(project, cloche.toString(), "keygen", "author.pem");
    step(project, cloche.toString(), "sign", "--key", "author.pem", tool);
    return project;
  }

  /** What the embedder does: pins the digest that verify prints, and asks for the signature. */
  private Policy policy(Path project, String tool) throws IOException, InterruptedException {
    String verified = run(project, cloche.toString(), "verify", "--key", "author.pem.pub", tool);
    String digest = verified.lines().findFirst().orElseThrow();
    return Policy.read(
        Files.writeString(
            project.resolve("policy.yaml"),
            """
            version: 1
            tools:
              pins: { word-count: "%s" }
              signers: [author.pem.pub]
            """
                .formatted(digest)));
  }

  private static String answer(Policy policy, Tool tool) {
    ScriptedModel model = new ScriptedModel("word-count", INPUT);
    interface Assistant {
      String chat(String text);
    }
    try (Engine engine = Engine.create()) {
      ToolBox box =
          ToolBox.builder(SessionSource.ofEachCall(engine, () -> SessionOptions.of(policy)))
              .add(tool)
              .build();
      return AiServices.builder(Assistant.class)
          .chatModel(model)
          .toolProvider(ClocheToolProvider.of(box))
          .build()
          .chat("count");
    }
  }

  private static void assertCounted(String answer) {
    assertEquals(
        "it says: {\"lines\":2,\"words\":3,\"bytes\":14}",
        answer.replaceAll("(?<=[,:{])\\s+|\\s+$", "").replace("says:{", "says: {"));
  }

  @Test
  void moduleInC_isMadeSignedPinnedAndCalledByAModel() throws Exception {
    assumeTrue(new File("/usr/bin/wasm-ld-19").exists(), "there is no clang with wasm-ld");
    Path project = author("c", "word-count.wasm");
    Path module = project.resolve("word-count.wasm");
    Policy policy = policy(project, "word-count.wasm");

    assertCounted(answer(policy, Tool.read(module)));

    // A custom section behind all others changes nothing that the module does.
    byte[] note = HexFormat.of().parseHex("0006046e6f746558");
    byte[] signed = Files.readAllBytes(module);
    byte[] other = Arrays.copyOf(signed, signed.length + note.length);
    System.arraycopy(note, 0, other, signed.length, note.length);
    assertFalse(answer(policy, Tool.of("word-count", other)).contains("words"));
  }

  @Test
  void scriptInJavaScript_isMadeSignedPinnedAndCalledByAModel() throws Exception {
    Tool js = BundledTools.find("js").orElseThrow().tool();
    Path project = author("javascript", "word-count.js");
    String source = Files.readString(project.resolve("word-count.js"));
    byte[] signature = Files.readAllBytes(project.resolve("word-count.js.sig"));
    Policy policy = policy(project, "word-count.js");

    Tool signed = Tool.script(js, "word-count", source).withSignature(signature);
    assertCounted(answer(policy, signed));

    assertFalse(answer(policy, Tool.script(js, "word-count", source)).contains("words"));
    Tool changed = Tool.script(js, "word-count", source + " ").withSignature(signature);
    assertFalse(answer(policy, changed).contains("words"));
  }
}
