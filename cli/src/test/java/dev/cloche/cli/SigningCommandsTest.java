package dev.cloche.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cloche.ToolManifest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Keys, signatures, and policies that ask for them, from the command line. */
@Timeout(60)
@Tag("one-jdk")
class SigningCommandsTest {

  private static final EngineFactory ENGINES = EngineFactory.standard();
  private static final byte[] NOTE = HexFormat.of().parseHex("0006046e6f746558");

  @TempDir Path directory;
  private String key = "";
  private String tool = "";

  @BeforeEach
  void makeKeyAndTool() throws IOException {
    key = directory.resolve("author.pem").toString();
    tool = Files.write(directory.resolve("hello.wasm"), Guests.HELLO).toString();
    assertEquals(0, cloche("keygen", key).status());
  }

  private static Invocation cloche(String... arguments) {
    return Invocation.of(ENGINES, Catalogue.bundled(), "", arguments);
  }

  private String policy(String tools) throws IOException {
    Path file = directory.resolve("policy.yaml");
    return Files.writeString(file, "version: 1\ntools: { " + tools + " }\n").toString();
  }

  private String signers() throws IOException {
    return policy("signers: [author.pem.pub]");
  }

  private void append() throws IOException {
    byte[] module = Files.readAllBytes(Path.of(tool));
    byte[] more = Arrays.copyOf(module, module.length + NOTE.length);
    System.arraycopy(NOTE, 0, more, module.length, NOTE.length);
    Files.write(Path.of(tool), more);
  }

  @Test
  void keygen_isForItsOwnerAlone_andWritesOverNothing() throws IOException {
    Path file = Path.of(key);
    byte[] before = Files.readAllBytes(file);

    assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
    assertEquals(120, cloche("keygen", key).status());
    Files.delete(Path.of(key + ".pub"));
    assertEquals(120, cloche("keygen", key).status());
    assertArrayEquals(before, Files.readAllBytes(file));
  }

  @Test
  void signThenVerify_andTheToolRunsAsBefore() {
    assertEquals(121, cloche("verify", tool).status());
    assertEquals(0, cloche("sign", tool, "--key", key).status());

    assertEquals(0, cloche("verify", "--key", key + ".pub", tool).status());
    assertTrue(cloche("verify", tool).out().contains("signed by ed25519:"));
    assertEquals("hello\n", cloche("run", tool).out());
  }

  @Test
  void verify_byAnotherKey_isNoSuccess() {
    String other = directory.resolve("other.pem").toString();
    assertEquals(0, cloche("keygen", other).status());
    assertEquals(0, cloche("sign", "--key", key, tool).status());

    assertEquals(121, cloche("verify", "--key", other + ".pub", tool).status());
    assertEquals(
        0, cloche("verify", "--key", other + ".pub", "--key", key + ".pub", tool).status());
  }

  @Test
  void sign_withAKeyThatOthersRead_isRefused() throws IOException {
    Files.setPosixFilePermissions(Path.of(key), PosixFilePermissions.fromString("rw-r--r--"));

    Invocation run = cloche("sign", "--key", key, tool);
    assertEquals(120, run.status());
    assertTrue(run.err().contains("chmod 600"), run.err());
    assertArrayEquals(Guests.HELLO, Files.readAllBytes(Path.of(tool)));
  }

  @Test
  void sign_out_leavesTheToolAlone() throws IOException {
    String out = directory.resolve("signed.wasm").toString();

    assertEquals(0, cloche("sign", "--key", key, "-o", out, tool).status());
    assertArrayEquals(Guests.HELLO, Files.readAllBytes(Path.of(tool)));
    assertEquals(0, cloche("verify", out).status());
  }

  @Test
  void h4_unsignedWhenRequired_isDenied_andSignedRuns() throws IOException {
    Invocation unsigned = cloche("run", "--policy", signers(), tool);
    assertEquals(121, unsigned.status());
    assertEquals("", unsigned.out());
    assertTrue(unsigned.err().contains("tools.signers"), unsigned.err());

    assertEquals(0, cloche("sign", "--key", key, tool).status());
    assertEquals("hello\n", cloche("run", "--policy", signers(), tool).out());
  }

