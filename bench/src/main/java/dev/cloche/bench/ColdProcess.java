package dev.cloche.bench;

import java.util.List;
import java.util.stream.DoubleStream;

/** Programs that evaluate {@code 1} in a process of their own. */
enum ColdProcess {
  CLOCHE("`./cloche run js -e 1`"),
  NODE("`node -e 1`");

  private final String title;

  ColdProcess(String title) {
    this.title = title;
  }

  String title() {
    return title;
  }

  /**
   * Milliseconds from start to end of so many processes, after one that is not counted: it builds,
   * and fills caches.
   *
   * @throws MissingException if the program is not here
   */
  Samples measure(int count) throws MissingException {
    List<String> command = command();
    double ignored = ProcessTime.millis(command);
    return Samples.of(
        DoubleStream.generate(() -> ProcessTime.millis(command)).limit(count).toArray());
  }

  private List<String> command() throws MissingException {
    return switch (this) {
      case CLOCHE ->
          List.of(BuildFiles.module().resolve("../cloche").toString(), "run", "js", "-e", "1");
      case NODE -> List.of(Programs.find("node"), "-e", "1");
    };
  }
}
