package dev.cloche.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.Call;
import dev.cloche.Outcome;
import dev.cloche.egress.Header;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The SDK for Java, which TeaVM compiles, through its example. */
@Tag("one-jdk")
class JavaTest extends SdkContract {

  private static final Pattern LEAST = Pattern.compile("\"least\":([^,}]+)");

  JavaTest() {
    super("columns", "java/src/main/java/example/Columns.java");
  }

  private static Call.Builder page(String url) {
    return Call.builder().stdin("{\"url\": \"" + url + "\"}");
  }

  private Outcome describe(String csv) {
    return run(Map.of("/a.csv", csv), Call.builder().stdin("{\"file\": \"/a.csv\"}"));
  }

  @Test
  void page_isAskedForAndDescribed() {
    FakeWeb web = new FakeWeb();
    Outcome outcome = completed(0, run(web, Map.of(), page("http://web/moved")));
    assertEquals(
        "{\"rows\":0,\"columns\":[{\"name\":\"hello\",\"numbers\":0,\"texts\":0,\"empty\":0}]}\n",
        outcome.stdout().text());
    assertEquals("0 rows\n", outcome.stderr().text());
    assertEquals(new Header("Accept", "text/csv"), web.asked.get(0).headers().get(0));
    assertEquals(0, web.open);
  }

  @Test
  void page_largerThanAPiece_isReadWhole() {
    Outcome outcome = completed(0, run(new FakeWeb(), Map.of(), page("http://web/big")));
    assertTrue(outcome.stdout().text().contains("\"name\":\"" + "x".repeat(200_000) + "\""));
  }

  @ParameterizedTest
  @CsvSource({
    "http://web/missing, status 404 of http://web/missing",
    "http://web/fail/TLS, it is fail/TLS",
    "http://web/fail/UNREACHABLE, it is fail/UNREACHABLE",
    "http://web/cut, the connection is gone"
  })
  void page_thatCannotBeHad_endsTheToolWithItsMessage(String url, String message) {
    FakeWeb web = new FakeWeb();
    Outcome outcome = run(web, Map.of(), page(url));
    assertEquals(message + "\n", outcome.stderr().text());
    assertEquals("", outcome.stdout().text());
    assertEquals(0, web.open);
  }

  @Test
  void request_thatNoRuleAllows_isDenied() {
    Outcome outcome = run(Map.of(), page("http://example.com/"));
    assertEquals("network.default", assertInstanceOf(Outcome.Denied.class, outcome).rule());
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "[]", "null", "1", "{\"file\":\"a\",\"url\":\"b\"}"})
  void input_ofAnotherShape_isRefusedWithStatus2(String input) {
    Outcome outcome = completed(2, run(Map.of(), Call.builder().stdin(input)));
    assertEquals("one of file and url is needed\n", outcome.stderr().text());
  }

  @ParameterizedTest
  @ValueSource(strings = {"../a.csv", "/../a.csv", "/proc/self/environ", "", "no\\u0000pe", "/"})
  void file_thatIsNone_isAnErrorWithItsErrno(String path) {
    Call.Builder call = Call.builder().stdin("{\"file\": \"" + path + "\"}");
    Outcome outcome = completed(1, run(Map.of("/b.csv", "x"), call));
    assertTrue(outcome.stderr().text().matches("(?s)cannot .*errno \\d+\n"));
  }

  @Test
  void doubles_ofAnyKind_areReadAndWrittenAsOnAJvm() {
    double[] numbers =
        new Random(1)
            .longs(400)
            .mapToDouble(Double::longBitsToDouble)
            .filter(Double::isFinite)
            .limit(200)
            .toArray();
    String names = "c,".repeat(199) + "c\n";
    String row = Arrays.stream(numbers).mapToObj(Double::toString).collect(Collectors.joining(","));
    Matcher least = LEAST.matcher(completed(0, describe(names + row)).stdout().text());
    for (double number : numbers) {
      assertTrue(least.find());
      assertEquals(number, Double.parseDouble(least.group(1)));
    }
  }

  @Test
  void fields_quotedInAllWays_areOne() {
    Outcome outcome = completed(0, describe("\"a,\"\"b\"\"\n\",\u00e9\n1,\"\"\n\"2"));
    assertEquals(
        "{\"rows\":2,\"columns\":[{\"name\":\"a,\\\"b\\\"\",\"numbers\":2,\"texts\":0,\"empty\":0,"
            + "\"least\":1,\"most\":2,\"mean\":1.5,\"deviation\":0.5},"
            + "{\"name\":\"\u00e9\",\"numbers\":0,\"texts\":0,\"empty\":2}]}\n",
        outcome.stdout().text());
  }

  @Test
  void garbage_ofManyTimesTheFirstHeap_isCollected() {
    Outcome outcome = completed(0, describe("n\n" + "12\n".repeat(100_000)));
    assertTrue(outcome.stdout().text().startsWith("{\"rows\":100000,"));
  }

  @Test
  void file_largerThanTheHeap_trapsAndSaysSo() {
    Outcome outcome = describe("n\n" + "12\n".repeat(3_000_000));
    assertInstanceOf(Outcome.Trapped.class, outcome);
    assertEquals("Out of memory", outcome.stderr().text());
    assertEquals("", outcome.stdout().text());
  }
}
