package dev.cloche.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cloche.Call;
import dev.cloche.Limits;
import dev.cloche.Plan;
import dev.cloche.Policy;
import dev.cloche.Tool;
import dev.cloche.testkit.Policies;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** The number that a gate's answer travels by. */
class PlanDigestTest {

  private static final Tool TOOL = Tool.of("t", new byte[] {0, 'a', 's', 'm', 1, 0, 0, 0});
  private static final Tool OTHER =
      Tool.of("t", new byte[] {0, 'a', 's', 'm', 1, 0, 0, 0, 0, 2, 1, 'x'});

  @Provide
  Arbitrary<Policy> policies() {
    return Policies.values();
  }

  @Property(tries = 50)
  void digest_ofPlansThatDiffer_differs_andOfEqualOnesIsEqual(
      @ForAll("policies") Policy policy, @ForAll List<Integer> numbers) {
    List<String> arguments = numbers.stream().map(String::valueOf).toList();
    String digest = Plan.of(TOOL, Call.builder().arguments(arguments).build(), policy).digest();
    Policy equal = policy.toBuilder().build();
    assertEquals(
        digest, Plan.of(TOOL, Call.builder().arguments(arguments).build(), equal).digest());

    Set<String> all = new HashSet<>();
    Call call = Call.builder().arguments(arguments).build();
    Limits less = policy.limits().toBuilder().fuel(policy.limits().fuel() == 7 ? 8 : 7).build();
    all.add(digest);
    all.add(Plan.of(OTHER, call, policy).digest());
    all.add(Plan.of(TOOL, call, policy.toBuilder().environment("NEW", "1").build()).digest());
    all.add(Plan.of(TOOL, call, policy.toBuilder().limits(less).build()).digest());
    all.add(of(policy, Call.builder().arguments(arguments).arguments("x")));
    all.add(of(policy, Call.builder().arguments(arguments).environment("x", "")));
    all.add(of(policy, Call.builder().arguments(arguments).environment("x", "y")));
    all.add(of(policy, Call.builder().arguments(arguments).stdin("x")));
    all.add(of(policy, Call.builder().arguments(arguments).seed(1)));
    assertEquals(9, all.size());
  }

  private static String of(Policy policy, Call.Builder call) {
    return Plan.of(TOOL, call.build(), policy).digest();
  }
}
