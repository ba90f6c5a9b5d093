package dev.cloche.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.ToolManifest;
import dev.cloche.policy.PolicyException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tools by name and version, and from layouts of OCI images.
 *
 * <pre>
 * registry/hello/1.0/hello.wasm, hello.wasm.sha256
 * images/oci-layout, index.json, blobs/sha256/...
 * </pre>
 */
@Timeout(60)
class StoredToolsTest {

  private static final EngineFactory ENGINES = EngineFactory.standard();

  @TempDir Path directory;
  private Path registry = Path.of("");
  private Path version = Path.of("");
  private Path images = Path.of("");
  private String tool = "";

  @BeforeEach
  void store() throws IOException {
    registry = directory.resolve("registry");
    version = registry.resolve("hello/1.0");
    images = directory.resolve("images");
    tool = Files.write(directory.resolve("hello.wasm"), Guests.HELLO).toString();
    assertEquals(0, pack("hello@1.0").status());
    assertEquals(0, pack("oci:" + images + ":1.0").status());
  }

  private static Invocation cloche(String... arguments) {
    return Invocation.of(ENGINES, Catalogue.bundled(), "", arguments);
  }

  private Invocation pack(String to) {
    return cloche("pack", "--registry", registry.toString(), "--to", to, tool);
  }

  private Invocation run(String name) {
    return cloche("run", "--registry", registry.toString(), name);
  }

  private void assertRefused(String name) {
    Invocation run = run(name);
    assertEquals(120, run.status(), run.out() + run.err());
    assertEquals("", run.out());
    assertFalse(run.err().contains("Exception"), run.err());
  }

  @Test
  void aVersionRuns_andIsWrittenOnce() {
    assertEquals(new Invocation(7, "hello\n", ""), run("hello@1.0"));
    assertEquals(120, pack("hello@1.0").status());
    assertEquals(0, pack("hello@1.1").status());
    assertRefused("hello@2.0");
    assertRefused("other@1.0");
  }

  @Test
  void anImageRuns_byTagByDigestAndAlone() throws IOException {
    assertEquals(new Invocation(7, "hello\n", ""), run("oci:" + images + ":1.0"));
    assertEquals(7, run("oci:" + images).status());
    String index = Files.readString(images.resolve("index.json"));
    String digest = index.replaceAll("(?s).*\"digest\":\"(sha256:[0-9a-f]{64})\".*", "$1");
    assertEquals(7, run("oci:" + images + "@" + digest).status());
    assertRefused("oci:" + images + ":2.0");
    assertRefused("oci:" + images + "@sha256:" + "0".repeat(64));
    assertRefused("oci:" + images + "@sha256:00");
    assertRefused("oci:");
    assertRefused("oci:" + directory.resolve("none"));

    assertEquals(0, pack("oci:" + images + ":1.1").status());
    assertRefused("oci:" + images);
    assertEquals(7, run("oci:" + images + ":1.0").status());
    assertEquals(7, run("oci:" + images + ":1.1").status());
  }

  @Test
  void h4_aModuleThatIsNotItsDigest_isRefused() throws IOException {
    Files.write(version.resolve("hello.wasm"), Guests.ECHO);
    assertRefused("hello@1.0");
    Files.write(version.resolve("hello.wasm"), Guests.HELLO);
    assertEquals(7, run("hello@1.0").status());

    Files.delete(version.resolve("hello.wasm.sha256"));
    assertRefused("hello@1.0");
    Files.writeString(version.resolve("hello.wasm.sha256"), "0".repeat(64) + "  other.wasm\n");
    assertRefused("hello@1.0");
  }

  @Test
  void h4_aBlobThatIsNotItsDescriptor_isRefused() throws IOException {
    for (Path blob : blobs()) {
      byte[] content = Files.readAllBytes(blob);
      boolean config = new String(content, StandardCharsets.ISO_8859_1).contains("architecture");
      byte[] changed = content.clone();
      changed[content.length - 1] ^= 1;
      Files.write(blob, changed);
      assertEquals(config ? 7 : 120, run("oci:" + images + ":1.0").status());
      Files.write(blob, content);
    }
    assertEquals(7, run("oci:" + images + ":1.0").status());
  }

  private List<Path> blobs() throws IOException {
    try (Stream<Path> files = Files.list(images.resolve("blobs/sha256"))) {
      return files.toList();
    }
  }

  @Test
  void f2_linksOnTheWay_areNotFollowed() throws IOException {
    Path away = directory.resolve("away");
    Files.move(registry.resolve("hello"), away);
    Files.createSymbolicLink(registry.resolve("hello"), away);
    assertRefused("hello@1.0");
    Files.delete(registry.resolve("hello"));
    Files.move(away, registry.resolve("hello"));
    assertEquals(7, run("hello@1.0").status());

    Files.move(version.resolve("hello.wasm"), directory.resolve("moved.wasm"));
    Files.createSymbolicLink(version.resolve("hello.wasm"), directory.resolve("moved.wasm"));
    assertRefused("hello@1.0");

    Path blobs = images.resolve("blobs");
    Files.move(blobs, directory.resolve("blobs"));
    Files.createSymbolicLink(blobs, directory.resolve("blobs"));
    assertRefused("oci:" + images + ":1.0");
  }

