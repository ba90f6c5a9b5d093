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
      List.of("map(.amount) | add", "{data}/rows.json")),
  SQL(
      "sql",
      "groups and sums of 200,000 CSV rows",
      List.of("-csv", "-noheader", ToolCase.QUERY.replace("rows", "\"{data}/rows.csv\"")),
      "sqlite3",
      List.of("-csv", "-cmd", ".import {data}/rows.csv rows", ":memory:", ToolCase.QUERY)),
  SEARCH(
      "search",
      "lines that match a pattern, a ninth of all",
      List.of("-n", "fig.*plum$", "{data}/words.txt"),
      "rg",
      List.of("-n", "fig.*plum$", "{data}/words.txt")),
  SEARCH_BESIDE_GREP(
      "search",
      "the same",
      List.of("-n", "fig.*plum$", "{data}/words.txt"),
      "grep",
      List.of("-nE", "fig.*plum$", "{data}/words.txt")),
  SEARCH_RARE(
      "search",
      "lines with a text, one in a thousand",
      List.of("-c", "mulberry sloe medlar", "{data}/words.txt"),
      "grep",
      List.of("-c", "mulberry sloe medlar", "{data}/words.txt")),
  SORT("sort", "lines in order", List.of("{data}/words.txt"), "sort", List.of("{data}/words.txt")),
  WC(
      "wc",
      "lines, words and bytes",
      List.of("{data}/words.txt"),
      "wc",
      List.of("{data}/words.txt")),
  CUT(
      "cut",
      "a column of 200,000 CSV rows",
      List.of("-d,", "-f3", "{data}/rows.csv"),
      "cut",
      List.of("-d,", "-f3", "{data}/rows.csv")),
  HASH(
      "hash",
      "SHA-256",
      List.of("-a", "sha256", "{data}/words.txt"),
      "sha256sum",
      List.of("{data}/words.txt")),
  BASE64("base64", "to base64", List.of("{data}/words.txt"), "base64", List.of("{data}/words.txt")),
  GZIP(
      "gzip",
      "decompressing to 10 MB",
      List.of("-dc", "{data}/words.txt.gz"),
      "gzip",
      List.of("-dc", "{data}/words.txt.gz")),
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
          "{data}/rows.csv")),
  PYTHON(
      "python",
      "sum of a column of 200,000 CSV rows",
      List.of("-c", ToolCase.SUM_PYTHON, "{data}/rows.csv"),
      "python3",
      List.of("-c", ToolCase.SUM_PYTHON, "{data}/rows.csv")),
  LUA(
      "lua",
      "sum of a column of 200,000 CSV rows",
      List.of("-e", ToolCase.SUM_LUA.formatted("{data}/rows.csv")),
      "lua5.4",
      List.of("-e", ToolCase.SUM_LUA.formatted("{data}/rows.csv")));

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

  ToolCase(
      String tool, String title, List<String> arguments, String peer, List<String> peerArguments) {
    this.tool = tool;
    this.title = title;
    this.arguments = arguments;
    this.peer = peer;
    this.peerArguments = peerArguments;
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

  /** What the native program is called with. */
  List<String> peerArguments(Path data) {
    return in(data.toString(), peerArguments);
  }

  /** Whether two answers are the same, but for the name of the file that some end with. */
  boolean isSame(String answer, String peerAnswer) {
    return withoutName(answer).equals(withoutName(peerAnswer));
  }

  private String withoutName(String answer) {
    return this == HASH || this == WC
        ? answer.substring(0, answer.lastIndexOf(' '))
        : answer.replace("\r\n", "\n");
  }

  private static List<String> in(String data, List<String> words) {
    return words.stream().map(word -> word.replace("{data}", data)).toList();
  }
}
