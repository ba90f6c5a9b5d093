package dev.cloche.adapter;

import dev.cloche.Engine;
import dev.cloche.Session;
import dev.cloche.SessionOptions;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/**
 * A session for each conversation, so that the calls of one see the same files and those of two
 * never do; a call of no conversation has one to itself. Holds a bounded number: when another
 * comes, the idle one that was used least recently is closed, and its files are gone. Thread-safe;
 * sessions are opened one at a time.
 */
public final class ConversationSessions implements SessionSource, AutoCloseable {

  private final Engine engine;
  private final Function<String, SessionOptions> options;
  private final int most;
  private final Map<String, Held> held = new LinkedHashMap<>(16, 0.75f, true);
  private boolean closed;

  private ConversationSessions(Engine engine, Function<String, SessionOptions> options, int most) {
    this.engine = Objects.requireNonNull(engine, "engine");
    this.options = Objects.requireNonNull(options, "options");
    this.most = most;
  }

  /** A session and how many calls use it; guarded by the owner. */
  private static final class Held {
    private final Session session;
    private int users;

    Held(Session session) {
      this.session = session;
    }
  }

  /**
   * Returns an empty one.
   *
   * @param options asked once for each conversation, with its name, and for each call of none, with
   *     an empty one
   * @param most how many sessions are open at once, at least 1
   */
  public static ConversationSessions of(
      Engine engine, Function<String, SessionOptions> options, int most) {
    if (most < 1) {
      throw new IllegalArgumentException("sessions " + most + " is below 1");
    }
    return new ConversationSessions(engine, options, most);
  }

  /**
   * {@inheritDoc}
   *
   * @param conversation empty for none: what cannot be told apart shares nothing
   * @throws IllegalStateException if it is closed, or all sessions that may be open are in use
   */
  @Override
  public ToolAnswer with(String conversation, Function<Session, ToolAnswer> call) {
    if (conversation.isEmpty()) {
      try (Session session = engine.openSession(options.apply(conversation))) {
        return call.apply(session);
      }
    }
    Held taken = take(conversation);
    try {
      return call.apply(taken.session);
    } finally {
      giveBack(taken);
    }
  }

  private synchronized Held take(String conversation) {
    if (closed) {
      throw new IllegalStateException("the sessions are closed");
    }
    Held known = held.get(conversation);
    if (known == null) {
      makeRoom();
      known = new Held(engine.openSession(options.apply(conversation)));
      held.put(conversation, known);
    }
    known.users++;
    return known;
  }

  private synchronized void giveBack(Held taken) {
    taken.users--;
  }

  private void makeRoom() {
    Iterator<Held> oldestFirst = held.values().iterator();
    while (held.size() >= most && oldestFirst.hasNext()) {
      Held oldest = oldestFirst.next();
      if (oldest.users == 0) {
        oldestFirst.remove();
        oldest.session.close();
      }
    }
    if (held.size() >= most) {
      throw new IllegalStateException("all of " + most + " sessions are in use");
    }
  }

  /** Ends a conversation: its calls are cancelled, its session is closed, its files are gone. */
  public void end(String conversation) {
    Held gone;
    synchronized (this) {
      gone = held.remove(conversation);
    }
    if (gone != null) {
      gone.session.close();
    }
  }

  /** Returns how many sessions are open. */
  public synchronized int size() {
    return held.size();
  }

  /** Closes all sessions; the engine stays open. */
  @Override
  public void close() {
    List<Held> all;
    synchronized (this) {
      closed = true;
      all = new ArrayList<>(held.values());
      held.clear();
    }
    all.forEach(one -> one.session.close());
  }
}
