package dev.cloche.bench;

import java.time.LocalDate;

/**
 * What every page says of where its figures come from.
 *
 * @param machine where it was measured
 * @param date when
 * @param command what was typed
 */
record PageHeading(Machine machine, LocalDate date, String command) {

  String markdown() {
    return "- machine: " + machine + "\n- date: " + date + "\n- command: `" + command + "`\n";
  }
}
