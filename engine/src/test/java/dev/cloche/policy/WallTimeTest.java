package dev.cloche.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WallTimeTest {

  @ParameterizedTest
  @CsvSource({
    "0s, 0",
    "250ms, 250",
    "10s, 10000",
    "2m, 120000",
    "1h, 3600000",
    "9223372036854775807h, 9223372036854775807",
    "99999999999999999999ms, 9223372036854775807"
  })
  void parse_digitsAndUnit_isTheProductOrTooLarge(String text, long millis) {
    assertEquals(Duration.ofMillis(millis), WallTime.parse(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "10", "s", "ten s", "-1s", "1.5s", "1M", "1d", "1s1ms", "PT1S"})
  void parse_anythingElse_saysWhatWouldBeRight(String text) {
    var error = assertThrows(IllegalArgumentException.class, () -> WallTime.parse(text));

    assertEquals(
        "\"" + text + "\" is not a duration; write digits and ms, s, m or h, such as 250ms or 10s",
        error.getMessage());
  }

  @Property
  void everyDurationReadsBackToTheMillisecond(@ForAll @LongRange(min = 0) long millis) {
    Duration wall = Duration.ofMillis(millis);

    assertEquals(wall, WallTime.parse(WallTime.format(wall)));
  }
}
