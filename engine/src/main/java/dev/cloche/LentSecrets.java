package dev.cloche;

import dev.cloche.egress.Scrubber;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * The secrets that one native command is lent, for a {@link Backend} to hand over.
 *
 * <p>The backend gives them to this command and to no other, keeps them out of arguments, of the
 * environment of other processes, of disks and of the workspace, and takes them out of both streams
 * of the command by {@link #scrubber} before anybody reads those. A file that the command leaves in
 * the workspace with one of them in it is not taken over.
 *
 * <p>Immutable and thread-safe.
 */
public final class LentSecrets {

  private static final LentSecrets NONE = new LentSecrets(Map.of(), Map.of(), Scrubber.none());

  private final Map<String, String> environment;
  private final Map<String, String> files;
  private final Scrubber scrubber;

  private LentSecrets(
      Map<String, String> environment, Map<String, String> files, Scrubber scrubber) {
    this.environment = Map.copyOf(environment);
    this.files = Map.copyOf(files);
    this.scrubber = Objects.requireNonNull(scrubber, "scrubber");
  }

  /** Returns no secrets. */
  public static LentSecrets none() {
    return NONE;
  }

  /**
   * Returns secrets.
   *
   * @param environment by the name of the variable that holds it
   * @param files by the name of the file below {@link dev.cloche.policy.NativeLease#DIRECTORY}
   * @param scrubber knows all of them
   */
  public static LentSecrets of(
      Map<String, String> environment, Map<String, String> files, Scrubber scrubber) {
    return new LentSecrets(environment, files, scrubber);
  }

  /** Whether there are none. */
  public boolean isEmpty() {
    return environment.isEmpty() && files.isEmpty();
  }

  /** Returns the secrets by the names of variables, in alphabetical order. */
  public Map<String, String> environment() {
    return new TreeMap<>(environment);
  }

  /** Returns the secrets by the names of files, in alphabetical order. */
  public Map<String, String> files() {
    return new TreeMap<>(files);
  }

  /** Returns what takes them out of texts and streams. */
  public Scrubber scrubber() {
    return scrubber;
  }

  /** Returns where they are, never what they are. */
  @Override
  public String toString() {
    return "LentSecrets[%s, %s]".formatted(environment().keySet(), files().keySet());
  }
}
