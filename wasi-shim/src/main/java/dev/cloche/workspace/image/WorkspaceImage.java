package dev.cloche.workspace.image;

import java.util.List;
import java.util.Objects;

/**
 * All that a workspace holds at one moment. Nodes are named by their inode numbers; the root has
 * the lowest.
 *
 * @param bytes the most bytes that it may hold
 * @param nodes the most nodes that it may hold
 * @param depth how deep directories may nest
 * @param protectedNames what no guest may change below mounts
 * @param heldBytes bytes that count for good: of listings of the host
 * @param heldNodes nodes that count for good
 * @param nextInode the number of the next node
 * @param directories the directories, the root among them
 * @param files files whose bytes are in memory
 * @param hostFiles files whose bytes are the host's
 * @param links symbolic links
 * @param mounts what shows through directories
 */
public record WorkspaceImage(
    long bytes,
    int nodes,
    int depth,
    List<String> protectedNames,
    long heldBytes,
    int heldNodes,
    long nextInode,
    List<DirectoryNode> directories,
    List<FileNode> files,
    List<HostFileNode> hostFiles,
    List<LinkNode> links,
    List<Shown> mounts) {

  /** Copies the lists. */
  public WorkspaceImage {
    protectedNames = List.copyOf(protectedNames);
    directories = List.copyOf(directories);
    files = List.copyOf(files);
    hostFiles = List.copyOf(hostFiles);
    links = List.copyOf(links);
    mounts = List.copyOf(mounts);
  }

  /**
   * What every node has. Times are nanoseconds since 1970.
   *
   * @param accessed when it was read
   * @param modified when its content was changed
   * @param changed when anything of it was changed
   * @param sealed whether it is read-only
   * @param pinned whether it keeps its place
   */
  public record Attributes(
      long accessed, long modified, long changed, boolean sealed, boolean pinned) {}

  /**
   * A name in a directory.
   *
   * @param cookie its place in the order
   * @param name the name
   * @param inode the node
   */
  public record Name(long cookie, String name, long inode) {
    /** Checks that there is a name. */
    public Name {
      Objects.requireNonNull(name, "name");
    }
  }

  /**
   * A directory.
   *
   * @param inode its number
   * @param attributes times and marks
   * @param nextCookie the place of the next name
   * @param names the names in it, in order
   */
  public record DirectoryNode(
      long inode, Attributes attributes, long nextCookie, List<Name> names) {
    /** Copies the list. */
    public DirectoryNode {
      Objects.requireNonNull(attributes, "attributes");
      names = List.copyOf(names);
    }
  }

  /**
   * A file in memory.
   *
   * @param inode its number
   * @param attributes times and marks
   * @param content its bytes; not copied
   */
  @SuppressWarnings("ArrayRecordComponent") // a value that is written down once and made once
  public record FileNode(long inode, Attributes attributes, byte[] content) {
    /** Checks that there is content. */
    public FileNode {
      Objects.requireNonNull(attributes, "attributes");
      Objects.requireNonNull(content, "content");
    }
  }

  /**
   * A file of the host that shows.
   *
   * @param inode its number
   * @param attributes times and marks
   * @param file which file of {@link HostContents}
   * @param size its size when it was last looked at
   */
  public record HostFileNode(long inode, Attributes attributes, int file, long size) {
    /** Checks that there are attributes. */
    public HostFileNode {
      Objects.requireNonNull(attributes, "attributes");
    }
  }

  /**
   * A symbolic link.
   *
   * @param inode its number
   * @param attributes times and marks
   * @param target where it leads
   * @param counted whether it was listed with its directory, which then counts its target
   */
  public record LinkNode(long inode, Attributes attributes, String target, boolean counted) {
    /** Checks that there is a target. */
    public LinkNode {
      Objects.requireNonNull(attributes, "attributes");
      Objects.requireNonNull(target, "target");
    }
  }

  /**
   * What of the host shows through a directory.
   *
   * @param inode the directory
   * @param directory which directory of {@link HostContents}
   * @param now the time that its nodes begin with
   * @param listed whether it was read
   * @param names the names that were counted then
   * @param isTop whether a mount begins here
   * @param above of a mount, the last names of the host above it, where they matter for what is
   *     protected; else empty
   */
  public record Shown(
      long inode,
      int directory,
      long now,
      boolean listed,
      List<String> names,
      boolean isTop,
      List<String> above) {
    /** Copies the lists. */
    public Shown {
      names = List.copyOf(names);
      above = List.copyOf(above);
    }
  }
}
