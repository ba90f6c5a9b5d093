package dev.cloche.egress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Names, resolvers and settings of the JVM that would lead a request to another address. */
@Timeout(60)
class DiallingAttacksTest {
  private static final InetAddress OTHER_LOOPBACK = Loopback.address(127, 0, 0, 2);
  private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

  private RawServer server;
  private String url = "";

  @BeforeEach
  void start() throws IOException {
    server = RawServer.saying(OK);
    url = server.url("www.example.com");
  }

  @AfterEach
  void stop() throws IOException {
    server.close();
  }

  private HttpEgress.Builder resolving(Resolver resolver) {
    return Loopback.builder(Loopback.allow(url)).resolver(resolver);
  }

  @Test
  void n3_resolverThatChangesItsAnswer_isAskedOnceAndTheVettedAddressIsDialled() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    Resolver rebinding =
        host -> List.of(asked.getAndIncrement() == 0 ? Loopback.ADDRESS : OTHER_LOOPBACK);
    try (HttpEgress egress = resolving(rebinding).build()) {
      assertEquals("ok", Loopback.get(egress, url).text());
      assertEquals(1, asked.get());
    }
    assertTrue(server.requests.get(0).contains("Host: www.example.com:" + server.port()));
  }

  @Test
  void n3_secondAnswerOfAResolver_isVettedAsTheFirst() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    InetAddress metadata = Loopback.address(169, 254, 169, 254);
    Resolver rebinding =
        host -> List.of(asked.getAndIncrement() == 0 ? Loopback.ADDRESS : metadata);
    try (RawServer closing =
            RawServer.saying(
                "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok");
        HttpEgress egress =
            Loopback.builder(Loopback.allow(closing.url("www.example.com")))
                .resolver(rebinding)
                .build()) {
      String closingUrl = closing.url("www.example.com");
      assertEquals("ok", Loopback.get(egress, closingUrl).text());
      Failure.of(EgressException.Kind.DENIED, () -> Loopback.get(egress, closingUrl));
      assertEquals(1, closing.connections());
    }
  }

  @Test
  void n3_secondGuard_connectsToVettedAddressesAndNoOthers() throws Exception {
    Intake intake = new Intake(new Budget(EgressLimits.defaults()), 1_024);
    VettedSockets sockets =
        new VettedSockets(
            List.of(Loopback.ADDRESS), server.port(), intake, true, TimeUnit.SECONDS.toNanos(10));
    try (Socket socket = sockets.createSocket()) {
      assertThrows(
          SocketException.class,
          () -> socket.connect(new InetSocketAddress(OTHER_LOOPBACK, server.port())));
      assertThrows(
          SocketException.class,
          () -> socket.connect(new InetSocketAddress(Loopback.ADDRESS, server.port() + 1)));
      assertThrows(
          SocketException.class,
          () -> socket.connect(InetSocketAddress.createUnresolved("localhost", server.port())));
      socket.connect(new InetSocketAddress(Loopback.ADDRESS, server.port()));
      assertTrue(socket.isConnected());
    }
    assertThrows(SocketException.class, () -> sockets.createSocket("localhost", server.port()));
    assertThrows(
        SocketException.class, () -> sockets.createSocket(Loopback.ADDRESS, server.port()));
    sockets.close();
    assertThrows(SocketException.class, sockets::createSocket);
  }

  @Test
  void n3_secondAddress_isTriedWhenTheFirstDoesNotAnswer() throws Exception {
    try (HttpEgress egress = resolving(host -> List.of(OTHER_LOOPBACK, Loopback.ADDRESS)).build()) {
      assertEquals("ok", Loopback.get(egress, url).text());
    }
  }

  @Test
  void n4_oneAddressOfManyThatMayNotBeDialled_deniesAll() throws Exception {
    InetAddress secret = Loopback.address(10, 0, 0, 1);
    try (HttpEgress egress = resolving(host -> List.of(Loopback.ADDRESS, secret)).build()) {
      Failure.of(EgressException.Kind.DENIED, () -> Loopback.get(egress, url));
    }
    assertEquals(0, server.connections());
  }

  @Test
  void n4_literalThatMayNotBeDialled_isDenied_thoughARuleNamesIt() throws Exception {
    String literal = "http://127.0.0.1:" + server.port() + "/";
    try (HttpEgress egress = HttpEgress.builder(Loopback.allow(literal)).build()) {
      Failure.of(EgressException.Kind.DENIED, () -> Loopback.get(egress, literal));
    }
    assertEquals(0, server.connections());
    try (HttpEgress egress = Loopback.builder(Loopback.allow(literal)).build()) {
      assertEquals("ok", Loopback.get(egress, literal).text());
    }
  }

  @Test
  void n4_nameWithoutAddress_isUnreachable() throws Exception {
    Resolver unknown =
        host -> {
          throw new UnknownHostException(host);
        };
    Resolver broken =
        host -> {
          throw new IllegalStateException("resolver at 10.1.2.3 is down");
        };
    for (Resolver resolver : List.of(unknown, broken, host -> List.of())) {
      try (HttpEgress egress = resolving(resolver).build()) {
        Failure.of(EgressException.Kind.UNREACHABLE, () -> Loopback.get(egress, url));
      }
    }
    assertEquals(0, server.connections());
  }

  @Test
  void n4_resolverThatHangs_isNotWaitedFor() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    Resolver hanging =
        host -> {
          try {
            never.await();
          } catch (InterruptedException e) {
            throw new UnknownHostException(host);
          }
          return List.of(Loopback.ADDRESS);
        };
    EgressLimits hasty = Loopback.limits("connect", 50);
    try (HttpEgress egress = resolving(hanging).limits(hasty).build()) {
      // More than there are places for look-ups, all of which hang.
      for (int i = 0; i < Threads.LOOK_UPS + 1; i++) {
        Failure.of(EgressException.Kind.UNREACHABLE, () -> Loopback.get(egress, url));
      }
    } finally {
      never.countDown();
    }
    assertEquals(0, server.connections());
  }

  @Test
  void n12_deniedRequest_asksNoResolver() throws Exception {
    ConcurrentLinkedQueue<String> asked = new ConcurrentLinkedQueue<>();
    Resolver recording =
        host -> {
          asked.add(host);
          return List.of(Loopback.ADDRESS);
        };
    try (HttpEgress egress = resolving(recording).build()) {
      Failure.of(
          EgressException.Kind.DENIED,
          () -> Loopback.get(egress, server.url("secret.example.com")));
      Failure.of(
          EgressException.Kind.DENIED,
          () -> Loopback.fetch(egress, FetchRequest.of("TRACE", url), ""));
      Failure.of(EgressException.Kind.MALFORMED, () -> Loopback.get(egress, "http://a b/"));
      Failure.of(
          EgressException.Kind.MALFORMED,
          () -> Loopback.get(egress, url, new Header("Host", "secret.example.com")));
      assertEquals(0, asked.size());
      assertEquals(0, egress.usage().requests());

      assertEquals("ok", Loopback.get(egress, url).text());
      assertEquals(List.of("www.example.com"), List.copyOf(asked));
    }
  }

  @Test
  void n17_proxiesOfTheJvm_areNotAsked() throws Exception {
    try (RawServer proxy = RawServer.saying(OK)) {
      Map<String, String> diverting =
          Map.of(
              "http.proxyHost", "127.0.0.1",
              "http.proxyPort", String.valueOf(proxy.port()),
              "https.proxyHost", "127.0.0.1",
              "https.proxyPort", String.valueOf(proxy.port()),
              "socksProxyHost", "127.0.0.1",
              "socksProxyPort", String.valueOf(proxy.port()),
              "http.nonProxyHosts", "",
              "socksNonProxyHosts", "",
              "java.net.useSystemProxies", "true");
      ProxySelector before = ProxySelector.getDefault();
      try {
        diverting.forEach(System::setProperty);
        ProxySelector.setDefault(new Diverting(proxy.port()));
        try (HttpEgress egress = Loopback.builder(Loopback.allow(url)).build()) {
          assertEquals("ok", Loopback.get(egress, url).text());
        }
        assertEquals(0, proxy.connections());
        // The same setting does divert a client that asks the JVM.
        URI.create(url).toURL().openStream().close();
        assertEquals(1, proxy.connections());
      } finally {
        diverting.keySet().forEach(System::clearProperty);
        ProxySelector.setDefault(before);
      }
    }
    assertEquals(1, server.requests.size());
  }

  private static final class Diverting extends ProxySelector {
    private final int port;

    Diverting(int port) {
      this.port = port;
    }

    @Override
    public List<Proxy> select(URI uri) {
      boolean http = uri.getScheme().startsWith("http");
      return List.of(
          new Proxy(
              http ? Proxy.Type.HTTP : Proxy.Type.SOCKS,
              new InetSocketAddress(Loopback.ADDRESS, port)));
    }

    @Override
    public void connectFailed(URI uri, SocketAddress address, IOException failure) {}
  }
}
