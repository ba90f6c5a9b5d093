package dev.cloche.egress;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;

/**
 * Finds secrets in all their forms in one pass.
 *
 * <p>Goal: what a server sends back of a secret does not reach whoever must not know it. It is made
 * for servers that echo and tools that log, not for a server that hides a secret on purpose: that
 * one knows it anyway.
 *
 * <p>The forms that stand as they are come from {@link SecretForms}; they are looked for in the
 * text itself and in the text with escapes undone, one kind or two in a row ({@code KINDS}
 * squared), so that it does not matter which characters were escaped, or in which case the digits
 * are.
 *
 * <p>Cost: linear in the text. Text without escapes is matched once. Memory: about 17 bytes for
 * each symbol of all forms, some 400 bytes for each byte of a secret; a stream holds back at most
 * one form as escaped and wrapped as it can be.
 */
final class SecretScrubber implements Scrubber {
  /** Written where a secret was: the first that could not make one itself. */
  private static final List<String> MARKERS =
      List.of("[redacted]", "<redacted>", "{redacted}", "(redacted)", "*", "#", "\u001a");

  private static final int MAX_CONTROL = 0x1f;
  private static final int DELETE = 0x7f;

  private final PatternTree tree;
  private final byte[] marker;
  private final boolean backslashes;
  private final boolean spaces;

  SecretScrubber(Collection<byte[]> secrets) {
    List<byte[]> forms = new ArrayList<>();
    boolean anyBackslash = false;
    boolean anySpace = false;
    for (byte[] secret : secrets) {
      requireSecret(secret);
      forms.addAll(SecretForms.of(secret));
      anyBackslash |= contains(secret, '\\');
      anySpace |= contains(secret, ' ');
    }
    this.tree = new PatternTree(forms);
    this.backslashes = anyBackslash;
    this.spaces = anySpace;
    this.marker = marker(forms, tree);
  }

  /** Says what is wrong with a secret without saying what it is. */
  static void requireSecret(byte[] secret) {
    int symbols = SecretSymbols.fold(secret).length;
    if (symbols < MIN_SECRET_BYTES || secret.length > MAX_SECRET_BYTES) {
      throw new IllegalArgumentException(
          "a secret of "
              + secret.length
              + " bytes, "
              + symbols
              + " of them not spaces, is not between "
              + MIN_SECRET_BYTES
              + " and "
              + MAX_SECRET_BYTES
              + " bytes");
    }
    for (byte b : secret) {
      if ((b >= 0 && b <= MAX_CONTROL) || b == DELETE) {
        throw new IllegalArgumentException("a secret has a control character");
      }
    }
  }

  private static byte[] marker(List<byte[]> forms, PatternTree tree) {
    for (String candidate : MARKERS) {
      byte[] bytes = candidate.getBytes(StandardCharsets.US_ASCII);
      if (isHarmless(bytes, forms, tree)) {
        return bytes;
      }
    }
    throw new IllegalArgumentException("a secret leaves no mark to put in its place");
  }

  /**
   * Whether no form holds the marker's first symbol, its last, or is a part of it: then none can
   * lie across a marker.
   */
  private static boolean isHarmless(byte[] marker, List<byte[]> forms, PatternTree tree) {
    byte[] symbols = SecretSymbols.fold(marker);
    for (byte[] form : forms) {
      if (contains(form, symbols[0]) || contains(form, symbols[symbols.length - 1])) {
        return false;
      }
    }
    int state = PatternTree.ROOT;
    for (byte symbol : symbols) {
      state = tree.next(state, symbol & 0xff);
      if (tree.matchLength(state) > 0) {
        return false;
      }
    }
    return true;
  }

  private static boolean contains(byte[] bytes, int value) {
    for (byte b : bytes) {
      if (b == value) {
        return true;
      }
    }
    return false;
  }

  @Override
  public String scrub(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    ScrubbedStream stream = stream();
    byte[] first = stream.next(bytes, 0, bytes.length);
    byte[] rest = stream.end();
    if (!stream.found()) {
      return text;
    }
    byte[] all = new byte[first.length + rest.length];
    System.arraycopy(first, 0, all, 0, first.length);
    System.arraycopy(rest, 0, all, first.length, rest.length);
    return new String(all, StandardCharsets.UTF_8);
  }

  @Override
  public ScrubbedStream stream() {
    Redactions redactions = new Redactions();
    List<EscapedView> views = new ArrayList<>();
    Function<ByteSink, Escape> percent = next -> new PercentEscape(false, next);
    Function<ByteSink, Escape> backslash = next -> new BackslashEscape(false, next);
    List<Function<ByteSink, Escape>> kinds = List.of(percent, backslash, EntityEscape::new);
    for (Function<ByteSink, Escape> outer : kinds) {
      views.add(view(redactions, List.of(outer)));
      for (Function<ByteSink, Escape> inner : kinds) {
        views.add(view(redactions, List.of(outer, inner)));
      }
    }
    if (spaces) {
      views.add(view(redactions, List.of(next -> new PercentEscape(true, next))));
    }
    if (backslashes) {
      Function<ByteSink, Escape> exact = next -> new BackslashEscape(true, next);
      views.add(view(redactions, List.of(exact)));
      views.add(view(redactions, List.of(exact, exact)));
    }
    return new ScrubbedStream(marker, redactions, new PatternMatcher(tree, redactions), views);
  }

  private EscapedView view(Redactions redactions, List<Function<ByteSink, Escape>> kinds) {
    PatternMatcher matcher = new PatternMatcher(tree, redactions);
    ByteSink next = matcher;
    List<Escape> escapes = new ArrayList<>();
    for (int i = kinds.size() - 1; i >= 0; i--) {
      Escape escape = kinds.get(i).apply(next);
      escapes.add(0, escape);
      next = escape;
    }
    return new EscapedView(escapes, matcher);
  }
}
