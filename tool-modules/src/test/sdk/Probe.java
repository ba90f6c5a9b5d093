package test;

import dev.cloche.sdk.FetchException;
import dev.cloche.sdk.Files;
import dev.cloche.sdk.Json;
import dev.cloche.sdk.Request;
import dev.cloche.sdk.Response;
import dev.cloche.sdk.Tool;
import dev.cloche.sdk.ToolException;
import java.io.IOException;

/** Does steps one after the other, [OPERATION, ARGUMENT...] each, and answers their results: what the library can do, for tests. */
public final class Probe {

  private Probe() {}

  public static void main(String[] args) {
    Tool.run(
        steps -> {
          Json results = Json.array();
          for (Json step : steps.items()) {
            results.add(result(step));
          }
          return results;
        });
  }

  private static Json result(Json step) throws ToolException {
    try {
      return perform(step.at(0).asString(), step.at(1).asString(), step);
    } catch (FetchException e) {
      return Json.object().set("code", e.code()).set("rule", e.rule());
    } catch (IOException e) {
      return Json.of("failed");
    }
  }

  private static Json perform(String operation, String path, Json step) throws IOException, ToolException {
    switch (operation) {
      case "read":
        return Json.of(Files.readText(path));
      case "write":
        Files.writeText(path, step.at(2).asString());
        return Json.NULL;
      case "append":
        Files.appendText(path, step.at(2).asString());
        return Json.NULL;
      case "list":
        Json names = Json.array();
        Files.list(path).forEach(name -> names.add(Json.of(name)));
        return names;
      case "exists":
        return Json.of(Files.exists(path));
      case "makeDirectory":
        Files.makeDirectory(path);
        return Json.NULL;
      case "remove":
        Files.remove(path);
        return Json.NULL;
      case "environment":
        return Json.of(Tool.environment(path));
      case "arguments":
        Json arguments = Json.array();
        Tool.arguments().subList(1, Tool.arguments().size()).forEach(argument -> arguments.add(Json.of(argument)));
        return arguments;
      case "integer":
        return Json.of(step.at(1).asInteger());
      case "number":
        return Json.of(step.at(1).asNumber());
      case "same":
        return step.at(1);
      case "fetch":
        return fetch(new Request(path, step.at(2).asString()), step);
      case "fail":
        throw new ToolException(path, (int) step.at(2).asInteger());
      case "crash":
        throw new IllegalStateException(path);
      default:
        throw new ToolException("no such operation: " + operation);
    }
  }

  private static Json fetch(Request request, Json step) throws FetchException {
    for (String name : step.at(3).names()) {
      request.header(name, step.at(3).get(name).asString());
    }
    if (!step.at(4).isNull()) {
      request.body(bytes(step.at(4).asString()));
    }
    if (step.at(5).asBoolean()) {
      request.withoutRedirects();
    }
    Response response = request.send();
    return Json.object()
        .set("cookie", response.header("set-cookie"))
        .set("status", response.status())
        .set("success", Json.of(response.isSuccess()))
        .set("text", response.text())
        .set("url", response.url());
  }

  private static byte[] bytes(String text) {
    byte[] bytes = new byte[text.length()];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) text.charAt(i);
    }
    return bytes;
  }
}
