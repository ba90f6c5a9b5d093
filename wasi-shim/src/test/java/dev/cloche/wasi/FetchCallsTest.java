package dev.cloche.wasi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.egress.EgressException;
import dev.cloche.egress.FetchRequest;
import dev.cloche.egress.Header;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests through the functions of the module {@code cloche}. */
class FetchCallsTest {
  private static final String OK_URL = "https://fake/a";

  private final FetchGuest guest = new FetchGuest();

  private int result() {
    return (int) guest.guest.resultInt();
  }

  @Test
  void request_fromOpenToEnd_isTheGuests() {
    assertEquals(FetchCode.OK, guest.open("POST", OK_URL, "A: 1\nb:\t 2 \n", 1));
    int handle = result();
    List<Header> fields = List.of(new Header("A", "1"), new Header("b", "2"));
    assertEquals(new FetchRequest("POST", OK_URL, fields, false), guest.egress.last());
    assertEquals(FetchCode.OK, guest.write(handle, "one "));
    assertEquals(4, result());
    assertEquals(FetchCode.OK, guest.write(handle, "two"));
    assertEquals(FetchCode.OK, guest.send(handle));
    assertEquals(203, result());
    assertEquals(FetchCode.OK, guest.read(handle, 5));
    assertEquals("one t", guest.result());
    assertEquals(FetchCode.OK, guest.read(handle, 100));
    assertEquals("wo", guest.result());
    assertEquals(FetchCode.OK, guest.read(handle, 100));
    assertEquals(0, result());
    assertEquals(FetchCode.OK, guest.close(handle));
    assertEquals(1, guest.egress.exchanges.get(0).closed);
  }

  @Test
  void redirects_areFollowedUnlessTheFlagSaysNot() {
    assertEquals(FetchCode.OK, guest.open("GET", OK_URL, "", 0));
    assertTrue(guest.egress.last().followRedirects());
  }

  @Test
  void head_withLittleRoom_isBegunAndItsSizeTold() {
    String head = ":status: 203\n:url: " + OK_URL + "?end\ncontent-type: text/plain\n";
    int handle = guest.sent(OK_URL);
    assertEquals(FetchCode.OK, guest.headers(handle, 0));
    assertEquals(head.length(), result());
    assertEquals(FetchCode.OK, guest.headers(handle, 1000));
    assertEquals(head, guest.result());
    guest.guest.text(Guest.DATA, "#".repeat(100));
    assertEquals(FetchCode.OK, guest.headers(handle, 7));
    assertEquals(":status#", guest.guest.dataText(8));
    assertEquals(head.length(), result());
  }

  @Test
  void head_ofAServerThatForgesLines_hasNone() {
    guest.egress.fields =
        List.of(
            new Header("a", "1\nb: 2\r\n:url: x"), new Header(":url", "y"), new Header("", "z"));
    int handle = guest.sent(OK_URL);
    assertEquals(FetchCode.OK, guest.headers(handle, 1000));
    assertEquals(":status: 203\n:url: " + OK_URL + "?end\na: 1 b: 2  :url: x\n", guest.result());
  }

  @Test
  void largeBody_movesInPieces() {
    int handle = guest.opened(OK_URL);
    assertEquals(
        FetchCode.OK, guest.guest.fetch("http_write", handle, Guest.DATA, 100_000, Guest.RESULT));
    assertEquals(Transfer.CHUNK, result());
    assertEquals(FetchCode.OK, guest.send(handle));
    assertEquals(FetchCode.OK, guest.read(handle, 100_000));
    assertEquals(Transfer.CHUNK, result());
  }

  @Test
  void read_withoutRoom_isNotTheEnd() {
    int handle = guest.opened(OK_URL);
    assertEquals(FetchCode.OK, guest.write(handle, "x"));
    assertEquals(FetchCode.OK, guest.send(handle));
    assertEquals(FetchCode.OK, guest.read(handle, 0));
    assertEquals(0, result());
    assertEquals(FetchCode.OK, guest.read(handle, 1));
    assertEquals(1, result());
  }

