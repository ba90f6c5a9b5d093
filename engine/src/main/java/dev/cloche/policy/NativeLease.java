package dev.cloche.policy;

import dev.cloche.module.GuestText;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * A credential that native commands are given to hold while they run: the one way by which a secret
 * of a policy gets into a sandbox. The command, and all that it starts, can read it.
 *
 * @param credential its name in the policy
 * @param commands the commands that get it, in alphabetical order; at least one
 * @param place what they find it in
 * @param name the name of the variable, or of the file below {@value #DIRECTORY}
 */
public record NativeLease(String credential, List<String> commands, Place place, String name) {

  /** Where commands find files with secrets; nothing of it is in the workspace. */
  public static final String DIRECTORY = "/run/cloche/secrets";

  /** What a command finds a secret in. */
  public enum Place {
    /** A variable of its environment. */
    ENVIRONMENT("environment"),
    /** A file that its own user alone can read. */
    FILE("file");

    private final String key;

    Place(String key) {
      this.key = key;
    }

    /** Returns the key of the policy. */
    public String key() {
      return key;
    }
  }

  /** By what is given, then where. */
  static final Comparator<NativeLease> ORDER = NativeLease::compare;

  /** By hand: the JVM's comparators are lambdas that no archive of classes holds. */
  private static int compare(NativeLease one, NativeLease other) {
    int order = one.credential().compareTo(other.credential());
    if (order == 0) {
      order = one.place().compareTo(other.place());
    }
    if (order == 0) {
      order = one.name().compareTo(other.name());
    }
    return order != 0
        ? order
        : String.join(" ", one.commands()).compareTo(String.join(" ", other.commands()));
  }

  /** What every sandbox sets, with a network too, and what shells keep for themselves. */
  private static final Set<String> TAKEN =
      Set.of(
          "PATH",
          "HOME",
          "LANG",
          "TMPDIR",
          "USER",
          "PWD",
          "OLDPWD",
          "SHLVL",
          "_",
          "IFS",
          "ENV",
          "PS1",
          "PS2",
          "PS4",
          "PPID",
          "OPTIND",
          "UID",
          "EUID",
          "HTTP_PROXY",
          "HTTPS_PROXY",
          "NO_PROXY",
          "http_proxy",
          "https_proxy",
          "no_proxy");

  /** Made when there is a lease, as all of this kind. */
  private static final class Names {

    /** What decides how programs are started: a secret there is an accident. */
    static final Pattern STARTING = Pattern.compile("(LD|BASH|SHELLOPTS|GLIBC)(_.*|OPTS)?");

    private Names() {}
  }

  /**
   * Checks all parts.
   *
   * @throws IllegalArgumentException if one is not as described, or the variable is one that
   *     sandboxes or shells set themselves
   */
  public NativeLease {
    Checks.name("credential", credential);
    commands = List.copyOf(new TreeSet<>(commands));
    Objects.requireNonNull(place, "place");
    commands.forEach(NativePolicy::requireCommand);
    if (commands.isEmpty()) {
      throw new IllegalArgumentException(
          "the lease of credential " + GuestText.quote(credential) + " names no command");
    }
    if (place == Place.FILE) {
      Checks.name("file", name);
    } else {
      requireFree(Checks.variable("environment variable", name));
    }
  }

  private static void requireFree(String variable) {
    if (TAKEN.contains(variable) || Names.STARTING.matcher(variable).matches()) {
      throw new IllegalArgumentException(
          "environment variable "
              + GuestText.quote(variable)
              + " is set by the sandbox or has a meaning to shells; use another");
    }
  }

  /** Returns a lease into a variable of some commands. */
  public static NativeLease variable(String credential, String variable, String... commands) {
    return new NativeLease(credential, List.of(commands), Place.ENVIRONMENT, variable);
  }

  /** Returns a lease into a file below {@value #DIRECTORY} of some commands. */
  public static NativeLease file(String credential, String file, String... commands) {
    return new NativeLease(credential, List.of(commands), Place.FILE, file);
  }

  /** Whether a command gets it. */
  public boolean isFor(String command) {
    return commands.contains(command);
  }

  /** Returns what a command finds the secret in: {@code variable NAME} or {@code file PATH}. */
  public String where() {
    return place == Place.ENVIRONMENT ? "variable " + name : "file " + DIRECTORY + "/" + name;
  }

  /** Whether both give the same credential in the same place. */
  boolean isLike(NativeLease other) {
    return credential.equals(other.credential) && isAt(other);
  }

  /** Whether both are in the same place. */
  boolean isAt(NativeLease other) {
    return place == other.place && name.equals(other.name);
  }

  /** Whether a command gets both. */
  boolean sharesCommand(NativeLease other) {
    return commands.stream().anyMatch(other::isFor);
  }

  /** Says what goes where, and never a secret. */
  @Override
  public String toString() {
    return "credential " + credential + " in " + where() + " of " + String.join(", ", commands);
  }
}
