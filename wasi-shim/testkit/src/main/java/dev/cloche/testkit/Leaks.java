package dev.cloche.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * What is open before something, to be compared with what is afterwards, when sessions and engines
 * are closed: threads of Cloche, descriptors of this process, and files in directories that are
 * named.
 *
 * <p>Descriptors are seen on Linux alone; those of the JVM itself (its modules, jars, sources of
 * random numbers, selectors) are left out. Nothing else may use Cloche in this JVM meanwhile.
 */
public final class Leaks {
  /** How long threads may take to see that they are not needed any more. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

  private final Set<Thread> threads = new HashSet<>(threads());
  private final Map<String, Integer> descriptors = descriptors();
  private final Duration patience;
  private final List<Path> directories;
  private final Set<Path> files;

  private Leaks(Duration patience, List<Path> directories) {
    this.patience = patience;
    this.directories = directories;
    this.files = files(directories);
  }

  /**
   * Looks at what there is.
   *
   * @param directories directories of the host in which no file may be more afterwards
   */
  public static Leaks before(Path... directories) {
    return new Leaks(PATIENCE, List.of(directories));
  }

  /** Looks likewise, and waits less. */
  static Leaks before(Duration patience, Path... directories) {
    return new Leaks(patience, List.of(directories));
  }

  /**
   * Waits for threads that are about to end, and fails if anything is left: a thread that Cloche
   * started, a descriptor, a file.
   */
  public void assertNone() {
    List<String> left = new ArrayList<>();
    for (Thread thread : threads()) {
      if (!threads.contains(thread) && !hasEnded(thread)) {
        left.add("thread " + thread.getName());
      }
    }
    descriptors()
        .forEach(
            (target, count) -> {
              int more = count - descriptors.getOrDefault(target, 0);
              if (more > 0) {
                left.add(more + " descriptors of " + target);
              }
            });
    files(directories).stream()
        .filter(file -> !files.contains(file))
        .forEach(file -> left.add("file " + file));
    if (!left.isEmpty()) {
      throw new AssertionError("left behind: " + left);
    }
  }

  private static List<Thread> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("cloche-"))
        .toList();
  }

  private boolean hasEnded(Thread thread) {
    try {
      TimeUnit.NANOSECONDS.timedJoin(thread, patience.toNanos());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return !thread.isAlive();
  }

  /** Returns what descriptors lead to, and how many to each; sockets and pipes by their kind. */
  private static Map<String, Integer> descriptors() {
    Map<String, Integer> open = new TreeMap<>();
    if (!Files.isDirectory(DESCRIPTORS)) {
      return open;
    }
    try (DirectoryStream<Path> all = Files.newDirectoryStream(DESCRIPTORS)) {
      for (Path each : all) {
        String target = target(each);
        if (!isOfTheJvm(target)) {
          open.merge(target.startsWith("socket:") ? "socket" : target, 1, Integer::sum);
        }
      }
    } catch (IOException | DirectoryIteratorException unreadable) {
      throw new AssertionError("descriptors cannot be listed", unreadable);
    }
    return open;
  }

  /** A descriptor may be closed while it is looked at: the one that lists them always is. */
  private static String target(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).toString();
    } catch (IOException closed) {
      return "";
    }
  }

  private static boolean isOfTheJvm(String target) {
    return target.isEmpty()
        || target.endsWith(".jar")
        || target.endsWith("/modules")
        || target.endsWith("/classes.jsa")
        || target.startsWith("/dev/")
        || target.startsWith("/proc/")
        || target.startsWith("/sys/")
        || target.startsWith("anon_inode:")
        || target.startsWith("pipe:")
        || target.startsWith(System.getProperty("java.home"));
  }

  private static Set<Path> files(List<Path> directories) {
    Set<Path> files = new HashSet<>();
    for (Path directory : directories) {
      try (Stream<Path> below = Files.walk(directory)) {
        below.forEach(files::add);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return files;
  }
}
