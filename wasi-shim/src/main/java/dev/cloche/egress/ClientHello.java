package dev.cloche.egress;

import java.io.ByteArrayOutputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;

/**
 * Reads the first message of a TLS client, and holds it back until it is whole and names the host
 * that was decided on. Used by one thread.
 *
 * <p>Strict: RFC 8446, sections 4.1.2 and 5.1, and nothing that two readers may read differently. A
 * name that is encrypted (ECH) could be any, and is refused. So is a server name where the host is
 * an address, which RFC 6066, section 3, has no name for.
 */
final class ClientHello {
  /** The rule of a tunnel whose TLS is for another host. */
  static final String RULE = "network.sni";

  /** Some ten times what clients send, post-quantum key shares included. */
  static final int MAX_BYTES = 32 << 10;

  private static final int HANDSHAKE = 22;
  private static final int CLIENT_HELLO = 1;
  private static final int RECORD_HEAD = 5;
  private static final int MESSAGE_HEAD = 4;
  private static final int MAX_RECORD = 1 << 14;
  private static final int RANDOM_BYTES = 32;
  private static final int MAX_SESSION_ID = 32;
  private static final int SERVER_NAME = 0;
  private static final int ENCRYPTED_HELLO = 0xfe0d;
  private static final int ENCRYPTED_NAME = 0xffce;

  private final String host;
  private final boolean literal;
  private final ByteArrayOutputStream held = new ByteArrayOutputStream();
  private boolean done;

  ClientHello(CanonicalUrl url) {
    this.host = url.host();
    this.literal = url.isAddressLiteral();
  }

  /** Whether it is whole and was let pass. */
  boolean isDone() {
    return done;
  }

  /**
   * Takes bytes, and returns all that were held once the message is whole.
   *
   * @throws EgressException if this is no such message, or it names another host
   */
  Optional<byte[]> offer(byte[] bytes, int offset, int length) throws EgressException {
    held.write(bytes, offset, length);
    Optional<ByteBuffer> message = message(ByteBuffer.wrap(held.toByteArray()));
    if (message.isEmpty()) {
      return Optional.empty();
    }
    requireHost(serverName(message.get()));
    done = true;
    return Optional.of(held.toByteArray());
  }

  private void requireHost(Optional<String> name) throws EgressException {
    boolean right = literal ? name.isEmpty() : name.isPresent() && name.get().equals(host);
    if (!right) {
      throw refused(
          name.map(other -> "it names " + Shown.quoted(other)).orElse("it names no host"));
    }
  }

  /** Joins the records up to the end of the first message; empty if there have to be more. */
  private Optional<ByteBuffer> message(ByteBuffer in) throws EgressException {
    ByteArrayOutputStream joined = new ByteArrayOutputStream();
    while (in.hasRemaining()) {
      if ((in.get(in.position()) & 0xff) != HANDSHAKE) {
        throw refused("it is no TLS handshake");
      }
      if (in.remaining() < RECORD_HEAD) {
        return more();
      }
      byte type = in.get();
      int major = in.get() & 0xff;
      int minor = in.get() & 0xff;
      int length = in.getShort() & 0xffff;
      if (type != HANDSHAKE || major != 3 || minor > 4 || length == 0 || length > MAX_RECORD) {
        throw refused("its first record is not one of TLS");
      }
      if (in.remaining() < length) {
        return more();
      }
      byte[] fragment = new byte[length];
      in.get(fragment);
      joined.writeBytes(fragment);
      Optional<ByteBuffer> whole = whole(ByteBuffer.wrap(joined.toByteArray()));
      if (whole.isPresent()) {
        return whole;
      }
    }
    return more();
  }

  private Optional<ByteBuffer> more() throws EgressException {
    if (held.size() > MAX_BYTES) {
      throw refused("it has more than " + MAX_BYTES + " bytes");
    }
    return Optional.empty();
  }

  private Optional<ByteBuffer> whole(ByteBuffer joined) throws EgressException {
    if (joined.get(0) != CLIENT_HELLO) {
      throw refused("it is not a ClientHello");
    }
    if (joined.remaining() < MESSAGE_HEAD) {
      return Optional.empty();
    }
    int length = joined.getInt() & 0xffffff;
    if (length > MAX_BYTES) {
      throw refused("it has more than " + MAX_BYTES + " bytes");
    }
    if (joined.remaining() > length) {
      throw refused("another message is in its records");
    }
    return joined.remaining() < length ? Optional.empty() : Optional.of(joined);
  }

  private Optional<String> serverName(ByteBuffer hello) throws EgressException {
    try {
      hello.position(hello.position() + 2 + RANDOM_BYTES);
      if (part(hello, hello.get() & 0xff).remaining() > MAX_SESSION_ID) {
        throw refused("its session id is too long");
      }
      ByteBuffer ciphers = part(hello, hello.getShort() & 0xffff);
      ByteBuffer compressions = part(hello, hello.get() & 0xff);
      if (!ciphers.hasRemaining() || !compressions.hasRemaining()) {
        throw refused("it offers nothing");
      }
      if (!hello.hasRemaining()) {
        return Optional.empty();
      }
      ByteBuffer extensions = part(hello, hello.getShort() & 0xffff);
      if (hello.hasRemaining()) {
        throw refused("there is more in it than its parts");
      }
      return nameIn(extensions);
    } catch (BufferUnderflowException | IllegalArgumentException cutShort) {
      throw refused("its parts do not fit into it");
    }
  }

  private Optional<String> nameIn(ByteBuffer extensions) throws EgressException {
    Optional<String> name = Optional.empty();
    while (extensions.hasRemaining()) {
      int type = extensions.getShort() & 0xffff;
      ByteBuffer data = part(extensions, extensions.getShort() & 0xffff);
      if (type == ENCRYPTED_HELLO || type == ENCRYPTED_NAME) {
        throw refused("its server name is encrypted");
      }
      if (type == SERVER_NAME) {
        if (name.isPresent()) {
          throw refused("it has two server names");
        }
        name = Optional.of(onlyName(data));
      }
    }
    return name;
  }

  private String onlyName(ByteBuffer data) throws EgressException {
    ByteBuffer list = part(data, data.getShort() & 0xffff);
    if (data.hasRemaining() || list.get() != 0) {
      throw refused("its server name is not one of a host");
    }
    ByteBuffer name = part(list, list.getShort() & 0xffff);
    if (list.hasRemaining()) {
      throw refused("it has two server names");
    }
    // What is no ASCII is no A-label, and becomes a character that no host has.
    return StandardCharsets.US_ASCII.decode(name).toString().toLowerCase(Locale.ROOT);
  }

  private static ByteBuffer part(ByteBuffer from, int length) {
    if (length > from.remaining()) {
      throw new BufferUnderflowException();
    }
    ByteBuffer part = from.slice(from.position(), length);
    from.position(from.position() + length);
    return part;
  }

  private EgressException refused(String why) {
    return new EgressException(
        EgressException.Kind.DENIED,
        RULE,
        "denied by " + RULE + ": the TLS is not for " + Shown.quoted(host) + ", " + why);
  }
}
