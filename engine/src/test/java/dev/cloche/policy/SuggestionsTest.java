package dev.cloche.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SuggestionsTest {

  private static final List<String> COMMANDS = List.of("run", "tools", "inspect", "help");

  @ParameterizedTest
  @CsvSource({
    "rnu, run",
    "RUN, run",
    "tool, tools",
    "insepct, inspect",
    "ins, inspect",
    "banana,",
    "x,"
  })
  void nearest_ofSomethingTyped_isWhatWasMeant(String typed, String meant) {
    assertEquals(Optional.ofNullable(meant), Suggestions.nearest(typed, COMMANDS));
  }

  @Property(tries = 200)
  void distanceIsSymmetricAndBounded(
      @ForAll @StringLength(max = 8) String left, @ForAll @StringLength(max = 8) String right) {
    int distance = Suggestions.distance(left, right);

    assertEquals(distance, Suggestions.distance(right, left));
    assertEquals(0, Suggestions.distance(left, left));
    assertTrue(distance <= 2 * Math.max(left.length(), right.length()) + 8);
  }
}
