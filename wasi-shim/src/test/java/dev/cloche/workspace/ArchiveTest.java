package dev.cloche.workspace;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.workspace.tree.Errno;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Packing and unpacking, and F20: what an archive may not do. */
class ArchiveTest {
  private final Workspace workspace = Workspace.inMemory(WorkspaceLimits.defaults());
  private final TreeUser guest = new TreeUser(workspace);

  /** Makes archives that no honest tool would make. */
  private static final class Tar {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final TarArchiveOutputStream out = new TarArchiveOutputStream(bytes, "UTF-8");

    Tar() {
      out.setLongFileMode(TarArchiveOutputStream.LONGFILE_GNU);
    }

    Tar file(String name, String text) throws IOException {
      byte[] content = text.getBytes(StandardCharsets.UTF_8);
      TarArchiveEntry entry = new TarArchiveEntry(name, true);
      entry.setSize(content.length);
      entry.setMode(06777);
      out.putArchiveEntry(entry);
      out.write(content);
      out.closeArchiveEntry();
      return this;
    }

    Tar other(String name, byte kind, String target) throws IOException {
      TarArchiveEntry entry = new TarArchiveEntry(name, kind, true);
      entry.setLinkName(target);
      out.putArchiveEntry(entry);
      out.closeArchiveEntry();
      return this;
    }

    byte[] done() throws IOException {
      out.finish();
      return bytes.toByteArray();
    }
  }

  private void unpack(byte[] archive, ArchiveFormat format) {
    workspace.copyIn(new ByteArrayInputStream(archive), format, "/x", ArchiveLimits.defaults());
  }

  private String refusal(byte[] archive, ArchiveFormat format, ArchiveLimits bounds) {
    long bytes = workspace.usedBytes();
    String message =
        assertThrows(
                WorkspaceException.class,
                () -> workspace.copyIn(new ByteArrayInputStream(archive), format, "/x", bounds))
            .getMessage();
    assertFalse(workspace.exists("/x"));
    assertEquals(bytes, workspace.usedBytes());
    return message;
  }

  private String refusal(byte[] archive) {
    return refusal(archive, ArchiveFormat.TAR, ArchiveLimits.defaults());
  }

  private static void ok(Errno errno) {
    assertEquals(Errno.SUCCESS, errno);
  }

  @ParameterizedTest
  @EnumSource(ArchiveFormat.class)
  void whatIsPacked_isUnpackedTheSame(ArchiveFormat format) throws Exception {
    WorkspaceContract.plant(guest);
    // Stays inside, but only if no link lies on the way: left out, see Targets.
    ok(guest.unlink("t/up"));
    byte[] large = new byte[200_000];
    new Random(1).nextBytes(large);
    workspace.writeFile("/t/large", large);
    workspace.writeFile("/t/" + "long".repeat(40) + "/é", new byte[] {7});
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    assertEquals(List.of(), workspace.copyOut("/t", packed, format));
    ByteArrayOutputStream again = new ByteArrayOutputStream();
    assertEquals(List.of(), workspace.copyOut("/t", again, format));
    assertArrayEquals(packed.toByteArray(), again.toByteArray());
    unpack(packed.toByteArray(), format);
    assertEquals(workspace.list("/t"), workspace.list("/x"));
    assertArrayEquals(large, workspace.readFile("/x/large"));
    assertEquals("content", guest.read("x/link"));
    assertEquals("nothing", guest.readLink("x/dangling"));
    assertEquals("x", guest.read("x/way/inner"));
    assertEquals(List.of(), workspace.list("/x/sub/deep"));
    assertTrue(workspace.exists("/x/" + "long".repeat(40) + "/é"));
  }

