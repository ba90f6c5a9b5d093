package dev.cloche.tools;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.LimitKind;
import dev.cloche.Outcome;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Archives, patches, patterns, names and texts that somebody hostile made, given to the tools. */
@Tag("one-jdk")
class TextAttackTest {

  private static final int RECORD = 512;

  private TextSession session;

  @BeforeEach
  void open() {
    session = new TextSession();
  }

  @AfterEach
  void close() {
    session.close();
  }

  /** A member of a tar archive: a header of ustar, and the content. */
  private static byte[] member(String name, char type, String target, String content) {
    byte[] header = new byte[RECORD];
    put(header, 0, name);
    put(header, 100, "0000644");
    put(header, 124, String.format("%011o", content.length()));
    put(header, 136, "00000000000");
    put(header, 148, "        ");
    put(header, 156, String.valueOf(type));
    put(header, 157, target);
    put(header, 257, "ustar\0" + "00");
    int sum = 0;
    for (byte one : header) {
      sum += one & 0xFF;
    }
    put(header, 148, String.format("%06o\0", sum));
    byte[] all = new byte[RECORD + (content.length() + RECORD - 1) / RECORD * RECORD];
    System.arraycopy(header, 0, all, 0, RECORD);
    put(all, RECORD, content);
    return all;
  }

  private static void put(byte[] into, int at, String text) {
    System.arraycopy(text.getBytes(ISO_8859_1), 0, into, at, text.length());
  }

