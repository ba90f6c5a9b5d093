package dev.cloche.tools;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cloche.Outcome;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Tag;

/** What holds of the text tools for all input. */
@Tag("one-jdk")
class TextPropertiesTest {

  @Provide
  Arbitrary<String> texts() {
    Arbitrary<String> line =
        Arbitraries.of("a", "b", "c", "", "-- a", "++ b", "@@ -1 +1 @@", "\\ x", " d", "é");
    return Combinators.combine(line.list().ofMaxSize(20), Arbitraries.of("", "\n"))
        .as((lines, end) -> String.join("\n", lines) + (lines.isEmpty() ? "" : end));
  }

  @Property(tries = 40)
  void aPatchMadeByDiff_leadsFromOneTextToTheOther_andBack(
      @ForAll("texts") String one, @ForAll("texts") String other) {
    try (TextSession session = new TextSession()) {
      session.write("/one", one);
      session.write("/other", other);
      Outcome.Completed diff = session.run("diff", "-U1", "one", "other");
      assertEquals(one.equals(other) ? 0 : 1, diff.exitStatus());
      if (one.equals(other)) {
        return;
      }
      byte[] patch = diff.stdout().bytes();

      assertEquals(0, session.feed("patch", patch, "one").exitStatus(), diff.stdout()::text);
      assertEquals(other, session.read("/one"), diff.stdout()::text);
      assertEquals(0, session.feed("patch", patch, "-R", "one").exitStatus());
      assertEquals(one, session.read("/one"), diff.stdout()::text);
    }
  }

  @Provide
  Arbitrary<Map<String, String>> trees() {
    Arbitrary<String> name = Arbitraries.of("a", "b.txt", "c c", "-x", "é", "n".repeat(90));
    Arbitrary<String> path =
        name.list().ofMinSize(1).ofMaxSize(3).map(parts -> String.join("_/", parts));
    Arbitrary<String> content = Arbitraries.of("", "x", "line\n".repeat(300), "\0\1\2");
    return Arbitraries.maps(path, content).ofMinSize(1).ofMaxSize(5);
  }

  @Property(tries = 15)
  void whatIsPacked_comesOutTheSame(@ForAll("trees") Map<String, String> tree) {
    try (TextSession session = new TextSession()) {
      session.workspace().createDirectory("/in");
      tree.forEach((path, content) -> session.write("/in/" + path, content));
      session.workspace().createLink("/in/link", "a_/b.txt");
      Map<String, String> packed = session.tree("/in");

      assertEquals(0, session.status("tar", "-czf", "t.tgz", "-C", "in", "."));
      assertEquals(0, session.status("tar", "-xf", "t.tgz", "-C", "out"));
      assertEquals(packed, session.tree("/out"));

      session.workspace().delete("/in/link");
      assertEquals(0, session.status("zip", "-r", "z.zip", "in"));
      assertEquals(0, session.status("unzip", "-d", "unzipped", "z.zip"));
      assertEquals(session.tree("/in"), session.tree("/unzipped/in"));
    }
  }

  /** JSON on one line, of what YAML could take for something else. */
  @Provide
  Arbitrary<String> values() {
    Arbitrary<String> texts =
        Arbitraries.of(
                "", "true", "NULL", "12", "- x", "k: v", "#c", "a #b", "é\u0085\u2028", "012")
            .map(text -> '"' + text + '"');
    Arbitrary<String> others =
        Arbitraries.of("null", "true", "0", "-7.50", "12345678901234567890123", "\"\\t\\n\\\"q\"");
    Arbitrary<String> scalars = Arbitraries.oneOf(texts, others);
    return Arbitraries.lazyOf(
        () -> scalars,
        () -> scalars,
        () -> values().list().ofMaxSize(3).map(list -> "[" + String.join(",", list) + "]"),
        () -> Arbitraries.maps(texts, values()).ofMaxSize(3).map(TextPropertiesTest::object));
  }

