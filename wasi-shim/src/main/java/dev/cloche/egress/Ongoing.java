package dev.cloche.egress;

/** Something that an egress has open. Thread-safe. */
interface Ongoing extends AutoCloseable {

  /** Cuts it if the rules, which have changed, no longer say of it what they said. */
  void reconsider(EgressRules rules);

  @Override
  void close();
}
