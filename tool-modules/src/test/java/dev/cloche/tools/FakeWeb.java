package dev.cloche.tools;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.cloche.egress.Egress;
import dev.cloche.egress.EgressException;
import dev.cloche.egress.EgressException.Kind;
import dev.cloche.egress.EgressUsage;
import dev.cloche.egress.Exchange;
import dev.cloche.egress.FetchRequest;
import dev.cloche.egress.FetchResponse;
import dev.cloche.egress.Header;
import dev.cloche.egress.Patience;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * An egress without a network.
 *
 * <pre>
 * http://web/hello          200 text/plain "hello"
 * http://web/echo           200 what was asked for
 * http://web/json           200 application/json {"a":[1,2]}
 * http://web/big            200 200,000 times "x", in pieces of 1,000
 * http://web/bytes          200 application/octet-stream, the bytes FF 00 FE
 * http://web/empty          204
 * http://web/missing        404 "no"
 * http://web/moved          302 to /hello
 * http://web/fail/KIND      fails when it is sent
 * http://web/cut            200 breaks off after "part"
 * anything else             denied by network.default
 * </pre>
 *
 * <p>{@code https://example.org}, the host of examples, has the same pages.
 */
final class FakeWeb implements Egress {
  private static final String ROOT = "http://web/";
  private static final String EXAMPLE = "https://example.org/";
  private static final int PIECE = 1_000;

  final List<FetchRequest> asked = new ArrayList<>();
  int open;
  int mostOpen;

  @Override
  public Exchange open(FetchRequest request, Patience patience) throws EgressException {
    asked.add(request);
    String url = canonical(request.url());
    String root = url.startsWith(EXAMPLE) ? EXAMPLE : ROOT;
    if (!url.startsWith(root)) {
      throw new EgressException(Kind.DENIED, "network.default", "no rule allows " + request.url());
    }
    open++;
    mostOpen = Math.max(open, mostOpen);
    return new FakeExchange(request, root, url.substring(root.length()));
  }

  private static String canonical(String url) {
    return url.replaceFirst("#.*", "").replaceFirst("(?i)^http://web(:80)?(?=/|$)/?", ROOT);
  }

  @Override
  public EgressUsage usage() {
    return new EgressUsage(asked.size(), 0, 0);
  }

  @Override
  public void close() {}

  private final class FakeExchange implements Exchange {
    private final FetchRequest request;
    private final String root;
    private final String page;
    private final ByteArrayOutputStream sent = new ByteArrayOutputStream();
    private byte[] answer = {};
    private int position;
    private boolean closed;

    FakeExchange(FetchRequest request, String root, String path) {
      this.request = request;
      this.root = root;
      this.page = path.equals("moved") && request.followRedirects() ? "hello" : path;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
      sent.write(bytes, offset, length);
    }

    @Override
    public FetchResponse send() throws EgressException {
      if (page.startsWith("fail/")) {
        throw new EgressException(Kind.valueOf(page.substring(5)), "", "it is " + page);
      }
      return switch (page) {
        case "hello" -> response(200, "text/plain", "hello");
        case "echo" -> response(200, "text/plain", echo());
        case "json" -> response(200, "application/json", "\ufeff{\"a\":[1,2]}");
        case "big" -> response(200, "text/plain", "x".repeat(200_000));
        case "bytes" -> response(200, "application/octet-stream", "");
        case "empty" -> response(204, "", "");
        case "moved" -> response(302, "text/plain", "");
        case "cut" -> response(200, "text/plain", "part");
        default -> response(404, "text/plain", "no");
      };
    }

    private String echo() {
      String fields =
          request.headers().stream()
              .map(field -> field.name() + "=" + field.value())
              .collect(Collectors.joining(" "));
      return request.method() + " [" + fields + "] " + sent.toString(UTF_8);
    }

    private FetchResponse response(int status, String type, String body) {
      answer = request.method().equals("HEAD") ? new byte[0] : body.getBytes(UTF_8);
      if (page.equals("bytes")) {
        answer = new byte[] {-1, 0, -2};
      }
      List<Header> fields =
          List.of(
              new Header("content-type", type),
              new Header("set-cookie", "a=1"),
              new Header("set-cookie", "b=2"));
      return new FetchResponse(status, root + page, type.isEmpty() ? List.of() : fields);
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws EgressException {
      if (page.equals("cut") && position == answer.length) {
        throw new EgressException(Kind.CUT, "", "the connection is gone");
      }
      int count = Math.min(Math.min(length, PIECE), answer.length - position);
      System.arraycopy(answer, position, bytes, offset, count);
      position += count;
      return count == 0 ? -1 : count;
    }

    @Override
    public void close() {
      open -= closed ? 0 : 1;
      closed = true;
    }
  }
}
