package dev.cloche.host.attack;

import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Attacks by a command that does as it likes, as the user that runs the tests. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AttacksTest {
  private Arena arena;

  @BeforeAll
  void open() throws IOException {
    arena = Arena.open(false);
  }

  @AfterAll
  void nothingIsLeftOver() throws IOException {
    arena.close();
  }

  static List<Attack> attacks() {
    return Stream.of(FileAttacks.all(), KernelAttacks.all(), NetworkAttacks.all())
        .flatMap(List::stream)
        .toList();
  }

  @ParameterizedTest
  @MethodSource("attacks")
  void attack(Attack attack) throws IOException {
    arena.attack(attack, Arena.LIMITS);
  }
}
