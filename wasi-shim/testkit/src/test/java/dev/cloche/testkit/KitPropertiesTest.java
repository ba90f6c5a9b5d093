package dev.cloche.testkit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.Call;
import dev.cloche.Engine;
import dev.cloche.Execution;
import dev.cloche.Limits;
import dev.cloche.Outcome;
import dev.cloche.Policy;
import dev.cloche.Session;
import dev.cloche.Tool;
import dev.cloche.policy.PolicyDocument;
import dev.cloche.policy.PolicyException;
import dev.cloche.policy.WorkspacePolicy;
import dev.cloche.workspace.Access;
import dev.cloche.workspace.WorkspaceLimits;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import net.jqwik.api.statistics.Statistics;

/** Generators and oracles against the shim and the engine, as the kit is meant to be used. */
@Tag("one-jdk")
class KitPropertiesTest {
  private static final Limits SMALL =
      Limits.builder().fuel(200_000).wall(Duration.ofSeconds(60)).memoryBytes(4 << 20).build();

  private static final Engine ENGINE =
      Engine.builder().limits(SMALL).preparedTools(4).execution(Execution.INTERPRETED).build();

  private static final FuelAgreement BOTH =
      FuelAgreement.under(Policy.builder().limits(SMALL).build());

  private static Path host;
  private static HostBait bait;

  @BeforeContainer
  static void layBait() throws IOException {
    host = Files.createTempDirectory("bait");
    bait = HostBait.in(host);
  }

