package dev.cloche.egress;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The secrets that one exchange was lent, one a hop at most: how they get into a request, and how
 * they are kept out of all that comes back, also from later hops. Used by the guest's thread.
 */
final class Secrets implements AutoCloseable {
  private final List<Injection> lent = new ArrayList<>();

  /** Keeps one until the exchange is over. */
  void add(Injection injection) {
    lent.add(injection);
  }

  boolean isEmpty() {
    return lent.isEmpty();
  }

  /** Takes all of them out of a text. */
  String scrub(String text) {
    String scrubbed = text;
    for (Injection injection : lent) {
      scrubbed = injection.scrubber().scrub(scrubbed);
    }
    return scrubbed;
  }

  /** Begins a stream for each. */
  List<Scrubber.Stream> streams() {
    return lent.stream().map(injection -> injection.scrubber().stream()).toList();
  }

  /** Returns headers with the secret in place of all fields of that name. */
  static List<Header> into(List<Header> headers, @Nullable Injection injection) {
    if (injection == null || injection.place() != Injection.Place.HEADER) {
      return headers;
    }
    List<Header> replaced = new ArrayList<>(headers);
    replaced.removeIf(header -> header.name().equalsIgnoreCase(injection.name()));
    replaced.add(new Header(injection.name(), injection.value()));
    return replaced;
  }

  /**
   * Returns a query without the parameters of that name, however they are encoded; null if nothing
   * is left. A piece that holds one behind a semicolon, which some servers read as a separator,
   * goes as well; so does one whose encoding is broken.
   */
  static @Nullable String without(@Nullable String query, String name) {
    if (query == null) {
      return null;
    }
    List<String> kept = new ArrayList<>();
    for (String piece : query.split("&", -1)) {
      if (!names(piece, name)) {
        kept.add(piece);
      }
    }
    return kept.isEmpty() ? null : String.join("&", kept);
  }

  private static boolean names(String piece, String name) {
    for (String parameter : piece.split(";", -1)) {
      String encoded = parameter.split("=", 2)[0];
      try {
        if (URLDecoder.decode(encoded, StandardCharsets.UTF_8).strip().equalsIgnoreCase(name)) {
          return true;
        }
      } catch (IllegalArgumentException e) {
        return true;
      }
    }
    return false;
  }

  /** Gives all of them back, also if one will not go. */
  @Override
  public void close() {
    try {
      Ends.each(lent, Injection::close);
    } finally {
      lent.clear();
    }
  }
}
