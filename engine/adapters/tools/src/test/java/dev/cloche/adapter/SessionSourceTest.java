package dev.cloche.adapter;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.cloche.Call;
import dev.cloche.Captured;
import dev.cloche.Engine;
import dev.cloche.Outcome;
import dev.cloche.Policy;
import dev.cloche.Session;
import dev.cloche.SessionOptions;
import dev.cloche.StructuredResult;
import dev.cloche.Usage;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which calls share a session. */
class SessionSourceTest {

  private static final ToolAnswer NOTHING =
      new ToolAnswer(
          new Outcome.Completed(0, Captured.EMPTY, Captured.EMPTY, Usage.NONE),
          StructuredResult.NONE,
          "");

  private final Engine engine = Engine.create();
  private final List<Session> seen = new ArrayList<>();

  private static SessionOptions options() {
    return SessionOptions.of(Policy.builder().build());
  }

  @AfterEach
  void close() {
    engine.close();
  }

  @CanIgnoreReturnValue
  private Session used(SessionSource source, String conversation) {
    assertEquals(
        NOTHING,
        source.with(
            conversation,
            session -> {
              seen.add(session);
              return NOTHING;
            }));
    return seen.get(seen.size() - 1);
  }

  @Test
  void eachCall_hasASessionOfItsOwnWhichIsClosed() {
    SessionSource source = SessionSource.ofEachCall(engine, SessionSourceTest::options);
    Session first = used(source, "a");

    assertFalse(first == used(source, "a"));
    assertThrows(IllegalStateException.class, () -> first.call(Guests.act(), Call.of()));
  }

  @Test
  void conversations_seeTheirOwnFilesAlone() {
    try (ConversationSessions source = ConversationSessions.of(engine, name -> options(), 4)) {
      used(source, "a").workspace().writeFile("/note", "mine".getBytes(UTF_8));

      assertEquals("mine", new String(used(source, "a").workspace().readFile("/note"), UTF_8));
      assertFalse(used(source, "b").workspace().exists("/note"));
      assertEquals(2, source.size());
    }
  }

  @Test
  void callsOfNoConversation_shareNothing() {
    try (ConversationSessions source = ConversationSessions.of(engine, name -> options(), 4)) {
      Session first = used(source, "");

      assertFalse(first == used(source, ""));
      assertThrows(IllegalStateException.class, () -> first.call(Guests.act(), Call.of()));
      assertEquals(0, source.size());
    }
  }

  @Test
  void conversations_beyondTheBound_closeTheOldestIdle() {
    try (ConversationSessions source = ConversationSessions.of(engine, name -> options(), 2)) {
      Session a = used(source, "a");
      Session b = used(source, "b");
      assertTrue(a == used(source, "a"));
      Session c = used(source, "c");

      assertEquals(2, source.size());
      assertTrue(a == used(source, "a") && c == used(source, "c"));
      assertFalse(b == used(source, "b"));
    }
  }

  @Test
  void conversations_allInUse_refuseAnother() {
    try (ConversationSessions source = ConversationSessions.of(engine, name -> options(), 1)) {
      Function<Session, ToolAnswer> another =
          session -> {
            assertThrows(IllegalStateException.class, () -> used(source, "b"));
            assertTrue(session == used(source, "a"));
            return NOTHING;
          };
      assertEquals(NOTHING, source.with("a", another));
      used(source, "b");
    }
  }

  @Test
  void conversation_thatEndsOrIsClosed_isGone() {
    ConversationSessions source = ConversationSessions.of(engine, name -> options(), 2);
    Session a = used(source, "a");
    source.end("a");
    source.end("never");

    assertFalse(a == used(source, "a"));
    source.close();
    assertThrows(IllegalStateException.class, () -> used(source, "a"));
    assertEquals(0, source.size());
  }

  @Test
  void closedSession_isAHostFault() {
    Session closed = engine.openSession();
    closed.close();
    ToolBox box = ToolBox.builder(SessionSource.of(closed)).add(Guests.act()).build();

    assertInstanceOf(Outcome.HostFault.class, box.call("act", "{}").outcome());
  }
}
