package dev.cloche.host.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.host.kernel.Step.Kind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import net.jqwik.api.Tuple;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/**
 * The workspace against the kernel: the same steps through the shim and, in a sandbox, on a tmpfs;
 * each has to answer the same, and the trees have to be the same at the end.
 *
 * <p>{@code -Dkernel.sequences=10000} tries about so many instead of some hundreds;
 * docs/conformance.md has the command, and what differs by intention.
 */
@Tag("one-jdk")
class KernelTest {

  private static final int TRIES = 8;

  /** The most in one try, which has half of them on average. */
  private static final int EACH = Integer.getInteger("kernel.sequences", 400) * 2 / TRIES;

  private static KernelTree kernel;

  @BeforeContainer
  static void open() throws IOException {
    kernel = new KernelTree();
  }

  @AfterContainer
  static void close() {
    if (kernel != null) {
      kernel.close();
    }
  }

  @Property(tries = TRIES, seed = "9")
  void anySequence_answersAndLeaves_whatTheKernelDoes(
      @ForAll("sequences") List<List<Step>> sequences) {
    List<String> expected = kernel.run(sequences);
    List<String> differences = new ArrayList<>();
    for (int i = 0; i < sequences.size(); i++) {
      List<Step> steps = sequences.get(i);
      difference(steps, expected.get(i), ShimTree.run(steps)).ifPresent(differences::add);
    }
    assertEquals(List.of(), differences);
  }

  /** What a row of steps is answered last: by the kernel, and by the shim. */
  @SuppressWarnings("ArrayRecordComponent") // not compared
  private record Pinned(Deviation deviation, String kernel, String shim, Step... steps) {}

  private static Step step(Kind kind, String how, String path, String other) {
    return new Step(kind, how, path, other);
  }

  private static final Step DIRECTORY = step(Kind.MKDIR, "", "a", "");
  private static final Step BELOW = step(Kind.MKDIR, "", "a/b", "");
  private static final Step FILE = step(Kind.WRITE, "wc", "c", "text");
  private static final Step LOOP = step(Kind.SYMLINK, "", "l", "l");

  private static List<Pinned> pinned() {
    String longName = "x".repeat(256);
    return List.of(
        new Pinned(
            Deviation.RENAMED_DOT, "BUSY", "INVAL", DIRECTORY, step(Kind.RENAME, "", "a/.", "b")),
        new Pinned(Deviation.RENAMED_DOT, "BUSY", "NOENT", step(Kind.RENAME, "", "b", ".")),
        new Pinned(
            Deviation.REMOVED_DOT,
            "INVAL",
            "NOTEMPTY",
            DIRECTORY,
            BELOW,
            step(Kind.RMDIR, "", "a/.", "")),
        new Pinned(
            Deviation.TOO_LONG_OF_TWO,
            "NOENT",
            "NAMETOOLONG",
            step(Kind.RENAME, "", "b", longName)),
        new Pinned(
            Deviation.CREATED_WITH_SLASH,
            "ISDIR",
            "NOTDIR",
            FILE,
            step(Kind.SIZE, "wc", "c/", "0")),
        new Pinned(
            Deviation.LINKED_WITH_SLASH,
            "EXIST",
            "NOTDIR",
            FILE,
            step(Kind.SYMLINK, "", "c/", "a")),
        new Pinned(
            Deviation.LINKED_FROM_SLASH, "LOOP", "NOTDIR", LOOP, step(Kind.LINK, "", "l/", "b")));
  }

  @Example
  void deviations_areWhatTheDocumentSays() {
    List<Pinned> all = pinned();
    List<String> kernelTrees = kernel.run(all.stream().map(each -> List.of(each.steps())).toList());
    for (int i = 0; i < all.size(); i++) {
      Pinned each = all.get(i);
      int last = each.steps().length - 1;
      Step step = each.steps()[last];
      assertEquals(each.kernel(), line(kernelTrees.get(i).lines().toList(), last), step.toString());
      String shim = ShimTree.run(List.of(each.steps()));
      assertEquals(each.shim(), line(shim.lines().toList(), last), step.toString());
      assertTrue(each.deviation().isOf(step, each.kernel(), each.shim()), step.toString());
    }
    assertEquals(
        EnumSet.allOf(Deviation.class),
        all.stream()
            .map(Pinned::deviation)
            .collect(Collectors.toCollection(() -> EnumSet.noneOf(Deviation.class))));
  }

  /** Is the test awake: an answer that is not the kernel's is found. */
  @Example
  void difference_ofOtherAnswers_isTold() {
    List<Step> steps = List.of(DIRECTORY, step(Kind.RMDIR, "", "b", ""));
    String expected = kernel.run(List.of(steps)).get(0);
    assertEquals(expected, ShimTree.run(steps));
    assertTrue(difference(steps, expected, ShimTree.run(List.of(DIRECTORY, BELOW))).isPresent());
    assertTrue(difference(steps, expected, expected.replace("NOENT", "SUCCESS")).isPresent());
    assertTrue(difference(steps, expected, expected.replace("dir a", "file a")).isPresent());
  }

