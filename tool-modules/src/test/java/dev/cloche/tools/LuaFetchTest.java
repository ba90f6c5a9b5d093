package dev.cloche.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.cloche.Call;
import dev.cloche.Engine;
import dev.cloche.Outcome;
import dev.cloche.Session;
import dev.cloche.run.EgressSessions;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The module {@code http} of {@code lua}. */
@Tag("one-jdk")
class LuaFetchTest {

  private static final Engine ENGINE = Engine.create();
  private static final String FETCH = "local fetch = require('http').fetch ";

  private final FakeWeb web = new FakeWeb();
  private final Session session = EgressSessions.open(ENGINE, web);

  @AfterAll
  static void closeEngine() {
    ENGINE.close();
  }

  @AfterEach
  void close() {
    session.close();
    assertEquals(0, web.open, "nothing stays open");
  }

  private Outcome call(String script) {
    return session.call(Guest.tool("lua").tool(), Call.of("-e", FETCH + script));
  }

  private String printed(String script) {
    Outcome.Completed end = assertInstanceOf(Outcome.Completed.class, call(script));
    assertEquals("", end.stderr().text());
    return end.stdout().text().stripTrailing();
  }

  @Test
  void response_hasStatusUrlHeadersAndBody() {
    assertEquals(
        "200\thttp://web/hello\ttext/plain\ta=1,b=2\thello",
        printed(
            "local r = fetch('http://web/moved') print(r.status, r.url,"
                + " r.headers['content-type'], table.concat(r.headers['set-cookie'], ','), r.body)"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{} | GET []",
        "{ method = 'PUT', headers = { b = 1, A = 'x' }, body = 'q' } | PUT [A=x b=1] q",
        "{ body = 'a' } | POST [] a",
      })
  void request_withOptions_isSentSo(String options, String echoed) {
    assertEquals(
        echoed, printed("print(fetch('http://web/echo', " + options + ").body)").stripTrailing());
  }

  @Test
  void redirect_thatIsNotWanted_isTheAnswer() {
    assertEquals("302", printed("print(fetch('http://web/moved', { redirects = false }).status)"));
    assertEquals(
        "404\tno", printed("local r = fetch('http://web/missing') print(r.status, r.body)"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{ headers = { a = 'b\\r' } }",
        "{ headers = { a = 'b\\nc: d' } }",
        "{ headers = { ['a\\n'] = 'b' } }",
        "{ headers = { a = '\\0' } }",
        "{ headers = { a = {} } }",
        "{ headers = { 'a: b' } }",
        "{ body = {} }",
      })
  void options_thatAreWrong_sendNothing(String options) {
    Outcome outcome = call("fetch('http://web/echo', " + options + ")");
    assertEquals(1, assertInstanceOf(Outcome.Completed.class, outcome).exitStatus());
    assertEquals(List.of(), web.asked);
  }

  @Test
  void failure_isNilWithReasonCodeAndRule() {
    assertEquals(
        "nil\tit is fail/TIMEOUT\tTIMEOUT", printed("print(fetch('http://web/fail/TIMEOUT'))"));
    assertEquals("nil\tCUT", printed("local r, _, code = fetch('http://web/cut') print(r, code)"));
    assertEquals(
        "DENIED\tnetwork.default",
        printed("local _, _, code, rule = fetch('http://evil/') print(code, rule)"));
  }
}
