package dev.cloche.egress;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/**
 * A range of addresses and what it is for.
 *
 * <p>The tables are IANA's registries of special-purpose IPv4 and IPv6 addresses (RFC 6890) with
 * the addresses of metadata services before them: of several ranges that hold an address the first
 * counts. IPv6 addresses that no range holds are public only within 2000::/3, which is all that
 * IANA has given out. Ranges through which an IPv4 address is reached (6to4, Teredo, NAT64, mapped
 * and compatible ones) are never dialled, whatever the address within.
 */
final class AddressRange {

  /** What addresses of a range are for. */
  enum Use {
    /** Dialled for everyone. */
    PUBLIC,
    /** Dialled if a rule permits private addresses. */
    PRIVATE,
    /** Never dialled. */
    NEVER
  }

  private static final List<AddressRange> IPV4 =
      List.of(
          never("100.100.100.200/32"), // Alibaba Cloud's metadata, within 100.64.0.0/10
          never("168.63.129.16/32"), // Azure's wire server, a public address
          never("0.0.0.0/8"), // this network, RFC 791
          open("10.0.0.0/8"), // RFC 1918
          open("100.64.0.0/10"), // shared by carriers, RFC 6598
          open("127.0.0.0/8"), // loopback, RFC 1122
          never("169.254.0.0/16"), // link-local, RFC 3927; metadata of most clouds
          open("172.16.0.0/12"), // RFC 1918
          never("192.0.0.0/24"), // protocol assignments, RFC 6890; Oracle Cloud's metadata
          never("192.0.2.0/24"), // documentation, RFC 5737
          never("192.31.196.0/24"), // AS112, RFC 7535
          never("192.52.193.0/24"), // multicast tunnels, RFC 7450
          never("192.88.99.0/24"), // 6to4 relays, RFC 7526
          open("192.168.0.0/16"), // RFC 1918
          never("192.175.48.0/24"), // AS112, RFC 7534
          never("198.18.0.0/15"), // benchmarks, RFC 2544
          never("198.51.100.0/24"), // documentation, RFC 5737
          never("203.0.113.0/24"), // documentation, RFC 5737
          never("224.0.0.0/4"), // multicast, RFC 5771
          never("240.0.0.0/4")); // reserved, RFC 1112, and broadcast, RFC 919

  private static final List<AddressRange> IPV6 =
      List.of(
          never("fd00:ec2::/32"), // services of AWS, metadata and credentials, within fc00::/7
          never("fd20:ce::/32"), // Google Cloud's metadata, within fc00::/7
          never("fd00:42::/32"), // Scaleway's metadata, within fc00::/7
          open("::1/128"), // loopback, RFC 4291
          never("::/96"), // unspecified and IPv4-compatible, RFC 4291
          never("::ffff:0:0:0/96"), // IPv4-translated, RFC 2765
          never("64:ff9b::/96"), // NAT64, RFC 6052
          never("64:ff9b:1::/48"), // NAT64 of a network, RFC 8215
          never("100::/64"), // discard only, RFC 6666
          never("100:0:0:1::/64"), // dummy prefix, RFC 9780
          never("2001::/23"), // protocol assignments, RFC 2928; Teredo, RFC 4380; ORCHID, RFC 7343
          never("2001:db8::/32"), // documentation, RFC 3849
          never("2002::/16"), // 6to4, RFC 3056
          never("2620:4f:8000::/48"), // AS112, RFC 7534
          never("3ffe::/16"), // 6bone, given back, RFC 3701
          never("3fff::/20"), // documentation, RFC 9637
          never("5f00::/16"), // segment routing, RFC 9602
          open("fc00::/7"), // unique local, RFC 4193
          never("fe80::/10"), // link-local, RFC 4291
          never("fec0::/10"), // site-local, RFC 3879
          never("ff00::/8")); // multicast, RFC 4291

  private static final AddressRange GLOBAL_IPV6 = range("2000::/3", Use.PUBLIC);

  /** The interface identifier of an address that holds an IPv4 address, RFC 5214, section 6.1. */
  private static final int ISATAP = 0x5efe;

  private final byte[] first;
  private final int bits;
  private final Use use;

  private AddressRange(byte[] first, int bits, Use use) {
    this.first = first;
    this.bits = bits;
    this.use = use;
  }

  /** Returns what an address of 4 or 16 bytes is for. */
  static Use use(byte[] address) {
    List<AddressRange> ranges = address.length == 4 ? IPV4 : IPV6;
    for (AddressRange range : ranges) {
      if (range.holds(address)) {
        return range.use;
      }
    }
    boolean given = address.length == 4 || (GLOBAL_IPV6.holds(address) && !isIsatap(address));
    return given ? Use.PUBLIC : Use.NEVER;
  }

  /** Whether an address of the same length is in this range. */
  boolean holds(byte[] address) {
    int whole = bits / 8;
    for (int i = 0; i < whole; i++) {
      if (address[i] != first[i]) {
        return false;
      }
    }
    int rest = bits % 8;
    return rest == 0 || (address[whole] ^ first[whole]) >> (8 - rest) == 0;
  }

  private static boolean isIsatap(byte[] address) {
    boolean universal = (address[8] & ~0x02) == 0 && address[9] == 0;
    return universal && address[10] == (byte) (ISATAP >> 8) && address[11] == (byte) ISATAP;
  }

  private static AddressRange never(String range) {
    return range(range, Use.NEVER);
  }

  private static AddressRange open(String range) {
    return range(range, Use.PRIVATE);
  }

  private static AddressRange range(String text, Use use) {
    int slash = text.indexOf('/');
    try {
      byte[] first = InetAddress.getByName(text.substring(0, slash)).getAddress();
      return new AddressRange(first, Integer.parseInt(text, slash + 1, text.length(), 10), use);
    } catch (UnknownHostException e) {
      throw new IllegalStateException("range " + text + " is no range", e);
    }
  }
}
