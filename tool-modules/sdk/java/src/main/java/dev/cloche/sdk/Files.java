package dev.cloche.sdk;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.teavm.interop.Address;

/**
 * Files of the workspace, by paths from its root; a leading slash makes no difference. What fails
 * throws, with the path and the number that WASI gives the reason.
 */
public final class Files {

  /** The directory that the host opens for every tool that may see files: "/". */
  private static final int ROOT = 3;

  private static final int CREATE = 1;
  private static final int DIRECTORY = 2;
  private static final int TRUNCATE = 8;
  private static final int APPEND = 1;
  private static final long RIGHT_READ = 1 << 1;
  private static final long RIGHT_WRITE = 1 << 6;
  private static final long RIGHT_READDIR = 1 << 14;

  /**
   * A directory entry: the next cookie, an inode number, the length of the name, a type; then the
   * name.
   */
  private static final int ENTRY_BYTES = 24;

  private static final int ROOM = 4096;

  private static final int[] OPENED = new int[1];
  private static final long[] STAT = new long[8];

  private Files() {}

  /** Returns a file's bytes. */
  public static byte[] read(String path) throws IOException {
    int fd = open(path, 0, RIGHT_READ, 0);
    try {
      return Descriptors.readAll(fd);
    } finally {
      close(fd);
    }
  }

  /** Returns a file's text. What is not UTF-8 in it is replaced by U+FFFD. */
  public static String readText(String path) throws IOException {
    return Descriptors.text(read(path));
  }

  /** Writes a file anew, or makes it. */
  public static void write(String path, byte[] data) throws IOException {
    write(open(path, CREATE | TRUNCATE, RIGHT_WRITE, 0), data);
  }

  /** Writes a file anew, or makes it. */
  public static void writeText(String path, String text) throws IOException {
    write(path, Descriptors.bytes(text));
  }

  /** Adds to the end of a file, or makes it. */
  public static void appendText(String path, String text) throws IOException {
    write(open(path, CREATE, RIGHT_WRITE, APPEND), Descriptors.bytes(text));
  }

  /** Returns the names in a directory, sorted. */
  public static List<String> list(String path) throws IOException {
    int fd = open(path, DIRECTORY, RIGHT_READDIR, 0);
    try {
      List<String> names = entries(fd, path);
      Collections.sort(names);
      return names;
    } finally {
      close(fd);
    }
  }

  /** Whether there is a file or a directory. */
  public static boolean exists(String path) {
    byte[] name = encode(path);
    Address stat = Address.ofData(STAT);
    return Preview1.pathFilestatGet(ROOT, Address.ofData(name), name.length, stat) == 0;
  }

  /** Makes a directory; the one that it lies in has to be there. */
  public static void makeDirectory(String path) throws IOException {
    byte[] name = encode(path);
    check(Preview1.pathCreateDirectory(ROOT, Address.ofData(name), name.length), "make", path);
  }

  /** Removes a file or an empty directory. */
  public static void remove(String path) throws IOException {
    byte[] name = encode(path);
    if (Preview1.pathUnlinkFile(ROOT, Address.ofData(name), name.length) != 0) {
      check(Preview1.pathRemoveDirectory(ROOT, Address.ofData(name), name.length), "remove", path);
    }
  }

  private static int open(String path, int flags, long rights, int fdFlags) throws IOException {
    byte[] name = encode(path);
    int errno =
        Preview1.pathOpen(
            ROOT,
            Address.ofData(name),
            name.length,
            flags,
            rights,
            fdFlags,
            Address.ofData(OPENED));
    check(errno, "open", path);
    return OPENED[0];
  }

  private static void close(int fd) throws IOException {
    check(Preview1.fdClose(fd), "close", "a file");
  }

  private static void write(int fd, byte[] data) throws IOException {
    try {
      Descriptors.writeAll(fd, data);
    } finally {
      close(fd);
    }
  }

  private static List<String> entries(int fd, String path) throws IOException {
    List<String> names = new ArrayList<>();
    byte[] buffer = new byte[ROOM];
    long cookie = 0;
    while (true) {
      check(
          Preview1.fdReaddir(fd, Address.ofData(buffer), ROOM, cookie, Address.ofData(OPENED)),
          "list",
          path);
      int used = OPENED[0];
      int at = 0;
      while (at + ENTRY_BYTES <= used) {
        int end = at + ENTRY_BYTES + Address.ofData(buffer).add(at + 16).getInt();
        if (end > used) {
          break; // cut off: it comes again, from its cookie
        }
        cookie = Address.ofData(buffer).add(at).getLong();
        String name = Descriptors.text(Arrays.copyOfRange(buffer, at + ENTRY_BYTES, end));
        if (!name.equals(".") && !name.equals("..")) {
          names.add(name);
        }
        at = end;
      }
      if (used < ROOM) {
        return names;
      }
    }
  }

  private static void check(int errno, String what, String path) throws IOException {
    if (errno != 0) {
      throw new IOException("cannot " + what + " " + path + ": errno " + errno);
    }
  }

  private static byte[] encode(String path) {
    int from = 0;
    while (from < path.length() && path.charAt(from) == '/') {
      from++;
    }
    return Descriptors.bytes(from == path.length() ? "." : path.substring(from));
  }
}
