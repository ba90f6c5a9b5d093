package dev.cloche.bench;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;

/** OkHttp with its defaults. */
final class ClientTask implements NetTask {

  private final OkHttpClient client = new OkHttpClient();
  private final byte[] buffer = new byte[NetBody.CHUNK];
  private final NetServer server;
  private final int times;

  ClientTask(NetServer server, int times) {
    this.server = server;
    this.times = times;
  }

  @Override
  public void run() {
    for (int i = 0; i < times; i++) {
      Request request = new Request.Builder().url(server.url()).build();
      try (Response response = client.newCall(request).execute();
          InputStream body = response.body().byteStream()) {
        NetBody.check(body::read, buffer, server.length());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @Override
  public void close() {
    client.connectionPool().evictAll();
    client.dispatcher().executorService().shutdown();
  }
}
