package dev.cloche.bench;

import static dev.cloche.bench.NetColumn.CLIENT;
import static dev.cloche.bench.NetColumn.EGRESS;
import static dev.cloche.bench.NetColumn.GUEST;

import java.util.Locale;

/**
 * The Markdown page of what requests cost.
 *
 * @param heading where, when and how
 * @param results the times
 */
record NetReport(PageHeading heading, Results<NetWork, NetColumn> results) {

  private static final double MICROS = 1000;

  private static final String INTRODUCTION =
      """
      # What requests cost

      Microseconds of processor time for one GET over a kept connection to a server on 127.0.0.1, in plain HTTP/1.1, with the whole body read
      and checked: of all threads of the JVM, the server's, the JIT compiler's and the garbage collector's included; median ± half the distance between the quartiles. *OkHttp* is the client with its defaults, *egress* the
      engine's way out over the same client, called by Java, and *`fetch` in `js`* a script under a policy, which makes 100 requests
      (2 of 10 MB) in each call. A ratio says how many times as long as OkHttp it took; *more* is the difference for one request.

      """;

  private static final String HEADING =
      """
      | body | OkHttp | egress | egress / OkHttp | more | `fetch` in `js` | `js` / OkHttp | more |
      |---|---:|---:|---:|---:|---:|---:|---:|
      """;

  /** The whole page. */
  String markdown() {
    StringBuilder page = new StringBuilder(INTRODUCTION);
    page.append(heading.markdown()).append('\n');
    page.append(HEADING);
    results.rows().forEach(work -> page.append(row(work)));
    return page.toString();
  }

  private String row(NetWork work) {
    Samples client = results.of(work, CLIENT);
    return "| %s | %s | %s | %s |%n"
        .formatted(
            work.title(),
            time(client.median(), client.error()),
            beside(results.of(work, EGRESS), client),
            beside(results.of(work, GUEST), client));
  }

  private static String beside(Samples samples, Samples client) {
    return time(samples.median(), samples.error())
        + " | "
        + samples.over(client)
        + " | "
        + time(samples.median() - client.median(), Math.hypot(samples.error(), client.error()));
  }

  private static String time(double millis, double error) {
    String digits = Math.abs(millis) < 1 ? "%.1f ± %.1f" : "%,.0f ± %,.0f";
    return String.format(Locale.ROOT, digits, millis * MICROS, error * MICROS);
  }
}
