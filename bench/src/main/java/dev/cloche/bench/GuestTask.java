package dev.cloche.bench;

import dev.cloche.Call;
import dev.cloche.Engine;
import dev.cloche.Outcome;
import dev.cloche.Policy;
import dev.cloche.Session;
import dev.cloche.SessionOptions;
import dev.cloche.Tool;
import dev.cloche.tools.BundledTools;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** A script that fetches, all times in one call, under a policy with one rule. */
final class GuestTask implements NetTask {

  private static final String POLICY =
      """
      version: 1
      limits: { fuel: 1000G, wall: 1m }
      network:
        allow: [ { url: "%s", methods: [GET], private: true } ]
        requests: 1M
        received: 1024Gi
      """;

  private static final String SCRIPT =
      """
      const [url, times, length, step] = [args[0], ...args.slice(1).map(Number)];
      for (let i = 0; i < times; i++) {
        const response = await fetch(url);
        const body = await response.bytes();
        if (response.status !== 200 || body.length !== length)
          throw new Error(`${response.status}, ${body.length} bytes`);
        for (let at = 0; at < length; at += step)
          if (body[at] !== at % 251) throw new Error(`byte ${at} is ${body[at]}`);
      }
      console.log(times);
      """;

  /** Of each piece of this size one byte is looked at, as Java does; a prime. */
  private static final int STEP = 65_521;

  private final Engine engine = Engine.create();
  private final Tool tool = BundledTools.find("js").orElseThrow().tool();
  private final Session session;
  private final String times;
  private final Call call;

  GuestTask(NetServer server, int times) {
    this(server, times, STEP);
  }

  /** Looks at one byte of so many. */
  GuestTask(NetServer server, int times, int step) {
    ScriptCalls.prepare(engine, tool);
    Policy policy = Policy.parse(POLICY.formatted(server.url()), Path.of("/"));
    this.session = engine.openSession(SessionOptions.of(policy));
    session.workspace().writeFile("/fetch.js", SCRIPT.getBytes(StandardCharsets.UTF_8));
    this.times = String.valueOf(times);
    this.call =
        Call.of(
            "/fetch.js",
            server.url(),
            this.times,
            String.valueOf(server.length()),
            String.valueOf(step));
  }

  @Override
  public void run() {
    Outcome outcome = session.call(tool, call);
    if (!(outcome instanceof Outcome.Completed completed)
        || !completed.stdout().text().equals(times + "\n")) {
      throw new IllegalStateException(outcome.message());
    }
  }

  @Override
  public void close() {
    session.close();
    engine.close();
  }
}
