package dev.cloche.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.host.BubblewrapOptions.Mount;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** What holds for each plan that is made at all, whatever was asked for. */
class LaunchPlanPropertiesTest {
  @Provide
  Arbitrary<NativeCommand> commands() {
    Arbitrary<String> any = Arbitraries.strings().ofMaxLength(12);
    Arbitrary<String> options =
        Arbitraries.of("--bind", "--tmpfs", "--", "--args", "/workspace/x", "--share-net", "--dir");
    Arbitrary<String> words = Arbitraries.oneOf(any, options);
    Arbitrary<String> names =
        Arbitraries.oneOf(
            Arbitraries.strings().alpha().ofMinLength(1).ofMaxLength(5), options, any);
    return Combinators.combine(
            words.list().ofMinSize(1).ofMaxSize(5),
            Arbitraries.maps(names, words).ofMaxSize(4),
            Arbitraries.oneOf(words, Arbitraries.of("/", "/a", "a/b")))
        .as((list, variables, at) -> new NativeCommand(list, new byte[0], variables, at));
  }

  /** Returns the plan, or nothing where the command is refused. */
  private static List<LaunchPlan> plan(NativeCommand command, boolean root) {
    try {
      SandboxSpec spec = Facts.spec();
      return List.of(LaunchPlan.of(Facts.debian(root), spec, command));
    } catch (RefusedException refused) {
      return List.of();
    }
  }

  @Property
  void noDestinationLiesBelowWhatACommandCanWrite(
      @ForAll("commands") NativeCommand command, @ForAll boolean root) {
    for (LaunchPlan plan : plan(command, root)) {
      List<Mount> mounts = BubblewrapOptions.read(plan.bubblewrap()).mounts();
      BubblewrapOptions.assertNoneBelowWritable(mounts);
      assertEquals(new Mount("--bind", "/workspace"), mounts.get(mounts.size() - 1));
      assertEquals(1, mounts.stream().filter(each -> each.option().equals("--bind")).count());
    }
  }

  @Property
  void nothingHoldsNul(@ForAll("commands") NativeCommand command, @ForAll boolean root) {
    for (LaunchPlan plan : plan(command, root)) {
      assertTrue(plan.argv(Facts.files()).stream().noneMatch(each -> each.indexOf('\0') >= 0));
      assertTrue(plan.bubblewrap().stream().noneMatch(each -> each.indexOf('\0') >= 0));
    }
  }

  /** In the sandbox, process 1 is bubblewrap, and its command line can be read. */
  @Property
  void noPathOfTheHostIsVisibleInside(
      @ForAll("commands") NativeCommand command, @ForAll boolean root) {
    for (LaunchPlan plan : plan(command, root)) {
      List<String> argv = plan.argv(Facts.files());
      List<String> inside = argv.subList(argv.indexOf("/usr/bin/bwrap"), argv.size());
      List<String> expected =
          new ArrayList<>(
              List.of("/usr/bin/bwrap", "--args", "7", "--", "/bin/sh", "-c", "exec \"$@\""));
      expected.add("sh");
      expected.addAll(command.words());
      assertEquals(expected, inside);
    }
  }

  @Property
  void everyNamespaceAndGuardIsThere(
      @ForAll("commands") NativeCommand command, @ForAll boolean root) {
    for (LaunchPlan plan : plan(command, root)) {
      for (String each : List.of("user", "pid", "net", "ipc", "uts", "cgroup")) {
        assertTrue(plan.bubblewrap().contains("--unshare-" + each), each);
      }
      List<String> guards =
          List.of(
              "--disable-userns",
              "--new-session",
              "--die-with-parent",
              "--clearenv",
              "--cap-drop",
              "--seccomp");
      assertTrue(plan.bubblewrap().containsAll(guards));
      assertEquals(root, plan.argv(Facts.files()).contains("--no-new-privs"));
    }
  }

  /** A value that looks like an option stays a value. */
  @Property
  void variablesStayVariables(@ForAll("commands") NativeCommand command) {
    Map<String, String> wanted = command.environment();
    for (LaunchPlan plan : plan(command, false)) {
      List<String> arguments = plan.bubblewrap();
      int set = 0;
      for (int i = 0; i + 2 < arguments.size(); i++) {
        if (arguments.get(i).equals("--setenv") && wanted.containsKey(arguments.get(i + 1))) {
          assertEquals(wanted.get(arguments.get(i + 1)), arguments.get(i + 2));
          set++;
          i += 2;
        }
      }
      assertEquals(wanted.size(), set);
    }
  }
}
