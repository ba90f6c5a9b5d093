package dev.cloche.host.attack;

import static dev.cloche.host.attack.Sessions.completed;
import static dev.cloche.host.attack.Sessions.denied;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.Call;
import dev.cloche.CommandUsage;
import dev.cloche.Outcome;
import dev.cloche.Running;
import dev.cloche.Session;
import dev.cloche.SessionOptions;
import dev.cloche.Tool;
import dev.cloche.audit.AuditLog;
import dev.cloche.audit.MemoryAuditSink;
import dev.cloche.credential.Credential;
import dev.cloche.workspace.Snapshot;
import dev.cloche.workspace.WorkspaceDiff;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Secrets that native commands are lent: they get them, and nobody else does. */
@Tag("one-jdk")
@Timeout(300)
class SessionLeasesTest {
  /** With what a shell would read, and no text of it in this class as it is. */
  private static final String SECRET = "can'ary $(id)\"`\\" + "x-" + "0123456789abcdef";

  private static final String PLACES = "/run/cloche/secrets/t";
  private static final String POLICY =
      """
      native:
        commands: [bash, sh]
        leases:
          - { credential: key, commands: [bash], environment: TOKEN }
          - { credential: key, commands: [bash], file: t }
      limits: { wall: 60s }
      credentials: { key: { issuer: true, header: X } }
      """;

  /** Of another command of the session, which was lent nothing. */
  private static final String LOOK =
      "env; tr '\\0' '\\n' < /proc/1/environ; ls -aR /run /workspace /tmp /dev/shm 2>&1;"
          + " cat /run/cloche/secrets/* 2>&1; grep -ra ary /workspace /tmp; ls /proc/[0-9]*";

  @RegisterExtension private static final Sessions SESSIONS = new Sessions();

  private static SessionOptions.Builder options() {
    return SessionOptions.builder(Sessions.policy(POLICY))
        .credentialIssuer(request -> Credential.of(SECRET));
  }

  private static Session session() {
    return SESSIONS.engine().openSession(options().build());
  }

  private static Outcome bash(Session session, String script) {
    return Sessions.bash(session, script);
  }

  private static String quoted() {
    return "'" + SECRET.replace("'", "'\\''") + "'";
  }

  @Test
  void c1_theCommandHasTheSecretAsItIs_andItsStreamsDoNot() {
    try (Session session = session()) {
      // Cold, from a seat or anew, and then in a sandbox that waits.
      for (int i = 0; i < 3; i++) {
        Outcome.Completed done =
            completed(
                session.call(
                    Tool.command("bash", "-c"),
                    Call.builder()
                        .arguments(
                            "[ \"$TOKEN\" = \"$(cat "
                                + PLACES
                                + ")\" ] && printf %s \"$TOKEN\" | sha256sum; stat -c %a "
                                + PLACES
                                + "; umask; cat; echo; echo \"<$TOKEN>\"; cat "
                                + PLACES
                                + " | base64 -w0 >&2; env | grep -c ^c=; true")
                        .stdin(new ByteArrayInputStream("typed".getBytes(UTF_8)))
                        .build()));
        assertEquals(sha256() + "  -\n400\n0022\ntyped\n<[redacted]>\n0\n", done.stdout().text());
        assertEquals("[redacted]", done.stderr().text());
      }
    }
  }

