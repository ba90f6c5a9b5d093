package dev.cloche.wasi;

import dev.cloche.egress.EgressException;

/**
 * What a function of the module {@code cloche} answers. The numbers are part of the interface that
 * guests are built on: {@code cloche.h} has them too.
 */
enum FetchCode {
  OK(0),
  /** A rule, or the want of one, forbids it. */
  DENIED(1),
  /** Method, URL, headers or flags are not acceptable. */
  MALFORMED(2),
  /** The session's requests or bytes are used up. */
  BUDGET(3),
  /** The response is larger than a cap. */
  TOO_LARGE(4),
  /** The name has no usable address, or nothing answers there. */
  UNREACHABLE(5),
  /** The certificate or the protocol is not good enough. */
  TLS(6),
  /** The other side broke the protocol, or the connection was lost. */
  PROTOCOL(7),
  /** The time is over. */
  TIMEOUT(8),
  /** The exchange was cut from outside. */
  CUT(9),
  /** No request is open by this handle. */
  BAD_HANDLE(10),
  /** The function is not to be called now: a body after it was sent, a read before. */
  BAD_STATE(11),
  /** As many requests are open as may be. */
  BUSY(12),
  /** A pointer leads outside of the memory. */
  FAULT(13),
  /** The host failed; its log has the reason. */
  INTERNAL(14);

  private final int number;

  FetchCode(int number) {
    this.number = number;
  }

  int number() {
    return number;
  }

  static FetchCode of(EgressException.Kind kind) {
    return switch (kind) {
      case DENIED -> DENIED;
      case MALFORMED -> MALFORMED;
      case BUDGET -> BUDGET;
      case TOO_LARGE -> TOO_LARGE;
      case UNREACHABLE -> UNREACHABLE;
      case TLS -> TLS;
      case PROTOCOL -> PROTOCOL;
      case TIMEOUT -> TIMEOUT;
      case CUT -> CUT;
    };
  }
}
