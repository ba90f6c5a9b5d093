package dev.cloche.egress;

import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * Says why a hop failed in words a guest may read. What the JVM and the client say is not passed
 * on: it names addresses, and quotes headers.
 */
final class Failures {
  private Failures() {}

  /**
   * Returns the failure.
   *
   * @param failure what was thrown
   * @param host of the hop
   * @param lane over which it went; null if there was none yet
   */
  static EgressException of(Exception failure, String host, @Nullable Lane lane) {
    EgressException known = known(failure);
    EgressException stopped = lane == null ? null : lane.intake().refusal();
    if (known != null || stopped != null) {
      return known != null ? known : stopped;
    }
    String shown = "host " + Shown.quoted(host);
    if (lane == null || !lane.isConnected()) {
      return failure instanceof SSLException
          ? new EgressException(
              EgressException.Kind.TLS, "", shown + " offers no TLS that is good enough")
          : new EgressException(
              EgressException.Kind.UNREACHABLE, "", shown + " cannot be connected to");
    }
    return new EgressException(
        EgressException.Kind.PROTOCOL,
        "",
        shown + " broke the protocol, or the connection was lost");
  }

  /** Whether it may be that the time was over and nothing else. */
  static boolean mayComeOfWaiting(EgressException failure) {
    EgressException.Kind kind = failure.kind();
    return kind == EgressException.Kind.UNREACHABLE
        || kind == EgressException.Kind.PROTOCOL
        || kind == EgressException.Kind.TLS
        || kind == EgressException.Kind.CUT;
  }

  static EgressException timeout() {
    return new EgressException(EgressException.Kind.TIMEOUT, "", "the time of the call is over");
  }

  static EgressException cut() {
    return new EgressException(EgressException.Kind.CUT, "", "the exchange was cut");
  }

  private static @Nullable EgressException known(Throwable failure) {
    Throwable next = failure;
    while (next != null) {
      if (next instanceof EgressException) {
        return (EgressException) next;
      }
      if (next instanceof Refusal) {
        return ((Refusal) next).exception();
      }
      next = next.getCause();
    }
    return null;
  }
}
