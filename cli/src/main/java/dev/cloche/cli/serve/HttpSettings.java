package dev.cloche.cli.serve;

import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.Set;

/**
 * Where a server listens, and whom it answers.
 *
 * @param address the address and port; port 0 takes a free one
 * @param token what a request has to bring as {@code Authorization: Bearer}; required unless the
 *     address is loopback
 * @param hosts names under which clients reach it, beside the address; lower case, without port
 * @param origins origins of web pages that may use it; none by default
 */
public record HttpSettings(
    InetSocketAddress address, Optional<String> token, Set<String> hosts, Set<String> origins) {

  /** 16 characters; a token is guessed at the speed of requests. */
  public static final int MIN_TOKEN = 16;

  /**
   * Checks the parts.
   *
   * @throws IllegalArgumentException if others than this machine could reach it without a token, or
   *     under any name
   */
  public HttpSettings {
    hosts = Set.copyOf(hosts);
    origins = Set.copyOf(origins);
    if (address.isUnresolved()) {
      throw new IllegalArgumentException("the address is not one of this machine");
    }
    if (!address.getAddress().isLoopbackAddress() && token.isEmpty()) {
      throw new IllegalArgumentException(
          "an address that others can reach needs a token; give --token-file, or listen on"
              + " 127.0.0.1");
    }
    if (address.getAddress().isAnyLocalAddress() && hosts.isEmpty()) {
      throw new IllegalArgumentException(
          "an address that stands for all needs --allowed-host, the name that clients use");
    }
    if (token.isPresent() && token.get().length() < MIN_TOKEN) {
      throw new IllegalArgumentException("a token has " + MIN_TOKEN + " characters or more");
    }
  }

  @Override
  public String toString() {
    return "HttpSettings[" + address + "]";
  }
}
