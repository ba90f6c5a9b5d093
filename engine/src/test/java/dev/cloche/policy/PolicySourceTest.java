package dev.cloche.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.cloche.Policy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A policy that guests could write is none. */
class PolicySourceTest {

  @TempDir Path directory;
  private Path mount;
  private Path outside;

  /*
   * directory/
   *   mount/      shown to guests
   *     policy.yaml
   *   mounted/    a name that starts alike
   *   outside/
   *     policy.yaml
   */
  @BeforeEach
  void fill() throws IOException {
    mount = Files.createDirectory(directory.resolve("mount"));
    outside = Files.createDirectory(directory.resolve("outside"));
    Files.createDirectory(directory.resolve("mounted"));
    for (Path place : List.of(mount, outside, directory.resolve("mounted"))) {
      Files.writeString(place.resolve("policy.yaml"), "version: 1\n");
    }
  }

  private void assertRefused(Path source, Path... mounts) {
    assertThrows(PolicyException.class, () -> PolicySource.requireOutside(source, List.of(mounts)));
  }

  @Test
  void f21_policyBesideMounts_isRead() throws IOException {
    PolicySource.requireOutside(outside.resolve("policy.yaml"), List.of(mount));
    PolicySource.requireOutside(directory.resolve("mounted/policy.yaml"), List.of(mount));
    assertEquals(Policy.strict(), Policy.read(outside.resolve("policy.yaml")));
  }

  @Test
  void f21_policyInAMount_isRefused() {
    assertRefused(mount.resolve("policy.yaml"), mount);
    assertRefused(mount.resolve("policy.yaml"), outside, directory);
    assertRefused(mount.resolve("policy.yaml"), mount.resolve("policy.yaml"));
    assertRefused(outside.resolve("../mount/./policy.yaml"), mount);
  }

  @Test
  void f21_policyThatMountsItsOwnDirectory_isRefusedAsASource() throws IOException {
    Path file = outside.resolve("self.yaml");
    for (String host : List.of(".", "..", "self.yaml", outside.toString())) {
      Files.writeString(
          file, "version: 1\nworkspace: { mounts: [ { host: \"" + host + "\", at: /x } ] }\n");
      assertThrows(PolicyException.class, () -> Policy.read(file), host);
    }
    Files.writeString(file, "version: 1\nworkspace: { mounts: [ { host: ../mount, at: /x } ] }\n");
    assertEquals(mount.getFileName(), hostOf(Policy.read(file)).getFileName());
  }

  private static Path hostOf(Policy policy) {
    return policy.workspace().mounts().get(0).host();
  }

  @Test
  void f21_linkIntoAMount_isRefused() throws IOException {
    Path link =
        Files.createSymbolicLink(outside.resolve("link.yaml"), mount.resolve("policy.yaml"));
    Path up = Files.createSymbolicLink(outside.resolve("up.yaml"), Path.of("../mount/policy.yaml"));
    Path within = Files.createSymbolicLink(directory.resolve("within"), mount);

    assertRefused(link, mount);
    assertRefused(up, mount);
    assertRefused(within.resolve("policy.yaml"), mount);
    assertRefused(mount.resolve("policy.yaml"), within);
  }

  @Test
  void f21_linkInAMountThatLeadsOut_isRefused() throws IOException {
    Path file = Files.createSymbolicLink(mount.resolve("out.yaml"), outside.resolve("policy.yaml"));
    Path way = Files.createSymbolicLink(mount.resolve("way"), outside);
    Path chain = Files.createSymbolicLink(directory.resolve("chain.yaml"), file);

    assertRefused(file, mount);
    assertRefused(way.resolve("policy.yaml"), mount);
    assertRefused(way.resolve("../outside/policy.yaml"), mount);
    assertRefused(chain, mount);
  }

  @Test
  void f21_linksWithoutEnd_areRefused() throws IOException {
    Path loop = Files.createSymbolicLink(outside.resolve("loop"), Path.of("loop"));

    assertThrows(IOException.class, () -> PolicySource.requireOutside(loop, List.of(mount)));
  }

  @Test
  void f21_mountThatIsNotThereYet_countsByItsName() throws IOException {
    Path later = directory.resolve("later");

    PolicySource.requireOutside(outside.resolve("policy.yaml"), List.of(later));
    assertRefused(outside.resolve("policy.yaml"), directory.resolve("x/../outside"));
  }

  @Test
  void c1_secretInsideAMount_isRefused() throws IOException {
    Path data = Files.createDirectory(directory.resolve("shown"));
    Path inside = Files.writeString(data.resolve("token"), "a-long-enough-secret");
    Path outside = Files.writeString(directory.resolve("token"), "a-long-enough-secret");
    String document =
        """
        version: 1
        workspace: { mounts: [ { host: shown, at: /data } ] }
        network: { allow: [ { url: "https://example.com/", credential: k } ] }
        credentials: { k: { file: "%s", header: X-Key } }
        """;
    Policy read = Policy.parse(document.formatted(outside), directory);
    assertEquals(1, read.credentials().size());
    assertThrows(PolicyException.class, () -> Policy.parse(document.formatted(inside), directory));
  }
}
