package dev.cloche.workspace;

import dev.cloche.workspace.tree.PathPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Paths below mounts that no guest may create, change, rename, replace or link to, because some
 * program of the host would obey what is written there: attack F18. Guests are answered {@code
 * PERM}; they may read them.
 *
 * <p>A pattern is one or more names with {@code /} between them. It protects every path in which
 * these names follow one another, at any depth, and all that is below; what leads to it must be
 * directories. A name may end in {@code *}. Upper and lower case are the same, since they are on
 * some hosts, and so are trailing dots and spaces and characters that cannot be seen.
 *
 * @param patterns the patterns
 */
public record ProtectedNames(List<String> patterns) {
  private static final List<String> DEFAULTS =
      List.of(
          // Git runs hooks, and commands named in its configuration, at the next git command.
          ".git/hooks",
          ".git/config",
          ".git/config.worktree",
          // Both make git take its configuration from elsewhere.
          ".git/commondir",
          ".git/modules",
          ".gitconfig",
          ".gitmodules",
          // Read by shells when they start, and by direnv when a directory is entered.
          ".bashrc",
          ".bash_profile",
          ".bash_login",
          ".bash_logout",
          ".profile",
          ".zshrc",
          ".zshenv",
          ".zprofile",
          ".zlogin",
          ".envrc",
          // Secrets, and settings that most servers load without being asked.
          ".env",
          ".env.*",
          // Keys, and commands to run for a host name.
          ".ssh",
          // Registries and credentials of package managers; some name commands to run.
          ".npmrc",
          ".pypirc",
          ".netrc",
          // Editors run tasks from there when a directory is opened.
          ".vscode",
          ".idea",
          // Agents start the servers and commands that are named there.
          ".mcp.json",
          ".cursor",
          ".claude");

  /**
   * Checks the patterns.
   *
   * @throws IllegalArgumentException if one is empty, absolute, or has an empty, {@code .} or
   *     {@code ..} name
   */
  public ProtectedNames {
    patterns = List.copyOf(patterns);
    patterns.forEach(ProtectedNames::requireValid);
  }

  private static void requireValid(String pattern) {
    for (String name : pattern.split("/", -1)) {
      if (name.isEmpty() || name.equals(".") || name.equals("..") || name.equals("*")) {
        throw new IllegalArgumentException(
            "protected name " + Messages.quote(pattern) + " is not of the form name/name");
      }
    }
  }

  /** Returns the list for a developer's machine: git, shells, editors, agents, keys, secrets. */
  public static ProtectedNames defaults() {
    return new ProtectedNames(DEFAULTS);
  }

  /** Returns a list that protects nothing. */
  public static ProtectedNames none() {
    return new ProtectedNames(List.of());
  }

  /**
   * Tells whether a path may not be changed.
   *
   * @param names of the path on the host, from its root
   * @param outside how many of them lead to the mount; what is protected by them alone is the
   *     embedder's own choice
   */
  public boolean protects(List<String> names, int outside) {
    return policy().judge(names, outside) == PathPolicy.Verdict.PROTECTED;
  }

  PathPolicy policy() {
    return new Policy(patterns.stream().map(ProtectedNames::names).toList());
  }

  private static List<String> names(String pattern) {
    List<String> names = new ArrayList<>();
    for (String name : pattern.split("/", -1)) {
      names.add(normal(name));
    }
    return names;
  }

  /** Returns the name as the least exact host would compare it. */
  private static String normal(String name) {
    StringBuilder text = new StringBuilder();
    name.codePoints()
        .filter(each -> !Character.isIdentifierIgnorable(each))
        .forEach(text::appendCodePoint);
    int end = text.length();
    while (end > 0 && (text.charAt(end - 1) == '.' || text.charAt(end - 1) == ' ')) {
      end--;
    }
    String folded = text.substring(0, end).toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
    // The short name that Windows gives it.
    return folded.equals("git~1") ? ".git" : folded;
  }

  private record Policy(List<List<String>> patterns) implements PathPolicy {
    @Override
    public Verdict judge(List<String> path, int outside) {
      List<String> names = path.stream().map(ProtectedNames::normal).toList();
      Verdict worst = Verdict.FREE;
      for (List<String> pattern : patterns) {
        for (int start = 0; start < names.size(); start++) {
          int matched = matched(pattern, names, start);
          // One that ends above the mount is the embedder's own choice.
          if (matched == pattern.size() && start + matched > outside) {
            return Verdict.PROTECTED;
          }
          if (matched > 0 && matched < pattern.size() && start + matched == names.size()) {
            worst = Verdict.LEADS_TO_PROTECTED;
          }
        }
      }
      return worst;
    }

    private static int matched(List<String> pattern, List<String> names, int start) {
      int count = 0;
      while (count < pattern.size()
          && start + count < names.size()
          && matches(pattern.get(count), names.get(start + count))) {
        count++;
      }
      return count;
    }

    private static boolean matches(String pattern, String name) {
      return pattern.endsWith("*")
          ? name.startsWith(pattern.substring(0, pattern.length() - 1))
          : name.equals(pattern);
    }

    @Override
    public int reach() {
      return Math.max(0, patterns.stream().mapToInt(List::size).max().orElse(1) - 1);
    }
  }
}
