package dev.cloche.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Statements, ways to print, parameters, errors, and CSV files as tables. */
@Tag("one-jdk")
class SqlToolTest {

  private static final Path RAINFALL = Path.of("examples", "rainfall.csv");

  /** A command line and what it prints. */
  record Example(String output, List<String> arguments) {}

  @TempDir Path workspace;

  @BeforeEach
  void copyData() throws IOException {
    Files.copy(RAINFALL, workspace.resolve("rainfall.csv"));
  }

  private void write(String name, String text) throws IOException {
    Files.writeString(workspace.resolve(name), text);
  }

  private Guest.Run sql(String... arguments) {
    return Guest.tool("sql").run(workspace, "", arguments);
  }

  private static Example gives(String output, String... arguments) {
    return new Example(output, List.of(arguments));
  }

  static Stream<Example> examples() {
    return Stream.of(
        gives(
            "+---+------+\n| n | s    |\n+---+------+\n| 1 | a\\nb |\n+---+------+\n",
            "SELECT 1 n, 'a\nb' s"),
        gives(
            "| x    | y    |\n|------|------|\n| NULL | a\\|b |\n",
            "-markdown",
            "SELECT null x, 'a|b' y"),
        gives("a,b,c,d\n1,\"x,\"\"y\",\"\",\n", "-csv", "SELECT 1 a, 'x,\"y' b, '' c, null d"),
        gives("1\tx\\ty\n", "-tsv", "-noheader", "SELECT 1, 'x\ty'"),
        gives("1|x\n", "-list", "SELECT 1, 'x'"),
        gives("  a = 1\nbcd = 2\n", "-line", "SELECT 1 a, 2 bcd"),
        gives(
            "[{\"a\":1,\"b\":null},\n{\"a\":2,\"b\":\"\\u0001\\\"é\"}]\n[]\n",
            "-json",
            "SELECT 1 a, null b UNION ALL SELECT 2, char(1, 34, 233); SELECT 1 WHERE 0"),
        gives(
            "{\"a\":9007199254740993,\"b\":0.30000000000000004,\"c\":\"00ff\",\"a:2\":-1e999}\n",
            "-jsonl",
            "SELECT 9007199254740993 a, 0.1 + 0.2 b, x'00ff' c, -1e999 a"),
        gives(
            "[{\"b\":\"AP8=\",\"broken\":\"\ufffd\"}]\n",
            "-json",
            "-blob",
            "base64",
            "SELECT x'00ff' b, CAST(x'c0' AS TEXT) broken"),
        gives("none\n", "-list", "-nullvalue", "none", "SELECT null"),
        gives(
            "2.0|[hello] world|7\n",
            "-list",
            "CREATE VIRTUAL TABLE f USING fts5(x); INSERT INTO f VALUES('hello world');"
                + "SELECT sqrt(4), highlight(f, 0, '[', ']'), json_extract('{\"a\":[7]}', '$.a[0]') FROM f('hello')"),
        gives(
            "integer|real|text|text|5\n",
            "-list",
            "-p",
            "a=12",
            "-p",
            "b=1.5",
            "-t",
            "c=12",
            "-p",
            "d=007",
            "-p",
            "5=5",
            "SELECT typeof(:a), typeof(@b), typeof($c), typeof(:d), ?5"),
        gives("it's; DROP TABLE t\n", "-list", "-p", "name=it's; DROP TABLE t", "SELECT :name"),
        gives(
            "Cold Fell|48|6359.7\n",
            "-list",
            "SELECT station, count(*), sum(rainfall_mm) FROM \"rainfall.csv\" GROUP BY 1 ORDER BY 3 DESC LIMIT 1"),
        gives("192\n", "-list", "SELECT count(*) FROM rainfall", "rainfall.csv"),
        gives(
            "CREATE TABLE \"rainfall\"(\"station\" TEXT, \"month\" TEXT, \"rainfall_mm\" REAL, \"wet_days\" INTEGER);\n",
            "-schema",
            "rainfall.csv"),
        gives("temp|rainfall|table|4\n", "-list", "rainfall.csv", ".tables"),
        gives(
            "192\n", "-import", "rainfall.csv", "rain", "-list", "SELECT count(*) FROM main.rain"),
        gives(
            "station,\n", "-list", "SELECT CAST(substr(readfile('rainfall.csv'), 1, 8) AS TEXT)"));
  }

