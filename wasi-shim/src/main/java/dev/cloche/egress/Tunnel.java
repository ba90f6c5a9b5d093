package dev.cloche.egress;

/**
 * A connection to one allowed host, over which a guest speaks TLS by itself.
 *
 * <p>Nothing of the guest is sent before its first message is known: a TLS ClientHello (RFC 8446,
 * section 4.1.2) whose server name (RFC 6066, section 3) is the host that was decided on. What
 * comes after that is encrypted, and passes unread.
 *
 * <p>One thread may write while another reads. Closing, from any thread, cuts both.
 */
public interface Tunnel extends AutoCloseable {

  /**
   * Sends bytes of the guest.
   *
   * @throws EgressException if they do not begin as they have to, the budget is spent, or the
   *     connection is gone
   */
  void write(byte[] bytes, int offset, int length) throws EgressException;

  /** The guest has nothing more to send. */
  void endOutput() throws EgressException;

  /**
   * Reads what the host sent.
   *
   * @return how many bytes were read; -1 at the end
   * @throws EgressException if the budget is spent, or the connection is gone
   */
  int read(byte[] bytes, int offset, int length) throws EgressException;

  /** Ends the connection. May be called again. */
  @Override
  void close();
}
