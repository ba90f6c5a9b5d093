package dev.cloche.wasi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a trace shows of requests. */
class FetchTraceTest {
  private final FetchGuest guest = new FetchGuest();

  @Test
  void lines_ofARequest_showItsCourseAndNoSecret() {
    assertEquals(
        FetchCode.OK,
        guest.open("POST", "https://u:SECRET@fake/a?key=SECRET", "Authorization: SECRET\nB: c", 1));
    assertEquals(
        "http_open(method=\"POST\", url=\"https://...@fake/a?...\", headers=\"Authorization, B\","
            + " flags=NO_REDIRECTS) = 1",
        guest.guest.lastLine());
    assertEquals(FetchCode.OK, guest.write(1, "SECRET"));
    assertEquals("http_write(handle=1, buf=0x10000, len=6) = 6", guest.guest.lastLine());
    assertEquals(FetchCode.OK, guest.send(1));
    assertEquals("http_send(handle=1) = 203", guest.guest.lastLine());
    assertEquals(FetchCode.OK, guest.headers(1, 1000));
    assertEquals(FetchCode.OK, guest.read(1, 100));
    assertEquals("http_read(handle=1, buf=0x10000, len=100) = 6", guest.guest.lastLine());
    assertEquals(FetchCode.OK, guest.close(1));
    assertEquals("http_close(handle=1) = 0", guest.guest.lastLine());
    assertEquals(FetchCode.BAD_HANDLE, guest.close(1));
    assertEquals("http_close(handle=1) = BAD_HANDLE", guest.guest.lastLine());
    assertFalse(guest.guest.trace.toString().contains("SECRET"), guest.guest.trace.toString());
  }

  @ParameterizedTest
  @CsvSource({
    "https://fake/a, https://fake/a",
    "https://fake/a@b, https://fake/a@b",
    "https://fake/?q=1@x, https://fake/?...",
    "https://fake#f, https://fake#...",
    "https://u@fake, https://...@fake",
    "https://a:b@c@fake/x@y, https://...@fake/x@y",
    "a:b@fake, ...@fake",
    "mail?x://y, mail?..."
  })
  void url_isShownWithoutWhatMayBeSecret(String url, String shown) {
    assertEquals(
        shown,
        new String(TraceFetch.url(url.getBytes(StandardCharsets.UTF_8)), StandardCharsets.UTF_8));
  }

  @Test
  void url_whoseUserIsCut_isNotShown() {
    String url = "https://" + "S".repeat(300) + "@fake/";
    assertEquals(FetchCode.OK, guest.open(url));
    assertEquals(
        "http_open(method=\"GET\", url=\"https://...\"..., headers=\"\") = 1",
        guest.guest.lastLine());
  }

  @Test
  void line_ofBadPointers_showsThem() {
    assertEquals(FetchCode.FAULT, guest.guest.fetch("http_open", -1, 1, -2, 5, 0, 0, 0, 0));
    assertEquals(
        "http_open(method=FAULT(0xffffffff), url=FAULT(0xfffffffe), headers=\"\") = FAULT",
        guest.guest.lastLine());
  }
}
