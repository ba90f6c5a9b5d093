package dev.cloche.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Changes lines of a policy document. */
final class PolicyMutant {
  private static final List<String> VALUES =
      List.of(
          "-1",
          "0",
          "1",
          "1.5",
          "1e9",
          "0x10",
          "1Ki",
          "1ki",
          "10 s",
          "10s",
          "1h1m",
          "100%",
          "true",
          "null",
          "~",
          "\"\"",
          "[]",
          "{}",
          "[ {} ]",
          "&a [ *a ]",
          "!!binary aaaa",
          "read",
          "9223372036854775808",
          "\"https://*.example.com/\"",
          "\"*\"",
          "../..",
          "/",
          "|\n  text");

  private static final List<String> LINES =
      List.of(
          "unknown: 1",
          "version: 2",
          "version: 1",
          "limits: { fuel: 1 }",
          "  fuel: 1",
          "? [ a ]",
          "---",
          "...",
          "<<: *a",
          "\tlimits: {}",
          "# note",
          "network: { allow: [ { url: \"https://a.example.com/\", privat: true } ] }");

  private PolicyMutant() {}

  static String of(String document, Random random) {
    List<String> lines = new ArrayList<>(document.lines().toList());
    for (int i = 1 + random.nextInt(3); i > 0 && !lines.isEmpty(); i--) {
      change(lines, random);
    }
    return String.join("\n", lines) + "\n";
  }

  private static void change(List<String> lines, Random random) {
    int at = random.nextInt(lines.size());
    String line = lines.get(at);
    switch (random.nextInt(7)) {
      case 0 -> lines.remove(at);
      case 1 -> lines.add(at, line);
      case 2 -> lines.set(at, "  " + line);
      case 3 -> lines.set(at, line.replaceFirst("^ {1,2}", ""));
      case 4 -> lines.add(at, LINES.get(random.nextInt(LINES.size())));
      case 5 -> lines.set(at, line.substring(0, random.nextInt(line.length() + 1)));
      default -> {
        String value = VALUES.get(random.nextInt(VALUES.size()));
        int colon = line.indexOf(':');
        lines.set(at, (colon < 0 ? line : line.substring(0, colon + 1) + " ") + value);
      }
    }
  }
}
