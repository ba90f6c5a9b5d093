package dev.cloche.egress;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import okhttp3.Call;
import okhttp3.HttpUrl;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/**
 * One request that was allowed: the lane it takes, the secret it carries, the response. Used by the
 * guest's thread, but for {@link #call}.
 */
final class Hop {
  private static final String USER_AGENT = "cloche";

  private final Decider.Asked asked;
  private final EgressDecision decision;
  private final LaneKey key;
  private @Nullable Injection injection;
  private volatile @Nullable Lane lane;
  private @Nullable Request request;
  private long sent;
  private int status;

  Hop(Decider.Asked asked, EgressDecision decision, long generation) {
    this.asked = asked;
    this.decision = decision;
    this.key = LaneKey.of(generation, decision, asked.url());
  }

  Decider.Asked asked() {
    return asked;
  }

  CanonicalUrl url() {
    return asked.url();
  }

  EgressDecision decision() {
    return decision;
  }

  LaneKey key() {
    return key;
  }

  @Nullable Lane lane() {
    return lane;
  }

  void take(Lane next) {
    lane = next;
  }

  /** The credential that the rule names, unless it is here already. */
  Optional<String> credentialNeeded() {
    return injection == null ? decision.credential() : Optional.empty();
  }

  void inject(Injection lent) {
    injection = lent;
  }

  /** The name of the parameter of the query that the host set, if it did. */
  Optional<String> queryOfHost() {
    return Optional.ofNullable(injection)
        .filter(lent -> lent.place() == Injection.Place.QUERY)
        .map(Injection::name);
  }

  void sent(long bytes) {
    sent += bytes;
  }

  long sentBytes() {
    return sent;
  }

  long receivedBytes() {
    Lane used = lane;
    return used == null ? 0 : used.intake().wireBytes();
  }

  int status() {
    return status;
  }

  /**
   * Makes the request as it goes over the wire, secret included, and returns the size of its head
   * as HTTP/1.1 writes it.
   *
   * @throws EgressException if what the credential says cannot be put where it belongs
   */
  long prepare(@Nullable RequestBody body) throws EgressException {
    try {
      Request.Builder builder = new Request.Builder().url(target()).method(asked.method(), body);
      boolean range = false;
      boolean named = false;
      for (Header header : Secrets.into(asked.headers(), injection)) {
        builder.addHeader(header.name(), header.value());
        range |= header.name().equalsIgnoreCase("range");
        named |= header.name().equalsIgnoreCase("user-agent");
      }
      if (!named) {
        builder.header("User-Agent", USER_AGENT);
      }
      // A part of something compressed cannot be decoded.
      request = builder.header("Accept-Encoding", range ? "identity" : "gzip").build();
      return headBytes(request);
    } catch (IllegalArgumentException e) {
      // The client's message quotes the value.
      throw new EgressException(
          EgressException.Kind.DENIED,
          decision.rule(),
          "the credential of the rule does not fit into a request");
    }
  }

  /** Sends the request and waits for the head of its response. On any thread. */
  Response call(long nanos) throws IOException {
    Lane used = lane;
    Request prepared = request;
    if (used == null || prepared == null) {
      throw new IllegalStateException("not prepared");
    }
    Call call = used.call(prepared);
    if (nanos < TimeUnit.DAYS.toNanos(1)) {
      call.timeout().timeout(Math.max(1, nanos), TimeUnit.NANOSECONDS);
    }
    try {
      return call.execute();
    } catch (RuntimeException e) {
      // Nothing of the embedder runs in there: the client met what it did not expect.
      throw new IOException(e);
    }
  }

  void answered(Response response) {
    status = response.code();
  }

  /** Whether the request, having failed like this, can be sent over another lane. */
  boolean mayGoAgain(IOException failure) {
    Lane used = lane;
    Request prepared = request;
    if (used == null || prepared == null || !used.isUsed() || used.intake().refusal() != null) {
      return false;
    }
    boolean safe = prepared.method().equals("GET") || prepared.method().equals("HEAD");
    return failure instanceof PinnedDns.StaleLane || (safe && used.intake().wireBytes() == 0);
  }

  private HttpUrl target() {
    HttpUrl url = asked.url().httpUrl();
    Injection lent = injection;
    if (lent == null || lent.place() != Injection.Place.QUERY) {
      return url;
    }
    return url.newBuilder()
        .encodedQuery(Secrets.without(url.encodedQuery(), lent.name()))
        .addQueryParameter(lent.name(), lent.value())
        .build();
  }

  private static long headBytes(Request request) {
    HttpUrl url = request.url();
    String query = url.encodedQuery();
    long bytes =
        (long) request.method().length()
            + url.encodedPath().length()
            + (query == null ? 0 : 1 + query.length())
            + url.host().length()
            + "  HTTP/1.1\r\nHost: \r\n\r\n".length();
    for (int i = 0; i < request.headers().size(); i++) {
      bytes += request.headers().name(i).length() + request.headers().value(i).length() + 4;
    }
    return bytes;
  }

  List<Header> hidden() {
    Lane used = lane;
    return used == null ? List.of() : used.hidden();
  }
}
