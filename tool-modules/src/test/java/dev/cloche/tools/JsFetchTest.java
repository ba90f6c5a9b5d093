package dev.cloche.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.Call;
import dev.cloche.Engine;
import dev.cloche.Outcome;
import dev.cloche.Session;
import dev.cloche.egress.EgressException;
import dev.cloche.run.EgressSessions;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** {@code fetch} and its classes in {@code js}. */
@Tag("one-jdk")
class JsFetchTest {

  private static final Engine ENGINE = Engine.create();

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

  private Outcome.Completed run(String script) {
    Call call = Call.builder().arguments("-e", script).build();
    Outcome outcome = session.call(Guest.tool("js").tool(), call);
    return assertInstanceOf(Outcome.Completed.class, outcome, outcome.message());
  }

  private String printed(String script) {
    Outcome.Completed end = run(script);
    assertEquals("", end.stderr().text());
    return end.stdout().text().stripTrailing();
  }

  @Test
  void response_ofAPage_isWhatTheWebSays() {
    assertEquals(
        "true 200 '' http://web/hello false text/plain a=1,b=2 hello",
        printed(
            """
            const r = await fetch('http://web/hello');
            print(r.ok, r.status, `'${r.statusText}'`, r.url, r.redirected,
              r.headers.get('Content-TYPE'), String(r.headers.getSetCookie()), await r.text())
            """));
  }

