package dev.cloche.cli.serve;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** Sends requests of the HTTP transport one by one, also wrong ones. */
final class HttpClientOf {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  static final HttpClient CLIENT = HttpClient.newHttpClient();

  private final URI url;

  HttpClientOf(HttpListener listener) {
    this.url = URI.create(listener.url());
  }

  HttpRequest.Builder post(String body) {
    return HttpRequest.newBuilder(url)
        .timeout(Duration.ofSeconds(60))
        .header("Content-Type", "application/json")
        .header("Accept", "application/json, text/event-stream")
        .POST(HttpRequest.BodyPublishers.ofString(body));
  }

  HttpRequest.Builder post(String session, String body) {
    return post(body).header("Mcp-Session-Id", session);
  }

  HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    return CLIENT.send(request.build(), BodyHandlers.ofString());
  }

  HttpRequest.Builder delete(String session) {
    return HttpRequest.newBuilder(url)
        .timeout(Duration.ofSeconds(60))
        .header("Mcp-Session-Id", session)
        .DELETE();
  }

  /** Opens a session and returns its id. */
  CompletableFuture<String> open() {
    return CLIENT
        .sendAsync(post(Wire.INITIALIZE).build(), BodyHandlers.ofString())
        .thenApply(response -> response.headers().firstValue("Mcp-Session-Id").orElseThrow());
  }

  /** Calls a tool and returns its result. */
  CompletableFuture<JsonNode> call(String session, String tool, String arguments) {
    String body =
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":"
            + "{\"name\":\"%s\",\"arguments\":%s}}".formatted(tool, arguments);
    return CLIENT
        .sendAsync(post(session, body).build(), BodyHandlers.ofString())
        .thenApply(HttpClientOf::last);
  }

  /** Returns the result in the last event. */
  static JsonNode last(HttpResponse<String> response) {
    String data =
        response
            .body()
            .lines()
            .filter(line -> line.startsWith("data: "))
            .reduce((before, after) -> after)
            .orElseThrow(() -> new AssertionError(response.statusCode() + response.body()));
    return json(data.substring("data: ".length())).path("result");
  }

  static JsonNode json(String text) {
    try {
      return MAPPER.readTree(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
