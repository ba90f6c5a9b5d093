package dev.cloche.cli.serve;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import java.math.BigInteger;
import java.nio.charset.CharacterCodingException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads one JSON-RPC message, and writes the answer to what is none. */
final class Frame {

  /** 8 MiB: a script and some files in base64. */
  static final int MAX_BYTES = 8 << 20;

  private static final String VERSION = "2.0";

  private Frame() {}

  /** What is wrong with a message. */
  static final class BadFrameException extends Exception {
    private static final long serialVersionUID = 1;

    private final int code;

    BadFrameException(int code, String message) {
      super(message);
      this.code = code;
    }

    /** Returns the answer: an error of JSON-RPC without an id, as it has to be then. */
    byte[] answer() {
      return error(null, code, String.valueOf(getMessage()));
    }
  }

  /**
   * Returns a request, notification or response.
   *
   * @throws BadFrameException if it is none; batches are none since revision 2025-06-18
   */
  static JSONRPCMessage read(byte[] json) throws BadFrameException {
    if (!(value(json) instanceof Map<?, ?> message)) {
      throw invalid("a message is one JSON object");
    }
    if (!VERSION.equals(message.get("jsonrpc"))) {
      throw invalid("jsonrpc is \"2.0\"");
    }
    Object id = message.get("id");
    if (message.containsKey("id") && !(id instanceof String) && !isWhole(id)) {
      throw invalid("id is a string or a whole number");
    }
    if (message.containsKey("method")) {
      return call(message, id);
    } else if (id == null || message.containsKey("result") == message.containsKey("error")) {
      throw invalid("a message has a method, or an id and either result or error");
    }
    return response(json);
  }

  private static Object value(byte[] json) throws BadFrameException {
    try {
      return Json.value(json);
    } catch (JsonProcessingException | CharacterCodingException malformed) {
      throw new BadFrameException(McpSchema.ErrorCodes.PARSE_ERROR, "not JSON in UTF-8");
    }
  }

  private static JSONRPCMessage call(Map<?, ?> message, @Nullable Object id)
      throws BadFrameException {
    Object params = message.get("params");
    if (!(message.get("method") instanceof String method)) {
      throw invalid("method is a string");
    } else if (params != null && !(params instanceof Map)) {
      throw invalid("params is an object");
    }
    return id == null
        ? new McpSchema.JSONRPCNotification(method, params)
        : new McpSchema.JSONRPCRequest(method, id, params);
  }

  private static JSONRPCMessage response(byte[] json) throws BadFrameException {
    try {
      return Json.SDK.readValue(json, McpSchema.JSONRPCResponse.class);
    } catch (java.io.IOException | IllegalArgumentException malformed) {
      throw invalid("a response has result, or error with code and message");
    }
  }

  private static boolean isWhole(@Nullable Object id) {
    return id instanceof Integer || id instanceof Long || id instanceof BigInteger;
  }

  private static BadFrameException invalid(String why) {
    return new BadFrameException(McpSchema.ErrorCodes.INVALID_REQUEST, why);
  }

  /** Returns an error response. */
  static byte[] error(@Nullable Object id, int code, String message) {
    Map<String, @Nullable Object> response = new LinkedHashMap<>();
    response.put("jsonrpc", VERSION);
    response.put("id", id);
    response.put("error", Map.of("code", code, "message", message));
    return Json.bytes(response);
  }
}
