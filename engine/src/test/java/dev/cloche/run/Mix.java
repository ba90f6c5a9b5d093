package dev.cloche.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.Call;
import dev.cloche.LimitKind;
import dev.cloche.Limits;
import dev.cloche.Outcome;
import dev.cloche.Running;
import dev.cloche.Session;
import dev.cloche.Tool;
import dev.cloche.TrapKind;
import java.time.Duration;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/** The kinds of calls of the endurance test: each makes one and checks that it ends as it must. */
enum Mix {
  /** Exits with the length of its argument. */
  COMPLETES(40, "completed") {
    @Override
    Outcome call(MixGuests guests, Session session, SplittableRandom random) {
      int status = random.nextInt(126);
      return exited(status, session.call(guests.exits(), Call.of("x".repeat(status))));
    }
  },
  /** Writes a file, under one of ten names. */
  WRITES(10, "completed") {
    @Override
    Outcome call(MixGuests guests, Session session, SplittableRandom random) {
      return exited(0, session.call(guests.writes().get(random.nextInt(10)), Call.of()));
    }
  },
  /** Executes {@code unreachable}. */
  TRAPS(10, "trapped") {
    @Override
    Outcome call(MixGuests guests, Session session, SplittableRandom random) {
      return trapped(session.call(guests.traps(), Call.of()));
    }
  },
  /** Grows until it is refused, and then traps. */
  MEMORY(5, "trapped") {
    @Override
    Outcome call(MixGuests guests, Session session, SplittableRandom random) {
      Outcome outcome = trapped(session.call(guests.grows(), Call.of()));
      assertTrue(outcome.usage().growthsRefused() > 0);
      assertEquals(session.limits().memoryBytes(), outcome.usage().memoryBytes());
      return outcome;
    }
  },
  /** Has little fuel. */
  FUEL(8, "limit-exceeded") {
    @Override
    Outcome call(MixGuests guests, Session session, SplittableRandom random) {
      Limits less = Limits.builder().fuel(random.nextLong(200_000)).build();
      return exceeded(LimitKind.FUEL, session.call(guests.spins(), limited(less)));
    }
  },
  /** Prints without end. */
  OUTPUT(5, "limit-exceeded") {
    @Override
    Outcome call(MixGuests guests, Session session, SplittableRandom random) {
      Outcome outcome = exceeded(LimitKind.OUTPUT, session.call(guests.prints(), Call.of()));
      assertEquals(session.limits().outputBytes(), outcome.stdout().size());
      return outcome;
    }
  },
  /** Computes or sleeps beyond 1 to 3 ms. */
  WALL(3, "limit-exceeded") {
    @Override
    Outcome call(MixGuests guests, Session session, SplittableRandom random) {
      Limits less =
          Limits.builder()
              .fuel(Limits.MAX_FUEL)
              .wall(Duration.ofMillis(1 + random.nextInt(3)))
              .build();
      return exceeded(LimitKind.WALL, session.call(endless(guests, random), limited(less)));
    }
  },
  /** Cancelled at a random moment, from before its start to some milliseconds after. */
  CANCELLED(5, "cancelled") {
    @Override
    Outcome call(MixGuests guests, Session session, SplittableRandom random) {
      Running running = session.start(endless(guests, random), Call.of());
      if (random.nextBoolean()) {
        LockSupport.parkNanos(random.nextInt(3_000_000));
      }
      running.cancel();
      return assertInstanceOf(Outcome.Cancelled.class, running.await());
    }
  },
  /** Asks for a host that no rule allows. */
  DENIED(5, "denied") {
    @Override
    Outcome call(MixGuests guests, Session session, SplittableRandom random) {
      return denied("network.default", session.call(guests.asksForMore(), Call.of()));
    }
  },
  /** Asks for what a rule allows. */
  FETCHES(1, "completed") {
    @Override
    Outcome call(MixGuests guests, Session session, SplittableRandom random) {
      return exited(0, session.call(guests.fetches(), Call.of()));
    }
  },
  /** Is not among the tools that the policy allows. */
  UNLISTED(3, "denied") {
    @Override
    Outcome call(MixGuests guests, Session session, SplittableRandom random) {
      return denied("tools.allow", session.call(guests.unlisted(), Call.of()));
    }
  },
  /** Is no module, or one that wants more memory than there may be. */
  REFUSED(5, "refused") {
    @Override
    Outcome call(MixGuests guests, Session session, SplittableRandom random) {
      Tool tool = random.nextBoolean() ? guests.broken() : guests.large();
      return assertInstanceOf(Outcome.Refused.class, session.call(tool, Call.of()));
    }
  };

  private static final int TOTAL = Arrays.stream(values()).mapToInt(kind -> kind.weight).sum();

  private final int weight;
  private final String id;

  Mix(int weight, String id) {
    this.weight = weight;
    this.id = id;
  }

  /** Makes a call and returns how it ended, which is as it should; else it fails the test. */
  abstract Outcome call(MixGuests guests, Session session, SplittableRandom random);

  /** What the audit says of how such a call ended. */
  String outcomeId() {
    return id;
  }

  /** Draws a kind. */
  static Mix draw(SplittableRandom random) {
    int left = random.nextInt(TOTAL);
    int at = 0;
    while (left >= values()[at].weight) {
      left -= values()[at++].weight;
    }
    return values()[at];
  }

  private static Tool endless(MixGuests guests, SplittableRandom random) {
    return random.nextBoolean() ? guests.sleeps() : guests.spins();
  }

  private static Call limited(Limits limits) {
    return Call.builder().limits(limits).build();
  }

  private static Outcome exited(int status, Outcome outcome) {
    assertEquals(
        status, assertInstanceOf(Outcome.Completed.class, outcome, outcome.message()).exitStatus());
    return outcome;
  }

  private static Outcome trapped(Outcome outcome) {
    assertEquals(
        TrapKind.UNREACHABLE,
        assertInstanceOf(Outcome.Trapped.class, outcome, outcome.message()).kind());
    return outcome;
  }

  private static Outcome denied(String rule, Outcome outcome) {
    assertEquals(rule, assertInstanceOf(Outcome.Denied.class, outcome, outcome.message()).rule());
    return outcome;
  }

  private static Outcome exceeded(LimitKind which, Outcome outcome) {
    assertEquals(
        which, assertInstanceOf(Outcome.LimitExceeded.class, outcome, outcome.message()).which());
    return outcome;
  }
}
