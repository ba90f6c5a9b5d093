package dev.cloche.egress;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Attack N12: what a denial costs, by host. Prints a table, and is no test of time; what it does
 * check is that no denial asks the resolver. docs/threat-model.md has a result. No build runs it:
 *
 * <pre>mvn -pl .,wasi-shim -Dtest=DenialTimeRun -Dcloche.denialTime=true test</pre>
 */
@EnabledIfSystemProperty(named = "cloche.denialTime", matches = "true")
class DenialTimeRun {

  private static final int ROUNDS = 40_000;
  private static final int WARM_UP = 20_000;

  /** As long as each other: a longer text takes longer to read, whatever host it names. */
  private static final List<String> URLS =
      List.of(
          "http://localhost:80/aa/bb", // a name that there is
          "http://absent.invalid/a/b", // a name that there is not
          "http://127.0.0.1:8080/a/b", // something may listen there
          "http://10.111.222.123/a/b", // a private address
          "http://allowed.test/other", // the host of a rule, another path
          "http://other.deny.test/ab"); // a rule denies it

  private final AtomicInteger asked = new AtomicInteger();

  @Test
  void n12_denials_costTheSameForEveryHost() throws EgressException {
    EgressRule allow =
        new EgressRule(
            "network.allow[0]",
            UrlPattern.parse("http://allowed.test/v1/"),
            Set.of("GET"),
            false,
            Optional.empty());
    EgressRule deny =
        new EgressRule(
            "network.deny[0]",
            UrlPattern.parse("http://other.deny.test/"),
            Set.of(),
            false,
            Optional.empty());
    try (HttpEgress egress =
        HttpEgress.builder(EgressRules.of(List.of(allow), List.of(deny)))
            .resolver(this::ask)
            .build()) {
      print(measured(egress));
    }
    assertEquals(0, asked.get());
  }

  private List<java.net.InetAddress> ask(String host) throws UnknownHostException {
    asked.incrementAndGet();
    throw new UnknownHostException(host);
  }

  /** In another order each round, so that what else the machine does meets all alike. */
  private static Map<String, long[]> measured(HttpEgress egress) throws EgressException {
    Map<String, long[]> times = new LinkedHashMap<>();
    URLS.forEach(url -> times.put(url, new long[ROUNDS - WARM_UP]));
    List<String> order = new ArrayList<>(URLS);
    Random random = new Random(12);
    for (int i = 0; i < ROUNDS; i++) {
      Collections.shuffle(order, random);
      for (String url : order) {
        long time = time(egress, url);
        if (i >= WARM_UP) {
          times.get(url)[i - WARM_UP] = time;
        }
      }
    }
    return times;
  }

  private static long time(HttpEgress egress, String url) throws EgressException {
    FetchRequest request = FetchRequest.of("GET", url);
    long start = System.nanoTime();
    try {
      egress.open(request, Patience.endless()).close();
      throw new AssertionError(url + " is allowed");
    } catch (EgressException denied) {
      long time = System.nanoTime() - start;
      assertEquals(EgressException.Kind.DENIED, denied.kind());
      return time;
    }
  }

  private static void print(Map<String, long[]> times) {
    System.out.println("| URL | quartiles of a denial, ns |");
    times.forEach(
        (url, all) -> {
          Arrays.sort(all);
          System.out.printf(
              "| `%s` | %,d %,d %,d |%n",
              url, all[all.length / 4], all[all.length / 2], all[all.length * 3 / 4]);
        });
  }
}