  @Test
  void linksThatLeadOut_areNotPacked() {
    ok(guest.mkdir("d"));
    ok(guest.symlink("../other", "d/out"));
    ok(guest.symlink("a/../../other", "d/hidden"));
    ok(guest.symlink("near", "d/in"));
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    assertEquals(
        List.of("/d/hidden", "/d/out"), workspace.copyOut("/d", packed, ArchiveFormat.TAR));
    unpack(packed.toByteArray(), ArchiveFormat.TAR);
    assertEquals(List.of("in"), workspace.list("/x"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"../evil", "a/../../evil", "/etc/evil", "..", "a\\..\\evil", "C:\\x"})
  void nameThatLeadsOut_isRefused_F20(String name) throws IOException {
    workspace.writeFile("/kept", new byte[1]);
    String message = refusal(new Tar().file("fine", "x").file(name, "evil").done());
    assertTrue(message.contains("name of the member"), message);
    assertEquals(List.of("kept"), workspace.list("/"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"../evil", "/etc/evil"})
  void nameThatLeadsOut_inAZip_isRefused_F20(String name) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    ZipArchiveOutputStream zip = new ZipArchiveOutputStream(bytes);
    zip.putArchiveEntry(new ZipArchiveEntry(name));
    zip.write(1);
    zip.closeArchiveEntry();
    zip.finish();
    refusal(bytes.toByteArray(), ArchiveFormat.ZIP, ArchiveLimits.defaults());
  }

  @Test
  void memberThroughALink_isRefused_F20() throws IOException {
    byte link = TarConstants.LF_SYMLINK;
    assertTrue(
        refusal(new Tar().other("sub", link, ".").file("sub/f", "x").done())
            .contains("not a directory"));
    refusal(new Tar().file("f", "x").other("l", link, "f").file("l", "evil").done());
    unpack(new Tar().file("sub/f", "x").other("l", link, "sub/f").done(), ArchiveFormat.TAR);
    assertEquals("x", guest.read("x/l"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"..", "/etc/passwd", "a/../../b", "../x"})
  void linkThatLeadsOut_isRefused_F20(String target) throws IOException {
    assertTrue(
        refusal(new Tar().other("l", TarConstants.LF_SYMLINK, target).done())
            .contains("leads out"));
    refusal(new Tar().file("f", "x").other("h", TarConstants.LF_LINK, "../" + target).done());
  }

  @Test
  void hardLink_toAnEarlierMember_isOne() throws IOException {
    unpack(
        new Tar().file("a/f", "x").other("h", TarConstants.LF_LINK, "a/f").done(),
        ArchiveFormat.TAR);
    assertEquals("x", guest.read("x/h"));
    workspace.delete("/x");
    refusal(new Tar().other("h", TarConstants.LF_LINK, "missing").done());
  }

  @Test
  void nameThatComesTwice_isRefused_F20() throws IOException {
    assertTrue(refusal(new Tar().file("f", "x").file("f", "y").done()).contains("exists already"));
  }

  @Test
  void specialMembers_areLeftOut_F10() throws IOException {
    unpack(
        new Tar()
            .other("fifo", TarConstants.LF_FIFO, "")
            .other("device", TarConstants.LF_CHR, "")
            .file("f", "x")
            .done(),
        ArchiveFormat.TAR);
    assertEquals(List.of("f"), workspace.list("/x"));
  }

  private static byte[] gzip(byte[] plain) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write(plain);
    }
    return bytes.toByteArray();
  }

  @Test
  void bomb_isStopped_F20() throws IOException {
    byte[] bomb = gzip(new Tar().file("zeros", "\0".repeat(20 << 20)).done());
    assertTrue(bomb.length < 60_000);
    assertEquals(
        "cannot unpack \"/x/zeros\": more than 200 bytes come out of one",
        refusal(bomb, ArchiveFormat.TAR_GZIP, ArchiveLimits.defaults()));
    ArchiveLimits generous = new ArchiveLimits(1L << 40, 100, 2_000);
    workspace.copyIn(new ByteArrayInputStream(bomb), ArchiveFormat.TAR_GZIP, "/control", generous);
    assertEquals(20 << 20, workspace.readFile("/control/zeros").length);
  }