  private static String sha256() {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(SECRET.getBytes(UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void c1_aCommandTooLongForTheLine_getsItTheSameWay() {
    try (Session session = session()) {
      String script = "echo ${#TOKEN} ${#1} ${#2}; cat; stat -c %s " + PLACES;
      Call call =
          Call.builder()
              .arguments(script, "-", "x".repeat(20_000), "'".repeat(30_000))
              .stdin("typed\n".getBytes(UTF_8))
              .build();
      for (int i = 0; i < 2; i++) {
        Outcome.Completed done = completed(session.call(Tool.command("bash", "-c"), call));
        assertEquals(
            "%d 20000 30000\ntyped\n%d\n".formatted(SECRET.length(), SECRET.length()),
            done.stdout().text());
      }
    }
  }

  /** While a command holds it, the host's other processes and its files are searched. */
  @Test
  void x3_onTheHost_onlyTheCommandsOwnEnvironmentHasIt() throws Exception {
    CountDownLatch ready = new CountDownLatch(1);
    PipedOutputStream typed = new PipedOutputStream();
    try (Session session = session();
        PipedInputStream stdin = new PipedInputStream(typed)) {
      completed(bash(session, "true"));
      Running running =
          session.start(
              Sessions.BASH,
              Call.builder()
                  .arguments("echo ready; read -r line; echo \"$line\"")
                  .stdin(stdin)
                  .copyStdoutTo(new Signal(ready))
                  .build());
      ready.await();
      assertEquals(List.of(), holders("cmdline"));
      TreeSet<String> names = new TreeSet<>();
      for (Path process : holders("environ")) {
        names.add(Files.readString(process.resolve("comm")).strip());
        assertFalse(
            Files.readSymbolicLink(process.resolve("ns/pid"))
                .equals(Files.readSymbolicLink(Path.of("/proc/self/ns/pid"))),
            "in the host's namespace");
      }
      assertEquals(new TreeSet<>(List.of("bash")), names);
      List<Path> files = filesOfTheBackend();
      assertFalse(files.isEmpty());
      assertEquals(
          List.of(), files.stream().filter(each -> read(each).contains("ary $(id)")).toList());
      typed.write("done\n".getBytes(UTF_8));
      typed.close();
      assertEquals("ready\ndone\n", completed(running.await()).stdout().text());
      assertEquals(List.of(), holders("environ"));
    }
  }

  /** Returns what lies on the host's disk; files of launches come and go meanwhile. */
  private static List<Path> filesOfTheBackend() throws IOException {
    List<Path> found = new ArrayList<>();
    SimpleFileVisitor<Path> visitor =
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            found.add(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException gone) {
            return FileVisitResult.CONTINUE;
          }
        };
    for (Path directory : Leftovers.files()) {
      Path walked = Files.walkFileTree(directory, visitor);
      assertEquals(directory, walked);
    }
    return found;
  }

  /** Returns the processes of the host that show it. */
  private static List<Path> holders(String file) throws IOException {
    List<Path> found = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
      for (Path process : all) {
        if (read(process.resolve(file)).contains(new String(SECRET.getBytes(UTF_8), ISO_8859_1))) {
          found.add(process);
        }
      }
    }
    return found;
  }

  private static String read(Path file) {
    try {
      return Files.readString(file, ISO_8859_1);
    } catch (IOException gone) {
      return "";
    }
  }

  /** Tells when something is written. */
  private static final class Signal extends OutputStream {
    private final CountDownLatch latch;

    Signal(CountDownLatch latch) {
      this.latch = latch;
    }

    @Override
    public void write(int ignored) {
      latch.countDown();
    }
  }

  @Test
  void c1_whatHoldsTheSecret_staysOutOfTheWorkspace_andTheRestIsTakenOver() {
    MemoryAuditSink sink = MemoryAuditSink.of(1000);
    String everything;
    try (AuditLog log = AuditLog.builder(sink).open();
        Session session = SESSIONS.engine().openSession(options().audit(log).build())) {
      session.workspace().writeFile("/old.txt", "old".getBytes(UTF_8));
      Snapshot before = session.workspace().snapshot();
      Outcome.Completed done =
          completed(
              bash(
                  session,
                  "echo clean > clean.txt; echo \"a $TOKEN b\" > plain.txt;"
                      + " printf %s \"$TOKEN\" | base64 > coded.txt; ln -s \"$TOKEN\" link;"
                      + " mkdir \"d-${TOKEN}\"; echo x > \"d-${TOKEN}/f\"; cp "
                      + PLACES
                      + " old.txt; mkfifo \"p-${TOKEN}\"; echo $TOKEN >&2"));
      CommandUsage usage = done.usage().command().orElseThrow();
      WorkspaceDiff diff = session.workspace().diff(before);
      assertEquals(
          List.of("/clean.txt"), diff.added().stream().map(WorkspaceDiff.Entry::path).toList());
      assertEquals(List.of(), diff.changed());
      assertEquals("old", new String(session.workspace().readFile("/old.txt"), UTF_8));
      List<String> paths = usage.leftOut().stream().map(CommandUsage.LeftOut::path).toList();
      assertTrue(paths.containsAll(List.of("/plain.txt", "/coded.txt", "/link", "/old.txt")));
      assertTrue(paths.contains("/d-[redacted]"), paths.toString());
      everything = done + done.stdout().text() + done.stderr().text() + usage + diff;
      Outcome.Completed other =
          completed(session.call(Tool.command("sh", "-c"), Call.of(LOOK + "; cat old.txt")));
      assertTrue(other.stdout().text().contains("clean.txt"));
      everything += other.stdout().text() + other.stderr().text();
    }
    everything += String.join("\n", sink.lines());
    assertFalse(everything.contains("ary $(id)"), everything);
    assertTrue(everything.contains("\"place\":\"variable TOKEN\""), everything);
  }

  /** The sandbox that waits beside a command with a lease was made for the next one. */
  @Test
  void c5_anotherCommandInASandboxThatWaited_findsNothing() {
    try (Session session = session()) {
      completed(bash(session, "true"));
      Outcome.Completed other = completed(session.call(Tool.command("sh", "-c"), Call.of(LOOK)));
      assertTrue(other.stdout().text().contains("PATH="), other.stdout()::text);
      assertFalse(other.stdout().text().contains("ary"), other.stdout()::text);
      assertFalse(other.stdout().text().contains("TOKEN"), other.stdout()::text);
      assertEquals(
          "here\n",
          completed(bash(session, "[ \"$TOKEN\" = " + quoted() + " ] && echo here"))
              .stdout()
              .text());
    }
  }

  @Test
  void c5_revoke_endsTheCommandThatHoldsIt_andTheSessionGoesOn() throws Exception {
    CountDownLatch ready = new CountDownLatch(1);
    try (Session session = session()) {
      Running running =
          session.start(
              Sessions.BASH,
              Call.builder()
                  .arguments("trap '' TERM; echo ready; sleep 600")
                  .copyStdoutTo(new Signal(ready))
                  .build());
      ready.await();
      session.revokeCredential("key");
      assertEquals("ready\n", denied("credentials.key", running.await()).stdout().text());
      denied("credentials.key", bash(session, "true"));
      completed(session.call(Tool.command("sh", "-c"), Call.of("true")));
    }
  }

  @Test
  void x7_aCommandCannotKeepTheSecretForTheNext() {
    try (Session session = session()) {
      completed(
          bash(
              session,
              "chmod 666 /run/cloche/secrets/t; cp /run/cloche/secrets/t /tmp/k;"
                  + " cp /run/cloche/secrets/t /dev/shm/k; (setsid sleep 600 &); true"));
      Outcome.Completed other = completed(session.call(Tool.command("sh", "-c"), Call.of(LOOK)));
      assertFalse(other.stdout().text().contains("ary"), other.stdout()::text);
    }
  }
}
