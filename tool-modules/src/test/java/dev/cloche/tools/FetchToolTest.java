package dev.cloche.tools;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.Call;
import dev.cloche.Engine;
import dev.cloche.Outcome;
import dev.cloche.Session;
import dev.cloche.StructuredResult;
import dev.cloche.StructuredTool;
import dev.cloche.run.EgressSessions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The tool {@code fetch}, and the example of the C header. */
class FetchToolTest {

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

  private Outcome.Completed run(Guest guest, String... arguments) {
    Call call = Call.builder().arguments(arguments).stdin("in\nput".getBytes(UTF_8)).build();
    Outcome outcome = session.call(guest.tool(), call);
    return assertInstanceOf(Outcome.Completed.class, outcome, outcome.message());
  }

  private Outcome.Denied denied(Guest guest, String... arguments) {
    Outcome outcome = session.call(guest.tool(), Call.builder().arguments(arguments).build());
    return assertInstanceOf(Outcome.Denied.class, outcome, outcome.message());
  }

  private Outcome.Completed fetch(String... arguments) {
    return run(Guest.tool("fetch"), arguments);
  }

  private String file(String path) {
    return new String(session.workspace().readFile(path), UTF_8);
  }

  @Test
  void url_alone_isPrinted() {
    Outcome.Completed end = fetch("http://web/hello");
    assertEquals("hello", end.stdout().text());
    assertEquals("", end.stderr().text());
    assertEquals(0, end.exitStatus());
  }

