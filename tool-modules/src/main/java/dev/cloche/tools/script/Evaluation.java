package dev.cloche.tools.script;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.cloche.Call;
import dev.cloche.Engine;
import dev.cloche.Outcome;
import dev.cloche.Session;
import dev.cloche.SessionOptions;
import dev.cloche.Tool;
import java.io.IOException;
import java.io.Writer;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.script.Bindings;
import javax.script.ScriptContext;
import javax.script.ScriptEngine;
import javax.script.ScriptException;
import org.jspecify.annotations.Nullable;

/** One script, from the bindings that it sees to the value that it ends with. */
final class Evaluation {

  private static final SecureRandom RANDOM = new SecureRandom();

  /** The frames of the script itself; those of what evaluates it have another name. */
  private static final Pattern PLACE = Pattern.compile("<(?:input|evalScript)>:(\\d+)(?::(\\d+))?");

  private static final int MAX_NUMBER = 9;

  private final ScriptLanguage language;
  private final ScriptContext context;
  private final String source;
  private final String mark = mark();

  Evaluation(ScriptLanguage language, ScriptContext context, String source) {
    this.language = language;
    this.context = context;
    this.source = source;
  }

  /** Separates what the script prints from what becomes of it; the script does not know it. */
  private static String mark() {
    byte[] bytes = new byte[16];
    RANDOM.nextBytes(bytes);
    return "\0" + HexFormat.of().formatHex(bytes);
  }

  @Nullable Object run(Engine engine, SessionOptions options, Tool evaluator)
      throws ScriptException {
    String request = request();
    Outcome outcome;
    try (Session session = engine.openSession(options)) {
      outcome = session.call(evaluator, Call.builder().stdin(request).build());
    }
    String printed = outcome.stdout().text();
    int end = printed.lastIndexOf(mark);
    copy(end < 0 ? printed : printed.substring(0, end), context.getWriter());
    copy(outcome.stderr().text(), context.getErrorWriter());
    if (!(outcome instanceof Outcome.Completed completed)) {
      throw outcome instanceof Outcome.LimitExceeded exceeded
          ? new ScriptLimitException(exceeded)
          : new ScriptEndedException(outcome);
    }
    if (end >= 0) {
      return finished(printed.substring(end + mark.length()));
    } else if (completed.exitStatus() == 0) {
      return null;
    }
    throw new ScriptException(
        "the script exited with status " + completed.exitStatus(), fileName(), -1);
  }

  private String request() throws ScriptException {
    Map<String, @Nullable Object> bindings = new LinkedHashMap<>();
    Bindings global = context.getBindings(ScriptContext.GLOBAL_SCOPE);
    if (global != null) {
      bindings.putAll(global);
    }
    bindings.putAll(context.getBindings(ScriptContext.ENGINE_SCOPE));
    Map<String, Object> json = new LinkedHashMap<>();
    for (Map.Entry<String, @Nullable Object> binding : bindings.entrySet()) {
      // Names such as javax.script.filename are for the engine.
      if (!binding.getKey().startsWith("javax.script.")) {
        json.put(binding.getKey(), binding(binding.getKey(), binding.getValue()));
      }
    }
    return text(json);
  }

  private String text(Map<String, Object> bindings) {
    StringBuilder text = new StringBuilder("{\"mark\":").append(JsonValues.quote(mark));
    text.append(",\"source\":").append(JsonValues.quote(source)).append(",\"bindings\":{");
    String separator = "";
    for (Map.Entry<String, Object> binding : bindings.entrySet()) {
      text.append(separator).append(JsonValues.quote(binding.getKey()));
      text.append(':').append(binding.getValue());
      separator = ",";
    }
    return text.append("}}").toString();
  }

  private JsonNode binding(String name, @Nullable Object value) throws ScriptException {
    if (!language.isVariable(name)) {
      throw new ScriptException("binding " + JsonValues.quote(name) + " is no name of a variable");
    }
    try {
      return JsonValues.json(value);
    } catch (IllegalArgumentException e) {
      throw new ScriptException("binding " + name + " " + e.getMessage());
    }
  }

  private @Nullable Object finished(String json) throws ScriptException {
    try {
      JsonNode result = JsonValues.parse(json);
      if (result.has("error")) {
        throw failed(result.get("error"));
      }
      for (Map.Entry<String, JsonNode> change : result.path("bindings").properties()) {
        if (language.isVariable(change.getKey())) {
          context
              .getBindings(ScriptContext.ENGINE_SCOPE)
              .put(change.getKey(), JsonValues.decode(change.getValue()));
        }
      }
      return JsonValues.decode(result.path("value"));
    } catch (JsonProcessingException | NumberFormatException e) {
      throw new ScriptException("the value of the script cannot be passed", fileName(), -1);
    }
  }

  private ScriptException failed(JsonNode error) {
    String message = error.path("message").asText("an error");
    Matcher place = PLACE.matcher(error.path("stack").asText());
    if (!place.find()) {
      return new ScriptException(message, fileName(), -1);
    }
    return new ScriptException(message, fileName(), number(place.group(1)), number(place.group(2)));
  }

  private static int number(@Nullable String digits) {
    return digits == null || digits.length() > MAX_NUMBER ? -1 : Integer.parseInt(digits);
  }

  private String fileName() {
    return Optional.ofNullable(context.getAttribute(ScriptEngine.FILENAME))
        .map(Object::toString)
        .orElse("<script>");
  }

  private static void copy(String text, Writer to) throws ScriptException {
    try {
      to.write(text);
      to.flush();
    } catch (IOException e) {
      throw new ScriptException(e);
    }
  }
}
