package dev.cloche.egress;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import okhttp3.Dns;

/** Knows the vetted addresses of one host, once, and asks nobody. Thread-safe. */
final class PinnedDns implements Dns {
  private final String host;
  private final List<InetAddress> addresses;
  private volatile boolean spent;

  PinnedDns(String host, List<InetAddress> addresses) {
    this.host = host;
    this.addresses = List.copyOf(addresses);
  }

  /**
   * No more connections: a lane that is used again has one, or is of no use. Addresses are vetted
   * for one connection and not kept for the next.
   */
  void spend() {
    spent = true;
  }

  @Override
  public List<InetAddress> lookup(String hostname) throws UnknownHostException {
    if (spent) {
      throw new StaleLane();
    }
    if (!hostname.equals(host)) {
      throw new UnknownHostException("not the host that was vetted");
    }
    return addresses;
  }

  /** The connection of a lane that was to be used again is gone, and nothing was sent. */
  static final class StaleLane extends UnknownHostException {
    private static final long serialVersionUID = 1;
  }
}
