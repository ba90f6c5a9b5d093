package dev.cloche.testkit;

import java.net.URLEncoder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * The forms that a secret may come back in, from a server or a guest, written with encoders of the
 * JDK alone.
 */
public final class EncodedForms {
  private EncodedForms() {}

  /**
   * Returns forms that hold the secret and nothing else, by name: raw, reversed, upper case,
   * base64, hex, percent, form, JSON and HTML escapes, some of them twice, UTF-16, wrapped lines.
   *
   * @param secret some printable characters
   */
  public static Map<String, byte[]> of(String secret) {
    byte[] utf8 = secret.getBytes(StandardCharsets.UTF_8);
    Map<String, byte[]> forms = new LinkedHashMap<>();
    forms.put("raw", utf8);
    forms.put("reversed", ascii(new StringBuilder(secret).reverse().toString()));
    forms.put("upper case", ascii(asciiUpper(secret)));
    putBase64(forms, "", utf8);
    forms.put("hex", ascii(hex(utf8, "%02x")));
    forms.put("hex upper", ascii(hex(utf8, "%02X")));
    forms.put("percent, all", ascii(hex(utf8, "%%%02X")));
    forms.put("percent, all, lower", ascii(hex(utf8, "%%%02x")));
    forms.put("percent, needed", ascii(needed(utf8)));
    forms.put("percent twice", ascii(needed(needed(utf8).getBytes(StandardCharsets.US_ASCII))));
    forms.put("form", ascii(URLEncoder.encode(secret, StandardCharsets.UTF_8)));
    forms.put("json", ascii(json(secret)));
    forms.put("json twice", ascii(json(json(secret))));
    forms.put("json, percent", ascii(json(needed(utf8))));
    forms.put("json, units", ascii(units(secret, "\\u%04x")));
    forms.put("json, units upper", ascii(units(secret, "\\u%04X")));
    forms.put("html, decimal", ascii(points(secret, p -> "&#" + p + ";")));
    forms.put("html, hex", ascii(points(secret, p -> "&#x" + Integer.toHexString(p) + ";")));
    forms.put("html, named", ascii(named(secret)));
    forms.put("utf-16le", utf16(secret, StandardCharsets.UTF_16LE));
    forms.put("utf-16be", utf16(secret, StandardCharsets.UTF_16BE));
    putBase64(forms, "utf-16le ", utf16(secret, StandardCharsets.UTF_16LE));
    forms.put("wrapped at 4", wrapped(ascii(Base64.getEncoder().encodeToString(utf8)), 4, "\r\n"));
    forms.put(
        "wrapped at 76",
        wrapped(ascii("x".repeat(70) + Base64.getEncoder().encodeToString(utf8)), 76, "\n"));
    return forms;
  }

  private static void putBase64(Map<String, byte[]> forms, String name, byte[] bytes) {
    forms.put(name + "base64", Base64.getEncoder().encode(bytes));
    forms.put(name + "base64 bare", Base64.getEncoder().withoutPadding().encode(bytes));
    forms.put(name + "base64url", Base64.getUrlEncoder().encode(bytes));
    forms.put(name + "base64url bare", Base64.getUrlEncoder().withoutPadding().encode(bytes));
  }

  /** Returns a longer text in base64 with the secret in it. */
  public static String within(String before, String secret, String after) {
    return Base64.getEncoder()
        .encodeToString((before + secret + after).getBytes(StandardCharsets.UTF_8));
  }

  /** The characters of such a text that hold bits of the secret and of nothing else. */
  public static String stablePart(String before, String secret, String after) {
    int start = before.getBytes(StandardCharsets.UTF_8).length * 8;
    int end = start + secret.getBytes(StandardCharsets.UTF_8).length * 8;
    return within(before, secret, after).substring((start + 5) / 6, end / 6);
  }

  private static byte[] utf16(String text, Charset charset) {
    return text.getBytes(charset);
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String asciiUpper(String text) {
    return text.codePoints()
        .map(c -> c < 0x80 ? Character.toUpperCase(c) : c)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  private static String hex(byte[] bytes, String format) {
    StringBuilder out = new StringBuilder();
    for (byte b : bytes) {
      out.append(String.format(Locale.ROOT, format, b & 0xff));
    }
    return out.toString();
  }

  private static String needed(byte[] bytes) {
    StringBuilder out = new StringBuilder();
    for (byte b : bytes) {
      boolean plain = b > 0 && (Character.isLetterOrDigit(b) || "-._~".indexOf(b) >= 0);
      out.append(plain ? String.valueOf((char) b) : String.format(Locale.ROOT, "%%%02X", b & 0xff));
    }
    return out.toString();
  }

  private static String json(String text) {
    return text.replace("\\", "\\\\").replace("\"", "\\\"").replace("/", "\\/");
  }

  private static String units(String text, String format) {
    StringBuilder out = new StringBuilder();
    text.chars().forEach(unit -> out.append(String.format(Locale.ROOT, format, unit)));
    return out.toString();
  }

  private static String points(String text, IntFunction<String> written) {
    StringBuilder out = new StringBuilder();
    text.codePoints().forEach(point -> out.append(written.apply(point)));
    return out.toString();
  }

  private static String named(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }

  private static byte[] wrapped(byte[] bytes, int columns, String lineEnd) {
    StringBuilder out = new StringBuilder();
    String text = new String(bytes, StandardCharsets.US_ASCII);
    for (int at = 0; at < text.length(); at += columns) {
      out.append(text, at, Math.min(text.length(), at + columns)).append(lineEnd);
    }
    return ascii(out.toString());
  }
}
