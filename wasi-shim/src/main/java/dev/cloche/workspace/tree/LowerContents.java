package dev.cloche.workspace.tree;

import dev.cloche.workspace.image.HostContents;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What was seen of the host, in its place: nothing of the host is touched. Listings of a directory
 * come in their order, the last of them for good.
 */
public final class LowerContents {
  private final Map<Integer, List<HostContents.Listing>> listings = new HashMap<>();
  private final Map<Integer, HostContents.Opening> openings = new HashMap<>();
  private final Consumer<String> missing;

  /**
   * Makes it.
   *
   * @param missing is told what was looked at now and not then; may throw
   */
  public LowerContents(HostContents seen, Consumer<String> missing) {
    this.missing = missing;
    for (HostContents.Listing each : seen.listings()) {
      requireValid(each);
      listings.computeIfAbsent(each.directory(), number -> new ArrayList<>()).add(each);
    }
    for (HostContents.Opening each : seen.openings()) {
      requireError(each.error());
      if (openings.put(each.file(), each) != null) {
        throw new IllegalArgumentException("a file of the host comes twice");
      }
    }
  }

  /** As the host lists: sorted, each name once, and names that a guest can say. */
  private static void requireValid(HostContents.Listing listing) {
    requireError(listing.error());
    String before = "";
    for (HostContents.Entry entry : listing.entries()) {
      if (entry.size() < 0 || !isName(entry.name()) || entry.name().compareTo(before) <= 0) {
        throw new IllegalArgumentException("a listing of the host is not in order");
      }
      before = entry.name();
    }
  }

  private static boolean isName(String name) {
    try {
      return !name.equals(".")
          && !name.equals("..")
          && name.indexOf('/') < 0
          && Names.components(name).equals(List.of(name));
    } catch (Fault none) {
      return false;
    }
  }

  private static void requireError(String error) {
    if (!error.isEmpty()) {
      Errno ignored = Errno.valueOf(error);
    }
  }

  LowerDirectory directory(int number) {
    return new Folder(number);
  }

  LowerFile file(int number, long size) {
    if (size < 0) {
      throw new IllegalArgumentException("a file of the host is smaller than nothing");
    }
    return new File(openings.get(number), size);
  }

  private static void fail(String error) throws Fault {
    if (!error.isEmpty()) {
      throw Errno.valueOf(error).fault();
    }
  }

  private final class Folder implements LowerDirectory {
    private final int number;

    Folder(int number) {
      this.number = number;
    }

    @Override
    public List<LowerEntry> list(int limit) throws Fault {
      List<HostContents.Listing> mine = listings.getOrDefault(number, List.of());
      if (mine.isEmpty()) {
        missing.accept("a directory of the host");
        throw Errno.IO.fault();
      }
      HostContents.Listing next = mine.size() > 1 ? mine.remove(0) : mine.get(0);
      fail(next.error());
      if (next.entries().size() > limit) {
        throw Errno.NOSPC.fault();
      }
      return next.entries().stream().map(LowerContents.this::entry).toList();
    }
  }

  private LowerEntry entry(HostContents.Entry entry) {
    return switch (entry.kind()) {
      case FILE -> new LowerEntry.File(entry.name(), file(entry.number(), entry.size()));
      case DIRECTORY -> new LowerEntry.Folder(entry.name(), directory(entry.number()));
      case LINK -> new LowerEntry.Link(entry.name(), entry.target());
    };
  }

  private final class File implements LowerFile {
    private final HostContents.@Nullable Opening opening;
    private long size;

    File(HostContents.@Nullable Opening opening, long size) {
      this.opening = opening;
      this.size = size;
    }

    @Override
    public long size() {
      return size;
    }

    @Override
    public void open() throws Fault {
      if (opening == null) {
        missing.accept("a file of the host");
        throw Errno.IO.fault();
      }
      fail(opening.error());
      size = opening.content().length;
    }

    @Override
    public int read(long offset, byte[] into, int at, int length) throws Fault {
      open();
      byte[] content = opening == null ? new byte[0] : opening.content();
      int count = (int) Math.min(length, Math.max(0, content.length - offset));
      if (count > 0) {
        System.arraycopy(content, (int) offset, into, at, count);
      }
      return Math.max(0, count);
    }

    @Override
    public void close() {}
  }
}
