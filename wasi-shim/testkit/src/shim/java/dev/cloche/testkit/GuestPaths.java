package dev.cloche.testkit;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/** Generates path strings as guests write them, from plain ones to such that want out. */
public final class GuestPaths {

  /** What a component may be that is no plain name. */
  private static final List<String> ODD_NAMES =
      List.of(
          "",
          ".",
          "..",
          "...",
          "..\\..",
          "%2e%2e",
          "%2f",
          "..%00",
          "a\0b",
          " ",
          "a ",
          "a.",
          "~",
          "$HOME",
          "*",
          "-rf",
          "a\nb",
          "C:",
          "con",
          ".git",
          // Full stops and slashes that are none, and a name in its two normal forms.
          "\uff0e\uff0e",
          "\u2024\u2024",
          "a\u2215b",
          "\u00e9",
          "e\u0301",
          "\u202etxt",
          "\ud83d\ude00",
          // Half a pair: it has no UTF-8.
          "\ud800",
          "n".repeat(255),
          "n".repeat(256),
          "\u20ac".repeat(86));

  /** Whole paths of a host that a guest may know of. */
  private static final List<String> HOST_PATHS =
      List.of(
          "/",
          "//",
          "/.",
          "/..",
          "/etc/passwd",
          "/etc/../etc/passwd",
          "/proc/self/environ",
          "/proc/self/root/etc/passwd",
          "/proc/self/fd/3",
          "/dev/stdin",
          "/tmp",
          "../".repeat(40) + "etc/passwd",
          "a/" + "../".repeat(40) + "etc/passwd",
          "\\\\host\\share",
          "file:///etc/passwd",
          "a/".repeat(2047) + "b",
          "a/".repeat(2048) + "b");

  private GuestPaths() {}

  /**
   * Returns relative paths of one to {@code depth} of these names.
   *
   * @param depth at least 1
   * @param names what components are, the simplest first; few of them, so that paths often meet
   */
  public static Arbitrary<String> of(int depth, String... names) {
    return Arbitraries.of(names)
        .list()
        .ofMinSize(1)
        .ofMaxSize(depth)
        .map(parts -> String.join("/", parts));
  }

  /** Returns plain relative paths: one to three names of {@code a}, {@code bb}, {@code ccc}. */
  public static Arbitrary<String> plain() {
    return of(3, "a", "bb", "ccc");
  }

  /** Returns paths that go up and down, over these names and {@code .} and {@code ..}. */
  public static Arbitrary<String> climbing(String... names) {
    List<String> all = new ArrayList<>(List.of(names));
    Collections.addAll(all, "..", ".");
    return of(6, all.toArray(String[]::new));
  }

  /**
   * Returns paths that somebody might think of who wants out: absolute, up beyond the top, paths of
   * the host, escaped and look-alike separators, NUL, names and paths at and above their limits of
   * 255 and 4,096 bytes, half surrogates.
   */
  public static Arbitrary<String> hostile() {
    Arbitrary<String> component =
        Arbitraries.frequencyOf(
            Tuple.of(2, Arbitraries.of("a", "..", "bb")), Tuple.of(3, Arbitraries.of(ODD_NAMES)));
    Arbitrary<String> joined =
        component.list().ofMinSize(1).ofMaxSize(5).map(parts -> String.join("/", parts));
    Arbitrary<String> ends =
        Combinators.combine(
                Arbitraries.of("", "", "/", "./", "//"),
                joined,
                Arbitraries.of("", "/", "/.", "\0"))
            .as((before, path, after) -> before + path + after);
    return Arbitraries.frequencyOf(
        Tuple.of(4, joined),
        Tuple.of(3, ends),
        Tuple.of(2, Arbitraries.of(HOST_PATHS)),
        Tuple.of(1, Arbitraries.strings().ofMaxLength(20)));
  }

  /** Returns plain paths and, three times as often, hostile ones. */
  public static Arbitrary<String> any() {
    return Arbitraries.frequencyOf(Tuple.of(1, plain()), Tuple.of(3, hostile()));
  }
}
