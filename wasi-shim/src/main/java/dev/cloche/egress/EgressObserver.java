package dev.cloche.egress;

/**
 * Told of every decision and of how each exchange ended, before the guest is. Thread-safe.
 *
 * <p>If a method throws, the request goes no further: what cannot be recorded does not happen.
 */
public interface EgressObserver {

  /**
   * A hop was allowed or denied.
   *
   * @param method the method that was asked for, as it was
   * @param url the URL in its canonical form, or as the guest wrote it where it has none; with its
   *     query
   * @param decision what was decided and by which rule
   */
  void decided(String method, String url, EgressDecision decision);

  /**
   * A hop of an exchange is over.
   *
   * @param method of the hop
   * @param url of the hop
   * @param status of the response; 0 if there was none
   * @param sentBytes head and body
   * @param receivedBytes as they came over the wire
   * @param failure why it ended before its end; empty if it did not
   */
  void ended(
      String method,
      CanonicalUrl url,
      int status,
      long sentBytes,
      long receivedBytes,
      String failure);

  /** An observer that looks away. */
  static EgressObserver none() {
    return Unobserved.INSTANCE;
  }
}
