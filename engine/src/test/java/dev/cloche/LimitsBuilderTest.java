package dev.cloche;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Limits, calls and tools that make no sense are refused where they are made. */
class LimitsBuilderTest {

  private static Arguments row(Consumer<Limits.Builder> change, String mentioned) {
    return Arguments.of(change, mentioned);
  }

  static Stream<Arguments> contradictions() {
    return Stream.of(
        row(limits -> limits.fuel(-1), "fuel limit -1"),
        row(limits -> limits.fuel(Limits.MAX_FUEL + 1), "fuel limit"),
        row(limits -> limits.fuel(Long.MIN_VALUE), "fuel limit"),
        row(limits -> limits.wall(Duration.ZERO), "wall limit"),
        row(limits -> limits.wall(Duration.ofNanos(999_999)), "wall limit"),
        row(limits -> limits.wall(Duration.ofSeconds(-5)), "wall limit"),
        row(limits -> limits.wall(Duration.ofDays(2)), "24 hours"),
        row(limits -> limits.wall(Duration.ofSeconds(Long.MAX_VALUE)), "wall limit"),
        row(limits -> limits.memoryBytes(5_000_000), "64 KiB page"),
        row(limits -> limits.memoryBytes(-65_536), "memory limit -65536"),
        row(limits -> limits.memoryBytes(2L << 30), "memory limit"),
        row(limits -> limits.outputBytes(-1), "output limit -1"),
        row(limits -> limits.outputBytes(Limits.MAX_OUTPUT_BYTES + 1), "output limit"));
  }

  @ParameterizedTest
  @MethodSource("contradictions")
  void build_valueOutOfItsRange_isRefusedInASentence(
      Consumer<Limits.Builder> change, String mentioned) {
    Limits.Builder builder = Limits.builder();
    change.accept(builder);
    IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, builder::build);
    assertTrue(String.valueOf(refused.getMessage()).contains(mentioned), refused.getMessage());
  }

  @Test
  void build_extremesOfTheRanges_areAccepted() {
    Limits least = new Limits(0, Duration.ofMillis(1), 0, 0);
    Limits most =
        new Limits(
            Limits.MAX_FUEL, Limits.MAX_WALL, Limits.MAX_MEMORY_BYTES, Limits.MAX_OUTPUT_BYTES);
    assertEquals(least, least.toBuilder().build());
    assertEquals(most, most.toBuilder().build());
  }

  @Test
  void call_contradictions_areRefused() {
    Call.Builder call = Call.builder();
    assertThrows(IllegalArgumentException.class, () -> call.arguments("a\0b"));
    assertThrows(IllegalArgumentException.class, () -> call.environment("", "x"));
    assertThrows(IllegalArgumentException.class, () -> call.environment("A=B", "x"));
    assertThrows(IllegalArgumentException.class, () -> call.environment("A", "x\0"));
    assertThrows(IllegalArgumentException.class, () -> Tool.of("", new byte[0]));
    assertThrows(IllegalArgumentException.class, () -> Engine.builder().preparedTools(0));
  }
}
