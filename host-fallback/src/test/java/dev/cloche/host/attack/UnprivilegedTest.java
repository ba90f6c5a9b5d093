package dev.cloche.host.attack;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.cloche.CommandUsage;
import dev.cloche.Engine;
import dev.cloche.Outcome;
import dev.cloche.Session;
import dev.cloche.host.NativeBackend;
import dev.cloche.host.NativeCommand;
import dev.cloche.host.NativeEnding;
import dev.cloche.host.NativeOptions;
import dev.cloche.host.NativeRefusal;
import dev.cloche.host.NativeResult;
import dev.cloche.host.NativeSession;
import dev.cloche.workspace.Workspace;
import dev.cloche.workspace.WorkspaceLimits;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The same attacks, where the JVM is a user without any rights. */
@Tag("one-jdk")
class UnprivilegedTest {
  /** No user of this machine. */
  private static final String UID = "63999";

  private static Path copy;
  private static List<String> classPath;

  /** The class path of the tests, where every user can read it. */
  @BeforeAll
  static void copyClassPath() throws IOException {
    copy = Files.createTempDirectory("unprivileged-");
    classPath = new ArrayList<>();
    for (String each : Unprivileged.classPath().split(File.pathSeparator, -1)) {
      Path target = copy.resolve(classPath.size() + "-" + Path.of(each).getFileName());
      copy(Path.of(each), target);
      classPath.add(target.toString());
    }
    permit(copy, "rwxr-xr-x");
  }

  @AfterAll
  static void deleteCopy() throws IOException {
    delete(copy);
  }

  private static boolean isRoot() throws IOException {
    return Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
  }

  @Test
  void attacksAreHeld_withoutRightsAndControlGroups() throws Exception {
    assumeTrue(isRoot(), "the other tests run as a user without rights already");
    List<String> lines = run(Unprivileged.class.getName());
    List<String> expected = new ArrayList<>();
    Unprivileged.attacks().forEach(each -> expected.add(Unprivileged.HELD + each.id()));
    expected.add("nothing is left over");
    assertEquals(String.join("\n", expected), String.join("\n", lines));
  }

  @Test
  void theNetworkOfACommand_isTheSame_withoutRights() throws Exception {
    assumeTrue(isRoot(), "the other tests run as a user without rights already");
    assertEquals(UnprivilegedNetwork.EXPECTED, run(UnprivilegedNetwork.class.getName()));
  }

  @Test
  void x1_withoutControlGroups_commandsAreRefused_unlessLessWasAskedFor() throws Exception {
    assumeTrue(isRoot(), "needs a user without rights");
    assertEquals(
        List.of(
            "LIMITS_UNENFORCEABLE",
            "Exited[status=0] true",
            "policy without degraded: refused",
            "policy with degraded: completed true"),
        run(Refusals.class.getName()));
  }

  /** Prints how a command ends, without and with less than all limits. */
  static final class Refusals {
    private Refusals() {}

    public static void main(String[] arguments) {
      NativeEnding.Refused refused =
          assertInstanceOf(NativeEnding.Refused.class, result(false).ending());
      NativeRefusal reason = refused.reason();
      System.out.println(reason);
      NativeResult degraded = result(true);
      System.out.println(degraded.ending() + " " + degraded.degraded());
      policies();
    }

    /** The backend may run with less, and each policy decides whether its commands do. */
    private static void policies() {
      try (NativeBackend backend = NativeBackend.create(new NativeOptions(List.of(), true));
          Engine engine = Engine.builder().backend(backend).build();
          Session strict = engine.openSession(Sessions.policy("native: { commands: [bash] }"));
          Session less =
              engine.openSession(Sessions.policy("native: { commands: [bash], degraded: true }"))) {
        System.out.println("policy without degraded: " + Sessions.bash(strict, "true").id());
        Outcome ran = Sessions.bash(less, "true");
        CommandUsage usage = ran.usage().command().orElseThrow();
        System.out.println("policy with degraded: " + ran.id() + " " + usage.degraded());
      }
    }

    private static NativeResult result(boolean degraded) {
      try (NativeBackend backend = NativeBackend.create(new NativeOptions(List.of(), degraded));
          Workspace workspace = Workspace.inMemory(WorkspaceLimits.defaults());
          NativeSession session = backend.openSession(workspace)) {
        return session.run(NativeCommand.of("true"), Arena.LIMITS);
      }
    }
  }

  /** Runs a class as another user, who can read a copy of the class path only. */
  private static List<String> run(String main) throws Exception {
    Path temporary = Files.createTempDirectory(copy, "tmp-");
    permit(temporary, "rwxrwxrwx");
    List<String> command =
        List.of(
            "setpriv",
            "--reuid=" + UID,
            "--regid=" + UID,
            "--clear-groups",
            "--inh-caps=-all",
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx512m",
            "-Djava.io.tmpdir=" + temporary,
            "-cp",
            String.join(File.pathSeparator, classPath),
            main);
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).directory(new File("/")).start();
    String out = new String(process.getInputStream().readAllBytes(), UTF_8);
    int status = process.waitFor();
    assertTrue(status == 0, () -> "status " + status + ": " + out);
    return out.lines().toList();
  }

  private static void permit(Path path, String mode) throws IOException {
    Set<PosixFilePermission> permissions = PosixFilePermissions.fromString(mode);
    assertEquals(path, Files.setPosixFilePermissions(path, permissions));
  }

  private static void copy(Path source, Path target) throws IOException {
    if (!Files.exists(source)) {
      return;
    }
    List<Path> all;
    try (Stream<Path> walk = Files.walk(source)) {
      all = walk.toList();
    }
    for (Path each : all) {
      Path to = target.resolve(source.relativize(each).toString());
      Path copied = Files.copy(each, to);
      permit(copied, Files.isDirectory(copied) ? "rwxr-xr-x" : "rw-r--r--");
    }
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    }
  }
}
