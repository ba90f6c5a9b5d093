package dev.cloche.host.network;

/** A request that is not one; its message is for the command. */
final class BadRequest extends Exception {
  private static final long serialVersionUID = 1;

  BadRequest(String message) {
    super(message, null, false, false);
  }
}
