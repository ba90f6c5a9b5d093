package dev.cloche.egress;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.List;
import java.util.Set;

/**
 * Whether the addresses of a host may be dialled. Immutable and thread-safe.
 *
 * <p>Only addresses of the public Internet may, and with a rule's leave those of private networks
 * and of this machine: RFC 1918, RFC 6598, unique local ones, and loopback. All other special ones
 * may never, in particular those under which clouds offer a machine its credentials.
 *
 * <p>All answers are vetted, and one that may not be dialled denies them all: which of them a
 * client takes must not matter.
 *
 * <p>A network with a NAT64 prefix of its own (RFC 6052, section 2.2) reaches IPv4 addresses
 * through public-looking IPv6 ones; which prefix that is cannot be known here.
 */
public final class AddressVetting {

  /** Names of metadata services, which clouds resolve inside machines only. */
  private static final Set<String> METADATA_NAMES =
      Set.of(
          "metadata",
          "metadata.google.internal",
          "metadata.goog",
          "instance-data",
          "instance-data.ec2.internal",
          "metadata.azure.internal",
          "metadata.azure.com",
          "metadata.tencentyun.com",
          "metadata.platformequinix.com",
          "metadata.packet.net",
          "rancher-metadata");

  private static final AddressVetting PUBLIC_ONLY = new AddressVetting(false);

  private final boolean loopback;

  private AddressVetting(boolean loopback) {
    this.loopback = loopback;
  }

  /** Returns the vetting of production: public addresses, and private ones as a rule says. */
  public static AddressVetting publicOnly() {
    return PUBLIC_ONLY;
  }

  /** Returns one that takes this machine for a public place; only for tests of this package. */
  static AddressVetting withLoopback() {
    return new AddressVetting(true);
  }

  /** Whether the name is one under which a cloud gives a machine its credentials. */
  static boolean isMetadataName(String host) {
    return METADATA_NAMES.contains(host);
  }

  /**
   * Checks all answers of a resolver, or the address that a literal is.
   *
   * @param url the URL that a rule allowed
   * @param answers all addresses of its host
   * @param privateAddress whether the rule permits private ones
   * @throws EgressException of kind {@code DENIED} if one of them may not be dialled, {@code
   *     UNREACHABLE} if there are none; the message does not tell them
   */
  public void vet(CanonicalUrl url, List<InetAddress> answers, boolean privateAddress)
      throws EgressException {
    String host = Shown.quoted(url.host());
    if (answers.isEmpty()) {
      throw new EgressException(
          EgressException.Kind.UNREACHABLE, "", "host " + host + " has no address");
    }
    if (isMetadataName(url.host())) {
      throw denied("host " + host + " is a machine's metadata service");
    }
    if (url.isAddressLiteral() && !answers.equals(List.of(url.address()))) {
      throw denied("host " + host + " is an address, and another one was to be dialled");
    }
    for (InetAddress answer : answers) {
      if (!isDialable(answer, privateAddress)) {
        throw denied(
            "host "
                + host
                + " has an address that "
                + (privateAddress ? "no rule" : "this rule")
                + " lets be dialled");
      }
    }
  }

  private boolean isDialable(InetAddress address, boolean privateAddress) {
    if (address instanceof Inet6Address scoped && scoped.getScopeId() != 0) {
      return false;
    }
    if (loopback && address.isLoopbackAddress()) {
      return true;
    }
    AddressRange.Use use = AddressRange.use(address.getAddress());
    return use == AddressRange.Use.PUBLIC || (use == AddressRange.Use.PRIVATE && privateAddress);
  }

  private static EgressException denied(String message) {
    return new EgressException(EgressException.Kind.DENIED, EgressRules.ADDRESS_RULE, message);
  }
}