  @Test
  void severalFilesOfTheName_areRefused() throws IOException {
    Files.writeString(version.resolve("hello.js"), "console.log(1)");

    assertRefused("hello@1.0");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "..@1.0",
        "hello@..",
        "hello@../1.0",
        "hel/lo@1.0",
        "hello@1.0/..",
        "@1.0",
        "hello@"
      })
  void f11_namesThatLeadElsewhere_areRefused(String name) {
    assertRefused(name);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[]",
        "{",
        "{\"manifests\": 1}",
        "{\"manifests\": [1]}",
        "{\"manifests\": []}",
        "{\"manifests\": [], \"manifests\": []}",
        "{\"manifests\": [{}]} {}",
        "{\"manifests\": [{\"mediaType\": \"application/vnd.oci.image.index.v1+json\"}]}",
        "{\"manifests\": [{\"mediaType\": \"application/vnd.oci.image.manifest.v1+json\","
            + " \"digest\": \"sha256:../../../../etc/passwd\", \"size\": 1}]}",
      })
  void h2_aHostileIndex_isRefused(String json) throws IOException {
    Files.writeString(images.resolve("index.json"), json);

    assertRefused("oci:" + images);
  }

  @Test
  void h2_anIndexThatIsTooDeepOrTooLarge_isRefused() throws IOException {
    Files.writeString(images.resolve("index.json"), "{\"manifests\":" + "[".repeat(100_000));
    assertRefused("oci:" + images);
    Files.write(images.resolve("index.json"), new byte[(4 << 20) + 1]);
    assertRefused("oci:" + images);
  }

  /** The name in a policy is the one that the caller wrote, never one that the module chose. */
  @Test
  void h5_aModuleCannotNameItself() throws IOException {
    String manifest = CheckCommandTest.MANIFEST.replace("\"hello\"", "\"js\"");
    Files.writeString(directory.resolve("hello.wasm.json"), manifest);
    assertEquals(0, pack("oci:" + images + ":2.0").status());
    assertEquals(0, pack("hello@2.0").status());
    String policy = directory.resolve("policy.yaml").toString();
    Files.writeString(Path.of(policy), "version: 1\ntools: { allow: [js] }\n");

    for (String name : List.of("oci:" + images + ":2.0", "hello@2.0", tool)) {
      assertEquals(
          121, cloche("run", "--registry", registry.toString(), "--policy", policy, name).status());
    }
    Files.writeString(Path.of(policy), "version: 1\ntools: { allow: [hello, images] }\n");
    assertEquals(7, cloche("run", "--policy", policy, "oci:" + images + ":2.0").status());
  }

  @ParameterizedTest
  @ValueSource(strings = {"__proto__", "a\u202eb", "a\u200bb", "a b", "A", "", "..", "a/b"})
  void h5_namesThatLookLikeOthers_areNoManifests(String name) {
    byte[] json =
        CheckCommandTest.MANIFEST
            .replaceFirst("\"hello\"", "\"" + name + "\"")
            .getBytes(StandardCharsets.UTF_8);

    assertThrows(PolicyException.class, () -> ToolManifest.parse(json));
    byte[] sound = CheckCommandTest.MANIFEST.getBytes(StandardCharsets.UTF_8);
    assertEquals("hello", ToolManifest.parse(sound).name());
  }

  @Test
  void pack_putsTheManifestIn_once() throws IOException {
    Files.writeString(directory.resolve("hello.wasm.json"), CheckCommandTest.MANIFEST);
    String out = directory.resolve("packed.wasm").toString();

    assertEquals(0, cloche("pack", tool, "--to", out).status());
    assertEquals(0, cloche("pack", "--manifest", tool + ".json", out).status());
    assertTrue(cloche("inspect", out).out().contains("Says hello"));
    assertEquals(0, cloche("check", out).status());
    Files.writeString(directory.resolve("hello.wasm.json"), "{}");
    assertEquals(120, cloche("pack", tool, "--to", out).status());
    assertEquals(120, cloche("pack", tool, "--to", "elsewhere").status());
  }

  @Test
  void aScript_isKeptByVersionWithItsSignature() throws IOException {
    String key = directory.resolve("k.pem").toString();
    tool = Files.writeString(directory.resolve("six.js"), "console.log(6)").toString();
    assertEquals(0, cloche("keygen", key).status());
    assertEquals(0, cloche("sign", "--key", key, tool).status());
    assertEquals(0, pack("six@1.0").status());
    assertEquals(120, pack("oci:" + images + ":six").status());

    assertEquals(new Invocation(0, "6\n", ""), run("six@1.0"));
    assertEquals(
        0,
        cloche("verify", "--registry", registry.toString(), "--key", key + ".pub", "six@1.0")
            .status());
  }
}
