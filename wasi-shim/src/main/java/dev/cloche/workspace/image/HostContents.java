package dev.cloche.workspace.image;

import java.util.List;
import java.util.Objects;

/**
 * What was looked at of the host's files that show in a workspace. Directories and files are
 * numbered from 1; no path of the host is in it.
 *
 * @param listings directories that were listed
 * @param openings files that were opened
 */
public record HostContents(List<Listing> listings, List<Opening> openings) {

  /** Nothing was looked at. */
  public static final HostContents NONE = new HostContents(List.of(), List.of());

  /** Copies the lists. */
  public HostContents {
    listings = List.copyOf(listings);
    openings = List.copyOf(openings);
  }

  /** What a name stands for. */
  public enum Kind {
    /** A regular file. */
    FILE,
    /** A directory. */
    DIRECTORY,
    /** A symbolic link. */
    LINK
  }

  /**
   * One listing of a directory.
   *
   * @param directory its number
   * @param error the error that came of it; empty if it was listed
   * @param entries what is in it, sorted by name
   */
  public record Listing(int directory, String error, List<Entry> entries) {
    /** Copies the list. */
    public Listing {
      Objects.requireNonNull(error, "error");
      entries = List.copyOf(entries);
    }
  }

  /**
   * One name of a listing.
   *
   * @param name the name
   * @param kind what it is
   * @param number of a file or directory; 0 for a link
   * @param size of a file
   * @param target of a link; else empty
   */
  public record Entry(String name, Kind kind, int number, long size, String target) {
    /** Checks that the texts are there. */
    public Entry {
      Objects.requireNonNull(name, "name");
      Objects.requireNonNull(kind, "kind");
      Objects.requireNonNull(target, "target");
    }
  }

  /**
   * The first opening of a file.
   *
   * @param file its number
   * @param error the error that came of it; empty if it was opened
   * @param content its bytes; not copied
   */
  @SuppressWarnings("ArrayRecordComponent") // a value that is written down once and made once
  public record Opening(int file, String error, byte[] content) {
    /** Checks that error and content are there. */
    public Opening {
      Objects.requireNonNull(error, "error");
      Objects.requireNonNull(content, "content");
    }
  }
}
