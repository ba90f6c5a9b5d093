package dev.cloche.host;

import dev.cloche.host.seccomp.Arch;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Looks at the machine: what is installed where, and what its root directory is like. */
final class Machine {
  private static final List<String> PROGRAM_DIRECTORIES =
      List.of("/usr/bin", "/bin", "/usr/sbin", "/sbin", "/usr/local/bin");

  /** In the order of the {@code PATH} of commands. */
  private static final List<String> COMMAND_DIRECTORIES =
      List.of("/usr/local/bin", "/usr/bin", "/bin");

  private static final List<String> SYSTEM_NAMES =
      List.of("/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32");

  private static final List<String> TELLING =
      List.of("cmdline", "kallsyms", "key-users", "keys", "timer_list");

  private Machine() {}

  /**
   * Finds the facts.
   *
   * @throws RefusedException if there can be no sandbox on this machine
   */
  static MachineFacts look() {
    if (!System.getProperty("os.name").toLowerCase(Locale.ROOT).equals("linux")) {
      throw new RefusedException(
          NativeRefusal.NOT_LINUX, "native commands need Linux; this is another system");
    }
    Optional<Arch> arch = Arch.ofJava(System.getProperty("os.arch"));
    if (arch.isEmpty()) {
      throw new RefusedException(
          NativeRefusal.ARCHITECTURE,
          "native commands need x86_64 or aarch64; this is "
              + Text.quote(System.getProperty("os.arch")));
    }
    Map<String, String> links = new HashMap<>();
    List<String> directories = new ArrayList<>();
    for (String name : SYSTEM_NAMES) {
      lookAt(Path.of(name), links, directories);
    }
    return new MachineFacts(programs(), isRoot(), arch.get(), links, directories, maskedProc());
  }

  private static void lookAt(Path name, Map<String, String> links, List<String> directories) {
    try {
      if (Files.isSymbolicLink(name)) {
        links.put(name.toString(), Files.readSymbolicLink(name).toString());
      } else if (Files.isDirectory(name, LinkOption.NOFOLLOW_LINKS)) {
        directories.add(name.toString());
      }
    } catch (IOException unreadable) {
      throw new RefusedException(
          NativeRefusal.SANDBOX_UNUSABLE, "the root directory cannot be read");
    }
  }

  private static Map<Program, String> programs() {
    Map<Program, String> programs = new EnumMap<>(Program.class);
    for (Program each : Program.values()) {
      find(each.command()).ifPresent(path -> programs.put(each, path));
    }
    return programs;
  }

  private static Optional<String> find(String command) {
    return PROGRAM_DIRECTORIES.stream()
        .map(directory -> Path.of(directory, command))
        .filter(Files::isExecutable)
        .map(Path::toString)
        .findFirst();
  }

  /**
   * Returns where a command of the system is, in a sandbox as outside.
   *
   * @throws RefusedException if it is not installed where commands are looked for
   */
  static String command(String name) {
    return COMMAND_DIRECTORIES.stream()
        .map(directory -> Path.of(directory, name))
        .filter(path -> Files.isRegularFile(path) && Files.isExecutable(path))
        .map(Path::toString)
        .findFirst()
        .orElseThrow(
            () ->
                new RefusedException(
                    NativeRefusal.COMMAND,
                    "%s is not in %s"
                        .formatted(Text.quote(name), String.join(", ", COMMAND_DIRECTORIES))));
  }

  /**
   * Refuses a program that others than root could have written: whoever can replace the sandbox is
   * not held by it.
   */
  static void requireTrusted(Program program, String path) {
    try {
      Path real = Path.of(path).toRealPath();
      for (Path each = real; each != null; each = each.getParent()) {
        Set<PosixFilePermission> mode = Files.getPosixFilePermissions(each);
        boolean others = mode.contains(PosixFilePermission.OTHERS_WRITE);
        if (others || !Integer.valueOf(0).equals(Files.getAttribute(each, "unix:uid"))) {
          throw new RefusedException(
              NativeRefusal.PROGRAM_UNSAFE,
              program.command() + " does not belong to root alone, or lies where others can write");
        }
      }
    } catch (IOException unreadable) {
      throw new RefusedException(
          NativeRefusal.PROGRAM_UNSAFE, program.command() + " cannot be looked at");
    }
  }

  /**
   * Refuses words that this JVM would pass on as others: it uses the charset of the locale that it
   * was started in.
   */
  static void requirePassable(List<String> words) {
    for (String word : words) {
      if (!CommandCheck.isAscii(word) && !isInLocale(word)) {
        throw new RefusedException(
            NativeRefusal.WORDS,
            "a word of the command cannot be passed on in the locale of this JVM; start it with"
                + " LC_ALL=C.UTF-8");
      }
    }
  }

  private static boolean isInLocale(String word) {
    String charset = System.getProperty("sun.jnu.encoding", "US-ASCII");
    return Charset.forName(charset).newEncoder().canEncode(word);
  }

  static boolean isRoot() {
    try {
      return Integer.valueOf(0).equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
    } catch (IOException unreadable) {
      throw new RefusedException(NativeRefusal.SANDBOX_UNUSABLE, "/proc cannot be read");
    }
  }

  private static List<String> maskedProc() {
    return TELLING.stream()
        .map(name -> "/proc/" + name)
        .filter(path -> Files.exists(Path.of(path)))
        .toList();
  }

  /**
   * Refuses a readable root that is not there, or not what its path says: a link in it could be
   * turned elsewhere.
   */
  static void requireRealRoot(String root) {
    ReadableRoots.requireSafe(root);
    try {
      Path path = Path.of(root);
      if (!path.toRealPath().equals(path) || !Files.isDirectory(path)) {
        throw new RefusedException(
            NativeRefusal.READABLE_ROOT,
            "the readable root %s is not a directory, or leads over a symbolic link"
                .formatted(Text.quote(root)));
      }
    } catch (IOException missing) {
      throw new RefusedException(
          NativeRefusal.READABLE_ROOT,
          "the readable root %s does not exist".formatted(Text.quote(root)));
    }
  }
}
