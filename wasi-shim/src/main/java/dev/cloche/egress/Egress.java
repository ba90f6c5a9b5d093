package dev.cloche.egress;

/**
 * The way out for the calls of one session: decides, dials, and bounds.
 *
 * <p>Thread-safe. Closing it cuts what still runs.
 */
public interface Egress extends AutoCloseable {

  /**
   * Begins a request. Nothing is resolved or sent yet but the decision is made: a denied request
   * causes no query and no connection.
   *
   * @param request what the guest asked for
   * @param patience the time that the call has left, and word of its end
   * @throws EgressException if the request is denied, malformed, or beyond the session's budget
   */
  Exchange open(FetchRequest request, Patience patience) throws EgressException;

  /**
   * Opens a connection over which the guest speaks TLS by itself. Of such a connection the host is
   * known, and no method, path or header: only rules that say nothing of these allow it, see {@link
   * TunnelRules}. A denied tunnel causes no query and no connection.
   *
   * @param authority host and port as the guest wrote them: {@code api.example.com:443}
   * @param patience the time that the call has left, and word of its end; called on any thread
   * @throws EgressException if the tunnel is denied, malformed, beyond the budget, or not answered
   */
  default Tunnel tunnel(String authority, Patience patience) throws EgressException {
    throw new EgressException(
        EgressException.Kind.DENIED,
        EgressDecision.DEFAULT_RULE,
        "denied by " + EgressDecision.DEFAULT_RULE + ": this call has no tunnels");
  }

  /** What the session has sent and received so far. */
  EgressUsage usage();

  /** Cuts all exchanges and closes all connections. */
  @Override
  void close();

  /** Returns an egress that denies every request by {@link EgressDecision#DEFAULT_RULE}. */
  static Egress denying() {
    return DeniedEgress.INSTANCE;
  }
}
