package dev.cloche.wasi;

import dev.cloche.egress.Patience;
import dev.cloche.workspace.Workspace;
import dev.cloche.workspace.WorkspaceLimits;

/** A guest under test that makes requests: short forms of the functions of {@code cloche}. */
final class FetchGuest {
  static final int METHOD = 1024;
  static final int URL = 4096;
  static final int HEADERS = 16384;

  final FakeEgress egress = new FakeEgress();
  final Guest guest =
      new Guest(
          Workspace.inMemory(WorkspaceLimits.defaults()),
          builder -> builder.egress(egress, Patience.endless()));

  FetchCode open(String method, String url, String headers, long flags) {
    return guest.fetch(
        "http_open",
        METHOD,
        guest.text(METHOD, method),
        URL,
        guest.text(URL, url),
        HEADERS,
        guest.text(HEADERS, headers),
        flags,
        Guest.RESULT);
  }

  FetchCode open(String url) {
    return open("GET", url, "", 0);
  }

  /** Opens, and returns the handle. */
  int opened(String url) {
    require(open(url));
    return (int) guest.resultInt();
  }

  /** Opens and sends. */
  int sent(String url) {
    int handle = opened(url);
    require(send(handle));
    return handle;
  }

  private static void require(FetchCode code) {
    if (code != FetchCode.OK) {
      throw new AssertionError(code.toString());
    }
  }

  FetchCode write(int handle, String text) {
    return guest.fetch(
        "http_write", handle, Guest.DATA, guest.text(Guest.DATA, text), Guest.RESULT);
  }

  FetchCode send(int handle) {
    return guest.fetch("http_send", handle, Guest.RESULT);
  }

  FetchCode read(int handle, int room) {
    return guest.fetch("http_read", handle, Guest.DATA, room, Guest.RESULT);
  }

  FetchCode headers(int handle, int room) {
    return guest.fetch("http_headers", handle, Guest.DATA, room, Guest.RESULT);
  }

  FetchCode close(int handle) {
    return guest.fetch("http_close", handle);
  }

  /** The text of the last error. */
  String error(int handle) {
    require(guest.fetch("http_error", handle, Guest.DATA, 1000, Guest.RESULT));
    return result();
  }

  /** What the last call left: as many bytes as it says. */
  String result() {
    return guest.dataText((int) guest.resultInt());
  }
}
