package dev.cloche.tools;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.Call;
import dev.cloche.Engine;
import dev.cloche.LimitKind;
import dev.cloche.Limits;
import dev.cloche.Outcome;
import dev.cloche.Session;
import dev.cloche.workspace.Access;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Databases that are files of the workspace, over several calls; and statements that mean harm. */
@Tag("one-jdk")
class SqlDatabaseTest {

  private static final Engine ENGINE = Engine.create();

  private final Session session = ENGINE.openSession();

  @AfterAll
  static void closeEngine() {
    ENGINE.close();
  }

  @AfterEach
  void close() {
    session.close();
  }

  private static Outcome call(Session session, String... arguments) {
    return session.call(
        Guest.tool("sql").tool(), Call.builder().arguments(arguments).seed(1).build());
  }

  private static Outcome.Completed run(Session session, String... arguments) {
    Outcome outcome = call(session, arguments);
    return assertInstanceOf(Outcome.Completed.class, outcome, outcome.message());
  }

  private String printed(String... arguments) {
    Outcome.Completed end = run(session, arguments);
    assertEquals("", end.stderr().text());
    return end.stdout().text();
  }

  private String failure(String... arguments) {
    Outcome.Completed end = run(session, arguments);
    assertEquals(1, end.exitStatus(), end.stdout().text());
    return end.stderr().text().lines().findFirst().orElseThrow();
  }

  @Test
  void database_keepsWhatACallPutIntoIt() {
    printed("CREATE TABLE t(a PRIMARY KEY, b); INSERT INTO t VALUES(1, 'x'), (2, 'y')", "data.db");

    assertEquals("2|y\n", printed("-list", "SELECT * FROM t WHERE a = 2", "data.db"));
    assertEquals("2\n", printed("data.db", "-list", "SELECT count(*) FROM t"));
    assertFalse(session.workspace().exists("/data.db-journal"));
  }

  @Test
  void database_inWalMode_isReadAndWritten() {
    printed("PRAGMA journal_mode = WAL; CREATE TABLE t(a); INSERT INTO t VALUES(1)", "w.db");

    printed("INSERT INTO t VALUES(2)", "w.db");

    assertEquals("3\nwal\n", printed("-list", "SELECT sum(a) FROM t; PRAGMA journal_mode", "w.db"));
  }

  @Test
  void database_thatNothingWasPutInto_leavesNoFile() {
    assertEquals("1\n", printed("-list", "SELECT 1", "slip.db"));

    assertFalse(session.workspace().exists("/slip.db"));
  }

  @Test
  void readonly_changesNothing() {
    printed("CREATE TABLE t(a)", "data.db");

    assertTrue(failure("-readonly", "INSERT INTO t VALUES(1)", "data.db").contains("readonly"));
    assertEquals("0\n", printed("-list", "-readonly", "SELECT count(*) FROM t", "data.db"));
  }

  /** The journal that a stopped call leaves is what the next one rolls back by. */
  @Test
  void call_stoppedInATransaction_changesNothing() {
    printed(
        "CREATE TABLE t(a); WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 2000)"
            + " INSERT INTO t SELECT i FROM n",
        "data.db");
    String endless =
        "PRAGMA cache_size = 1; BEGIN; UPDATE t SET a = a + 1; CREATE TABLE filled AS SELECT * FROM t;"
            + " WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n";

    try (Session other = ENGINE.openSession(Limits.builder().fuel(60_000_000).build())) {
      byte[] before = session.workspace().readFile("/data.db");
      other.workspace().writeFile("/data.db", before);
      Outcome.LimitExceeded stopped =
          assertInstanceOf(Outcome.LimitExceeded.class, call(other, endless, "data.db"));
      assertEquals(LimitKind.FUEL, stopped.which());
      assertTrue(other.workspace().exists("/data.db-journal"), "it was stopped in the middle");

      String look = "SELECT sum(a) FROM t; PRAGMA integrity_check; SELECT name FROM sqlite_schema";
      assertEquals("2001000\nok\nt\n", run(other, "-list", look, "data.db").stdout().text());
      assertFalse(other.workspace().exists("/data.db-journal"));
    }
  }