  @ParameterizedTest
  @MethodSource("examples")
  void statement_givesItsRows(Example example) {
    Guest.Run run = sql(example.arguments.toArray(String[]::new));

    assertEquals(example.output, run.stdout(), run.stderr());
    assertEquals(0, run.status());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "SELECT * FRO t                             | 1 | sql: line 1, column 10: near \"FRO\": syntax error",
        "SELECT 1;\\n  SELECT é, x FROM sqlite_schema | 1 | sql: line 2, column 10: no such column: é",
        "SELECT * FROM \"no.csv\"                    | 1 | sql: line 1, column 1: no such table: no.csv",
        "SELECT \"text\"                             | 1 | sql: line 1, column 8: no such column: \"text\" - should this be a string literal in single-quotes?",
        "SELECT 1; SELECT abs(-9223372036854775808) | 1 | sql: line 1, column 11: integer overflow",
        "SELECT load_extension('x')                 | 1 | sql: line 1, column 8: no such function: load_extension",
        "SELECT :x                                  | 2 | sql: :x: the statement has this parameter, and no value was given for it: -p NAME=VALUE",
        ".dump                                      | 2 | sql: commands that begin with a point are sqlite3's own: .tables and .schema are here; sql -h shows the options for the rest",
        "-bogus                                     | 2 | sql: -bogus: unknown option; sql -h shows the usage",
      })
  void failure_saysWhere(String statement, int status, String message) {
    Guest.Run run = sql(statement.replace("\\n", "\n"));

    assertEquals(message, run.stderr().lines().findFirst().orElseThrow());
    assertEquals(status, run.status());
  }

  @Test
  void failure_inTheMiddle_keepsWhatCameBefore() {
    Guest.Run run = sql("-list", "SELECT 1; SELECT 2 FROM nowhere; SELECT 3");

    assertEquals("1\n", run.stdout());
    assertEquals(1, run.status());
    assertTrue(run.stderr().contains("no such table: nowhere"), run::stderr);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'a,b\n1,x\n2,\"y\"\"z\"\n'            | '[{\"a\":1,\"b\":\"x\"},{\"a\":2,\"b\":\"y\\\"z\"}]'",
        "'a;b\r\n1;\"x;\ny\"\r\n\r\n'          | '[{\"a\":1,\"b\":\"x;\\ny\"}]'",
        "'\ufeffa\tb\n1.50\t\n2\t7'            | '[{\"a\":1.5,\"b\":null},{\"a\":2.0,\"b\":7}]'",
        "'zip,n\n007,1\n12,\n'                 | '[{\"zip\":\"007\",\"n\":1},{\"zip\":\"12\",\"n\":null}]'",
        "'id,v\n12345678901234567890,-0\n'     | '[{\"id\":\"12345678901234567890\",\"v\":\"-0\"}]'",
        "'id\n9223372036854775807\n'           | '[{\"id\":9223372036854775807}]'",
        "'id\n9007199254740993\n0.5\n'         | '[{\"id\":\"9007199254740993\"},{\"id\":\"0.5\"}]'",
        "'a,A,,a\n1,2,3,4\n'                   | '[{\"a\":1,\"A_2\":2,\"column3\":3,\"a_3\":4}]'",
        "'a,b\n1e3,x\"y\n1E-2,\n'              | '[{\"a\":1000.0,\"b\":\"x\\\"y\"},{\"a\":0.01,\"b\":\"\"}]'",
        "'a,b\n5\n'                            | '[{\"a\":5,\"b\":null}]'",
        "'a\n0.1234567890123456789\n1e400\n'   | '[{\"a\":0.12345678901234568},{\"a\":1e999}]'",
        "'a\n'                                 | '[]'",
      })
  void csvFile_hasColumnsOfWhatIsInIt(String file, String rows) throws IOException {
    write("in.csv", file);

    Guest.Run run = sql("-json", "SELECT * FROM \"in.csv\"");

    assertEquals(rows, run.stdout().replace("},\n{", "},{").strip(), run.stderr());
    assertEquals(0, run.status());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''           | sql: in.csv: it is empty, and a table needs a header",
        "'a,b\n1,\"x' | sql: in.csv: line 2: a quoted field has no end",
      })
  void csvFile_broken_isNotATable(String file, String message) throws IOException {
    write("in.csv", file);

    Guest.Run run = sql("SELECT * FROM \"in.csv\"");

    assertEquals(message, run.stderr().strip());
    assertEquals(1, run.status());
  }

  @Test
  void csvFile_longerRows_areToldOf() throws IOException {
    write("in.csv", "a\n1\n2,3\n");

    Guest.Run run = sql("-list", "SELECT sum(a) FROM \"in.csv\"");

    assertEquals("3\n", run.stdout());
    assertEquals(
        "sql: in.csv: 1 of its rows have more fields than the header, the first in line 3; the fields too many are left out\n",
        run.stderr());
  }

  @Test
  void csvFiles_areJoinedAndChanged_withoutTheFilesChanging() throws IOException {
    write("towns.csv", "name,height\nCold Fell,621\nDry Heath,40\n");
    String statements =
        "UPDATE towns SET height = 600 WHERE name = 'Cold Fell';"
            + "SELECT height, max(wet_days) FROM towns JOIN rainfall ON station = name GROUP BY 1 ORDER BY 1";

    assertEquals("40|13\n600|29\n", sql("-list", statements, "towns.csv", "rainfall.csv").stdout());
  }

  @Test
  void stdin_isStatementsOrAFile() {
    Guest tool = Guest.tool("sql");

    assertEquals("5\n", tool.run(workspace, "SELECT 2+3", "-list").stdout());
    assertEquals("5\n", tool.run(workspace, "SELECT 2+3", "-list", "-").stdout());
    assertEquals(
        "3|c\n",
        tool.run(
                workspace,
                "1,b\n2,c\n",
                "-list",
                "-nonames",
                "-from",
                "t=-",
                "SELECT sum(column1), max(column2) FROM t")
            .stdout());
  }

  @Test
  void help_isTheManifestsUsage() {
    String usage = String.join("\n", BundledTools.find("sql").orElseThrow().manifest().usage());

    assertEquals(usage + "\n", sql("-h").stdout());
  }
}
