package dev.cloche.egress;

/** Brings the secrets that rules name. Implemented by whoever keeps leases. Thread-safe. */
@FunctionalInterface
public interface Injector {

  /**
   * Takes one use of a credential for one request that a rule allowed, after the decision and the
   * vetting of the address.
   *
   * @param credential the name that the rule gives
   * @param method the method of this hop
   * @param url the URL of this hop
   * @param cut cuts the exchange; kept while the exchange runs, for a revoke
   * @throws EgressException of kind {@code DENIED} if there is no lease for it: expired, revoked,
   *     used up, or for another audience
   */
  Injection inject(String credential, String method, CanonicalUrl url, Runnable cut)
      throws EgressException;

  /** An injector that has no credential at all. */
  static Injector none() {
    return (credential, method, url, cut) -> {
      throw new EgressException(
          EgressException.Kind.DENIED,
          "credential " + credential,
          "credential \"" + credential + "\" has no lease");
    };
  }
}