  @Test
  void status_thatIsNoSuccess_isAnAnswer() {
    assertEquals(
        "false 404 no",
        printed(
            """
            const r = await fetch('http://web/missing');
            print(r.ok, r.status, await r.text())
            """));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "await (await fetch('http://web/json')).json()            | { a: [1, 2] }",
        "await (await fetch('http://web/hello')).bytes()          | Uint8Array(5) [104, 101, 108, 108, 111]",
        "(await (await fetch('http://web/hello')).arrayBuffer())  | ArrayBuffer { byteLength: 5 }",
        "(await fetch('http://web/hello')).body !== null          | true",
        "(await (await fetch('http://web/big')).text()).length    | 200000",
        "(await (await fetch('http://web/empty')).bytes()).length | 0",
        "(await fetch('http://web/moved')).redirected             | true",
        "(await fetch('http://web/moved')).url                    | http://web/hello",
        "(await fetch('HTTP://WEB:80/hello#part')).redirected     | false",
        "(await fetch('HTTP://WEB:80/hello#part')).url            | http://web/hello",
        "(await fetch('http://web/moved', { redirect: 'manual' })).status | 302",
        "(await fetch(new Request('http://web/hello'))).status    | 200",
        "typeof fetch + fetch.name                                | functionfetch",
        "Object.keys(globalThis).includes('fetch')                | false",
        "await new Response('x').text()                           | x",
        "await Response.json({ a: 1 }).text()                     | {\"a\":1}",
        "Response.json(1).headers.get('content-type')             | application/json",
        "new Response('', { status: 301 }).ok                     | false",
        "new Response().body                                      | null",
      })
  void expression_withFetch_hasItsValue(String expression, String value) {
    assertEquals(value, printed("print(" + expression + ")"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{}                                                | GET []",
        "{ method: 'post', body: 'a=ü' }                   | POST [content-type=text/plain;charset=UTF-8] a=ü",
        "{ method: 'PUT', body: new Uint8Array([65, 66]) } | PUT [] AB",
        "{ method: 'PUT', body: new Uint8Array([1, 65, 2]).buffer.slice(1, 2) } | PUT [] A",
        "{ method: 'patch', body: new Uint16Array([0x4241]) } | patch [] AB",
        "{ method: 'DELETE', headers: { B: 1, a: ' 2 ' } } | DELETE [a=2 b=1]",
        "{ headers: [['x', 'y'], ['X', 'z']] }             | GET [x=y, z]",
        "{ headers: new Headers({ q: '\\t1' }) }           | GET [q=1]",
        "{ method: 'POST', body: JSON.stringify({ a: 1 }), headers: { 'content-type': 'application/json' } } "
            + "| POST [content-type=application/json] {\"a\":1}",
      })
  void request_withOptions_isSentSo(String init, String echoed) {
    assertEquals(
        echoed, printed("print(await (await fetch('http://web/echo', " + init + ")).text())"));
  }

  @Test
  void request_withRedirectManual_isOpenedSo() {
    assertEquals("", printed("await fetch('http://web/hello', { redirect: 'error' })"));
    assertEquals("", printed("await fetch('http://web/hello')"));
    assertEquals(
        "false true",
        web.asked.stream()
            .map(asked -> Boolean.toString(asked.followRedirects()))
            .collect(Collectors.joining(" ")));
  }

  @Test
  void denied_request_isATypeErrorThatNamesTheRule() {
    assertEquals(
        "true fetch failed: no rule allows http://evil/ (network.default) DENIED network.default"
            + " {\"code\":\"DENIED\",\"rule\":\"network.default\"}",
        printed(
            """
            await fetch('http://evil/').catch((e) =>
              print(e instanceof TypeError, e.message, e.code, e.rule, JSON.stringify(e.cause)))
            """));
  }

  @Test
  void denied_requestThatIsNotCaught_endsTheScriptWithTheRuleOnStderr() {
    Call call = Call.of("-e", "await fetch('http://evil/')");
    Outcome outcome = session.call(Guest.tool("js").tool(), call);
    Outcome.Denied end = assertInstanceOf(Outcome.Denied.class, outcome, outcome.message());
    assertEquals("network.default", end.rule());
    assertTrue(end.stderr().text().contains("network.default"), end.stderr().text());
  }

  @ParameterizedTest
  @EnumSource
  void failure_ofAnyKind_hasItsCode(EgressException.Kind kind) {
    assertEquals(
        kind + " it is fail/" + kind,
        printed(
            "await fetch('http://web/fail/%s').catch((e) => print(e.code, e.message.slice(14)))"
                .formatted(kind)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "fetch('http://web/hello', { method: 'A B' })",
        "fetch('http://web/hello', { body: 'x' })",
        "fetch('http://web/hello', { method: 'POST', body: { a: 1 } })",
        "fetch('http://web/hello', { headers: { 'a b': '1' } })",
        "fetch('http://web/hello', { headers: { a: '1\\n2' } })",
        "fetch('http://web/hello', { headers: 'a: b' })",
        "fetch('http://web/hello', { redirect: 'x' })",
        "fetch('http://web/moved', { redirect: 'error' })",
        "fetch('http://web/cut').then((r) => r.text())",
        "fetch('http://web/hello').then(async (r) => { await r.text(); await r.text(); })",
        "fetch()",
      })
  void misuse_isATypeErrorByTheWayOfThePromise(String call) {
    assertEquals("TypeError", printed("await (" + call + ").catch((e) => print(e.name))"));
  }

  @Test
  void n8_headersWithLineEnds_areNotSent() {
    for (String value : new String[] {"1\\r\\nb: 2", "1\\nb: 2", "1\\0"}) {
      String script =
          "await fetch('http://web/echo', { headers: { a: '%s' } }).catch(() => print('no'))";
      assertEquals("no", printed(script.formatted(value)));
    }
    assertEquals(0, web.asked.size());
  }

  @Test
  void body_iterated_comesInPieces() {
    assertEquals(
        "200 200000 true",
        printed(
            """
            const r = await fetch('http://web/big');
            let pieces = 0, bytes = 0;
            for await (const piece of r.body) { pieces++; bytes += piece.length; }
            print(pieces, bytes, r.bodyUsed)
            """));
  }

  @Test
  void body_leftInTheMiddle_isClosed() {
    assertEquals(
        "1000",
        printed(
            """
            for (let i = 0; i < 40; i++) {
              for await (const piece of (await fetch('http://web/big')).body) {
                if (i === 0) print(piece.length);
                break;
              }
            }
            """));
    // The engine runs the end of an iteration after the statement behind it has begun.
    assertTrue(web.mostOpen <= 2, "open at once: " + web.mostOpen);
  }

  @Test
  void responses_forgotten_areClosedAsTheyGo() {
    assertEquals(
        "ok", printed("for (let i = 0; i < 40; i++) await fetch('http://web/big'); print('ok')"));
    assertTrue(web.mostOpen <= 3, "open at once: " + web.mostOpen);
  }

  @Test
  void responses_moreThanMayBeOpen_areAllRead() {
    assertEquals(
        "4000000 CUT",
        printed(
            """
            const cut = await fetch('http://web/cut');
            const all = await Promise.all(Array.from({ length: 20 }, () => fetch('http://web/big')));
            let sum = 0;
            for (const each of all) sum += (await each.text()).length;
            print(sum, await cut.text().catch((e) => e.code))
            """));
    assertEquals(16, web.mostOpen);
  }

  @Test
  void headers_areCaseInsensitiveAndSorted() {
    assertEquals(
        "1, 2|true||a=1, 2;b=3|b=9|1",
        printed(
            """
            const h = new Headers({ B: 3 });
            h.append('A', 1); h.append('a', ' 2 ');
            const all = [...h].map((pair) => pair.join('=')).join(';');
            const first = [h.get('a'), h.has('b'), h.get('c'), all];
            h.delete('A'); h.set('b', 9);
            let seen = 0;
            h.forEach((value, name, self) => { if (self === h) seen++; });
            print([...first, [...h.entries()].map((pair) => pair.join('=')).join(), seen].join('|'))
            """));
  }

  @Test
  void abort_beforeARequest_keepsItFromBeingSent() {
    assertEquals(
        "AbortError true TimeoutError mine 0",
        printed(
            """
            const c = new AbortController();
            let heard = 0;
            c.signal.addEventListener('abort', () => heard++);
            c.abort(); c.abort();
            const name = await fetch('http://web/hello', { signal: c.signal }).catch((e) => e.name);
            const late = await fetch('http://web/hello', { signal: AbortSignal.timeout(0) }).catch((e) => e.name);
            const mine = await fetch('http://web/hello', { signal: AbortSignal.abort('mine') }).catch((e) => e);
            print(name, heard === 1, late, mine, 0)
            """));
    assertEquals(0, web.asked.size());
  }

  @Test
  void abort_betweenPieces_endsTheBody() {
    assertEquals(
        "1 AbortError",
        printed(
            """
            const c = new AbortController();
            let pieces = 0;
            try {
              const r = await fetch('http://web/big', { signal: c.signal });
              for await (const piece of r.body) { pieces++; c.abort(); }
            } catch (e) { print(pieces, e.name) }
            """));
  }

  @Test
  void sessionWithoutNetwork_deniesByTheDefault() {
    try (Session plain = ENGINE.openSession()) {
      Call call =
          Call.builder()
              .arguments("-p", "await fetch('http://web/hello').catch(e => e.rule)")
              .build();
      Outcome outcome = plain.call(Guest.tool("js").tool(), call);
      assertEquals(
          "network.default\n", assertInstanceOf(Outcome.Completed.class, outcome).stdout().text());
    }
  }
}
