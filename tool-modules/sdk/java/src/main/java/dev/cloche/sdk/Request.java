package dev.cloche.sdk;

import java.util.Arrays;
import org.teavm.interop.Address;

/** A request over HTTP, as far as the session's policy allows it. */
public final class Request {

  private static final int PIECE = 64 * 1024;
  private static final int NO_REDIRECTS = 1;

  private static final int[] RESULT = new int[1];

  private final byte[] method;
  private final byte[] url;
  private String headers = "";
  private boolean malformed;
  private byte[] body = {};
  private int flags;

  /** Makes a request with a method such as {@code GET}, which is not sent yet. */
  public Request(String method, String url) {
    this.method = Descriptors.bytes(method);
    this.url = Descriptors.bytes(url);
  }

  /** Makes a GET request and waits for all of the answer. */
  public static Response fetch(String url) throws FetchException {
    return new Request("GET", url).send();
  }

  /** Adds a header. A line end in it makes {@link #send} fail: it would be a header of its own. */
  public Request header(String name, String value) {
    String line = name + ": " + value;
    malformed |= line.indexOf('\r') >= 0 || line.indexOf('\n') >= 0;
    headers += line + "\n";
    return this;
  }

  /** Sets the body. */
  public Request body(byte[] bytes) {
    body = bytes;
    return this;
  }

  /** Makes an answer that redirects the answer, instead of following it. */
  public Request withoutRedirects() {
    flags |= NO_REDIRECTS;
    return this;
  }

  /**
   * Sends it and waits for all of the answer. A status such as 404 is an answer and no error.
   *
   * @throws FetchException where there is no answer. A tool that cannot do without ends with it:
   *     the call is then told to have ended as denied, or at a limit.
   */
  public Response send() throws FetchException {
    if (malformed) {
      throw new FetchException(FetchException.MALFORMED, "a header holds a line end", "");
    }
    int handle = open();
    try {
      write(handle);
      check(handle, Http.send(handle, result()));
      int status = RESULT[0];
      return new Response(status, head(handle), readAll(handle));
    } finally {
      Http.close(handle);
    }
  }

  private int open() throws FetchException {
    byte[] lines = Descriptors.bytes(headers);
    int code =
        Http.open(
            Address.ofData(method),
            method.length,
            Address.ofData(url),
            url.length,
            Address.ofData(lines),
            lines.length,
            flags,
            result());
    check(0, code);
    return RESULT[0];
  }

  private void write(int handle) throws FetchException {
    int done = 0;
    while (done < body.length) {
      int length = Math.min(PIECE, body.length - done);
      check(handle, Http.write(handle, Address.ofData(body).add(done), length, result()));
      done += RESULT[0];
    }
  }

  private static String head(int handle) throws FetchException {
    check(handle, Http.headers(handle, Address.fromInt(0), 0, result()));
    byte[] head = new byte[RESULT[0]];
    check(handle, Http.headers(handle, Address.ofData(head), head.length, result()));
    return Descriptors.text(head);
  }

  private static byte[] readAll(int handle) throws FetchException {
    byte[] data = new byte[PIECE];
    int length = 0;
    while (true) {
      if (length == data.length) {
        data = Arrays.copyOf(data, data.length * 2);
      }
      int room = Math.min(PIECE, data.length - length);
      check(handle, Http.read(handle, Address.ofData(data).add(length), room, result()));
      if (RESULT[0] == 0) {
        return Arrays.copyOf(data, length);
      }
      length += RESULT[0];
    }
  }

  private static Address result() {
    return Address.ofData(RESULT);
  }

  /** Throws what the host says about a failure; handle 0 stands for an open that failed. */
  private static void check(int handle, int code) throws FetchException {
    if (code == 0) {
      return;
    }
    String text = "";
    if (Http.error(handle, Address.fromInt(0), 0, result()) == 0) {
      byte[] bytes = new byte[RESULT[0]];
      if (Http.error(handle, Address.ofData(bytes), bytes.length, result()) == 0) {
        text = Descriptors.text(bytes);
      }
    }
    int end = text.indexOf('\n');
    String message = end < 0 ? text : text.substring(0, end);
    String rule = end < 0 ? "" : text.substring(end + 1);
    throw new FetchException(code, message.isEmpty() ? "code " + code : message, rule);
  }
}
