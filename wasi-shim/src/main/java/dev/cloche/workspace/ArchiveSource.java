package dev.cloche.workspace;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.archivers.ArchiveEntry;
import org.apache.commons.compress.archivers.ArchiveInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.zip.AsiExtraField;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveInputStream;
import org.apache.commons.compress.archivers.zip.ZipExtraField;
import org.apache.commons.compress.archivers.zip.ZipMethod;
import org.jspecify.annotations.Nullable;

/**
 * The members of an archive, one after the other, and how many bytes came out of how many.
 *
 * <p>Attack: a header that is itself enormous (a GNU long name of gigabytes) is kept in memory by
 * the library; so no more than {@link #HEADER_BYTES} can be read between two members of a tar.
 */
final class ArchiveSource {
  private static final long HEADER_BYTES = 1 << 20;
  private static final long RATIO_FROM = 1 << 20;

  /** Of the methods of zip (APPNOTE 6.3.10, 4.4.5) those that the library itself reads. */
  private static final Set<ZipMethod> READABLE =
      Set.of(
          ZipMethod.STORED,
          ZipMethod.UNSHRINKING,
          ZipMethod.IMPLODING,
          ZipMethod.DEFLATED,
          ZipMethod.ENHANCED_DEFLATED,
          ZipMethod.BZIP2);

  private final BoundedInput raw;
  private final BoundedInput plain;
  private final boolean tar;
  private final ArchiveInputStream<? extends ArchiveEntry> archive;
  private final ArchiveLimits limits;
  private long given;
  private int members;

  /** What a member is. */
  enum What {
    FILE,
    DIRECTORY,
    LINK,
    HARD_LINK,
    NOTHING
  }

  /**
   * A member.
   *
   * @param name the name as it stands in the archive
   * @param what what it is
   * @param target where a link leads; empty for other members
   */
  record Member(String name, What what, String target) {}

  ArchiveSource(InputStream in, ArchiveFormat format, ArchiveLimits limits) throws IOException {
    this.limits = limits;
    this.tar = format != ArchiveFormat.ZIP;
    this.raw = new BoundedInput(new BufferedInputStream(in));
    this.plain =
        new BoundedInput(format == ArchiveFormat.TAR_GZIP ? new GZIPInputStream(raw) : raw);
    String utf8 = StandardCharsets.UTF_8.name();
    this.archive =
        tar ? new TarArchiveInputStream(plain, utf8) : new ZipArchiveInputStream(plain, utf8);
  }

  /** Returns the next member; null at the end. */
  @Nullable Member next() throws IOException {
    plain.allow(tar ? HEADER_BYTES : Long.MAX_VALUE);
    ArchiveEntry entry = nextEntry();
    plain.allow(Long.MAX_VALUE);
    if (entry == null) {
      return null;
    }
    if (++members > limits.entries()) {
      throw new IOException("it has more than " + limits.entries() + " members");
    }
    if (!archive.canReadEntryData(entry)
        || (entry instanceof ZipArchiveEntry zipped && !isReadable(zipped))) {
      throw unreadable();
    }
    return entry instanceof TarArchiveEntry each ? member(each) : member((ZipArchiveEntry) entry);
  }

  private @Nullable ArchiveEntry nextEntry() throws IOException {
    try {
      return archive.getNextEntry();
    } catch (LinkageError missing) {
      throw unreadable(); // some methods of zip need libraries that are not here
    }
  }

  /** Whether no other library, with native code perhaps, would be asked to decompress a member. */
  static boolean isReadable(ZipArchiveEntry entry) {
    return READABLE.contains(ZipMethod.getMethodByCode(entry.getMethod()));
  }

  private static IOException unreadable() {
    return new IOException("a member is encrypted or compressed in an unknown way");
  }

  private static Member member(TarArchiveEntry entry) {
    What what =
        entry.isDirectory()
            ? What.DIRECTORY
            : entry.isSymbolicLink()
                ? What.LINK
                : entry.isLink() ? What.HARD_LINK : entry.isFile() ? What.FILE : What.NOTHING;
    boolean special = entry.isFIFO() || entry.isCharacterDevice() || entry.isBlockDevice();
    return new Member(entry.getName(), special ? What.NOTHING : what, entry.getLinkName());
  }

  /** A link that only the directory at the end tells of comes out as a file with its target. */
  private static Member member(ZipArchiveEntry entry) {
    for (ZipExtraField field : entry.getExtraFields()) {
      if (field instanceof AsiExtraField unix && unix.isLink()) {
        return new Member(entry.getName(), What.LINK, unix.getLinkedFile());
      }
    }
    return new Member(entry.getName(), entry.isDirectory() ? What.DIRECTORY : What.FILE, "");
  }

  /** Reads bytes of the present member; -1 at its end. */
  int read(byte[] into) throws IOException {
    int read = archive.read(into);
    given += Math.max(0, read);
    if (given > limits.bytes()) {
      throw new IOException("more than " + limits.bytes() + " bytes come out of it");
    }
    long out = Math.max(given, plain.count());
    if (out > RATIO_FROM && out / limits.ratio() > raw.count()) {
      throw new IOException("more than " + limits.ratio() + " bytes come out of one");
    }
    return read;
  }
}
