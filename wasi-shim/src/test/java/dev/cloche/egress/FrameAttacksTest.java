package dev.cloche.egress;

import static dev.cloche.egress.FrameServer.frame;
import static dev.cloche.egress.FrameServer.joined;
import static dev.cloche.egress.FrameServer.repeated;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import okio.ByteString;
import org.junit.jupiter.api.Test;

/** HTTP/2 that is meant to fill memory: n14 by frames. */
class FrameAttacksTest {
  private static final String NAME = "www.example.com";
  private static final ByteString STATUS = FrameServer.STATUS_200;
  private static final ByteString MANY = repeated(STATUS, 10_000);
  private static final ByteString HEAD =
      frame(FrameServer.HEADERS, FrameServer.END_HEADERS, FrameServer.STREAM, STATUS);
  private static final ByteString PING = frame(FrameServer.PING, 0, 0, ByteString.of(new byte[8]));

  private static EgressException.Kind kind(ByteString once, ByteString again) throws Exception {
    try (FrameServer server = new FrameServer(TestTls.certificateFor(NAME), once, again);
        HttpEgress egress = TestTls.trusting(Loopback.allow(server.url(NAME))).build()) {
      EgressException failure =
          assertThrows(EgressException.class, () -> Loopback.get(egress, server.url(NAME)));
      assertTrue(server.clientGone.await(60, TimeUnit.SECONDS));
      return failure.kind();
    }
  }

  @Test
  void n14_frames_areAnAnswer() throws Exception {
    ByteString body =
        frame(FrameServer.DATA, 0, FrameServer.STREAM, ByteString.encodeUtf8("hello"));
    ByteString trailers =
        frame(
            FrameServer.HEADERS,
            FrameServer.END_HEADERS | FrameServer.END_STREAM,
            FrameServer.STREAM,
            ByteString.decodeHex("0001610162"));
    ByteString split =
        joined(
            frame(FrameServer.HEADERS, 0, FrameServer.STREAM, STATUS),
            frame(
                FrameServer.CONTINUATION,
                FrameServer.END_HEADERS,
                FrameServer.STREAM,
                ByteString.EMPTY));
    ByteString answer = joined(PING, split, body, PING, trailers);
    try (FrameServer server =
            new FrameServer(TestTls.certificateFor(NAME), answer, ByteString.EMPTY);
        HttpEgress egress = TestTls.trusting(Loopback.allow(server.url(NAME))).build()) {
      assertEquals("hello", Loopback.get(egress, server.url(NAME)).text());
    }
  }

  @Test
  void n14_endlessContinuations_areTooLarge() throws Exception {
    ByteString begun = frame(FrameServer.HEADERS, 0, FrameServer.STREAM, STATUS);
    assertEquals(
        EgressException.Kind.TOO_LARGE,
        kind(begun, frame(FrameServer.CONTINUATION, 0, FrameServer.STREAM, MANY)));
    assertEquals(
        EgressException.Kind.TOO_LARGE,
        kind(begun, frame(FrameServer.CONTINUATION, 0, FrameServer.STREAM, ByteString.EMPTY)));
  }

  @Test
  void n14_endlessInterimHeads_areTooLarge() throws Exception {
    ByteString interim =
        frame(
            FrameServer.HEADERS,
            FrameServer.END_HEADERS,
            FrameServer.STREAM,
            // :status: 103, a literal with an indexed name.
            ByteString.decodeHex("0803313033"));
    assertEquals(EgressException.Kind.TOO_LARGE, kind(interim, interim));
  }

  @Test
  void n14_endlessTrailers_areTooLarge() throws Exception {
    ByteString begun = frame(FrameServer.HEADERS, 0, FrameServer.STREAM, MANY);
    assertEquals(
        EgressException.Kind.TOO_LARGE,
        kind(joined(HEAD, begun), frame(FrameServer.CONTINUATION, 0, FrameServer.STREAM, MANY)));
  }

  @Test
  void n14_endlessPings_areAProtocolError() throws Exception {
    assertEquals(EgressException.Kind.PROTOCOL, kind(HEAD, PING));
  }

  @Test
  void n14_dataBeyondTheWindow_breaksTheProtocol() throws Exception {
    ByteString data =
        frame(FrameServer.DATA, 0, FrameServer.STREAM, ByteString.of(new byte[16_384]));
    assertEquals(EgressException.Kind.PROTOCOL, kind(PING, data));
  }

  @Test
  void n14_headThatIsLargeOnceDecompressed_isTooLarge() throws Exception {
    try (MockWebServer server = TestTls.start(TestTls.certificateFor(NAME));
        HttpEgress egress = TestTls.trusting(Loopback.allow(TestTls.url(server, NAME))).build()) {
      String url = TestTls.url(server, NAME);
      MockResponse.Builder bomb = new MockResponse.Builder();
      for (int i = 0; i < 50; i++) {
        // Once sent, a field is one octet in the compressed head.
        bomb.addHeader("X-A", "x".repeat(2_000));
      }
      server.enqueue(bomb.build());
      Failure.of(EgressException.Kind.TOO_LARGE, "headerBytes", () -> Loopback.get(egress, url));

      server.enqueue(new MockResponse.Builder().addHeader("X-A", "x".repeat(60_000)).build());
      assertEquals(200, Loopback.get(egress, url).status());
    }
  }

  @Property(tries = 100)
  void frames_areCountedHoweverTheyAreSplit(
      @ForAll @IntRange(min = 1, max = 40) int chunk, @ForAll @IntRange(max = 30) int payload)
      throws Exception {
    ByteString headers =
        frame(FrameServer.HEADERS, 0, FrameServer.STREAM, repeated(STATUS, payload));
    ByteString all =
        joined(
            frame(FrameServer.DATA, 0, FrameServer.STREAM, ByteString.of(new byte[2_000])),
            headers,
            headers);
    pass(2 * headers.size(), chunk, all);
    assertThrows(IOException.class, () -> pass(2 * headers.size() - 1, chunk, all));
  }

  private static void pass(int room, int chunk, ByteString bytes) throws IOException {
    FrameGuard guard = new FrameGuard(new Intake(new Budget(EgressLimits.defaults()), room));
    byte[] all = bytes.toByteArray();
    for (int at = 0; at < all.length; at += chunk) {
      guard.passed(all, at, Math.min(chunk, all.length - at));
    }
  }
}
