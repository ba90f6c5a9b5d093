package dev.cloche.sdk;

/** The answer to a request. */
public final class Response {

  private final int status;
  private final String head;
  private final byte[] body;

  Response(int status, String head, byte[] body) {
    this.status = status;
    this.head = "\n" + head;
    this.body = body;
  }

  /** Returns the status, such as 200. */
  public int status() {
    return status;
  }

  /** Whether the status is one of 200 to 299. */
  public boolean isSuccess() {
    return status >= 200 && status < 300;
  }

  /** Returns where the answer came from, after redirects. */
  public String url() {
    return header(":url");
  }

  /** Returns the first header of this name, which is in lower case; empty if there is none. */
  public String header(String name) {
    String before = "\n" + name + ": ";
    int at = head.indexOf(before);
    if (at < 0) {
      return "";
    }
    int end = head.indexOf('\n', at + 1);
    return head.substring(at + before.length(), end < 0 ? head.length() : end);
  }

  /** Returns the body, decoded. */
  public byte[] body() {
    return body;
  }

  /** Returns the body as text. What is not UTF-8 in it is replaced by U+FFFD. */
  public String text() {
    return Descriptors.text(body);
  }
}
