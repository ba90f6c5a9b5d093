package dev.cloche.egress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The time that connecting may take, and the end of a lane's sockets. */
class VettedSocketsTest {
  private static final int PORT = 443;
  private static final InetAddress FIRST = Loopback.address(127, 0, 0, 1);
  private static final InetAddress SECOND = Loopback.address(127, 0, 0, 2);

  /** Long enough that no test can be slow enough to matter. */
  private static final int HOURS = 10;

  private static final long HOUR_MILLIS = TimeUnit.HOURS.toMillis(1);

  private static VettedSockets sockets(long nanos) {
    Intake intake = new Intake(new Budget(EgressLimits.defaults()), 1_024);
    return new VettedSockets(List.of(FIRST, SECOND), PORT, intake, true, nanos);
  }

  private static int admit(VettedSockets sockets, InetAddress address) throws IOException {
    return sockets.admit(new InetSocketAddress(address, PORT));
  }

  private static void assertHours(int hours, long millis) {
    assertTrue(millis > (hours - 1) * HOUR_MILLIS && millis <= hours * HOUR_MILLIS, "" + millis);
  }

  @Test
  void eachAddress_getsItsShareOfTheTimeThatIsLeft() throws Exception {
    VettedSockets sockets = sockets(TimeUnit.HOURS.toNanos(HOURS));
    assertHours(HOURS / 2, admit(sockets, FIRST));
    assertHours(HOURS, admit(sockets, SECOND));
    assertHours(HOURS, admit(sockets, FIRST));
  }

  @Test
  void timeThatIsOver_isTheShortestWaitAndNoEndlessOne() throws Exception {
    // 0 would be to wait without end.
    assertEquals(1, admit(sockets(-TimeUnit.HOURS.toNanos(1)), FIRST));
    assertEquals(1, admit(sockets(TimeUnit.MICROSECONDS.toNanos(-1)), FIRST));
  }

  @Test
  void timeBeyondWhatSocketsCount_isTheirLongestWait() throws Exception {
    VettedSockets sockets = sockets(TimeUnit.DAYS.toNanos(100));
    assertEquals(Integer.MAX_VALUE / 2, admit(sockets, FIRST));
  }

  @Test
  void n14_waiting_isBoundedUntilTheLaneIsConnected() throws Exception {
    VettedSockets sockets = sockets(TimeUnit.HOURS.toNanos(HOURS));
    assertFalse(sockets.isConnected());
    assertHours(HOURS, sockets.waitMillis());
    sockets.connected();
    assertTrue(sockets.isConnected());
    assertEquals(0, sockets.waitMillis());
  }

  @Test
  void n14_handshakeInDrops_endsWithTheTime() throws Exception {
    VettedSockets late = sockets(-1);
    assertThrows(SocketTimeoutException.class, late::waitMillis);
    late.connected();
    assertEquals(0, late.waitMillis());
  }

  @Test
  void close_endsSocketsThatAreAndThoseToCome() throws Exception {
    VettedSockets sockets = sockets(TimeUnit.HOURS.toNanos(HOURS));
    try (Socket first = sockets.createSocket();
        Socket second = sockets.createSocket()) {
      assertFalse(first.isClosed() || second.isClosed());
      sockets.close();
      assertTrue(first.isClosed() && second.isClosed());
    }
    assertThrows(SocketException.class, sockets::createSocket);
    assertThrows(SocketException.class, () -> admit(sockets, FIRST));
  }
}