  @Test
  void bomb_inAZip_isStopped_F20() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    ZipArchiveOutputStream zip = new ZipArchiveOutputStream(bytes);
    zip.putArchiveEntry(new ZipArchiveEntry("zeros"));
    zip.write(new byte[20 << 20]);
    zip.closeArchiveEntry();
    zip.finish();
    assertTrue(
        refusal(bytes.toByteArray(), ArchiveFormat.ZIP, ArchiveLimits.defaults())
            .contains("come out of one"));
  }

  /**
   * Methods of zip that the library hands to others, which are not here or are native code: LZMA,
   * the two of Zstandard, MP3, XZ, JPEG, WavPack, PPMd. Found by fuzzing.
   */
  @ParameterizedTest
  @ValueSource(ints = {14, 20, 93, 94, 95, 96, 97, 98, 99, 255})
  void methodOfAnotherLibrary_isRefused_F20(int method) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipArchiveOutputStream zip = new ZipArchiveOutputStream(bytes)) {
      zip.putArchiveEntry(new ZipArchiveEntry("a"));
      zip.write(new byte[] {1, 2, 3});
      zip.closeArchiveEntry();
    }
    byte[] archive = bytes.toByteArray();
    String all = new String(archive, StandardCharsets.ISO_8859_1);
    workspace.copyIn(
        new ByteArrayInputStream(archive), ArchiveFormat.ZIP, "/control", ArchiveLimits.defaults());

    archive[all.indexOf("PK\3\4") + 8] = (byte) method;
    archive[all.indexOf("PK\1\2") + 10] = (byte) method;

    assertTrue(
        refusal(archive, ArchiveFormat.ZIP, ArchiveLimits.defaults()).contains("unknown way"));
    assertThrows(
        WorkspaceException.class, () -> Workspace.ofZip(archive, ArchiveLimits.defaults()));
  }

  @Test
  void bounds_andQuota_areKept_F20() throws IOException {
    byte[] three = new Tar().file("a", "12345").file("b", "12345").file("c", "12345").done();
    assertTrue(
        refusal(three, ArchiveFormat.TAR, new ArchiveLimits(14, 10, 10)).contains("14 bytes"));
    assertTrue(
        refusal(three, ArchiveFormat.TAR, new ArchiveLimits(99, 2, 10)).contains("2 members"));
    Workspace small = Workspace.inMemory(new WorkspaceLimits(12, 10, 4));
    assertTrue(
        assertThrows(
                WorkspaceException.class,
                () ->
                    small.copyIn(
                        new ByteArrayInputStream(three),
                        ArchiveFormat.TAR,
                        "/x",
                        ArchiveLimits.defaults()))
            .getMessage()
            .contains("limited to 12 bytes"));
    assertEquals(0, small.usedNodes());
    assertThrows(IllegalArgumentException.class, () -> new ArchiveLimits(-1, 0, 1));
    assertThrows(IllegalArgumentException.class, () -> new ArchiveLimits(0, 0, 0));
  }

  @Test
  void enormousHeader_isStopped_F20() throws IOException {
    Tar tar = new Tar();
    TarArchiveEntry name = new TarArchiveEntry("././@LongLink", TarConstants.LF_GNUTYPE_LONGNAME);
    name.setSize(2 << 20);
    tar.out.putArchiveEntry(name);
    tar.out.write(new byte[2 << 20]);
    tar.out.closeArchiveEntry();
    String message = refusal(tar.file("f", "x").done());
    assertTrue(message.contains("header is too large"), message);
  }

  @Test
  void hugeSizeInAHeader_allocatesNothing() throws IOException {
    byte[] archive = new Tar().file("f", "x").done();
    // Eleven octal digits: 8 GiB.
    byte[] size = "77777777777".getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(size, 0, archive, 124, size.length);
    Arrays.fill(archive, 148, 156, (byte) ' ');
    int sum = 0;
    for (int i = 0; i < 512; i++) {
      sum += archive[i] & 0xff;
    }
    byte[] digits = "%06o\0 ".formatted(sum).getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(digits, 0, archive, 148, digits.length);
    refusal(archive);
  }

  @ParameterizedTest
  @EnumSource(ArchiveFormat.class)
  void damagedArchives_areRefusedOrRead_neverMore(ArchiveFormat format) {
    WorkspaceContract.plant(guest);
    // Stays inside, but only if no link lies on the way: left out, see Targets.
    ok(guest.unlink("t/up"));
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    assertEquals(List.of(), workspace.copyOut("/t", packed, format));
    Random random = new Random(7);
    for (int i = 0; i < 300; i++) {
      byte[] damaged = packed.toByteArray();
      damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(8));
      byte[] cut = Arrays.copyOf(damaged, random.nextInt(damaged.length));
      for (byte[] each : List.of(damaged, cut)) {
        try {
          unpack(each, format);
        } catch (WorkspaceException refused) {
          assertFalse(workspace.exists("/x"), refused.getMessage());
        }
        if (workspace.exists("/x")) {
          workspace.delete("/x");
        }
      }
    }
  }
}
