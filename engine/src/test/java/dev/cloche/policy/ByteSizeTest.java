package dev.cloche.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ByteSizeTest {

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "65536, 65536",
    "64Ki, 65536",
    "16Mi, 16777216",
    "1Gi, 1073741824",
    "8589934592Gi, 9223372036854775807",
    "18446744073709551616, 9223372036854775807"
  })
  void parse_digitsAndUnit_isTheProductOrTooLarge(String text, long expected) {
    assertEquals(expected, ByteSize.parse(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "Mi", "1M", "1MB", "1MiB", "1mi", "-1Mi", "1.5Gi", "64 Ki"})
  void parse_anythingElse_saysWhatWouldBeRight(String text) {
    var error = assertThrows(IllegalArgumentException.class, () -> ByteSize.parse(text));

    assertEquals(
        "\"" + text + "\" is not a size; write digits and an optional Ki, Mi or Gi, such as 16Mi",
        error.getMessage());
  }

  @Property
  void everySizeReadsBackAsItself(@ForAll @LongRange(min = 0) long bytes) {
    assertEquals(bytes, ByteSize.parse(ByteSize.format(bytes)));
  }

  @Property
  void wholeMultiplesAreShownInTheirUnit(@ForAll @IntRange(min = 1, max = 1023) int count) {
    assertEquals(count + "Mi", ByteSize.format((long) count << 20));
  }
}
