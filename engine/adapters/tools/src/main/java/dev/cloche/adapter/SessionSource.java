package dev.cloche.adapter;

import dev.cloche.Engine;
import dev.cloche.Session;
import dev.cloche.SessionOptions;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Where the session of a call comes from. What calls share, and conversations with them, is a
 * session: its files, its budgets, its credentials. Implementations are thread-safe.
 */
@FunctionalInterface
public interface SessionSource {

  /**
   * Runs one call in the session that belongs to a conversation.
   *
   * @param conversation whose call it is, as the framework names it; empty where it does not
   * @param call what to do with the session; called once, on the caller's thread
   * @return what the call returned
   */
  ToolAnswer with(String conversation, Function<Session, ToolAnswer> call);

  /** Returns a source of one session for all calls, which the caller closes. */
  static SessionSource of(Session session) {
    Objects.requireNonNull(session, "session");
    return (conversation, call) -> call.apply(session);
  }

  /**
   * Returns a source that opens a session for each call and closes it afterwards, so that nothing
   * passes from one call to the next.
   *
   * @param options asked for each call
   */
  static SessionSource ofEachCall(Engine engine, Supplier<SessionOptions> options) {
    Objects.requireNonNull(engine, "engine");
    Objects.requireNonNull(options, "options");
    return (conversation, call) -> {
      try (Session session = engine.openSession(options.get())) {
        return call.apply(session);
      }
    };
  }
}