  @ParameterizedTest
  @EnumSource
  void failure_ofAnyKind_isACodeAndATextAtEveryStep(EgressException.Kind kind) {
    FetchCode code = FetchCode.valueOf(kind.name());
    String rule = "\nrule." + kind.name().toLowerCase(java.util.Locale.ROOT);

    assertEquals(code, guest.open("https://fake/open/" + kind));
    assertEquals(kind + " at open" + rule, guest.error(0));

    int handle = guest.opened("https://fake/write/" + kind);
    assertEquals(code, guest.write(handle, "x"));
    assertEquals(code, guest.send(handle));
    assertEquals(kind + " at write" + rule, guest.error(handle));

    handle = guest.opened("https://fake/send/" + kind);
    assertEquals(code, guest.send(handle));
    assertEquals(code, guest.headers(handle, 0));
    assertEquals(code, guest.read(handle, 1));
    assertEquals(kind + " at send" + rule, guest.error(handle));

    handle = guest.sent("https://fake/read/" + kind);
    assertEquals(code, guest.read(handle, 1));
    assertEquals(code, guest.read(handle, 1));
    assertEquals(kind + " at read" + rule, guest.error(handle));
    assertEquals(FetchCode.OK, guest.close(handle));
    assertEquals(kind, guest.guest.wasi.lastFetchFailure().orElseThrow().kind());
  }

  @ParameterizedTest
  @ValueSource(strings = {"open", "write", "send", "read"})
  void bugOfTheHost_atAnyStep_isInternal(String step) {
    FetchCode code = guest.open("https://fake/" + step + "/BUG");
    int handle = result();
    for (String next : List.of("write", "send", "read")) {
      if (code == FetchCode.OK) {
        code =
            next.equals("write")
                ? guest.write(handle, "x")
                : next.equals("send") ? guest.send(handle) : guest.read(handle, 1);
      }
    }
    assertEquals(FetchCode.INTERNAL, code);
    assertEquals(FetchCode.OK, guest.open(OK_URL), "the next one is as good as ever");
  }

  @Test
  void lastFailure_isKeptWhateverSucceedsLater() {
    assertEquals(Optional.empty(), guest.guest.wasi.lastFetchFailure());
    assertEquals(FetchCode.DENIED, guest.open("https://fake/open/DENIED"));
    assertEquals(FetchCode.OK, guest.read(guest.sent(OK_URL), 10));
    EgressException last = guest.guest.wasi.lastFetchFailure().orElseThrow();
    assertEquals("rule.denied", last.rule());
  }

  @Test
  void guestWithoutAnEgress_isDenied() {
    Guest plain = new Guest();
    int url = plain.text(FetchGuest.URL, OK_URL);
    assertEquals(
        FetchCode.DENIED,
        plain.fetch("http_open", FetchGuest.URL, 1, FetchGuest.URL, url, 0, 0, 0, Guest.RESULT));
    assertEquals("network.default", plain.wasi.lastFetchFailure().orElseThrow().rule());
  }

  @Test
  void states_outOfOrder_areRefusedAndHarmless() {
    int handle = guest.opened(OK_URL);
    assertEquals(FetchCode.BAD_STATE, guest.read(handle, 1));
    assertEquals(FetchCode.BAD_STATE, guest.headers(handle, 1));
    assertEquals("", guest.error(handle));
    assertEquals(FetchCode.OK, guest.write(handle, "x"));
    assertEquals(FetchCode.OK, guest.send(handle));
    assertEquals(FetchCode.BAD_STATE, guest.write(handle, "y"));
    assertEquals(FetchCode.BAD_STATE, guest.send(handle));
    assertEquals(FetchCode.OK, guest.read(handle, 9));
    assertEquals("x", guest.result());
  }

  @Test
  void handles_thatAreNotOpen_areRefusedByAllFunctions() {
    int closed = guest.opened(OK_URL);
    assertEquals(FetchCode.OK, guest.close(closed));
    for (int handle : new int[] {closed, 0, 3, -1, Integer.MIN_VALUE, closed + 1}) {
      assertEquals(FetchCode.BAD_HANDLE, guest.write(handle, "x"));
      assertEquals(FetchCode.BAD_HANDLE, guest.send(handle));
      assertEquals(FetchCode.BAD_HANDLE, guest.headers(handle, 1));
      assertEquals(FetchCode.BAD_HANDLE, guest.read(handle, 1));
      assertEquals(FetchCode.BAD_HANDLE, guest.close(handle));
      if (handle != 0) {
        assertEquals(
            FetchCode.BAD_HANDLE,
            guest.guest.fetch("http_error", handle, Guest.DATA, 10, Guest.RESULT));
      }
    }
    assertEquals(closed + 1, guest.opened(OK_URL), "a closed handle is not given again");
  }

