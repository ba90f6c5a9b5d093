package dev.cloche.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.Call;
import dev.cloche.Engine;
import dev.cloche.Outcome;
import dev.cloche.Session;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Bundled tools whose start-up is done once: each call still is the first that it knows of. */
class WarmToolsTest {

  private static final Engine ENGINE = Engine.create();
  private static final Session SESSION = ENGINE.openSession();

  @AfterAll
  static void close() {
    ENGINE.close();
  }

  private static Outcome.Completed js(Call.Builder call) {
    Outcome outcome = SESSION.call(Guest.tool("js").tool(), call.build());
    return assertInstanceOf(Outcome.Completed.class, outcome, outcome.message());
  }

  private static String printed(String expression) {
    return js(Call.builder().arguments("-p", expression)).stdout().text();
  }

  private static String seeded(long seed) {
    String numbers = "[Math.random(), Math.random(), Date.now()]";
    return js(Call.builder().seed(seed).arguments("-p", numbers)).stdout().text();
  }

  @Test
  void js_startUp_isPaidByNoCall() {
    long fuel = js(Call.builder().arguments("-p", "1+1")).usage().fuel();
    assertTrue(fuel < 500_000, "making the context alone takes 20 million; this took " + fuel);
  }

  @Test
  void js_randomNumbers_areFreshInEachCall() {
    assertNotEquals(printed("Math.random()"), printed("Math.random()"));
  }

  @Test
  void js_seededCalls_drawTheSameNumbersForTheSameSeed() {
    assertEquals(seeded(1), seeded(1));
    assertNotEquals(seeded(1), seeded(2));
  }

  @Test
  void js_clock_isTheCalls() {
    long before = System.currentTimeMillis();
    long seen = Long.parseLong(printed("Date.now()").strip());
    assertTrue(seen >= before && seen <= System.currentTimeMillis(), "clock says " + seen);
  }

  @Test
  void js_argumentsAndEnvironment_areTheCalls() {
    String script = "[args[0], std.getenv('NAME')]";
    for (String value : new String[] {"one", "two"}) {
      Call.Builder call = Call.builder().environment("NAME", value).arguments("-p", script, value);
      assertEquals("['%s', '%s']\n".formatted(value, value), js(call).stdout().text());
    }
  }

  @Test
  void js_filesOfTheWorkspace_areSeen() {
    SESSION
        .workspace()
        .writeFile("/seen.txt", "text".getBytes(java.nio.charset.StandardCharsets.UTF_8));
    assertEquals("text\n", printed("std.readFile('seen.txt')"));
  }

  @Test
  void js_globalsOfAScript_areGoneInTheNext() {
    assertEquals("1\n", printed("globalThis.leak = Array.prototype.leak = 1"));
    assertEquals("[undefined, undefined]\n", printed("[globalThis.leak, [].leak]"));
  }
}
