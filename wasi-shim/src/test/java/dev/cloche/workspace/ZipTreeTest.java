package dev.cloche.workspace;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.cloche.workspace.tree.Errno;
import dev.cloche.workspace.tree.Fault;
import dev.cloche.workspace.tree.Stat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.apache.commons.compress.archivers.zip.AsiExtraField;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A zip archive that shows as a tree. */
class ZipTreeTest {
  private static final ArchiveLimits BOUNDS = new ArchiveLimits(10_000, 8, 1);

  private static byte[] zip(String... namesAndTexts) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipArchiveOutputStream zip = new ZipArchiveOutputStream(bytes)) {
      for (int i = 0; i < namesAndTexts.length; i += 2) {
        zip.putArchiveEntry(new ZipArchiveEntry(namesAndTexts[i]));
        zip.write(namesAndTexts[i + 1].getBytes(StandardCharsets.UTF_8));
        zip.closeArchiveEntry();
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return bytes.toByteArray();
  }

  private static String text(Workspace workspace, String path) {
    return new String(workspace.readFile(path), StandardCharsets.UTF_8);
  }

  @Test
  void filesAndDirectories_showAsInTheArchive() {
    Workspace shown =
        Workspace.ofZip(zip("b/c/two", "2", "a", "one", "empty/", "", "./b/three", "3"), BOUNDS);
    assertEquals(List.of("a", "b", "empty"), shown.list("/"));
    assertEquals(List.of("c", "three"), shown.list("/b"));
    assertEquals("one", text(shown, "/a"));
    assertEquals("2", text(shown, "/b/c/two"));
    assertEquals("2", text(shown, "/b/c/two"), "a second time");
    assertEquals(List.of(), shown.list("/empty"));
  }

  @Test
  void nobodyChangesIt() {
    Workspace shown = Workspace.ofZip(zip("d/a", "one"), BOUNDS);
    TreeUser guest = new TreeUser(shown);
    assertEquals(Errno.ROFS, guest.replace("d/a", "x"));
    assertEquals(Errno.ROFS, guest.replace("new", "x"));
    assertEquals(Errno.ROFS, guest.mkdir("d/e"));
    assertEquals(Errno.ROFS, guest.unlink("d/a"));
    assertEquals(Errno.ROFS, guest.rename("d/a", "d/b"));
    assertEquals(Errno.ROFS, guest.touch("d"));
    assertThrows(WorkspaceException.class, () -> shown.writeFile("/d/a", new byte[1]));
    assertThrows(WorkspaceException.class, () -> shown.delete("/d"));
    assertEquals("one", text(shown, "/d/a"));
  }

  @Test
  void lookingAtIt_changesNothingThatAGuestCouldCount() throws Fault {
    Workspace shown = Workspace.ofZip(zip("d/a", "one", "d/b", "2"), BOUNDS);
    int nodes = shown.usedNodes();
    assertEquals(3, nodes);
    TreeUser first = new TreeUser(shown);
    Stat answer = first.stat("d/b");
    assertEquals("one", text(shown, "/d/a"));
    assertEquals(answer, new TreeUser(shown).stat("d/b"));
    assertEquals(nodes, shown.usedNodes());
  }

  @ParameterizedTest
  @ValueSource(strings = {"../a", "a/../../b", "/a", "", "/"})
  void f20_nameThatLeadsOut_isRefused(String name) {
    byte[] archive = zip("fine", "x", name.isEmpty() ? "./." : name, "x");
    assertThrows(WorkspaceException.class, () -> Workspace.ofZip(archive, BOUNDS));
  }

  @Test
  void f20_nameTwice_isRefused() {
    for (byte[] archive :
        List.of(zip("a", "1", "a", "2"), zip("a", "1", "a/b", "2"), zip("a/b", "1", "a", "2"))) {
      assertThrows(WorkspaceException.class, () -> Workspace.ofZip(archive, BOUNDS));
    }
  }

  @Test
  void f20_link_isRefused() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipArchiveOutputStream zip = new ZipArchiveOutputStream(bytes)) {
      ZipArchiveEntry link = new ZipArchiveEntry("link");
      AsiExtraField unix = new AsiExtraField();
      unix.setLinkedFile("/etc/passwd");
      unix.setMode(0120777);
      link.addExtraField(unix);
      link.setUnixMode(0120777);
      zip.putArchiveEntry(link);
      zip.write("/etc/passwd".getBytes(StandardCharsets.UTF_8));
      zip.closeArchiveEntry();
    }
    assertThrows(WorkspaceException.class, () -> Workspace.ofZip(bytes.toByteArray(), BOUNDS));
  }

  @Test
  void f20_moreThanTheBounds_isRefused() {
    String large = "x".repeat(10_000);
    assertEquals(large, text(Workspace.ofZip(zip("a", large), BOUNDS), "/a"));
    assertThrows(
        WorkspaceException.class, () -> Workspace.ofZip(zip("a", large, "b", "x"), BOUNDS));
    assertEquals(
        8, Workspace.ofZip(zip("1/2/3/4/5/6/7/8", ""), BOUNDS).usedNodes(), "directories count");
    assertThrows(
        WorkspaceException.class,
        () -> Workspace.ofZip(zip("1/2/3/4/5/6/7/8", "", "9", ""), BOUNDS));
  }

  /** A bomb tells a small size, and has a large file behind it. */
  @Test
  void f20_fileOfAnotherSizeThanItsHeader_cannotBeRead() throws IOException {
    byte[] archive = zip("a", "x".repeat(5_000));
    int directory = indexOf(archive, new byte[] {'P', 'K', 1, 2});
    assertEquals(5_000, (archive[directory + 24] & 0xff) | (archive[directory + 25] & 0xff) << 8);
    for (int size : new int[] {10, 6_000}) {
      byte[] lying = archive.clone();
      lying[directory + 24] = (byte) size;
      lying[directory + 25] = (byte) (size >> 8);
      Workspace shown = Workspace.ofZip(lying, BOUNDS);
      assertThrows(WorkspaceException.class, () -> shown.readFile("/a"), "size " + size);
    }
  }

  @Test
  void brokenArchive_isRefused_orCannotBeRead() {
    byte[] archive = zip("a", "some text", "b", "other");
    assertThrows(WorkspaceException.class, () -> Workspace.ofZip(new byte[0], BOUNDS));
    for (int cut = 1; cut < archive.length; cut += 7) {
      byte[] part = Arrays.copyOf(archive, cut);
      assertThrows(WorkspaceException.class, () -> Workspace.ofZip(part, BOUNDS), "cut " + cut);
    }
    int data = indexOf(archive, "a".getBytes(StandardCharsets.UTF_8)) + 3;
    byte[] flipped = archive.clone();
    flipped[data] ^= 0x55;
    Workspace shown = Workspace.ofZip(flipped, BOUNDS);
    assertThrows(WorkspaceException.class, () -> shown.readFile("/a"));
    assertEquals("other", text(shown, "/b"));
  }

  private static int indexOf(byte[] all, byte[] part) {
    for (int i = 0; i <= all.length - part.length; i++) {
      if (Arrays.equals(all, i, i + part.length, part, 0, part.length)) {
        return i;
      }
    }
    throw new AssertionError("not found");
  }

  @Provide
  Arbitrary<Map<String, byte[]>> trees() {
    Arbitrary<String> name =
        Arbitraries.of("a", "b", "é", "Ω.txt")
            .list()
            .ofMinSize(1)
            .ofMaxSize(4)
            .map(all -> String.join("/", all) + "_");
    return Arbitraries.maps(name, Arbitraries.bytes().array(byte[].class).ofMaxSize(300))
        .ofMaxSize(8);
  }

  @Property(tries = 200)
  void everyFile_readsAsItWasPacked(@ForAll("trees") Map<String, byte[]> tree) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipArchiveOutputStream zip = new ZipArchiveOutputStream(bytes)) {
      for (Map.Entry<String, byte[]> file : tree.entrySet()) {
        ZipArchiveEntry entry = new ZipArchiveEntry(file.getKey());
        if (file.getValue().length % 2 == 0) {
          entry.setMethod(ZipArchiveEntry.STORED);
          entry.setSize(file.getValue().length);
          CRC32 crc = new CRC32();
          crc.update(file.getValue());
          entry.setCrc(crc.getValue());
        }
        zip.putArchiveEntry(entry);
        zip.write(file.getValue());
        zip.closeArchiveEntry();
      }
    }
    Workspace shown = Workspace.ofZip(bytes.toByteArray(), ArchiveLimits.defaults());
    for (Map.Entry<String, byte[]> file : new TreeMap<>(tree).entrySet()) {
      assertArrayEquals(file.getValue(), shown.readFile("/" + file.getKey()), file.getKey());
    }
  }
}
