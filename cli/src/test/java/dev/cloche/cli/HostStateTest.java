package dev.cloche.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostStateTest {

  @TempDir Path directory;

  @Test
  void clock_beforeTheBuild_isNotPlausible() throws IOException {
    Instant built = Version.timeOfBuild();

    assertFalse(HostState.of(Optional.empty(), built.minusSeconds(1)).clockPlausible());
    assertTrue(HostState.of(Optional.empty(), built.plusSeconds(1)).clockPlausible());
  }

  @Test
  void cache_thatIsThere_isCounted() throws IOException {
    HostState state = HostState.of(Optional.of(directory.resolve("none-yet")), Instant.now());

    assertEquals(0, state.cache().orElseThrow().entries());
  }

  @Test
  void cache_thatIsNone_isTold() throws IOException {
    Path file = Files.createFile(directory.resolve("file"));

    assertEquals(Optional.empty(), HostState.of(Optional.empty(), Instant.now()).cache());
    assertEquals(Optional.empty(), HostState.of(Optional.of(file), Instant.now()).cache());
  }
}
