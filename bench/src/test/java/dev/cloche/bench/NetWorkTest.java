package dev.cloche.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.time.LocalDate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every body is fetched by everybody, twice over one connection, and checked. */
@Tag("one-jdk")
class NetWorkTest {

  @ParameterizedTest
  @EnumSource
  void run_anyColumn_getsTheBody(NetWork work) {
    try (NetServer server = NetServer.start(work.bytes())) {
      for (NetColumn column : NetColumn.values()) {
        try (NetTask task = column.task(server, 2)) {
          task.run();
        }
      }
      assertEquals(6, server.served());
    }
  }

  @Test
  void server_anyRequest_isAnsweredWithEachByte() throws IOException {
    try (NetServer server = NetServer.start(NetWork.SMALL.bytes());
        InputStream body = URI.create(server.url()).toURL().openStream()) {
      byte[] bytes = body.readAllBytes();
      assertEquals(NetWork.SMALL.bytes(), bytes.length);
      for (int i = 0; i < bytes.length; i++) {
        assertEquals(i % 251, bytes[i] & 0xff);
      }
    }
  }

  @Test
  void script_thatLooksAtEachByte_findsTheBody() {
    try (NetServer server = NetServer.start(100_000);
        GuestTask task = new GuestTask(server, 1, 1)) {
      task.run();
      assertEquals(1, server.served());
    }
  }

  @Test
  void check_anotherBody_isRefused() {
    byte[] body = NetBody.of(1_000);
    assertThrows(IllegalStateException.class, () -> check(body, 999));
    body[999]++;
    assertThrows(IllegalStateException.class, () -> check(body, 1_000));
  }

  private static void check(byte[] body, int length) throws IOException {
    NetBody.check(new ByteArrayInputStream(body)::read, new byte[NetBody.CHUNK], length);
  }

  @Test
  void page_hasRatioAndDifference() {
    Results<NetWork, NetColumn> results = new Results<>(NetWork.class, NetColumn.class);
    results.add(NetWork.SMALL, NetColumn.CLIENT, Samples.of(0.1));
    results.add(NetWork.SMALL, NetColumn.EGRESS, Samples.of(0.15));
    results.add(NetWork.SMALL, NetColumn.GUEST, Samples.of(2));
    PageHeading heading =
        new PageHeading(new Machine("cpu", 2, "17", 0.5), LocalDate.EPOCH, "bench/run net");
    String row =
        "| 1 KB | 100.0 ± 0.0 | 150.0 ± 0.0 | 1.50 ± 0.00 | 50.0 ± 0.0"
            + " | 2,000 ± 0 | 20.00 ± 0.00 | 1,900 ± 0 |";
    String page = new NetReport(heading, results).markdown();
    assertTrue(page.contains(row), page);
  }
}
