package dev.cloche.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ForwarderTest {
  private static Forwarder.Place place(MachineFacts facts) {
    return new Forwarder.Place(
        facts, Path.of("/run/x"), "/run/x/etc", 4711, 64001, Optional.empty());
  }

  @Test
  void theForwarder_givesRootUp_beforeItEntersTheSession() {
    List<String> argv = Forwarder.argv(place(Facts.debian(true)));
    assertTrue(argv.indexOf("--") < argv.indexOf("--reuid=64001"));
    assertTrue(argv.indexOf("--no-new-privs") < argv.indexOf("/usr/bin/nsenter"));
    assertTrue(argv.containsAll(List.of("--user", "--mount", "--net")));
    assertEquals("/usr/bin/perl", argv.get(argv.size() - 5));
    assertEquals("/run/x/etc/hosts", argv.get(argv.size() - 2));
  }

  @Test
  void x1_withoutAProgramThatForwards_commandsWithANetworkAreRefused() {
    MachineFacts all = Facts.debian(false);
    Map<Program, String> programs = new EnumMap<>(all.programs());
    String removed = programs.remove(Program.PERL);
    assertEquals("/usr/bin/perl", removed);
    MachineFacts without =
        new MachineFacts(programs, false, all.arch(), Map.of(), List.of(), List.of());
    RefusedException refused =
        assertThrows(RefusedException.class, () -> Forwarder.argv(place(without)).size());
    assertEquals(NativeRefusal.PROGRAM_MISSING, refused.reason());
    assertTrue(Forwarder.argv(place(all)).size() > 5);
  }

  @Test
  void aNetworkedSandbox_sharesTheNamespaceOfTheSession_andNoOther() {
    SandboxSpec alone = Facts.spec();
    SandboxSpec networked =
        new SandboxSpec(
            alone.holder(),
            alone.workspace(),
            alone.etc(),
            alone.uid(),
            alone.limits(),
            List.of(),
            false,
            new SandboxKind(true, false));
    NativeCommand command = NativeCommand.of("true");
    List<String> without = LaunchPlan.of(Facts.debian(true), alone, command).bubblewrap();
    List<String> with = LaunchPlan.of(Facts.debian(true), networked, command).bubblewrap();
    List<String> expected = without.stream().filter(each -> !each.equals("--unshare-net")).toList();
    assertEquals(without.size() - 1, with.size());
    assertEquals(expected, with);
  }
}
