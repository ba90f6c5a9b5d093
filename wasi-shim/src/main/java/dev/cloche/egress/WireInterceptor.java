package dev.cloche.egress;

import java.io.IOException;
import java.net.ProtocolException;
import java.util.Objects;
import okhttp3.Interceptor;
import okhttp3.Response;

/**
 * Stands between OkHttp's own logic and the wire: a request goes over once, as it was decided.
 *
 * <p>OkHttp sends a request again where a 503 says {@code Retry-After: 0}, and no setting says
 * otherwise; the field is therefore kept from it. Thread-safe.
 */
final class WireInterceptor implements Interceptor {
  private static final int UNAVAILABLE = 503;

  @Override
  public Response intercept(Chain chain) throws IOException {
    Lane lane = Objects.requireNonNull(chain.request().tag(Lane.class), "lane");
    if (!lane.passes()) {
      throw new ProtocolException("refused: the request was sent once");
    }
    Response response = chain.proceed(chain.request());
    if (response.code() != UNAVAILABLE) {
      return response;
    }
    lane.hide("retry-after", response.headers("Retry-After"));
    return response.newBuilder().removeHeader("Retry-After").build();
  }
}
