package dev.cloche.host;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BubblewrapVersionTest {
  private static NativeRefusal refusal(String text) {
    return assertThrows(
            RefusedException.class, () -> BubblewrapVersion.require(BubblewrapVersion.parse(text)))
        .reason();
  }

  @ParameterizedTest
  @ValueSource(strings = {"bubblewrap 0.8.0", "bubblewrap 0.11.0", "bubblewrap 1.0"})
  void aNewVersion_isTaken(String text) {
    assertDoesNotThrow(() -> BubblewrapVersion.require(BubblewrapVersion.parse(text)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"bubblewrap 0.7.9", "bubblewrap 0.0", "", "bwrap 0.8", "bubblewrap x.y", "0.8.0"})
  void x1_anOldOneOrNone_isRefused(String text) {
    assertEquals(NativeRefusal.PROGRAM_UNSAFE, refusal(text));
  }
}
