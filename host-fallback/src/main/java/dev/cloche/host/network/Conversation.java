package dev.cloche.host.network;

import dev.cloche.egress.Egress;
import dev.cloche.egress.EgressException;
import dev.cloche.egress.Exchange;
import dev.cloche.egress.FetchRequest;
import dev.cloche.egress.Patience;
import dev.cloche.egress.Tunnel;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * One connection of a command, from its first byte to its end: a tunnel, or one request of plain
 * HTTP. What it wants is read here and decided by the egress, which reads it again for itself.
 *
 * <p>A connection carries one request: there is no second one that could hide in the first.
 */
final class Conversation {
  private static final int BUFFER = 16 << 10;

  private final Route route;
  private final Wire wire;
  private final Egress egress;
  private final Patience patience;

  Conversation(Route route, Wire wire, Egress egress, Patience patience) {
    this.route = route;
    this.wire = wire;
    this.egress = egress;
    this.patience = patience;
  }

  /** Holds it, to its end. */
  void hold() throws IOException {
    try {
      if (route.kind() == Route.Kind.TLS) {
        try (Tunnel tunnel = egress.tunnel(route.authority(), patience)) {
          new Splice(wire, tunnel).run();
        }
        return;
      }
      Optional<RequestHead> head = RequestHead.read(wire);
      if (head.isPresent()) {
        answer(head.get());
      }
    } catch (BadRequest bad) {
      Answer.refuse(wire, 400, String.valueOf(bad.getMessage()));
    } catch (EgressException failed) {
      // TLS has no words for it before its handshake.
      if (route.kind() != Route.Kind.TLS) {
        Answer.refuse(wire, failed);
      }
    }
  }

  private void answer(RequestHead head) throws IOException, BadRequest, EgressException {
    if (route.kind() == Route.Kind.PROXY && head.method().equals("CONNECT")) {
      tunnel(head);
      return;
    }
    String url = route.kind() == Route.Kind.PROXY ? head.target() : ownUrl(head);
    if (!url.toLowerCase(Locale.ROOT).startsWith("http://")) {
      Answer.refuse(wire, 501, "this proxy passes http on, and https in tunnels alone");
      return;
    }
    forward(head, url);
  }

  /** Where a command speaks as to the host itself, it has to mean that host. */
  private String ownUrl(RequestHead head) throws BadRequest {
    List<String> hosts = head.all("host");
    String named = hosts.size() == 1 ? hosts.get(0).toLowerCase(Locale.ROOT) : "";
    boolean right = named.equals(route.authority()) || (isDefault() && named.equals(route.host()));
    if (!right || !head.target().startsWith("/")) {
      throw new BadRequest("the request is not one to " + route.authority());
    }
    return "http://" + route.authority() + head.target();
  }

  private boolean isDefault() {
    return route.port() == 80;
  }

  private void tunnel(RequestHead head) throws IOException, EgressException, BadRequest {
    if (!RequestBody.of(head, wire).isDone()) {
      throw new BadRequest("a tunnel is asked for with a body");
    }
    Tunnel tunnel;
    try {
      tunnel = egress.tunnel(head.target(), patience);
    } catch (EgressException refused) {
      Answer.refuse(wire, refused);
      return;
    }
    try (tunnel) {
      wire.write("HTTP/1.1 200 Connection established\r\n\r\n");
      new Splice(wire, tunnel).run();
    }
  }

  private void forward(RequestHead head, String url)
      throws IOException, BadRequest, EgressException {
    RequestBody body = RequestBody.of(head, wire);
    FetchRequest request = new FetchRequest(head.method(), url, head.forwarded(), false);
    try (Exchange exchange = egress.open(request, patience)) {
      if (!body.isDone() && !head.all("expect").isEmpty()) {
        wire.write("HTTP/1.1 100 Continue\r\n\r\n");
      }
      byte[] buffer = new byte[BUFFER];
      for (int read = body.read(buffer); read >= 0; read = body.read(buffer)) {
        exchange.write(buffer, 0, read);
      }
      // From here on the answer has begun: one that fails is cut short.
      var answer = exchange.send();
      try {
        Answer.pass(wire, head, answer, exchange);
      } catch (EgressException cutShort) {
        throw new IOException("the answer was cut short", cutShort);
      }
    }
  }
}
