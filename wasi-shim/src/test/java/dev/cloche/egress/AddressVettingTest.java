package dev.cloche.egress;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressVettingTest {
  private static final AddressVetting VETTING = AddressVetting.publicOnly();
  private static final String PUBLIC = "93.184.216.34";

  private static CanonicalUrl name() throws EgressException {
    return CanonicalUrl.parse("https://name.example/");
  }

  private static List<InetAddress> answers(String... addresses) throws UnknownHostException {
    List<InetAddress> answers = new ArrayList<>();
    for (String address : addresses) {
      answers.add(InetAddress.getByName(address));
    }
    return answers;
  }

  private static void assertDenied(boolean privateAddress, String... addresses) throws Exception {
    CanonicalUrl url = name();
    List<InetAddress> answers = answers(addresses);
    EgressException e =
        assertThrows(
            EgressException.class,
            () -> VETTING.vet(url, answers, privateAddress),
            answers.toString());
    assertEquals(EgressException.Kind.DENIED, e.kind());
    assertEquals(EgressRules.ADDRESS_RULE, e.rule());
    for (String address : addresses) {
      assertFalse(e.getMessage().contains(address), e.getMessage());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0.0.0.0",
        "0.255.255.255",
        "169.254.0.1",
        "169.254.255.255",
        "192.0.0.1",
        "192.0.0.192",
        "192.0.2.1",
        "192.31.196.1",
        "192.52.193.1",
        "192.88.99.1",
        "192.175.48.1",
        "198.18.0.1",
        "198.19.255.255",
        "198.51.100.1",
        "203.0.113.1",
        "224.0.0.1",
        "239.255.255.255",
        "240.0.0.1",
        "255.255.255.255",
        "::",
        "::2",
        "::7f00:1",
        "::a00:1",
        "64:ff9b::a00:1",
        "64:ff9b::808:808",
        "64:ff9b:1::1",
        "64:ff9b:1:ffff::a00:1",
        "::ffff:0:a00:1",
        "100::1",
        "100:0:0:1::1",
        "2001::1",
        "2001:0:4136:e378:8000:63bf:3fff:fdd2",
        "2001:2::1",
        "2001:10::1",
        "2001:20::1",
        "2001:1ff:ffff::1",
        "2001:db8::1",
        "2002:7f00:1::",
        "2002:5db8:d822::1",
        "2620:4f:8000::1",
        "3ffe::1",
        "3fff::1",
        "3fff:fff::1",
        "4000::1",
        "5f00::1",
        "8000::1",
        "fe80::1",
        "febf::1",
        "fec0::1",
        "feff::1",
        "ff02::1",
        "ff0e::1",
        "1fff:ffff::1",
        "2606:2800::5efe:a00:1",
        "2606:2800::200:5efe:a00:1"
      })
  void n5_specialAddresses_areNeverDialled(String address) throws Exception {
    assertDenied(false, address);
    assertDenied(true, address);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "10.0.0.0",
        "10.255.255.255",
        "100.64.0.0",
        "100.127.255.255",
        "127.0.0.1",
        "127.255.255.255",
        "172.16.0.0",
        "172.31.255.255",
        "192.168.0.0",
        "192.168.255.255",
        "::1",
        "fc00::1",
        "fd00::",
        "fdff:ffff::1",
        "::ffff:10.0.0.1",
        "::ffff:127.0.0.1"
      })
  void n5_privateAddresses_areDialledOnlyIfTheRuleSaysSo(String address) throws Exception {
    assertDenied(false, address);
    VETTING.vet(name(), answers(address), true);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        PUBLIC,
        "1.0.0.0",
        "9.255.255.255",
        "11.0.0.0",
        "100.63.255.255",
        "100.128.0.0",
        "126.255.255.255",
        "128.0.0.0",
        "169.253.255.255",
        "169.255.0.0",
        "172.15.255.255",
        "172.32.0.0",
        "192.0.1.0",
        "192.0.3.0",
        "192.167.255.255",
        "192.169.0.0",
        "198.17.255.255",
        "198.20.0.0",
        "203.0.112.255",
        "203.0.114.0",
        "223.255.255.255",
        "2001:200::1",
        "2001:4860:4860::8888",
        "2001:db7:ffff::1",
        "2001:db9::1",
        "2003::1",
        "2606:2800:220:1::1",
        "2620:4f:7fff::1",
        "3ffd::1",
        "3fff:1000::1",
        "::ffff:93.184.216.34"
      })
  void n5_publicAddresses_areDialled(String address) throws Exception {
    VETTING.vet(name(), answers(address), false);
    VETTING.vet(name(), answers(address), true);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "169.254.169.254", "169.254.170.2", "169.254.170.23", "fd00:ec2::254", "fd00:ec2::23",
        "fd20:ce::254", "fd00:42::42", "100.100.100.200", "168.63.129.16", "192.0.0.192"
      })
  void n6_metadataAddresses_areNeverDialled(String address) throws Exception {
    assertDenied(false, address);
    assertDenied(true, address);
    assertDenied(true, "::ffff:169.254.169.254");
  }

  @Test
  void n6_metadataNames_areNeverDialled() throws Exception {
    CanonicalUrl url = CanonicalUrl.parse("http://metadata.google.internal/");
    List<InetAddress> harmless = answers(PUBLIC);
    assertThrows(EgressException.class, () -> VETTING.vet(url, harmless, true));
    VETTING.vet(name(), harmless, true);
  }

  @Test
  void n4_oneAnswerThatMayNotBeDialled_deniesAll() throws Exception {
    VETTING.vet(name(), answers(PUBLIC, "2606:2800:220:1::1"), false);
    assertDenied(false, PUBLIC, "10.0.0.1");
    assertDenied(false, "10.0.0.1", PUBLIC);
    assertDenied(false, PUBLIC, "2606:2800:220:1::1", "::1");
    assertDenied(false, PUBLIC, "fd00::1", PUBLIC);
    assertDenied(true, "10.0.0.1", "169.254.169.254");
    VETTING.vet(name(), answers(PUBLIC, "10.0.0.1"), true);
  }

  @Test
  void n4_noAnswer_isUnreachable() throws Exception {
    CanonicalUrl url = name();
    EgressException e =
        assertThrows(EgressException.class, () -> VETTING.vet(url, List.of(), true));
    assertEquals(EgressException.Kind.UNREACHABLE, e.kind());
  }

  @Test
  void n5_addressesOfAnInterface_areNeverDialled() throws Exception {
    byte[] address = InetAddress.getByName("2606:2800:220:1::1").getAddress();
    InetAddress scoped = Inet6Address.getByAddress("x", address, 3);
    CanonicalUrl url = name();
    assertThrows(EgressException.class, () -> VETTING.vet(url, List.of(scoped), true));
    VETTING.vet(url, List.of(InetAddress.getByAddress(address)), false);
  }

  @ParameterizedTest
  @CsvSource({
    "https://93.184.216.34/, 93.184.216.34, 93.184.216.35",
    "https://[2606::1]/, 2606::1, 93.184.216.34"
  })
  void n3_literal_isDialledAsItIs(String literal, String itself, String other) throws Exception {
    CanonicalUrl url = CanonicalUrl.parse(literal);
    VETTING.vet(url, answers(itself), false);
    List<InetAddress> another = answers(other);
    assertThrows(EgressException.class, () -> VETTING.vet(url, another, false));
    List<InetAddress> both = answers(itself, other);
    assertThrows(EgressException.class, () -> VETTING.vet(url, both, false));
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://127.0.0.1/", "http://[::1]/", "http://10.0.0.1/"})
  void n5_privateLiterals_areVettedToo(String literal) throws Exception {
    CanonicalUrl url = CanonicalUrl.parse(literal);
    List<InetAddress> itself = List.of(url.address());
    assertThrows(EgressException.class, () -> VETTING.vet(url, itself, false));
    assertDoesNotThrow(() -> VETTING.vet(url, itself, true));
  }

  @Test
  void withLoopback_opensNothingElse() throws Exception {
    AddressVetting vetting = AddressVetting.withLoopback();
    CanonicalUrl url = name();
    vetting.vet(url, answers("127.0.0.1", "::1"), false);
    List<InetAddress> other = answers("10.0.0.1");
    assertThrows(EgressException.class, () -> vetting.vet(url, other, false));
  }
}