  @Test
  void handles_atMost16AtOnce_andAgainAfterAClose() {
    int first = guest.opened(OK_URL);
    for (int i = 1; i < FetchCalls.MAX_OPEN; i++) {
      int ignored = guest.opened(OK_URL);
    }
    assertEquals(FetchCode.BUSY, guest.open(OK_URL));
    assertEquals("16 requests are open, which is the most", guest.error(0));
    assertEquals(FetchCalls.MAX_OPEN, guest.egress.asked.size(), "the egress is not asked");
    assertEquals(FetchCode.OK, guest.close(first));
    assertEquals(FetchCode.OK, guest.open(OK_URL));
  }

  @Test
  void endOfTheCall_closesAllThatIsOpen() {
    int handle = guest.sent(OK_URL);
    int ignored = guest.opened(OK_URL);
    guest.guest.wasi.close();
    assertEquals(List.of(1, 1), guest.egress.exchanges.stream().map(each -> each.closed).toList());
    assertEquals(FetchCode.BAD_HANDLE, guest.read(handle, 1));
    guest.guest.wasi.close();
    assertEquals(1, guest.egress.exchanges.get(0).closed);
  }

  @Test
  void l7_refusedRequests_inALoop_areNoLongerAsked() {
    for (int i = 0; i < FetchCalls.MAX_REFUSED; i++) {
      assertEquals(FetchCode.DENIED, guest.open("https://fake/open/DENIED"));
    }
    assertEquals(FetchCode.BUDGET, guest.open("https://fake/open/DENIED"));
    assertEquals(FetchCode.BUDGET, guest.open(OK_URL));
    assertEquals(FetchCalls.MAX_REFUSED, guest.egress.asked.size());
    assertEquals(
        FetchCalls.REFUSED_BUDGET, guest.guest.wasi.lastFetchFailure().orElseThrow().rule());
    assertEquals(FetchCode.OK, new FetchGuest().open(OK_URL), "another call has its own");
  }

  @Test
  void fuel_isPaidForCallsAndBytes() {
    long start = guest.guest.budget.used;
    int handle = guest.opened(OK_URL);
    long opened = guest.guest.budget.used;
    assertEquals(HostCosts.BASE + HostCosts.OPEN + 1 + 2, opened - start);
    assertEquals(FetchCode.OK, guest.write(handle, "x".repeat(800)));
    long written = guest.guest.budget.used;
    assertEquals(HostCosts.BASE + 100, written - opened);
    assertEquals(FetchCode.OK, guest.send(handle));
    long sent = guest.guest.budget.used;
    assertEquals(HostCosts.BASE, sent - written);
    assertEquals(FetchCode.OK, guest.read(handle, 10_000));
    assertEquals(HostCosts.BASE + 100, guest.guest.budget.used - sent);
  }

  @Test
  void fuelThatRunsOut_beforeTheRequest_asksNothing() {
    guest.guest.budget.limit = guest.guest.budget.used + HostCosts.OPEN;
    assertThrows(FakeBudget.Exhausted.class, () -> guest.open(OK_URL));
    assertEquals(List.of(), guest.egress.asked);
  }

  @Test
  void everyWait_isFollowedByALookAtTheDeadline() {
    List<Integer> seen = new ArrayList<>();
    int handle = guest.opened(OK_URL);
    seen.add(guest.guest.budget.checkpoints);
    assertEquals(FetchCode.OK, guest.write(handle, "x"));
    seen.add(guest.guest.budget.checkpoints);
    assertEquals(FetchCode.OK, guest.send(handle));
    seen.add(guest.guest.budget.checkpoints);
    assertEquals(FetchCode.OK, guest.read(handle, 1));
    seen.add(guest.guest.budget.checkpoints);
    assertEquals(FetchCode.DENIED, guest.open("https://fake/open/DENIED"));
    seen.add(guest.guest.budget.checkpoints);
    assertEquals(List.of(1, 2, 3, 4, 5), seen);
  }
}
