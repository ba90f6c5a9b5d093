package dev.cloche.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.module.GuestText;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CountTest {

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "007, 7",
    "1k, 1000",
    "500M, 500000000",
    "5G, 5000000000",
    "9223372036854775807, 9223372036854775807",
    "9223372036854775808, 9223372036854775807",
    "99999999999999999999999999G, 9223372036854775807",
    "10000000000G, 9223372036854775807"
  })
  void parse_digitsAndUnit_isTheProductOrTooLarge(String text, long expected) {
    assertEquals(expected, Count.parse(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", "banana", "M", "-1", "+1", "1.5M", "1 M", "1K", "1m", "1Ki", "0x10", "1_000", "1e3", "١"
      })
  void parse_anythingElse_saysWhatWouldBeRight(String text) {
    var error = assertThrows(IllegalArgumentException.class, () -> Count.parse(text));

    assertEquals(
        GuestText.quote(text)
            + " is not a count; write digits and an optional k, M or G, such as 500M",
        error.getMessage());
  }

  @Property
  void everyCountReadsBackAsItself(@ForAll @LongRange(min = 0) long count) {
    assertEquals(count, Count.parse(Count.format(count)));
    assertEquals(count, Count.parse(Long.toString(count)));
  }

  @Property
  void anyTextIsReadOrRefusedButNeverNegative(@ForAll String text) {
    try {
      assertTrue(Count.parse(text) >= 0);
    } catch (IllegalArgumentException refused) {
      assertTrue(refused.getMessage().contains("is not a count"));
    }
  }
}
