package dev.cloche.egress;

/**
 * One request and its response, redirects included. Used by one thread, the guest's; only {@link
 * #close} may come from another, and then cuts the exchange.
 *
 * <p>Body bytes are first written, then {@link #send} waits for the head of the response, then its
 * body is read, decoded and without any secret that was injected.
 */
public interface Exchange extends AutoCloseable {

  /**
   * Sends a part of the body of the request.
   *
   * @throws EgressException if the budget is spent, or the method takes no body
   * @throws IllegalStateException after {@link #send}
   */
  void write(byte[] bytes, int offset, int length) throws EgressException;

  /**
   * Ends the body and waits for the head of the last response, after redirects.
   *
   * @throws EgressException if a hop is denied or anything fails
   */
  FetchResponse send() throws EgressException;

  /**
   * Reads from the body of the response.
   *
   * @return how many bytes were read, at least one unless {@code length} is 0; -1 at the end
   * @throws EgressException if the exchange fails or a cap is reached
   */
  int read(byte[] bytes, int offset, int length) throws EgressException;

  /** Ends the exchange. May be called again. */
  @Override
  void close();
}
