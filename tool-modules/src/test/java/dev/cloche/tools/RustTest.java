package dev.cloche.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.Call;
import dev.cloche.Outcome;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The SDK for Rust, through its example. */
@Tag("one-jdk")
class RustTest extends SdkContract {

  RustTest() {
    super("links", "rust/example.rs");
  }

  private static Call.Builder check(boolean online) {
    return Call.builder().stdin("{\"files\": [\"a.md\"], \"online\": " + online + "}");
  }

  private static Map<String, String> linkTo(String target) {
    return Map.of("/a.md", "A [link](" + target + ").\n");
  }

  @Test
  void linksToPages_online_areAskedFor() {
    FakeWeb web = new FakeWeb();
    Map<String, String> files =
        Map.of("/a.md", "[a](http://web/hello)\n\n[b](http://web/missing) [c](#x) [d](./a.md)\n");
    Outcome outcome = completed(0, run(web, files, check(true)));
    assertEquals(
        "{\"broken\":[{\"file\":\"a.md\",\"line\":3,\"problem\":\"status 404\","
            + "\"target\":\"http://web/missing\"}],\"checked\":4}\n",
        outcome.stdout().text());
    assertEquals("4 links checked\n", outcome.stderr().text());
    assertEquals("HEAD", web.asked.get(0).method());
    assertEquals(0, web.open);
    assertEquals(1, web.mostOpen);
  }

  @Test
  void linksToPages_offline_areNotAskedFor() {
    FakeWeb web = new FakeWeb();
    Outcome outcome = completed(0, run(web, linkTo("http://web/missing"), check(false)));
    assertEquals("{\"broken\":[],\"checked\":0}\n", outcome.stdout().text());
    assertEquals(0, web.asked.size());
  }

  @Test
  void page_thatCannotBeReached_isABrokenLink() {
    Outcome outcome =
        completed(0, run(new FakeWeb(), linkTo("http://web/fail/UNREACHABLE"), check(true)));
    assertTrue(outcome.stdout().text().contains("it is fail/UNREACHABLE"));
  }

  @ParameterizedTest
  @CsvSource({"http://web/fail/TLS, it is fail/TLS", "http://web/fail/TIMEOUT, it is fail/TIMEOUT"})
  void request_thatFails_endsTheToolWithItsMessage(String url, String message) {
    Outcome outcome = completed(1, run(new FakeWeb(), linkTo(url), check(true)));
    assertEquals(message + "\n", outcome.stderr().text());
  }

  @Test
  void request_thatNoRuleAllows_isDenied() {
    Outcome outcome = run(linkTo("http://example.com/"), check(true));
    assertEquals("network.default", assertInstanceOf(Outcome.Denied.class, outcome).rule());
  }

  @ParameterizedTest
  @ValueSource(strings = {"../../etc/passwd", "/../etc/passwd", "/proc/self/environ", "x\\ny"})
  void linkThatLeadsOut_isAsBrokenAsAnyOther(String target) {
    Outcome outcome = completed(0, run(linkTo(target), check(false)));
    assertTrue(outcome.stdout().text().contains("\"checked\":1"), outcome.stdout().text());
    assertTrue(outcome.stdout().text().contains("\"problem\":\""), outcome.stdout().text());
  }

  @Test
  void file_thatIsNoText_isAnErrorThatNamesIt() {
    Call.Builder call = Call.builder().stdin("{\"files\": [\"no\\u0000pe\\ud83d\\ude00.md\"]}");
    Outcome outcome = completed(1, run(Map.of(), call));
    assertTrue(outcome.stderr().text().startsWith("cannot read no\0pe\ud83d\ude00.md: "));
  }

  @Test
  void members_twiceAsMany_costLittleMoreThanTwice() {
    assertTrue(fuelOf(10_000) < 2.5 * fuelOf(5_000));
  }

  private long fuelOf(int members) {
    StringBuilder input = new StringBuilder("{\"files\": [\"a.md\"]");
    for (int i = 0; i < members; i++) {
      input.append(", \"").append(i).append("\": ").append(i);
    }
    Outcome outcome = completed(0, run(linkTo("a.md"), Call.builder().stdin(input + "}")));
    assertEquals("{\"broken\":[],\"checked\":1}\n", outcome.stdout().text());
    return outcome.usage().fuel();
  }
}
