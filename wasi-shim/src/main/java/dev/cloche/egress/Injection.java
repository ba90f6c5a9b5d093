package dev.cloche.egress;

import java.util.Objects;

/**
 * One use of a secret in one request. Closed by the egress when the exchange is over.
 *
 * <p>{@code toString} tells the place, never the value.
 */
public final class Injection implements AutoCloseable {

  /** Where a secret goes. */
  public enum Place {
    /** A header field, which replaces all of that name that the guest set. */
    HEADER,
    /** A parameter of the query, which replaces all of that name that the guest set. */
    QUERY
  }

  private final Place place;
  private final String name;
  private final String value;
  private final Scrubber scrubber;
  private final Runnable done;

  /**
   * Makes one.
   *
   * @param place where the value goes
   * @param name of the header field or parameter
   * @param value what to put there, the secret in it
   * @param scrubber takes the secret out of what comes back
   * @param done run when the exchange is over
   */
  public Injection(Place place, String name, String value, Scrubber scrubber, Runnable done) {
    this.place = Objects.requireNonNull(place, "place");
    this.name = Objects.requireNonNull(name, "name");
    this.value = Objects.requireNonNull(value, "value");
    this.scrubber = Objects.requireNonNull(scrubber, "scrubber");
    this.done = Objects.requireNonNull(done, "done");
  }

  /** Where the value goes. */
  public Place place() {
    return place;
  }

  /** The name of the header field or parameter. */
  public String name() {
    return name;
  }

  /** What to put there: holds the secret. */
  public String value() {
    return value;
  }

  /** Takes the secret out of what comes back. */
  public Scrubber scrubber() {
    return scrubber;
  }

  @Override
  public void close() {
    done.run();
  }

  @Override
  public String toString() {
    return "Injection[" + place + " " + name + "]";
  }
}