  private static String object(Map<String, String> members) {
    return members.entrySet().stream()
        .map(member -> member.getKey() + ":" + member.getValue())
        .collect(Collectors.joining(",", "{", "}"));
  }

  @Property(tries = 40)
  void jsonThatBecameYaml_isTheSameJsonAgain(@ForAll("values") String json) {
    try (TextSession session = new TextSession()) {
      Outcome.Completed yaml =
          session.feed("convert", json.getBytes(UTF_8), "-f", "json", "-t", "yaml");
      byte[] text = yaml.stdout().bytes();
      Outcome.Completed back = session.feed("convert", text, "-f", "yaml", "-t", "json", "-c");

      assertEquals(json + "\n", back.stdout().text(), yaml.stdout()::text);
    }
  }

  @Property(tries = 20)
  void aTable_isTheSameAgainByWayOfJson(@ForAll("cells") List<List<String>> rows) {
    StringBuilder table = new StringBuilder("x,\"y \"\"z\"\"\"\n");
    for (List<String> row : rows) {
      table.append(String.join(",", row)).append('\n');
    }
    try (TextSession session = new TextSession()) {
      byte[] csv = table.toString().getBytes(UTF_8);
      byte[] json = session.feed("convert", csv, "-f", "csv", "-t", "jsonl").stdout().bytes();
      Outcome.Completed back = session.feed("convert", json, "-f", "jsonl", "-t", "csv");

      assertEquals(rows.isEmpty() ? "" : table.toString(), back.stdout().text());
    }
  }

  @Provide
  Arbitrary<List<List<String>>> cells() {
    return Arbitraries.of("1", "2.50", "007", "a b", "\"12\"", "\"p,q\"", "\"l\nm\"", "é")
        .list()
        .ofSize(2)
        .list()
        .ofMaxSize(6);
  }

  @Provide
  Arbitrary<String> patterns() {
    Arbitrary<String> atoms =
        Arbitraries.of("a", "b", "é", ".", "[ab]", "[^a]", "\\d", "\\b", "^", "$", "(a|b1)", "x*")
            .filter(atom -> !atom.isEmpty());
    Arbitrary<String> repeated =
        Combinators.combine(
                Arbitraries.of("a", "b", "[a-c]", "(ab)", "."),
                Arbitraries.of("*", "+", "?", "{2}", "{1,3}"))
            .as((atom, times) -> atom + times);
    return Arbitraries.oneOf(atoms, repeated)
        .list()
        .ofMinSize(1)
        .ofMaxSize(4)
        .map(parts -> String.join("", parts))
        .list()
        .ofMinSize(1)
        .ofMaxSize(2)
        .map(choices -> String.join("|", choices));
  }

  @Property(tries = 60)
  void search_findsTheLinesThatJavaFinds(
      @ForAll("patterns") String pattern, @ForAll("words") List<String> lines) {
    Pattern java = Pattern.compile(pattern.replace("\\b", "(?U:\\b)"));
    Map<Integer, String> expected = new TreeMap<>();
    for (int i = 0; i < lines.size(); i++) {
      if (java.matcher(lines.get(i)).find()) {
        expected.put(i + 1, lines.get(i));
      }
    }
    StringBuilder output = new StringBuilder();
    expected.forEach((number, line) -> output.append(number).append(':').append(line).append('\n'));
    try (TextSession session = new TextSession()) {
      session.write("/text", String.join("\n", lines) + "\n");
      Outcome.Completed found = session.run("search", "-n", "-e", pattern, "text");

      assertEquals(output.toString(), found.stdout().text());
      assertEquals(expected.isEmpty() ? 1 : 0, found.exitStatus());
    }
  }

  @Provide
  Arbitrary<List<String>> words() {
    return Arbitraries.strings()
        .withChars("aab1 éx")
        .ofMaxLength(8)
        .list()
        .ofMinSize(1)
        .ofMaxSize(12);
  }
}