  @Test
  void attach_ofTheWorkspace_works() {
    printed("CREATE TABLE t(a); INSERT INTO t VALUES(1)", "one.db");

    assertEquals(
        "3\n",
        printed(
            "-list",
            "ATTACH 'one.db' AS one; ATTACH 'two.db' AS two; CREATE TABLE two.t AS SELECT a + 2 AS a FROM one.t;"
                + " SELECT a FROM two.t"));
    assertTrue(session.workspace().exists("/two.db"));
  }

  @Test
  void attach_ofTheSameFileTwice_isLocked() {
    printed("CREATE TABLE t(a)", "one.db");

    assertTrue(
        failure(
                "INSERT INTO t VALUES(1); ATTACH './one.db' AS again; SELECT * FROM again.t",
                "one.db")
            .endsWith("database is locked"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/etc/passwd",
        "../../../../etc/passwd",
        "//etc/passwd",
        "in/../../etc/passwd",
        "/proc/self/mem",
        "/link.db",
        "in/link.db",
        "in/dirlink/passwd",
        "file:/etc/passwd?mode=ro",
      })
  void y2_attach_outsideOfTheWorkspace_findsNothing(String name, @TempDir Path host)
      throws IOException {
    printed("CREATE TABLE t(a); INSERT INTO t VALUES(1)", "one.db");
    Files.write(host.resolve("ok.db"), session.workspace().readFile("/one.db"));
    Files.createSymbolicLink(host.resolve("link.db"), Path.of("/etc/passwd"));
    Files.createSymbolicLink(host.resolve("dirlink"), Path.of("/etc"));
    session.workspace().createLink("/link.db", "/etc/passwd");
    session.workspace().mount(host, "/in", Access.READ);

    assertTrue(
        failure("ATTACH '" + name + "' AS x; SELECT * FROM x.sqlite_schema")
            .contains("unable to open database"));
    assertEquals("1\n", printed("-list", "ATTACH 'in/ok.db' AS x; SELECT * FROM x.t"));
    assertTrue(failure("INSERT INTO t VALUES(2)", "in/ok.db").contains("readonly"));
  }

  @Test
  void y2_pragmasAndFunctions_reachNoFurther() {
    assertEquals(
        "|1\n",
        printed(
            "-list",
            "PRAGMA trusted_schema = 1; SELECT readfile('/etc/passwd'), readfile('../etc/passwd') IS NULL"));
    assertTrue(failure("SELECT load_extension('/lib/x.so')").contains("no such function"));
    assertTrue(
        failure("PRAGMA writable_schema = 1; CREATE TABLE t(a); DELETE FROM sqlite_schema")
            .contains("may not be modified"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n",
        "SELECT count(*) FROM (WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 100000) SELECT a.i FROM n a, n b, n c WHERE a.i + b.i + c.i < 0)",
      })
  void y5_endlessStatement_endsByFuel(String statement) {
    try (Session small = ENGINE.openSession(Limits.builder().fuel(100_000_000).build())) {
      Outcome outcome = call(small, statement);
      assertEquals(
          LimitKind.FUEL,
          assertInstanceOf(Outcome.LimitExceeded.class, outcome, outcome.message()).which());
      assertEquals("1\n", run(small, "-list", "SELECT 1").stdout().text());
    }
  }

  @Test
  void l8_endlessRows_endByOutput() {
    Limits limits = Limits.builder().outputBytes(100_000).build();
    try (Session small = ENGINE.openSession(limits)) {
      Outcome outcome =
          call(
              small,
              "-csv",
              "WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT printf('%.*c', 1000, 'x') FROM n");
      assertEquals(
          LimitKind.OUTPUT,
          assertInstanceOf(Outcome.LimitExceeded.class, outcome, outcome.message()).which());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT zeroblob(900000000)",
        "SELECT length(randomblob(900000000))",
        "SELECT length(printf('%.*c', 900000000, 'x'))",
        "SELECT length(replace(hex(zeroblob(1000000)), '0', hex(zeroblob(1000))))",
        "SELECT hex(zeroblob(2000000000))",
      })
  void l7_hugeValue_isAnErrorOfTheStatement(String statement) {
    assertTrue(failure(statement).matches(".*(out of memory|too big).*"), statement);
    assertEquals("3\n", printed("-list", "SELECT length(zeroblob(3))"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"(", "-", "NOT ", "abs(", "CASE WHEN "})
  void l6_deepExpression_isAnErrorOfTheStatement(String opening) {
    assertNotEquals("", failure("SELECT " + opening.repeat(100_000) + "1"));
    assertEquals("1\n", printed("-list", "SELECT " + "(".repeat(80) + "1" + ")".repeat(80)));
  }

  @Test
  void l6_deepViewsAndTriggers_areErrorsOfTheStatement() {
    StringBuilder views = new StringBuilder("CREATE VIEW v0 AS SELECT 1 a;");
    for (int i = 1; i < 30; i++) {
      views.append(
          "CREATE VIEW v%d AS SELECT a FROM v%d UNION ALL SELECT a FROM v%d;"
              .formatted(i, i - 1, i - 1));
    }
    try (Session small = ENGINE.openSession(Limits.builder().fuel(100_000_000).build())) {
      Outcome outcome = call(small, views + "SELECT count(*) FROM v29");
      assertTrue(
          outcome instanceof Outcome.LimitExceeded
              || (outcome instanceof Outcome.Completed end && end.exitStatus() == 1),
          outcome.message());
    }
    assertTrue(
        failure(
                "PRAGMA recursive_triggers = 1; CREATE TABLE t(a); CREATE TRIGGER r AFTER INSERT ON t BEGIN INSERT INTO t VALUES(new.a + 1); END; INSERT INTO t VALUES(1)")
            .contains("too many levels of trigger recursion"));
  }

  @Test
  void brokenDatabase_isAnError() {
    printed(
        "CREATE TABLE t(a, b); WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 500) INSERT INTO t SELECT i, hex(i) FROM n",
        "data.db");
    byte[] bytes = session.workspace().readFile("/data.db");
    for (int at = 100; at < bytes.length; at += 97) {
      bytes[at] ^= (byte) (at * 31);
    }
    session.workspace().writeFile("/data.db", bytes);
    session
        .workspace()
        .writeFile(
            "/text.db", "this is no database, however long it may be".repeat(100).getBytes(UTF_8));

    assertTrue(failure("SELECT * FROM t", "data.db").contains("malformed"));
    assertTrue(failure("SELECT * FROM t", "text.db").contains("not a database"));
  }

  @Test
  void fullWorkspace_isAnError_andTheDatabaseStaysWhole() {
    printed("CREATE TABLE t(a); INSERT INTO t VALUES(1)", "data.db");

    String filling =
        "INSERT INTO t SELECT zeroblob(1000000) FROM (WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 100) SELECT i FROM n)";

    assertTrue(failure(filling, "data.db").endsWith("database or disk is full"));
    assertEquals(
        "1|ok\n",
        printed(
            "-list", "SELECT count(*), integrity_check FROM t, pragma_integrity_check", "data.db"));
  }

  @Test
  void randomNumbers_areFreshInEachCall() {
    String first = run(session, "-list", "SELECT random(), hex(randomblob(8))").stdout().text();

    assertEquals(
        first, run(session, "-list", "SELECT random(), hex(randomblob(8))").stdout().text());
    Call unseeded = Call.builder().arguments("-list", "SELECT random()").build();
    assertNotEquals(
        session.call(Guest.tool("sql").tool(), unseeded).stdout().text(),
        session.call(Guest.tool("sql").tool(), unseeded).stdout().text());
  }
}
