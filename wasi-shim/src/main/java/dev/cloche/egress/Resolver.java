package dev.cloche.egress;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/**
 * Turns a name into addresses, after a rule allowed it. May block; called off the guest's thread.
 */
@FunctionalInterface
public interface Resolver {

  /**
   * Returns all addresses of a name, at least one.
   *
   * @param host a name in canonical form, never an address literal
   * @throws UnknownHostException if there are none
   */
  List<InetAddress> resolve(String host) throws UnknownHostException;

  /** The resolver of the JVM, thus of the machine. */
  static Resolver system() {
    return host -> List.of(InetAddress.getAllByName(host));
  }
}