  /** The first answer that differs and is not explained, or the line of the tree. */
  static Optional<String> difference(List<Step> steps, String expected, String found) {
    List<String> kernel = expected.lines().toList();
    List<String> shim = found.lines().toList();
    for (int at = 0; at < Math.max(kernel.size(), shim.size()); at++) {
      String there = line(kernel, at);
      String here = line(shim, at);
      boolean inTree = at >= steps.size();
      if (!there.equals(here) && (inTree || !Deviation.explains(steps.get(at), there, here))) {
        String where = inTree ? "the tree" : steps.get(at).toString();
        String text = "%s: kernel %s, shim %s".formatted(where, there, here);
        return Optional.of(text.replaceAll("x{255}", "X").replaceAll("(\\./){99,}", "(./)"));
      }
    }
    return Optional.empty();
  }

  private static String line(List<String> lines, int at) {
    return at < lines.size() ? lines.get(at) : "nothing";
  }

  @Provide
  Arbitrary<List<List<Step>>> sequences() {
    return steps().list().ofMinSize(1).ofMaxSize(25).list().ofMinSize(1).ofMaxSize(EACH);
  }

  private static Arbitrary<Step> steps() {
    return Arbitraries.frequencyOf(
        Tuple.of(3, plain(paths(), Kind.MKDIR)),
        Tuple.of(3, plain(paths(), Kind.RMDIR, Kind.UNLINK, Kind.READLINK)),
        Tuple.of(3, two(Kind.RENAME, Kind.LINK)),
        Tuple.of(
            2,
            Combinators.combine(paths(), targets()).as((p, t) -> new Step(Kind.SYMLINK, "", p, t))),
        Tuple.of(
            1, Combinators.combine(paths(), hows("f")).as((p, h) -> new Step(Kind.STAT, h, p, ""))),
        Tuple.of(5, opening()));
  }

  private static Arbitrary<Step> plain(Arbitrary<String> paths, Kind... kinds) {
    return Combinators.combine(Arbitraries.of(kinds), paths)
        .as((kind, path) -> new Step(kind, "", path, ""));
  }

  private static Arbitrary<Step> two(Kind... kinds) {
    return Combinators.combine(Arbitraries.of(kinds), paths(), paths())
        .as((kind, path, other) -> new Step(kind, "", path, other));
  }

  private static Arbitrary<Step> opening() {
    return Arbitraries.oneOf(
        Combinators.combine(paths(), hows("f"))
            .as((path, how) -> new Step(Kind.READ, "r" + how, path, "")),
        Combinators.combine(Arbitraries.of(Kind.WRITE, Kind.WRITE_AT), paths(), hows("rcxtaf"))
            .as((kind, path, how) -> new Step(kind, "w" + how, path, "text of " + kind)),
        Combinators.combine(paths(), hows("cf"), Arbitraries.of("0", "3", "20"))
            .as((path, how, size) -> new Step(Kind.SIZE, "w" + how, path, size)),
        Combinators.combine(paths(), hows("f"))
            .as((path, how) -> new Step(Kind.LIST, "rd" + how, path, "")));
  }

  /** Some of the letters. */
  private static Arbitrary<String> hows(String letters) {
    return Arbitraries.subsetOf(letters.chars().mapToObj(c -> String.valueOf((char) c)).toList())
        .map(some -> String.join("", some));
  }

  private static Arbitrary<String> names() {
    return Arbitraries.frequency(
        Tuple.of(8, "a"),
        Tuple.of(6, "b"),
        Tuple.of(4, "c"),
        Tuple.of(3, ".."),
        Tuple.of(2, "."),
        Tuple.of(1, ""),
        Tuple.of(1, "x".repeat(255)),
        Tuple.of(1, "x".repeat(256)));
  }

  private static Arbitrary<String> paths() {
    Arbitrary<String> some =
        Combinators.combine(
                names().list().ofMinSize(1).ofMaxSize(4).map(all -> String.join("/", all)),
                Arbitraries.frequency(Tuple.of(5, ""), Tuple.of(1, "/"), Tuple.of(1, "/.")))
            .as((path, end) -> path + end);
    return Arbitraries.frequencyOf(
        Tuple.of(60, some),
        Tuple.of(1, Arbitraries.just("./".repeat(2047) + "a")),
        Tuple.of(1, Arbitraries.just("./".repeat(2048) + "a")));
  }

  private static Arbitrary<String> targets() {
    return Arbitraries.frequencyOf(
        Tuple.of(20, paths()),
        Tuple.of(1, Arbitraries.just("/a")),
        Tuple.of(5, Arbitraries.of("a", "b", "../a")));
  }
}
