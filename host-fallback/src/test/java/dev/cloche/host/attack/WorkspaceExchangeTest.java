package dev.cloche.host.attack;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.host.NativeCommand;
import dev.cloche.host.NativeEnding;
import dev.cloche.host.NativeRefusal;
import dev.cloche.host.NativeResult;
import dev.cloche.workspace.Access;
import dev.cloche.workspace.NodeKind;
import dev.cloche.workspace.Snapshot;
import dev.cloche.workspace.Workspace;
import dev.cloche.workspace.WorkspaceDiff;
import dev.cloche.workspace.WorkspaceException;
import dev.cloche.workspace.WorkspaceLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Files on their way between the session's workspace and the sandbox. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WorkspaceExchangeTest {
  private Arena arena;
  private Workspace workspace;

  @BeforeAll
  void open() throws IOException {
    arena = Arena.open(false);
    workspace = arena.workspace();
  }

  @BeforeEach
  void empty() {
    workspace.reset();
  }

  @AfterAll
  void nothingIsLeftOver() throws IOException {
    arena.close();
  }

  private NativeResult bash(String script) {
    NativeResult result = arena.run(NativeCommand.of("bash", "-c", script), Arena.LIMITS);
    assertEquals(new NativeEnding.Exited(0), result.ending(), () -> result.stderr().text());
    return result;
  }

  private String out(String script) {
    return bash(script).stdout().text();
  }

  private String text(String path) {
    return new String(workspace.readFile(path), UTF_8);
  }

  private static Map<String, String> leftOut(NativeResult result) {
    return result.leftOut().stream()
        .collect(Collectors.toMap(NativeResult.LeftOut::path, NativeResult.LeftOut::why));
  }

  @Test
  void filesOfTheWorkspace_areThere() {
    workspace.writeFile("/a/b/c.txt", "hello".getBytes(UTF_8));
    workspace.createDirectory("/empty");
    workspace.createLink("/a/link", "b/c.txt");
    workspace.writeFile("/größe", "x".getBytes(UTF_8));
    workspace.writeFile("/-rf", "y".getBytes(UTF_8));
    workspace.writeFile("/new\nline", "z".getBytes(UTF_8));
    String listed =
        out("LC_ALL=C find . -mindepth 1 -printf '%y %p\\0' | sort -z | tr '\\0\\n' '|?'");
    assertEquals(
        "d ./a|d ./a/b|d ./empty|f ./-rf|f ./a/b/c.txt|f ./größe|f ./new?line|l ./a/link|", listed);
    assertEquals("hello", out("cat a/link"));
  }

  @Test
  void whatACommandWrites_isTakenOver() {
    Snapshot before = workspace.snapshot();
    bash("mkdir -p d/e; echo one > d/e/f; ln -s e/f d/l; printf '\\0\\377' > bin; mkdir empty");
    assertEquals("one\n", text("/d/e/f"));
    assertEquals("one\n", text("/d/l"));
    assertEquals("e/f", workspace.readLink("/d/l"));
    assertArrayEquals(new byte[] {0, (byte) 0xff}, workspace.readFile("/bin"));
    assertEquals(NodeKind.DIRECTORY, workspace.kind("/empty"));
    WorkspaceDiff diff = workspace.diff(before);
    assertEquals(
        List.of("/bin", "/d", "/d/e", "/d/e/f", "/d/l", "/empty"),
        diff.added().stream().map(WorkspaceDiff.Entry::path).toList());
    workspace.restore(before);
    assertEquals("", out("ls"));
  }

  @Test
  void onlyWhatChanged_isTakenOver() {
    bash("for i in 1 2 3; do echo $i > f$i; done; mkdir d; echo x > d/x");
    Snapshot before = workspace.snapshot();
    bash("echo new > f2; rm f3; mv d e; touch -d 2001-01-01 f1");
    WorkspaceDiff diff = workspace.diff(before);
    assertEquals(List.of("/f2"), diff.changed().stream().map(WorkspaceDiff.Entry::path).toList());
    assertEquals(
        List.of("/d", "/d/x", "/f3"),
        diff.removed().stream().map(WorkspaceDiff.Entry::path).toList());
    assertEquals(
        List.of("/e", "/e/x"), diff.added().stream().map(WorkspaceDiff.Entry::path).toList());
    assertEquals("1\n", text("/f1"));
  }

  /** A change that keeps size and time of modification is found by its time of change. */
  @Test
  void aChangeThatHides_isFound() {
    bash("echo aaaa > f; touch -d 2001-01-01 f; echo keep > g");
    bash("echo bbbb > f; touch -d 2001-01-01 f");
    assertEquals("bbbb\n", text("/f"));
    bash("cp f h; echo cccc > h; touch -d 2001-01-01 h; mv h f");
    assertEquals("cccc\n", text("/f"));
  }

  @Test
  void changesOnBothSides_meet() {
    bash("echo 1 > theirs; mkdir d; echo a > d/a");
    workspace.writeFile("/ours", "2".getBytes(UTF_8));
    workspace.delete("/d");
    workspace.writeFile("/d", "a file now".getBytes(UTF_8));
    workspace.writeFile("/theirs", "3".getBytes(UTF_8));
    assertEquals("a file now23", out("cat d ours theirs"));
    workspace.delete("/d");
    workspace.createLink("/d", "ours");
    assertEquals("2", out("cat d; rm ours"));
    assertFalse(workspace.exists("/ours"));
  }

  @Test
  void modes_stayAsLongAsCommandsWrite() {
    workspace.writeFile("/script", "#!/bin/sh\necho ran\n".getBytes(UTF_8));
    workspace.writeFile("/data", "echo data\n".getBytes(UTF_8));
    assertEquals("755 script\n644 data\n", out("stat -c '%a %n' script data; chmod 600 data"));
    assertEquals("ran\n600\n", out("./script; stat -c %a data"));
    workspace.writeFile("/other", new byte[1]);
    assertEquals("600\n", out("stat -c %a data"));
  }

  @Test
  void aProgramThatWasBuilt_runsInTheNextCommand() {
    workspace.writeFile(
        "/m.c", "#include <stdio.h>\nint main(void) { puts(\"built\"); }\n".getBytes(UTF_8));
    bash("gcc -o m m.c");
    assertEquals("built\n", out("./m"));
    assertEquals(0x7f, workspace.readFile("/m")[0]);
  }

  @Test
  void aRepository_worksInTheWorkspace() {
    bash(
        "git init -q r; cd r; git config user.name n; git config user.email e; echo 1 > f;"
            + " git add f; git commit -qm first");
    assertTrue(workspace.exists("/r/.git/HEAD"));
    assertEquals("first\n", out("cd r; git status --porcelain; git log --format=%s"));
  }

  @Test
  void theDirectoryToStartIn_isOneOfTheWorkspace() {
    workspace.createDirectory("/a/b");
    NativeResult inside = arena.run(NativeCommand.of("pwd").in("/a/b"), Arena.LIMITS);
    assertEquals("/workspace/a/b\n", inside.stdout().text());
    NativeResult missing = arena.run(NativeCommand.of("pwd").in("/nowhere"), Arena.LIMITS);
    assertTrue(
        missing.ending() instanceof NativeEnding.Refused refused
            && refused.reason() == NativeRefusal.DIRECTORY);
  }

  @Test
  void x4_aDirectoryThatIsALinkOut_leadsNowhere() {
    bash("ln -s / out; ln -s ../../../../etc up");
    for (String directory : List.of("/out", "/up")) {
      NativeResult result = arena.run(NativeCommand.of("pwd").in(directory), Arena.LIMITS);
      assertTrue(result.ending() instanceof NativeEnding.Refused, result.ending().toString());
    }
  }

  /** The tree of test 67, with what else a file system can hold. */
  @Test
  void native67_aHostileTree_isTakenOverAsFarAsItIsSafe() throws IOException {
    NativeResult result =
        bash(
            """
            echo fine > fine; ln -s /etc dirlink; ln -s /etc/shadow filelink
            ln -s ../../../../../../etc/shadow up; mkfifo fifo
            perl -MSocket -e 'socket(S,AF_UNIX,SOCK_STREAM,0);bind(S,pack_sockaddr_un("sock"))'
            perl -e 'open(F, ">", "\\xff\\xfe\\n-rf")'
            perl -e 'for (1..100) { mkdir "d"; chdir "d" } open(F, ">", "deep")'
            ln fine hard; mkfifo fifo2; chmod 0000 fifo2
            """);
    assertEquals("fine\n", text("/fine"));
    assertEquals("fine\n", text("/hard"));
    assertEquals("/etc/shadow", workspace.readLink("/filelink"));
    assertThrows(WorkspaceException.class, () -> workspace.readFile("/filelink"));
    assertThrows(WorkspaceException.class, () -> workspace.readFile("/up"));
    assertThrows(WorkspaceException.class, () -> workspace.list("/dirlink/"));
    Map<String, String> leftOut = leftOut(result);
    assertTrue(leftOut.containsKey("/fifo"));
    assertTrue(leftOut.containsKey("/fifo2"));
    assertTrue(leftOut.containsKey("/sock"));
    assertTrue(leftOut.values().contains("its name is not text"));
    assertTrue(leftOut.values().stream().anyMatch(each -> each.contains("levels")));
    assertEquals(5, leftOut.size(), leftOut.toString());
    assertEquals(List.of("d", "dirlink", "filelink", "fine", "hard", "up"), workspace.list("/"));
    arena.assertUntouched();
    workspace.reset();
    assertEquals("", out("find . -mindepth 1"));
  }

  @Test
  void x7_whatIsPlanted_staysInsideOnTheNextWay() throws IOException {
    bash("ln -s /tmp planted; mkdir d; ln -s ../../../tmp d/up; mkfifo waits");
    workspace.delete("/planted");
    workspace.writeFile("/planted/file", "x".getBytes(UTF_8));
    workspace.delete("/d/up");
    workspace.writeFile("/d/up/file", "y".getBytes(UTF_8));
    assertEquals("planted\nd/up\n", out("find . -name file -printf '%h\\n' | sort -r | cut -c3-"));
    assertEquals("", out("ls /tmp"));
    arena.assertUntouched();
  }

  @Test
  void f22_aReadOnlyMount_isNotChanged(@TempDir Path host) throws IOException {
    Files.writeString(host.resolve("file"), "original");
    try (Workspace other = Workspace.inMemory(WorkspaceLimits.defaults())) {
      var mount = other.mount(host, "/ro", Access.READ);
      assertEquals("/ro", mount.guestPath());
      try (var session = arena.backend().openSession(other)) {
        NativeResult result =
            session.run(
                NativeCommand.of("bash", "-c", "cat ro/file; echo x > ro/file; echo y > ro/new"),
                Arena.LIMITS);
        assertEquals("original", result.stdout().text());
        assertTrue(leftOut(result).keySet().containsAll(List.of("/ro/file", "/ro/new")));
        assertEquals("original", new String(other.readFile("/ro/file"), UTF_8));
        assertFalse(other.exists("/ro/new"));
        NativeResult next =
            session.run(NativeCommand.of("bash", "-c", "cat ro/*; ls ro"), Arena.LIMITS);
        assertEquals("originalfile\n", next.stdout().text());
      }
    }
    assertEquals("original", Files.readString(host.resolve("file")));
  }

  @Test
  void anOverlay_isReadAndWritten_andTheHostIsNot(@TempDir Path host) throws IOException {
    Files.writeString(Files.createDirectory(host.resolve("src")).resolve("file"), "original");
    try (Workspace other = Workspace.inMemory(WorkspaceLimits.defaults())) {
      var mount = other.mount(host, "/w", Access.OVERLAY);
      try (var session = arena.backend().openSession(other)) {
        NativeResult result =
            session.run(
                NativeCommand.of("bash", "-c", "cat w/src/file; echo x > w/src/file"),
                Arena.LIMITS);
        assertEquals("original", result.stdout().text());
        assertEquals(List.of(), result.leftOut());
      }
      assertEquals("original", Files.readString(host.resolve("src/file")));
      assertTrue(other.commit(mount).isComplete());
    }
    assertEquals("x\n", Files.readString(host.resolve("src/file")));
  }

  @Test
  void sessions_doNotSeeEachOther() throws IOException {
    try (Workspace other = Workspace.inMemory(WorkspaceLimits.defaults());
        var session = arena.backend().openSession(other)) {
      bash("echo secret > s; echo tmp > /tmp/t");
      NativeResult result =
          session.run(NativeCommand.of("bash", "-c", "ls -A . /tmp; echo end"), Arena.LIMITS);
      assertEquals(".:\n\n/tmp:\nend\n", result.stdout().text());
    }
    arena.assertUntouched();
  }
}