  @Test
  void h4_aSectionAppendedAfterSigning_isDeniedAndNamedByCheck() throws IOException {
    assertEquals(0, cloche("sign", "--key", key, tool).status());
    append();

    assertEquals(121, cloche("run", "--policy", signers(), tool).status());
    assertEquals(121, cloche("verify", tool).status());
    Invocation check = cloche("check", tool);
    assertEquals(1, check.status());
    assertTrue(check.out().contains("error signature"), check.out());
    assertEquals(7, cloche("run", tool).status(), "it is still the same command");
  }

  @Test
  void h4_aManifestBesideASignedModule_isDenied() throws IOException {
    assertEquals(0, cloche("sign", "--key", key, tool).status());
    Files.writeString(Path.of(tool + ".json"), CheckCommandTest.MANIFEST);

    assertEquals(121, cloche("run", "--policy", signers(), tool).status());
    assertEquals(120, cloche("sign", "--key", key, tool).status());
    assertEquals(120, cloche("pack", tool).status(), "it would undo the signature");
  }

  @Test
  void h4_aManifestChangedAfterSigning_isDenied() throws IOException {
    byte[] manifest = CheckCommandTest.MANIFEST.getBytes(StandardCharsets.UTF_8);
    Files.write(Path.of(tool), ToolManifest.embed(Guests.HELLO, manifest));
    assertEquals(0, cloche("sign", "--key", key, tool).status());
    assertEquals(7, cloche("run", "--policy", signers(), tool).status());

    String wider =
        CheckCommandTest.MANIFEST.replace("\"workspace\": \"none\"", "\"workspace\": \"write\"");
    byte[] signed = Files.readAllBytes(Path.of(tool));
    Files.write(Path.of(tool), ToolManifest.embed(signed, wider.getBytes(StandardCharsets.UTF_8)));
    assertEquals(121, cloche("run", "--policy", signers(), tool).status());
  }

  @Test
  void h4_aDigestPin_permitsThatModuleAlone() throws IOException {
    String digest =
        new ObjectMapper().readTree(cloche("check", "--json", tool).out()).path("sha256").asText();
    String pinned = policy("pins: { hello: \"sha256:" + digest + "\" }");
    assertEquals(7, cloche("run", "--policy", pinned, tool).status());

    append();
    Invocation changed = cloche("run", "--policy", pinned, tool);
    assertEquals(121, changed.status());
    assertTrue(changed.err().contains("tools.pins"), changed.err());
  }

  @Test
  void scripts_areSignedBesideThem_andInterpretersRunNothingElse() throws IOException {
    String script = directory.resolve("six.js").toString();
    Files.writeString(Path.of(script), "console.log(6)\n");
    assertEquals(121, cloche("run", "--policy", signers(), script).status());
    assertEquals(0, cloche("sign", "--key", key, script).status());

    assertEquals("6\n", cloche("run", "--policy", signers(), script).out());
    assertEquals(121, cloche("run", "--policy", signers(), "js", "-e", "1").status());
    assertEquals("", cloche("run", "--policy", signers(), "base64", "/none").out());
    assertEquals(0, cloche("explain", signers(), "wc").status());

    Files.writeString(Path.of(script), "console.log(7)\n");
    assertEquals(121, cloche("run", "--policy", signers(), script).status());
  }

  @Test
  void f21_aSignersKeyInsideAMount_isRefused() throws IOException {
    String policy = signers();
    String mount = directory.resolve("author.pem.pub").getParent() + ":/in";

    assertEquals(120, cloche("run", "--policy", policy, "--mount", mount, tool).status());
    Path apart = Files.createDirectory(directory.resolve("apart"));
    Files.writeString(
        apart.resolve("p.yaml"), "version: 1\ntools: { signers: [../keys/author.pem.pub] }\n");
    Path keys = Files.createDirectory(directory.resolve("keys"));
    Files.copy(Path.of(key + ".pub"), keys.resolve("author.pem.pub"));
    String other = apart.resolve("p.yaml").toString();
    assertEquals(120, cloche("run", "--policy", other, "--mount", keys + ":/in", tool).status());
    assertEquals(121, cloche("run", "--policy", other, tool).status());
  }

  @Test
  void messages_haveNothingOfTheKey() throws IOException {
    String secret = Files.readString(Path.of(key)).lines().toList().get(1);
    Files.writeString(Path.of(key), Files.readString(Path.of(key)).replace("PRIVATE", "SECRET"));

    Invocation run = cloche("sign", "--key", key, tool);
    assertEquals(120, run.status());
    assertFalse((run.out() + run.err()).contains(secret.substring(30, 40)));
  }
}
