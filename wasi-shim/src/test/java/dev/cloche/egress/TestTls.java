package dev.cloche.egress;

import java.io.IOException;
import mockwebserver3.MockWebServer;
import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;

/** An authority of the tests, which an egress of the tests trusts, and servers with its word. */
final class TestTls {
  private static final HeldCertificate AUTHORITY =
      new HeldCertificate.Builder().certificateAuthority(0).commonName("test authority").build();

  private TestTls() {}

  static HttpEgress.Builder trusting(EgressRules rules) {
    HandshakeCertificates client =
        new HandshakeCertificates.Builder().addTrustedCertificate(AUTHORITY.certificate()).build();
    return Loopback.builder(rules).trust(client.trustManager());
  }

  /** A certificate of the authority for these names. */
  static HandshakeCertificates certificateFor(String... names) {
    return held(signed(), names);
  }

  static HeldCertificate.Builder signed() {
    return new HeldCertificate.Builder().signedBy(AUTHORITY);
  }

  static HandshakeCertificates held(HeldCertificate.Builder builder, String... names) {
    for (String name : names) {
      builder.addSubjectAlternativeName(name);
    }
    return new HandshakeCertificates.Builder().heldCertificate(builder.build()).build();
  }

  static MockWebServer start(HandshakeCertificates certificates) throws IOException {
    MockWebServer server = new MockWebServer();
    server.useHttps(certificates.sslSocketFactory());
    server.start(Loopback.ADDRESS, 0);
    return server;
  }

  static String url(MockWebServer server, String host) {
    return "https://" + host + ":" + server.getPort() + "/";
  }
}
