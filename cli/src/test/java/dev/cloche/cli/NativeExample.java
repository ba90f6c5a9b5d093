package dev.cloche.cli;

import dev.cloche.Call;
import dev.cloche.Engine;
import dev.cloche.Outcome;
import dev.cloche.Plan;
import dev.cloche.Policy;
import dev.cloche.Session;
import dev.cloche.Tool;
import dev.cloche.egress.Egress;
import dev.cloche.egress.EgressRules;
import dev.cloche.host.NativeBackend;
import dev.cloche.host.NativeCommand;
import dev.cloche.host.NativeLimits;
import dev.cloche.host.NativeNetwork;
import dev.cloche.host.NativeOptions;
import dev.cloche.host.NativeResult;
import dev.cloche.host.NativeSession;

/** The Java of docs/native.md, compiled. */
final class NativeExample {

  private NativeExample() {}

  static Outcome compile(Policy policy) {
    try (NativeBackend backend = NativeBackend.create(NativeOptions.defaults());
        Engine engine = Engine.builder().backend(backend).build();
        Session session = engine.openSession(policy)) {
      Outcome outcome =
          session.call(Tool.command("bash", "-c"), Call.of("gcc -o hello hello.c && ./hello"));
      return outcome;
    }
  }

  static NativeResult withNetwork(
      Plan plan, Egress egress, NativeSession session, NativeCommand command, NativeLimits limits) {
    EgressRules rules = plan.policy().network().rules();
    NativeNetwork network =
        NativeNetwork.of(rules, egress); // an Egress: HttpEgress, or that of a call
    NativeResult result = session.run(command, limits, network);
    return result;
  }
}
