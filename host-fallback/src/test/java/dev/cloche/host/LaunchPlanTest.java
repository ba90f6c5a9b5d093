package dev.cloche.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LaunchPlanTest {
  private static final String CHAIN_OF_ROOT =
      """
      /usr/bin/sh
      -c
      umask 022; s=$1 b=$2 a=$3; shift 3; while [ "$1" != -- ]; do echo 0 > "$1" || exit 125; shift; done; \
      shift; exec 9<"$b" 8>"$s" 7<"$a"; exec "$@"
      sh
      /run/x/status
      /run/x/filter
      /run/x/args
      /g/memory/p
      /g/pids/p
      --
      /usr/bin/prlimit
      --core=1:1
      --nofile=1024:1024
      --fsize=33554432:33554432
      /usr/bin/setpriv
      --reuid=64001
      --regid=64001
      --clear-groups
      --inh-caps=-all
      --no-new-privs
      /usr/bin/nsenter
      --target
      4711
      --user
      --mount
      --net
      --preserve-credentials
      --wd=/
      /usr/bin/bwrap
      --args
      7
      --
      /bin/sh
      -c
      exec "$@"
      sh
      git
      log
      -n1
      """;

  private static final String BUBBLEWRAP =
      """
      --unshare-user --unshare-pid --unshare-net --unshare-ipc --unshare-uts --unshare-cgroup
      --disable-userns --uid 1000 --gid 1000 --hostname sandbox
      --new-session --die-with-parent --cap-drop ALL --clearenv
      --ro-bind /usr /usr
      --symlink usr/bin /bin --symlink usr/lib /lib --symlink usr/lib64 /lib64
      --symlink usr/sbin /sbin
      --ro-bind /run/x/etc /etc
      --proc /proc --ro-bind /proc/sys /proc/sys
      --ro-bind /dev/null /proc/cmdline --ro-bind /dev/null /proc/keys
      --dev /dev --size 16777216 --perms 1777 --tmpfs /dev/shm --remount-ro /dev
      --size 67108864 --perms 1777 --tmpfs /tmp
      --bind /run/x/ws /workspace --chdir /workspace/repo --remount-ro /
      --setenv HOME /workspace --setenv LANG C.UTF-8 --setenv PATH /usr/local/bin:/usr/bin:/bin
      --setenv TMPDIR /tmp --setenv TZ UTC --setenv USER sandbox
      --seccomp 9 --json-status-fd 8
      """;

  private static final NativeCommand GIT =
      NativeCommand.of("git", "log", "-n1").withEnvironment(Map.of("TZ", "UTC")).in("/repo");

  private static LaunchPlan plan(MachineFacts facts, SandboxSpec spec, NativeCommand command) {
    return LaunchPlan.of(facts, spec, command);
  }

  private static NativeRefusal refusal(SandboxSpec spec, NativeCommand command) {
    RefusedException refused =
        assertThrows(RefusedException.class, () -> plan(Facts.debian(true), spec, command));
    return refused.reason();
  }

  @Test
  void theChainOfRoot_givesRootUpBeforeBubblewrap() {
    LaunchPlan plan = plan(Facts.debian(true), Facts.spec(), GIT);
    assertEquals(CHAIN_OF_ROOT, String.join("\n", plan.argv(Facts.files())) + "\n");
  }

  /** What waits has all behind it but what a command brings, which comes in one quoted line. */
  @Test
  void theSeatOfRoot_hasJoinedAndGivenRootUp_andBecomesBubblewrap() {
    List<String> seat = LaunchPlan.seat(Facts.debian(true), Facts.spec(), Facts.files());
    List<String> chain = List.of(CHAIN_OF_ROOT.split("\n", -1));
    int bubblewrap = chain.indexOf("/usr/bin/bwrap");
    List<String> expected = new ArrayList<>(chain.subList(0, bubblewrap));
    assertTrue(expected.remove("--fsize=33554432:33554432"));
    expected.addAll(List.of("/usr/bin/sh", "-c", "IFS= read -r c && eval \"$c\"", "sh", "\n"));
    assertEquals(expected, seat);
    LaunchPlan plan = plan(Facts.debian(true), Facts.spec(), GIT);
    byte[] line = Seat.line(plan, NativeLimits.defaults()).orElseThrow();
    assertEquals(
        "ulimit -f 65536 && exec '/usr/bin/bwrap' '--args' '7' '--' '/bin/sh' '-c' 'exec \"$@\"'"
            + " 'sh' 'git' 'log' '-n1'\n",
        new String(line, StandardCharsets.UTF_8));
  }

  @Test
  void aSeat_servesNoLimitThatAShellCannotSet_andNoLongLine() {
    LaunchPlan plan = plan(Facts.debian(true), Facts.spec(), GIT);
    NativeLimits d = NativeLimits.defaults();
    NativeLimits odd =
        new NativeLimits(
            d.memoryBytes(), 64, 100, d.wall(), 1, d.fileBytes() + 1, d.temporaryBytes());
    assertTrue(Seat.line(plan, odd).isEmpty());
    LaunchPlan large =
        plan(Facts.debian(true), Facts.spec(), NativeCommand.of("echo", "x".repeat(4096)));
    assertTrue(Seat.line(large, d).isEmpty());
  }

  @Test
  void theChainOfAUser_hasNothingToGiveUp() {
    List<String> argv = plan(Facts.debian(false), Facts.spec(), GIT).argv(Facts.files());
    assertFalse(argv.contains("/usr/bin/setpriv"));
    assertTrue(argv.contains("/usr/bin/bwrap"));
  }

  @Test
  void theSandbox_isSpelledOut() {
    LaunchPlan plan = plan(Facts.debian(true), Facts.spec(), GIT);
    assertEquals(List.of(BUBBLEWRAP.strip().split("\\s+")), plan.bubblewrap());
    String bytes = new String(plan.argumentBytes(), StandardCharsets.UTF_8);
    assertEquals(String.join("\0", plan.bubblewrap()) + "\0", bytes);
  }

  @Test
  void withoutControlGroups_eachProcessIsLimitedInside() {
    SandboxSpec spec =
        new SandboxSpec(
            1, "/w", "/e", 64001, NativeLimits.defaults(), List.of(), true, SandboxKind.PLAIN);
    List<String> argv = plan(Facts.debian(true), spec, GIT).argv(Facts.files());
    assertTrue(argv.indexOf("--nproc=64:64") > argv.indexOf("/usr/bin/bwrap"));
    assertTrue(argv.contains("--as=536870912:536870912"));
  }

  @Test
  void aMachineWithoutMergedUsr_bindsWhatItHas() {
    MachineFacts facts =
        new MachineFacts(
            Facts.programs(),
            false,
            Facts.debian(false).arch(),
            Map.of(),
            List.of("/bin", "/lib"),
            List.of());
    List<String> arguments = plan(facts, Facts.spec(), GIT).bubblewrap();
    int at = Collections.indexOfSubList(arguments, List.of("--ro-bind", "/bin", "/bin"));
    assertTrue(at > 0);
    assertFalse(arguments.contains("--symlink"));
  }

  @Test
  void x1_aMissingProgram_isRefusedByName() {
    Map<Program, String> programs = Facts.programs();
    programs.remove(Program.BWRAP);
    MachineFacts facts =
        new MachineFacts(programs, true, Facts.debian(true).arch(), Map.of(), List.of(), List.of());
    RefusedException refused =
        assertThrows(RefusedException.class, () -> plan(facts, Facts.spec(), GIT));
    assertEquals(NativeRefusal.PROGRAM_MISSING, refused.reason());
    assertTrue(refused.getMessage().contains("apt-get install bubblewrap"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"..", "/..", "a/../..", "/a/../b", "a\0b", "a\ud800"})
  void x4_aDirectoryThatLeadsUp_isRefused(String directory) {
    assertEquals(NativeRefusal.DIRECTORY, refusal(Facts.spec(), GIT.in(directory)));
    assertTrue(
        plan(Facts.debian(true), Facts.spec(), GIT.in("/a..b"))
            .bubblewrap()
            .contains("/workspace/a..b"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "/",
        "opt",
        "/opt/",
        "//opt",
        "/opt/../etc",
        "/opt/./x",
        "/proc",
        "/proc/1",
        "/dev",
        "/etc/ssh",
        "/workspace",
        "/workspace/x",
        "/tmp/x",
        "/home/x",
        "/root",
        "/run/docker.sock",
        "/sys",
        "/op\nt",
        "/op\0t"
      })
  void x4_aReadableRootThatWidens_isRefused(String root) {
    assertEquals(NativeRefusal.READABLE_ROOT, refusal(withRoot(root), GIT));
  }

  @Test
  void x4_aPlainReadableRoot_isShown() {
    List<String> arguments = plan(Facts.debian(true), withRoot("/opt/jdk-17"), GIT).bubblewrap();
    List<String> bind = List.of("--ro-bind", "/opt/jdk-17", "/opt/jdk-17");
    assertTrue(Collections.indexOfSubList(arguments, bind) > 0);
  }

  private static SandboxSpec withRoot(String root) {
    return new SandboxSpec(
        1, "/w", "/e", 64001, NativeLimits.defaults(), List.of(root), false, SandboxKind.PLAIN);
  }

  @Test
  void x6_words_areNeverParsed() {
    String nasty = "$(touch /tmp/x); `id` | & > < * ? ~ \\ ' \" \n --args 9";
    List<String> argv =
        plan(Facts.debian(true), Facts.spec(), NativeCommand.of("printf", "%s", nasty))
            .argv(Facts.files());
    assertEquals(nasty, argv.get(argv.size() - 1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\0b", "\ud800", "", "-l", "--"})
  void x6_aProgramThatCannotBePassedOn_isRefused(String word) {
    assertEquals(NativeRefusal.WORDS, refusal(Facts.spec(), NativeCommand.of(word)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "A=B", "1A", "A\0", "A B", "Ä"})
  void x6_aVariableNameThatIsNone_isRefused(String name) {
    NativeCommand command = GIT.withEnvironment(Map.of(name, "x"));
    assertEquals(NativeRefusal.ENVIRONMENT, refusal(Facts.spec(), command));
  }

  @Test
  void x9_whatTheKernelWouldRefuse_isRefusedBefore() {
    String large = "x".repeat(128 << 10);
    assertEquals(NativeRefusal.WORDS, refusal(Facts.spec(), NativeCommand.of("echo", large)));
    NativeCommand many =
        new NativeCommand(Collections.nCopies(50_001, "x"), new byte[0], Map.of(), "/");
    assertEquals(NativeRefusal.WORDS, refusal(Facts.spec(), many));
    NativeCommand total =
        new NativeCommand(Collections.nCopies(20, "x".repeat(60_000)), new byte[0], Map.of(), "/");
    assertEquals(NativeRefusal.WORDS, refusal(Facts.spec(), total));
    assertEquals(
        NativeRefusal.ENVIRONMENT, refusal(Facts.spec(), GIT.withEnvironment(Map.of("A", large))));
  }

  @Test
  void x9_tooManyRootsOrVariables_areRefusedAndNotCut() {
    SandboxSpec spec =
        new SandboxSpec(
            1,
            "/w",
            "/e",
            64001,
            NativeLimits.defaults(),
            Collections.nCopies(3000, "/opt/x"),
            false,
            SandboxKind.PLAIN);
    assertEquals(NativeRefusal.ENVIRONMENT, refusal(spec, GIT));
  }

  /** Files with secrets lie in memory, and in no tree that a session keeps. */
  @Test
  void c1_aPlaceForSecrets_isASizedMountOfItsOwn_beforeTheWorkspace() {
    SandboxSpec plain = Facts.spec();
    SandboxSpec spec =
        new SandboxSpec(
            plain.holder(),
            plain.workspace(),
            plain.etc(),
            plain.uid(),
            plain.limits(),
            List.of(),
            false,
            new SandboxKind(false, true));
    List<String> with = plan(Facts.debian(true), spec, GIT).bubblewrap();
    List<String> place =
        List.of("--size", "1048576", "--perms", "0700", "--tmpfs", "/run/cloche/secrets");
    int at = Collections.indexOfSubList(with, place);
    assertTrue(at > 0 && at < with.indexOf("--bind"), with.toString());
    List<String> rest = new ArrayList<>(with);
    rest.subList(at, at + place.size()).clear();
    assertEquals(plan(Facts.debian(true), plain, GIT).bubblewrap(), rest);
  }
}
