package dev.cloche.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class HeldNamespacesTest {
  private final Process process;

  HeldNamespacesTest() throws IOException {
    process = new ProcessBuilder("cat").start();
  }

  /** Which namespaces a descriptor of this JVM is open for. */
  private static Set<String> held() throws IOException {
    Set<String> held = new TreeSet<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
      for (Path each : all) {
        String target = Files.isSymbolicLink(each) ? Files.readSymbolicLink(each).toString() : "";
        if (target.matches("(mnt|net|ipc):.*")) {
          held.add(target);
        }
      }
    }
    return held;
  }

  private Set<String> ofTheProcess() throws IOException {
    Set<String> all = new TreeSet<>();
    for (String kind : new String[] {"mnt", "net", "ipc"}) {
      Path link = Path.of("/proc", "" + process.pid(), "ns", kind);
      all.add(Files.readSymbolicLink(link).toString());
    }
    return all;
  }

  @Test
  void theNamespacesOfAProcess_areHeldUntilClosed() throws Exception {
    try (HeldNamespaces namespaces = new HeldNamespaces()) {
      namespaces.hold(process.pid());
      assertTrue(held().containsAll(ofTheProcess()));
    }
    assertEquals(Set.of(), held());
    process.destroyForcibly().waitFor();
  }

  @Test
  void afterTheEnd_nothingIsHeldAnyMore() throws Exception {
    HeldNamespaces namespaces = new HeldNamespaces();
    namespaces.close();
    namespaces.hold(process.pid());
    assertEquals(Set.of(), held());
    process.destroyForcibly().waitFor();
  }

  @Test
  void ofAProcessThatIsGone_nothingIsHeld() throws Exception {
    process.destroyForcibly().waitFor();
    try (HeldNamespaces namespaces = new HeldNamespaces()) {
      namespaces.hold(process.pid());
      assertEquals(Set.of(), held());
    }
  }
}
