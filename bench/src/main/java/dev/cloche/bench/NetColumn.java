package dev.cloche.bench;

/** Who fetches. Each is loaded in a JVM of its own. */
public enum NetColumn {
  /** The HTTP client that egress uses, as it comes. */
  CLIENT("OkHttp"),
  /** Egress, called by Java. */
  EGRESS("egress"),
  /** The bundled {@code js}, by its {@code fetch}. */
  GUEST("`fetch` in `js`");

  private final String heading;

  NetColumn(String heading) {
    this.heading = heading;
  }

  /** The name in the report. */
  String heading() {
    return heading;
  }

  /** Makes what fetches from a server, so many times a run. */
  NetTask task(NetServer server, int times) {
    return switch (this) {
      case CLIENT -> new ClientTask(server, times);
      case EGRESS -> new EgressTask(server, times);
      case GUEST -> new GuestTask(server, times);
    };
  }
}
