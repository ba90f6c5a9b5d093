package dev.cloche.bench;

import java.nio.file.Path;
import java.util.List;

/**
 * What bundled tools do beside their native counterparts, on the same files of some 10 MB. Both
 * must give the same answer.
 */
@SuppressWarnings("ImmutableEnumChecker") // the lists are those of List.of
enum ToolCase {
  JQ(
      "jq",
      "sum of a field of 100,000 JSON records",
      List.of("map(.amount) | add", "{data}/rows.json"),
      "jq",
      List.of("map(.amount) | add", "{data}/rows.json"),
      List.of("-n", "1")),
  SQL(
      "sql",
      "groups and sums of 200,000 CSV rows",
      List.of("-csv", "-noheader", ToolCase.QUERY.replace("rows", "\"{data}/rows.csv\"")),
      "sqlite3",
      List.of("-csv", "-cmd", ".import {data}/rows.csv rows", ":memory:", ToolCase.QUERY),
      List.of("select 1")),
  SEARCH(
      "search",
      "lines that match a pattern, in 10 MB",
      List.of("-n", "fig.*plum$", "{data}/words.txt"),
      "rg",
      List.of("-n", "fig.*plum$", "{data}/words.txt"),
      List.of("x", "{data}/small.txt")),
  SORT(
      "sort",
      "lines of 10 MB in order",
      List.of("{data}/words.txt"),
      "sort",
      List.of("{data}/words.txt"),
      List.of("{data}/small.txt")),
  HASH(
      "hash",
      "SHA-256 of 10 MB",
      List.of("sha256", "{data}/words.txt"),
      "sha256sum",
      List.of("{data}/words.txt"),
      List.of("sha256", "{data}/small.txt")),
  JS(
      "js",
      "sum of a column of 200,000 CSV rows",
      List.of("-e", ToolCase.SUM_JS.replace("READ", "std.readFile"), "{data}/rows.csv"),
      "node",
      List.of(
          "-e",
          ToolCase.SUM_JS
              .replace("READ", "(file => require('fs').readFileSync(file, 'utf8'))")
              .replace("args[0]", "process.argv[1]"),
          "{data}/rows.csv"),
      List.of("-e", "1")),
  PYTHON(
      "python",
      "sum of a column of 200,000 CSV rows",
      List.of("-c", ToolCase.SUM_PYTHON, "{data}/rows.csv"),
      "python3",
      List.of("-c", ToolCase.SUM_PYTHON, "{data}/rows.csv"),
      List.of("-c", "1")),
  LUA(
      "lua",
      "sum of a column of 200,000 CSV rows",
      List.of("-e", ToolCase.SUM_LUA.formatted("{data}/rows.csv")),
      "lua5.4",
      List.of("-e", ToolCase.SUM_LUA.formatted("{data}/rows.csv")),
      List.of("-e", "x=1"));

  private static final String QUERY =
      "select city, count(*), sum(amount) from rows group by city order by city";

  private static final String SUM_JS =
      "let sum = 0; for (const line of READ(args[0]).split('\\n').slice(1))"
          + " if (line) sum += Number(line.split(',')[2]); console.log(String(sum))";

  private static final String SUM_PYTHON =
      "import csv, sys; print(sum(int(row['amount'])"
          + " for row in csv.DictReader(open(sys.argv[1], newline=''))))";

  private static final String SUM_LUA =
      "local sum = 0 for line in io.lines('%s') do"
          + " local n = line:match('^[^,]*,[^,]*,(%%d+)') if n then sum = sum + tonumber(n) end end"
          + " print(sum)";

  private final String tool;
  private final String title;
  private final List<String> arguments;
  private final String peer;
  private final List<String> peerArguments;
  private final List<String> small;

  ToolCase(
      String tool,
      String title,
      List<String> arguments,
      String peer,
      List<String> peerArguments,
      List<String> small) {
    this.tool = tool;
    this.title = title;
    this.arguments = arguments;
    this.peer = peer;
    this.peerArguments = peerArguments;
    this.small = small;
  }

  /** The name in the catalogue. */
  String tool() {
    return tool;
  }

  String title() {
    return title;
  }

  /** The program that does the same. */
  String peer() {
    return peer;
  }

  /** What the tool is called with, its files being in a directory of the guest. */
  List<String> arguments(String data) {
    return in(data, arguments);
  }

  /** What it is called with to do next to nothing. */
  List<String> small(String data) {
    return in(data, small);
  }

  /** What the native program is called with. */
  List<String> peerArguments(Path data) {
    return in(data.toString(), peerArguments);
  }

  /** Whether two answers are the same; a digest is followed by a name, which is another there. */
  boolean isSame(String answer, String peerAnswer) {
    return this == HASH
        ? answer.substring(0, 64).equals(peerAnswer.substring(0, 64))
        : answer.replace("\r\n", "\n").equals(peerAnswer.replace("\r\n", "\n"));
  }

  private static List<String> in(String data, List<String> words) {
    return words.stream().map(word -> word.replace("{data}", data)).toList();
  }
}
