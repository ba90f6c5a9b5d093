package dev.cloche;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class SessionIdTest {

  @Test
  void random_manyTimes_isARandomUuidEachTime() {
    Set<UUID> seen = new HashSet<>();
    long either = 0;
    long both = -1;
    for (int i = 0; i < 1000; i++) {
      String text = SessionId.random();
      UUID id = UUID.fromString(text);
      assertEquals(text, id.toString());
      assertEquals(4, id.version());
      assertEquals(2, id.variant());
      either |= id.getLeastSignificantBits();
      both &= id.getLeastSignificantBits();
      assertTrue(seen.add(id), text);
    }
    // Every bit but those of the variant was 0 once and 1 once.
    assertEquals(-1L >>> 2, either & -1L >>> 2);
    assertEquals(0, both & -1L >>> 2);
  }

  @Test
  void id_ofOptions_isOneOfThese() {
    Policy policy = Policy.builder().build();
    String id = SessionOptions.of(policy).id();
    assertEquals(4, UUID.fromString(id).version());
    assertNotEquals(id, SessionOptions.of(policy).id());
  }
}
