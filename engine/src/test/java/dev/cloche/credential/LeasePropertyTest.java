package dev.cloche.credential;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cloche.egress.EgressException;
import java.time.Duration;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;

@Tag("one-jdk")
class LeasePropertyTest {
  private static final long TTL_SECONDS = 10;
  private static final int USES = 4;

  enum Step {
    USE,
    USE_ELSEWHERE,
    ADVANCE,
    STEP_BACK,
    REVOKE,
    END_CALL,
    NEXT_CALL
  }

  /** What a lease is, in the plainest words. */
  private static final class Model {
    boolean issued;
    boolean expired;
    boolean revoked;
    boolean ended;
    long age;
    int used;

    boolean use(boolean elsewhere) {
      if (revoked || ended) {
        return false;
      }
      issued = true;
      expired |= age >= TTL_SECONDS;
      if (expired || elsewhere || used >= USES) {
        return false;
      }
      used++;
      return true;
    }

    void advance(long seconds) {
      age += issued ? seconds : 0;
    }

    void nextCall() {
      issued = false;
      expired = false;
      ended = false;
      age = 0;
      used = 0;
    }
  }

  @Property(tries = 2_000)
  void noUseHappensOutsideTheLease(@ForAll("steps") List<Step> steps) {
    FakeLending fake = new FakeLending();
    LeaseBook book = fake.book("s", FakeLending.rule(Duration.ofSeconds(TTL_SECONDS), USES));
    CallLeases call = book.forCall("0", "tool");
    Model model = new Model();
    for (int i = 0; i < steps.size(); i++) {
      switch (steps.get(i)) {
        case USE -> assertEquals(model.use(false), use(call, "/repos/a"), "step " + i);
        case USE_ELSEWHERE -> assertEquals(model.use(true), use(call, "/other"), "step " + i);
        case ADVANCE -> {
          fake.advance(Duration.ofSeconds(3));
          model.advance(3);
        }
        case STEP_BACK -> {
          fake.advance(Duration.ofSeconds(-1));
          model.advance(-1);
        }
        case REVOKE -> {
          book.revoke("github");
          model.revoked = true;
        }
        case END_CALL -> {
          call.close();
          model.ended = true;
        }
        case NEXT_CALL -> {
          call = book.forCall("" + i, "tool");
          model.nextCall();
        }
      }
    }
  }

  private static boolean use(CallLeases call, String path) {
    try {
      call.inject("github", "GET", FakeLending.url("https://api.example.com" + path), () -> {})
          .close();
      return true;
    } catch (EgressException e) {
      assertEquals(EgressException.Kind.DENIED, e.kind());
      return false;
    }
  }

  @Provide
  Arbitrary<List<Step>> steps() {
    return Arbitraries.frequency(
            net.jqwik.api.Tuple.of(8, Step.USE),
            net.jqwik.api.Tuple.of(2, Step.USE_ELSEWHERE),
            net.jqwik.api.Tuple.of(4, Step.ADVANCE),
            net.jqwik.api.Tuple.of(2, Step.STEP_BACK),
            net.jqwik.api.Tuple.of(1, Step.REVOKE),
            net.jqwik.api.Tuple.of(1, Step.END_CALL),
            net.jqwik.api.Tuple.of(3, Step.NEXT_CALL))
        .list()
        .ofMaxSize(40);
  }
}
