package dev.cloche.sdk;

import org.teavm.interop.Address;
import org.teavm.interop.Import;

/**
 * The functions that the host provides beyond WASI: the table is in docs/writing-tools.md. What
 * they return is a code, 0 for success.
 */
final class Http {

  private static final String MODULE = "cloche";

  private Http() {}

  @Import(module = MODULE, name = "http_open")
  static native int open(
      Address method,
      int methodLength,
      Address url,
      int urlLength,
      Address headers,
      int headersLength,
      int flags,
      Address handle);

  @Import(module = MODULE, name = "http_write")
  static native int write(int handle, Address bytes, int length, Address written);

  @Import(module = MODULE, name = "http_send")
  static native int send(int handle, Address status);

  @Import(module = MODULE, name = "http_headers")
  static native int headers(int handle, Address into, int room, Address length);

  @Import(module = MODULE, name = "http_read")
  static native int read(int handle, Address into, int room, Address read);

  @Import(module = MODULE, name = "http_error")
  static native int error(int handle, Address into, int room, Address length);

  @Import(module = MODULE, name = "http_close")
  static native int close(int handle);
}
