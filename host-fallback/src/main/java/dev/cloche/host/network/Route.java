package dev.cloche.host.network;

/**
 * One place where the forwarder of a session listens, and what a connection to it is about.
 *
 * @param kind how a command speaks there
 * @param host the host that connections are for; empty where the command names it
 * @param port the port of that host, and the one listened on
 * @param address the loopback address that is listened on
 */
public record Route(Kind kind, String host, int port, String address) {
  /** How a command speaks. */
  public enum Kind {
    /** To a proxy of HTTP (RFC 9110, section 7.6.3), tunnels included. */
    PROXY,
    /** HTTP, as to the host itself. */
    HTTP,
    /** TLS, as to the host itself. */
    TLS
  }

  /** Host and port, as a tunnel wants them. */
  String authority() {
    return host + ":" + port;
  }
}
