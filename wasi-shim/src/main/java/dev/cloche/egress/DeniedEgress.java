package dev.cloche.egress;

/** The way out of a call that has none. */
enum DeniedEgress implements Egress {
  INSTANCE;

  @Override
  public Exchange open(FetchRequest request, Patience patience) throws EgressException {
    throw new EgressException(
        EgressException.Kind.DENIED,
        EgressDecision.DEFAULT_RULE,
        "denied by " + EgressDecision.DEFAULT_RULE + ": this call has no network");
  }

  @Override
  public EgressUsage usage() {
    return new EgressUsage(0, 0, 0);
  }

  @Override
  public void close() {}
}
