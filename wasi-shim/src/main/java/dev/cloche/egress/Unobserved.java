package dev.cloche.egress;

/** Looks away. */
enum Unobserved implements EgressObserver {
  INSTANCE;

  @Override
  public void decided(String method, String url, EgressDecision decision) {}

  @Override
  public void ended(
      String method,
      CanonicalUrl url,
      int status,
      long sentBytes,
      long receivedBytes,
      String failure) {}
}
