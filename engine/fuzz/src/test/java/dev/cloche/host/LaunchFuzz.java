package dev.cloche.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.fuzz.FuzzInput;
import dev.cloche.fuzz.FuzzTarget;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Launch plans: whatever a command, its variables and the readable roots are, there is no plan, or
 * one with every namespace and guard, without NUL, and without a mount below what can be written.
 */
public final class LaunchFuzz implements FuzzTarget {
  private static final List<String> GUARDS =
      List.of(
          "--unshare-user",
          "--unshare-pid",
          "--unshare-ipc",
          "--unshare-uts",
          "--unshare-cgroup",
          "--disable-userns",
          "--new-session",
          "--die-with-parent",
          "--clearenv",
          "--seccomp");

  @Override
  public String name() {
    return "launch";
  }

  @Override
  public List<byte[]> seeds() {
    return List.of(
        seed(0, "git", "status", "A", "b", "/", ""),
        seed(1, "sh", "--bind", "LD_PRELOAD", "--", "/a/b", "/opt/jdk"),
        seed(2, "a b", "\u00e4", "HOME", "/", "a/../b", "/workspace/x"));
  }

  private static byte[] seed(int flags, String... texts) {
    byte[] seed = {(byte) flags};
    for (String text : texts) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      byte[] longer = new byte[seed.length + 1 + bytes.length];
      System.arraycopy(seed, 0, longer, 0, seed.length);
      longer[seed.length] = (byte) bytes.length;
      System.arraycopy(bytes, 0, longer, seed.length + 1, bytes.length);
      seed = longer;
    }
    return seed;
  }

  @Override
  public void run(byte[] input) {
    FuzzInput choices = new FuzzInput(input);
    int flags = choices.octet();
    List<String> words = List.of(choices.text(), choices.text());
    Map<String, String> variables = new HashMap<>();
    variables.put(choices.text(), choices.text());
    String directory = choices.text();
    List<String> roots = new ArrayList<>();
    while (!choices.isEmpty() && roots.size() < 4) {
      roots.add(choices.text());
    }
    NativeCommand command = new NativeCommand(words, new byte[0], variables, directory);
    LaunchPlan plan;
    try {
      plan = LaunchPlan.of(Facts.debian((flags & 1) != 0), spec(flags, roots), command);
    } catch (RefusedException refused) {
      return;
    }
    assertGuarded(plan, (flags & 2) != 0);
    assertArguments(plan, command);
  }

  private static SandboxSpec spec(int flags, List<String> roots) {
    return new SandboxSpec(
        4711,
        "/run/x/ws",
        "/run/x/etc",
        64001,
        NativeLimits.defaults(),
        roots,
        (flags & 4) != 0,
        new SandboxKind((flags & 2) != 0, (flags & 8) != 0));
  }

  private static void assertGuarded(LaunchPlan plan, boolean networked) {
    BubblewrapOptions options = BubblewrapOptions.read(plan.bubblewrap());
    assertTrue(options.names().containsAll(GUARDS), "a guard is missing");
    assertEquals(!networked, options.names().contains("--unshare-net"));
    assertFalse(options.names().contains("--share-net"));
    BubblewrapOptions.assertNoneBelowWritable(options.mounts());
    for (BubblewrapOptions.Mount each : options.mounts()) {
      assertFalse(List.of(each.destination().split("/", -1)).contains(".."), each.destination());
    }
  }

  private static void assertArguments(LaunchPlan plan, NativeCommand command) {
    List<String> argv = plan.argv(Facts.files());
    assertTrue(argv.stream().noneMatch(each -> each.indexOf('\0') >= 0));
    assertTrue(plan.bubblewrap().stream().noneMatch(each -> each.indexOf('\0') >= 0));
    int size = argv.size();
    assertEquals(command.words(), argv.subList(size - command.words().size(), size));
    long ends = 0;
    for (byte each : plan.argumentBytes()) {
      ends += each == 0 ? 1 : 0;
    }
    assertEquals(plan.bubblewrap().size(), ends);
  }
}