  private static byte[] tar(byte[]... members) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] one : members) {
      all.writeBytes(one);
    }
    all.writeBytes(new byte[2 * RECORD]);
    return all.toByteArray();
  }

  private static byte[] zip(String... names) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(all)) {
      for (String name : names) {
        zip.putNextEntry(new ZipEntry(name));
        zip.write('x');
      }
    }
    return all.toByteArray();
  }

  private void assertRefused(byte[] archive, String tool, String... arguments) {
    session.workspace().createDirectory("/out");
    session.workspace().writeFile("/archive", archive);
    Map<String, String> before = session.tree("/");
    assertEquals(2, session.status(tool, arguments));
    assertEquals(before, session.tree("/"));
  }

  private void assertTarRefused(byte[]... members) {
    assertRefused(tar(members), "tar", "-xf", "archive", "-C", "out");
  }

  @Test
  void f20_tar_harmless_comesOut() {
    session
        .workspace()
        .writeFile(
            "/archive",
            tar(
                member("./d/f", '0', "", "content"),
                member("hard", '1', "./d/f", ""),
                member("link", '2', "d/f", "")));

    assertEquals(0, session.status("tar", "-xf", "archive", "-C", "out"));

    assertEquals(
        Map.of("d/", "", "d/f", "content", "hard", "content", "link", "-> d/f"),
        session.tree("/out"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"../f", "/f", "a/../../f", "..", "a\\..\\f", "a\nb", "a\u001b[2J"})
  void f20_tar_nameThatLeadsOut_nothingIsWritten(String name) {
    assertTarRefused(member("good", '0', "", "x"), member(name, '0', "", "x"));
  }

  @ParameterizedTest
  @CsvSource({"l, /etc", "l, ..", "a/l, ../../x", "l, a/../..", "l, ''"})
  void f20_tar_linkThatLeadsOut_nothingIsWritten(String name, String target) {
    assertTarRefused(member("good", '0', "", "x"), member(name, '2', target, ""));
  }

  @Test
  void f20_tar_fileThroughALinkOfTheArchive_nothingIsWritten() {
    assertTarRefused(
        member("d/x", '0', "", "x"), member("l", '2', "d", ""), member("l/f", '0', "", "x"));
  }

  @Test
  void f20_tar_strippedNames_countForLinksToo() {
    session.workspace().writeFile("/archive", tar(member("a/b/l", '2', "../../x", "")));

    assertEquals(
        2, session.status("tar", "-xf", "archive", "--strip-components", "2", "-C", "out"));
    assertFalse(session.workspace().exists("/out"));
  }

  @Test
  void f20_tar_linkThatIsThere_isNotWrittenThrough() {
    session.workspace().createDirectory("/secret");
    session.write("/secret/f", "old");
    session.workspace().createDirectory("/out");
    session.workspace().createLink("/out/l", "/secret");
    session.workspace().createLink("/out/g", "/secret/f");
    session
        .workspace()
        .writeFile("/archive", tar(member("l/f", '0', "", "new"), member("g", '0', "", "new")));

    assertEquals(2, session.status("tar", "-xf", "archive", "-C", "out"));
    assertEquals("old", session.read("/secret/f"));
  }

  @ParameterizedTest
  @ValueSource(chars = {'3', '4', '6', 'S'})
  void f20_tar_devicesAndOtherKinds_nothingIsWritten(char type) {
    assertTarRefused(member("good", '0', "", "x"), member("special", type, "", ""));
  }

  @Test
  void f20_tar_nameThatComesTwice_nothingIsWritten() {
    assertTarRefused(member("a", '0', "", "x"), member("./a", '0', "", "y"));
  }

  @Test
  void f20_tar_hardLinkToWhatIsOutside_nothingIsWritten() {
    session.write("/secret", "s");
    assertTarRefused(member("h", '1', "../secret", ""));
  }

  @ParameterizedTest
  @ValueSource(strings = {"../f", "/f", "a/../../f", "a\\f"})
  void f20_zip_nameThatLeadsOut_nothingIsWritten(String name) throws IOException {
    assertRefused(zip("good", name), "unzip", "-d", "out", "archive");
  }

  @Test
  void f20_zip_otherNameBeforeTheData_nothingIsWritten() throws IOException {
    byte[] archive = zip("same");
    put(archive, 30, "evil");
    assertRefused(archive, "unzip", "-d", "out", "archive");
  }

  @Test
  void f20_zip_harmless_comesOut_andIsNotReplacedUnasked() throws IOException {
    session.workspace().writeFile("/archive", zip("d/f"));
    assertEquals(0, session.status("unzip", "-d", "out", "archive"));
    session.write("/out/d/f", "mine");

    assertEquals(2, session.status("unzip", "-d", "out", "archive"));
    assertEquals("mine", session.read("/out/d/f"));
  }

  @Test
  void f20_bomb_isRefused_andWhatIsOnlyLargeIsNot() throws IOException {
    ByteArrayOutputStream bomb = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(bomb)) {
      gzip.write(new byte[12 << 20]);
    }
    session.workspace().writeFile("/bomb.gz", bomb.toByteArray());

    assertEquals(1, session.status("gzip", "-dk", "bomb.gz"));
    assertFalse(session.workspace().exists("/bomb"));
    assertEquals(2, session.status("tar", "-xf", "bomb.gz"));
    assertEquals(
        1, session.status("gzip", "-dk", "--max-ratio", "2000", "--max-bytes", "1M", "bomb.gz"));

    assertEquals(0, session.status("gzip", "-dk", "--max-ratio", "2000", "bomb.gz"));
    assertEquals(12 << 20, session.workspace().readFile("/bomb").length);
  }

  @Test
  void f20_gzip_roundTrip() {
    byte[] content = "line\n".repeat(1000).getBytes(UTF_8);
    byte[] packed = session.feed("gzip", content).stdout().bytes();

    assertTrue(packed.length < content.length / 10);
    assertArrayEquals(content, session.feed("gzip", packed, "-d").stdout().bytes());
  }

  @ParameterizedTest
  @ValueSource(strings = {"../f", "/f", "a/../../f", "link/f"})
  void f20_patch_nameThatLeadsOut_isRefused(String name) {
    session.workspace().createDirectory("/work");
    session.workspace().createDirectory("/other");
    session.workspace().createLink("/work/link", "/other");
    Map<String, String> before = session.tree("/");
    String patch = "--- /dev/null\n+++ " + name + "\n@@ -0,0 +1 @@\n+x\n";

    assertEquals(2, session.feed("patch", patch.getBytes(UTF_8), "-p0", "-d", "work").exitStatus());
    assertEquals(before, session.tree("/"));

    byte[] tame = patch.replace(name, "fine/f").getBytes(UTF_8);
    assertEquals(0, session.feed("patch", tame, "-p0", "-d", "work").exitStatus());
    assertEquals("x\n", session.read("/work/fine/f"));
  }

  @Test
  void f20_patch_thatFitsInPart_changesNothing() {
    session.write("/a", "1\n");
    session.write("/b", "2\n");
    String patch = "--- a\n+++ a\n@@ -1 +1 @@\n-1\n+x\n--- b\n+++ b\n@@ -1 +1 @@\n-9\n+x\n";

    assertEquals(1, session.feed("patch", patch.getBytes(UTF_8)).exitStatus());
    assertEquals("1\n", session.read("/a"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"(a*)*b", "(a|a)*b", "(a+)+$b", "(.*)*x", "(a?){30}a{30}b", "(a|aa)+b"})
  void y5_search_catastrophicPattern_takesLinearTime(String pattern) {
    session.write("/text", "a".repeat(5000) + "\n");
    Outcome.Completed once = session.run("search", "-c", pattern, "text");
    session.write("/text", "a".repeat(500_000) + "\n");
    Outcome.Completed longer = session.run("search", "-c", pattern, "text");

    assertEquals(1, once.exitStatus());
    assertEquals(1, longer.exitStatus());
    long perByte = (longer.usage().fuel() - once.usage().fuel()) / 495_000;
    assertTrue(perByte < 100, () -> perByte + " fuel for each byte");
  }

  @Test
  void y5_search_patternTooLarge_isRefused() {
    session.write("/text", "a\n");
    assertEquals(2, session.status("search", "((a{1000}){1000}){1000}", "text"));
    assertEquals(2, session.status("search", "(".repeat(5000) + "a" + ")".repeat(5000), "text"));
    assertEquals(0, session.status("search", "(a{0,100}){0,10}", "text"));
  }

  @Test
  void y5_globs_manyStars_endSoon() {
    String name = "a".repeat(200);
    session.write("/.gitignore", "*a".repeat(60) + "b\n" + "**/".repeat(60) + "x*y*z\n");
    session.write("/" + name, "needle\n");

    Outcome.Completed run = session.run("search", "-l", "needle", ".");

    assertEquals("./" + name + "\n", run.stdout().text());
    assertTrue(run.usage().fuel() < 50_000_000, () -> "fuel " + run.usage().fuel());
  }

  @Test
  void l8_names_cannotForgeLinesNorSteerTerminals() {
    String name = "a\n/etc/passwd:1:root\u001b[2J\u009b";
    session.write("/d/" + name, "needle\n");
    session.workspace().createDirectory("/none");

    for (String output :
        new String[] {
          session.output("search", "needle", "d"),
          session.output("find", "d", "-type", "f"),
          session.output("wc", "-l", "d/" + name),
          session.output("diff", "-rN", "d", "none")
        }) {
      assertTrue(output.contains("a\\n/etc/passwd:1:root\\x1b[2J"), output);
      assertFalse(output.contains("\u001b") || output.contains("\u009b"), output);
    }
    assertEquals("d/" + name + "\0", session.output("find", "d", "-type", "f", "-print0"));
  }

  @Test
  void l8_names_withLeadingDashes_areNoOptions() {
    session.write("/-l", "needle\n");
    assertEquals("-l:needle\n", session.output("search", "-H", "-e", "needle", "--", "-l"));
    assertEquals("./-l\n", session.output("find", "-type", "f"));
  }

  @Test
  void l8_outputFlood_endsInTheLimit() {
    session.write("/flood", "x\n".repeat(2_000_000));

    for (String command : List.of("search x flood", "cut -c1 flood", "base64 flood")) {
      String[] words = command.split(" ", -1);
      Outcome outcome =
          session.call(words[0], new byte[0], Arrays.copyOfRange(words, 1, words.length));
      assertEquals(
          LimitKind.OUTPUT, assertInstanceOf(Outcome.LimitExceeded.class, outcome).which());
    }
    assertEquals("2000000\n", session.output("search", "-c", "x", "flood"));
  }

  @Test
  void f7_loopOfLinks_isNotFollowed() {
    session.write("/d/f", "needle\n");
    session.workspace().createLink("/d/up", "..");
    session.workspace().createLink("/d/self", "self");

    assertEquals("d/f:needle\n", session.output("search", "needle", "d"));
    assertEquals("d\nd/f\nd/self\nd/up\n", session.output("find", "d"));
    assertEquals(0, session.status("tar", "-cf", "t.tar", "d"));
  }

  @Test
  void l6_nesting_endsInAMessage() {
    byte[] deep = "[".repeat(100_000).getBytes(UTF_8);
    assertEquals(1, session.feed("convert", deep, "-f", "json", "-t", "yaml").exitStatus());
    assertEquals(1, session.feed("convert", deep, "-f", "yaml", "-t", "json").exitStatus());
  }

  @Test
  void l6_yamlAliases_cannotGrowWithoutBound() {
    StringBuilder yaml = new StringBuilder("a0: &a0 [x,x,x,x,x,x,x,x,x]\n");
    for (int i = 1; i < 10; i++) {
      String alias = "*a" + (i - 1);
      yaml.append(
          "a%d: &a%d [%s]\n"
              .formatted(i, i, String.join(",", alias, alias, alias, alias, alias, alias, alias)));
    }
    byte[] bomb = yaml.toString().getBytes(UTF_8);
    assertEquals(1, session.feed("convert", bomb, "-f", "yaml", "-t", "json").exitStatus());

    byte[] fine = "a: &a [1]\nb: *a\n".getBytes(UTF_8);
    assertEquals(
        "{\"a\":[1],\"b\":[1]}\n",
        session.feed("convert", fine, "-f", "yaml", "-t", "json", "-c").stdout().text());
  }
}
