package dev.cloche.egress;

import java.net.IDN;
import java.text.Normalizer;
import java.util.Locale;
import java.util.regex.Pattern;
import okhttp3.HttpUrl;
import org.jspecify.annotations.Nullable;

/**
 * Hosts of URLs in their one form.
 *
 * <p>A host is a name of letters, digits and hyphens (RFC 1123), an IPv4 address as four decimal
 * numbers, or an IPv6 address in brackets. Names are in lower case and in ASCII: a name in another
 * script is its A-labels (RFC 5890), so that a rule is compared with what is looked up and a
 * homograph is seen.
 *
 * <p>WHATWG's URL standard reads a host whose last label is a number as an IPv4 address in octal,
 * hexadecimal or short forms; resolvers of C libraries do so as well, OkHttp does not. Such hosts
 * are refused.
 */
final class UrlHost {
  private static final int MAX_NAME = 253;
  private static final int MAX_LABEL = 63;
  private static final String OCTET = "(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])";
  private static final Pattern IPV4 = Pattern.compile("(" + OCTET + "\\.){3}" + OCTET);
  private static final Pattern IPV6 = Pattern.compile("\\[[0-9A-Fa-f:]{2,39}\\]");
  private static final Pattern LABEL = Pattern.compile("[a-z0-9]([a-z0-9-]*[a-z0-9])?");
  private static final Pattern NUMBER = Pattern.compile("[0-9]+|0x[0-9a-f]*");

  private UrlHost() {}

  /** Returns the host in its one form, an IPv6 address without brackets. */
  static String canonical(String written) throws MalformedUrl {
    if (written.isEmpty()) {
      throw new MalformedUrl("it has no host");
    }
    if (written.startsWith("[")) {
      return ipv6(written);
    }
    boolean ascii = written.chars().allMatch(c -> c < 0x80);
    return named(ascii ? written.toLowerCase(Locale.ROOT) : ascii(written));
  }

  /** Whether a host in its one form is an address. */
  static boolean isAddress(String host) {
    return host.indexOf(':') >= 0 || IPV4.matcher(host).matches();
  }

  private static String ipv6(String written) throws MalformedUrl {
    HttpUrl read =
        IPV6.matcher(written).matches() ? HttpUrl.parse("http://" + written + "/") : null;
    // OkHttp turns an address of ::ffff:0:0/96 into the IPv4 address that it holds: two names for
    // one place, of which a rule would know one.
    if (read == null || read.host().indexOf(':') < 0) {
      throw new MalformedUrl(
          "host " + Shown.quoted(written) + " is not a plain IPv6 address in brackets");
    }
    return read.host();
  }

  private static String named(String host) throws MalformedUrl {
    if (IPV4.matcher(host).matches()) {
      return host;
    }
    String[] labels = host.split("\\.", -1);
    for (String label : labels) {
      requireLabel(label);
    }
    String last = labels[labels.length - 1];
    if (NUMBER.matcher(last).matches()) {
      throw new MalformedUrl(
          "its host ends in a number, but is not an IPv4 address of four decimal numbers");
    }
    if (host.length() > MAX_NAME) {
      throw new MalformedUrl("its host has more than " + MAX_NAME + " characters");
    }
    return host;
  }

  private static void requireLabel(String label) throws MalformedUrl {
    if (!LABEL.matcher(label).matches() || label.length() > MAX_LABEL) {
      throw new MalformedUrl(
          "part "
              + Shown.quoted(label)
              + " of its host is not 1 to 63 letters, digits and hyphens within");
    }
    if (label.startsWith("xn--") && unicode(label) == null) {
      throw new MalformedUrl("part " + Shown.quoted(label) + " of its host is not an A-label");
    }
  }

  /**
   * Returns a name in A-labels. Each label must come back as it was, which leaves out what is
   * mapped to something else (full width letters, other full stops) or left out of the name.
   */
  private static String ascii(String written) throws MalformedUrl {
    String host = Normalizer.normalize(written, Normalizer.Form.NFC).toLowerCase(Locale.ROOT);
    HttpUrl read = HttpUrl.parse("http://" + host + "/");
    String[] labels = host.split("\\.", -1);
    String[] mapped = read == null ? new String[0] : read.host().split("\\.", -1);
    boolean same =
        labels.length == mapped.length && written.codePoints().noneMatch(UrlHost::isDisguise);
    for (int i = 0; same && i < labels.length; i++) {
      same = mapped[i].equals(labels[i]) || labels[i].equals(unicode(mapped[i]));
    }
    if (!same || read == null) {
      throw new MalformedUrl(
          "host " + Shown.quoted(written) + " has no A-labels that read back as it");
    }
    return read.host();
  }

  /** Whether a character is one that stands for ASCII, such as the sign for kelvin. */
  private static boolean isDisguise(int c) {
    String plain = Normalizer.normalize(Character.toString(c), Normalizer.Form.NFKC);
    return c >= 0x80 && plain.toLowerCase(Locale.ROOT).chars().anyMatch(each -> each < 0x80);
  }

  /**
   * Returns what an A-label stands for; null if it stands for nothing. The JDK knows IDNA 2003,
   * OkHttp UTS 46: a label that they encode differently (sharp s, final sigma, joiners) is two
   * names, and refused.
   */
  private static @Nullable String unicode(String label) {
    String read = IDN.toUnicode(label, IDN.ALLOW_UNASSIGNED);
    return read.equals(label) || read.chars().allMatch(c -> c < 0x80) ? null : read;
  }
}