  @Test
  void body_ofAnySize_isWhole() {
    assertEquals(200_000, fetch("http://web/big").stdout().bytes().length);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "-X,PUT | PUT [] ",
        "-XPUT | PUT [] ",
        "--request,DELETE,-H,A: b,--header,C:d | DELETE [A=b C=d] ",
        "-d,a=1,-d,b=2 | POST [Content-Type=application/x-www-form-urlencoded] a=1&b=2",
        "--data,@- | POST [Content-Type=application/x-www-form-urlencoded] input",
        "--data-binary,@file,-H,content-type: x/y | POST [content-type=x/y] of\\na file\\n",
        "-d,@file | POST [Content-Type=application/x-www-form-urlencoded] ofa file",
        "-sSX,GET | usage",
        "-sLfX,GET | GET [] ",
        "--body,@- | POST [Content-Type=text/plain;charset=UTF-8] @-",
        "--json,@- | POST [Content-Type=application/json] in\\nput",
        "--json,@empty | GET [] ",
        "'--headers,{\"A\":\"b: \\u00e9\\ud83d\\ude00\"}' | GET [A=b: \u00e9\ud83d\ude00] ",
        "--headers,{} | GET [] ",
      })
  void request_withOptions_isSentSo(String options, String echoed) {
    session.workspace().writeFile("/file", "of\na file\n".getBytes(UTF_8));
    session.workspace().writeFile("/empty", new byte[0]);
    String[] words = (options + ",http://web/echo").split(",", -1);
    String expected = echoed == null ? "" : echoed.replace("\\n", "\n");
    Outcome.Completed end = fetch(words);
    if (expected.equals("usage")) {
      assertEquals(2, end.exitStatus());
    } else {
      assertEquals(expected.strip(), end.stdout().text().strip());
    }
  }

  @Test
  void head_withI_isPrintedBeforeTheBody() {
    String head = "HTTP 200\ncontent-type: text/plain\nset-cookie: a=1\nset-cookie: b=2\n\n";
    assertEquals(head + "hello", fetch("-i", "http://web/hello").stdout().text());
    assertEquals(head, fetch("-I", "http://web/hello").stdout().text());
    assertEquals("HEAD", web.asked.get(1).method());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'url':'http://web/bytes'} | 'bodyBase64':'/wD+'",
        "{'url':'http://web/missing'} | 'status':404",
        "{'url':'http://web/moved','no_redirects':true} | 'status':302",
        "{'url':'http://web/moved'} | 'url':'http://web/hello'",
        "{'url':'http://web/empty'} | 'headers':{},'body':''",
        "{'url':'http://web/hello','method':'HEAD'} | 'body':''",
        "{'url':'http://web/echo','body':'-x'} | UTF-8] -x",
        "{'url':'http://web/echo','json':[]} | application/json] []",
        "{'url':'http://web/echo','json':false} | application/json] false",
      })
  void input_structured_isAnsweredInTheSame(String input, String part) {
    StructuredTool tool = StructuredTool.of(Guest.tool("fetch").tool());
    Call call = tool.call(input.replace('\'', '"')).build();
    Outcome outcome = session.call(Guest.tool("fetch").tool(), call);
    StructuredResult result = tool.result(outcome);
    assertEquals(List.of(), result.problems());
    assertTrue(outcome.stdout().text().contains(part.replace('\'', '"')), outcome.stdout().text());
  }

  @Test
  void input_withBodyAndJson_sendsNothing() {
    StructuredTool tool = StructuredTool.of(Guest.tool("fetch").tool());
    Call call = tool.call("{\"url\":\"http://web/echo\",\"body\":\"a\",\"json\":1}").build();
    Outcome outcome = session.call(Guest.tool("fetch").tool(), call);
    assertEquals(2, assertInstanceOf(Outcome.Completed.class, outcome).exitStatus());
    assertEquals(List.of(), web.asked);
  }

  @Test
  void redirect_isFollowedUnlessToldNot() {
    assertEquals("hello", fetch("http://web/moved").stdout().text());
    assertEquals("hello", fetch("-L", "http://web/moved").stdout().text());
    String head = fetch("-i", "--no-location", "http://web/moved").stdout().text();
    assertTrue(head.startsWith("HTTP 302\n"), head);
  }

  @Test
  void status_withF_isAFailure() {
    assertEquals(0, fetch("http://web/missing").exitStatus());
    Outcome.Completed end = fetch("-f", "http://web/missing");
    assertEquals(22, end.exitStatus());
    assertEquals("", end.stdout().text());
    assertEquals("fetch: http://web/missing: answered with status 404\n", end.stderr().text());
  }

  @Test
  void urls_several_areFetchedInOrderAndGoToTheirFiles() {
    Outcome.Completed end =
        fetch(
            "-o", "one", "http://web/hello", "-o", "two", "http://web/json", "http://web/missing");
    assertEquals("no", end.stdout().text());
    assertEquals("hello", file("/one"));
    assertEquals("\ufeff{\"a\":[1,2]}", file("/two"));
  }

  @Test
  void denied_url_isAFailureThatNamesTheRule_andTheOthersAreFetched() {
    Outcome.Denied end = denied(Guest.tool("fetch"), "http://evil/", "http://web/hello");
    assertEquals("network.default", end.rule());
    assertEquals("hello", end.stdout().text());
    assertEquals(
        "fetch: http://evil/: no rule allows http://evil/ (network.default)\n",
        end.stderr().text());
    assertEquals("", denied(Guest.tool("fetch"), "-s", "http://evil/").stderr().text());
  }

  @Test
  void exchange_thatBreaksOff_isAFailureAfterWhatCame() {
    Outcome.Completed end = fetch("http://web/cut");
    assertEquals(1, end.exitStatus());
    assertEquals("part", end.stdout().text());
    assertEquals("fetch: http://web/cut: the connection is gone\n", end.stderr().text());
  }

  @Test
  void file_thatCannotBeWritten_isAFailure() {
    assertEquals(3, fetch("-o", "no/such/file", "http://web/hello").exitStatus());
  }

  @ParameterizedTest
  @CsvSource({
    "''",
    "-x http://web/hello",
    "--nothing http://web/hello",
    "-o",
    "-H http://web/hello",
    "-H nocolon http://web/hello",
    "-d @missing http://web/hello",
    "-o a -o b http://web/hello",
    "-I -d x http://web/hello",
    "-b x http://web/hello",
    "--body a -d b http://web/hello",
    "-d a --json [1] http://web/hello",
    "--headers [] http://web/hello",
    "--headers {\"a\":1} http://web/hello",
    "--headers {\"a\":\"b\\nc:d\"} http://web/hello",
    "--headers {\"a\":\"b\\rc:d\"} http://web/hello",
    "--headers {\"a:b\":\"c\"} http://web/hello",
    "--headers {\"a\":\"\\u0000\"} http://web/hello",
    "--headers {\"a\":\"\\ud800\"} http://web/hello",
    "--headers {\"a\":\"b\"}x http://web/hello",
    "--headers {\"a\":\"b http://web/hello"
  })
  void usage_thatIsWrong_sendsNothing(String arguments) {
    String[] words = arguments.isEmpty() ? new String[0] : arguments.split(" ", -1);
    assertEquals(2, fetch(words).exitStatus());
    assertEquals(List.of(), web.asked);
  }

  @Test
  void help_isTheManifests() {
    List<String> usage = BundledTools.find("fetch").orElseThrow().manifest().usage();
    assertEquals(String.join("\n", usage) + "\n", fetch("-h").stdout().text());
  }

  @Test
  void example_ofTheHeader_worksAndIsTheOneInTheDocuments() throws IOException {
    Guest size = Guest.example("example");
    assertEquals("200 5 bytes of text/plain\n", run(size, "http://web/hello").stdout().text());
    Outcome.Denied denied = denied(size, "http://evil/");
    assertEquals("size: no rule allows http://evil/\n", denied.stderr().text());
    String page = Files.readString(Path.of("../docs/writing-tools.md"));
    assertTrue(page.contains("```c\n" + Files.readString(Path.of("sdk/c/example.c")) + "```\n"));
  }
}
