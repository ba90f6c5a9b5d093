package dev.cloche.policy;

import dev.cloche.Policy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;

/**
 * Refuses a policy that guests could have written: attack F21.
 *
 * <p>Not only where a file ends up counts, but every name on the way to it: who may change a link
 * on the way chooses the file. A second hard link inside a mount cannot be seen; overlays never
 * write through one, since they replace files.
 */
public final class PolicySource {

  private static final int MAX_LINKS = 40;

  private PolicySource() {}

  /** Returns what a policy mounts. */
  public static List<Path> hosts(Policy policy) {
    return policy.workspace().mounts().stream().map(PolicyMount::host).toList();
  }

  /**
   * Requires that a file lies outside of what is mounted, and is reached without passing through
   * it.
   *
   * @param source a policy, or the manifest beside a tool
   * @param mounts directories and files of the host that guests see
   * @throws PolicyException if it does not
   * @throws IOException if the file cannot be reached
   */
  public static void requireOutside(Path source, List<Path> mounts) throws IOException {
    List<Path> places = places(source);
    for (Path mount : mounts) {
      // One that does not exist can hold nothing, but may yet be made: then its name counts.
      Path real = Files.exists(mount) ? mount.toRealPath() : mount.toAbsolutePath().normalize();
      if (places.stream().anyMatch(place -> place.startsWith(real))) {
        throw new PolicyException(
            "",
            "the file lies inside what is mounted for guests, who could change it; move it out");
      }
    }
  }

  /**
   * Requires that one more directory can be shown to guests beside what a policy mounts: at a place
   * of its own, and holding neither a file that the policy was read from nor one of its secrets.
   *
   * @throws PolicyException if it cannot
   * @throws IOException if a file of the policy cannot be reached
   */
  public static void requireMountable(Policy policy, PolicyMount mount) throws IOException {
    for (PolicyMount other : policy.workspace().mounts()) {
      if (!other.at().equals("/") && other.overlaps(mount)) {
        throw new PolicyException("", "a mount of the policy is at the place, in it or around it");
      }
    }
    PolicyNames.requireSecretsOutside(policy.credentials(), List.of(mount));
    for (Path source : policy.sources()) {
      requireOutside(source, List.of(mount.host()));
    }
  }

  /** Returns every place that the way to a file passes, directories given by their real paths. */
  private static List<Path> places(Path source) throws IOException {
    List<Path> places = new ArrayList<>();
    Path absolute = source.toAbsolutePath();
    Path here = Objects.requireNonNull(absolute.getRoot(), "an absolute path has a root");
    Deque<Path> names = new ArrayDeque<>();
    absolute.forEach(names::addLast);
    int links = 0;
    while (!names.isEmpty()) {
      Path name = names.removeFirst();
      Path next = name.toString().equals("..") ? parent(here) : here.resolve(name).normalize();
      places.add(next);
      if (!Files.isSymbolicLink(next)) {
        here = next;
      } else if (++links > MAX_LINKS) {
        throw new IOException("too many symbolic links");
      } else {
        Path target = Files.readSymbolicLink(next);
        List<Path> parts = new ArrayList<>();
        target.forEach(parts::add);
        for (int i = parts.size() - 1; i >= 0; i--) {
          names.addFirst(parts.get(i));
        }
        here = target.isAbsolute() ? Objects.requireNonNull(target.getRoot(), "root") : here;
      }
    }
    places.add(source.toRealPath());
    return places;
  }

  private static Path parent(Path directory) {
    Path parent = directory.getParent();
    return parent == null ? directory : parent;
  }
}