  @AfterContainer
  static void close() throws IOException {
    ENGINE.close();
    BOTH.close();
    try (Stream<Path> all = Files.walk(host)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }

  private static Outcome run(byte[] module) {
    try (Session session = ENGINE.openSession()) {
      return session.call(Tool.of("grown", module), Call.builder().seed(1).build());
    }
  }

  @Property(tries = 150, edgeCases = EdgeCasesMode.NONE)
  void validModules_areTaken(@ForAll @WasmModule byte[] module) {
    Outcome outcome = run(module);
    String hex = outcome.message() + ": " + HexFormat.of().formatHex(module);
    assertFalse(outcome instanceof Outcome.Refused || outcome instanceof Outcome.HostFault, hex);
    Statistics.collect(outcome.id());
    Statistics.coverage(
        coverage -> {
          coverage.check("completed").percentage(share -> share > 20);
          coverage.check("trapped").count(count -> count > 0);
        });
  }

  @Property(tries = 12, edgeCases = EdgeCasesMode.NONE)
  void validModules_costTheSameInterpretedAndCompiled(@ForAll @WasmModule byte[] module) {
    Outcome outcome = BOTH.check(Tool.of("grown", module), Call.builder().seed(1).build());
    assertFalse(outcome instanceof Outcome.HostFault, outcome.message());
  }

  @Property(tries = 200, edgeCases = EdgeCasesMode.NONE)
  void nearlyValidModules_endInAnOutcome(@ForAll @WasmModule(nearly = true) byte[] module) {
    Outcome outcome = run(module);
    String hex = outcome.message() + ": " + HexFormat.of().formatHex(module);
    assertFalse(outcome instanceof Outcome.HostFault, hex);
    Statistics.collect(outcome instanceof Outcome.Refused);
    Statistics.coverage(coverage -> coverage.check(true).percentage(share -> share > 20));
  }

  @Provide
  Arbitrary<List<TreeStep>> steps() {
    return TreeStep.sequences(GuestPaths.plain());
  }

  @Property(tries = 60, edgeCases = EdgeCasesMode.NONE)
  void stepsInASession_answerAndLeaveWhatTheModelDoes(@ForAll("steps") List<TreeStep> steps) {
    TreeAgreement.check(ENGINE, new WorkspaceLimits(60, 9, 64), steps);
  }

  /** F1 to F13 from inside of a session: a directory of the host is mounted, with ways out. */
  @Property(tries = 60, edgeCases = EdgeCasesMode.NONE)
  void hostileCalls_escapeNothing_andKeepTheQuota(@ForAll List<WasiCall> calls) {
    Policy policy =
        Policy.builder()
            .limits(SMALL)
            .workspace(
                WorkspacePolicy.of(new WorkspaceLimits(2_000, 20, 8)).toBuilder()
                    .mount(bait.mounted(), "/mounted", Access.OVERLAY)
                    .build())
            .build();
    try (Session session = ENGINE.openSession(policy)) {
      WasiRun run = WasiRun.of(session, calls);
      bait.assertNoEscape(run.outcome());
      assertFalse(run.outcome() instanceof Outcome.HostFault, run.outcome().message());
      assertFalse(run.answers().contains(WasiErrno.IO), run.answers().toString());
      Oracles.assertUsable(session);
    }
  }

  @Property(tries = 100, edgeCases = EdgeCasesMode.NONE)
  void chunks_areTheBytes_andSoIsTheStream(@ForAll ChunkedBytes bytes) throws IOException {
    ByteArrayOutputStream joined = new ByteArrayOutputStream();
    bytes.chunks().forEach(joined::writeBytes);
    assertArrayEquals(bytes.bytes(), joined.toByteArray());
    assertArrayEquals(bytes.bytes(), bytes.stream().readAllBytes());
    assertEquals(bytes, ChunkedBytes.of(bytes.bytes(), bytes.borders()));
  }

  @Provide
  Arbitrary<ChunkedBytes> holding() {
    return ByteStreams.holding("marker".getBytes(StandardCharsets.UTF_8));
  }

  @Property(tries = 100, edgeCases = EdgeCasesMode.NONE)
  void streamsThatHoldAMarker_holdIt_andCutIt(@ForAll("holding") ChunkedBytes bytes) {
    Canary marker = new Canary("..marker..".substring(2, 8) + "..");
    String text = new String(bytes.bytes(), StandardCharsets.ISO_8859_1);
    assertTrue(text.contains("marker") && marker.foundIn("none").isEmpty());
    boolean cut =
        bytes.chunks().stream()
            .map(chunk -> new String(chunk, StandardCharsets.ISO_8859_1))
            .noneMatch(chunk -> chunk.contains("marker"));
    Statistics.collect(cut);
    Statistics.coverage(coverage -> coverage.check(true).percentage(share -> share > 20));
  }

  private static boolean isAccepted(String document) {
    try {
      Policy policy =
          PolicyDocument.parse(
              document,
              Path.of("/"),
              Map.of("TOKEN", "t0ken-of-tests", "HOST_A", "a", "HOST_B", "b", "HOST_C", "c"));
      return !policy.digest().isEmpty();
    } catch (PolicyException refused) {
      return false;
    }
  }

  @Property(tries = 60, edgeCases = EdgeCasesMode.NONE)
  void documentsThatAreNearlyRight_areReadOrRefused(
      @ForAll @PolicyText(nearly = true) String document, @ForAll Policy policy) {
    Statistics.collect(isAccepted(document));
    Statistics.coverage(coverage -> coverage.check(false).percentage(share -> share > 20));
    assertEquals(policy, policy.toBuilder().build());
  }

  @Property(tries = 200, edgeCases = EdgeCasesMode.NONE)
  void textsWithAnnotations_areHostile(
      @ForAll @GuestPath(hostile = true) String path, @ForAll @UrlText(hostile = true) String url) {
    boolean isPlain = path.matches("(a|bb|ccc)(/(a|bb|ccc)){0,2}");
    Statistics.label("path").collect(isPlain);
    Statistics.label("path").coverage(all -> all.check(false).percentage(share -> share > 80));
    Statistics.label("url").collect(url.startsWith("https://api.example.com"));
    Statistics.label("url").coverage(all -> all.check(false).percentage(share -> share > 50));
  }
}
