package dev.cloche.sdk;

import org.teavm.backend.wasm.wasi.Wasi;
import org.teavm.interop.Address;
import org.teavm.interop.Import;

/**
 * The functions of wasi_snapshot_preview1 that the rest is built on. What they return is an errno,
 * 0 for success.
 *
 * <p>Those that TeaVM's own library may use as well are called by its declarations: a function
 * cannot be imported twice.
 *
 * <p>The collector moves objects, but never during one of these calls: an address is taken last
 * before the call, with nothing allocated in between.
 */
final class Preview1 {

  private static final String MODULE = "wasi_snapshot_preview1";

  private static final int FOLLOW = 1;

  private Preview1() {}

  static int argsSizesGet(Address count, Address bytes) {
    return Wasi.argsSizesGet(count.toStructure(), bytes.toStructure());
  }

  static int argsGet(Address places, Address text) {
    return Wasi.argsGet(places, text);
  }

  @Import(module = MODULE, name = "environ_sizes_get")
  static native int environSizesGet(Address count, Address bytes);

  @Import(module = MODULE, name = "environ_get")
  static native int environGet(Address places, Address text);

  static int fdRead(int fd, Address vectors, int count, Address read) {
    return Wasi.fdRead(fd, vectors.toStructure(), count, read.toStructure());
  }

  static int fdWrite(int fd, Address vectors, int count, Address written) {
    return Wasi.fdWrite(fd, vectors.toStructure(), count, written.toStructure());
  }

  static int fdClose(int fd) {
    return Wasi.fdClose(fd);
  }

  static int fdReaddir(int fd, Address into, int room, long cookie, Address used) {
    return Wasi.fdReaddir(fd, into, room, cookie, used.toStructure());
  }

  /** Opens a path below a directory, following links. */
  static int pathOpen(
      int fd, Address path, int length, int open, long rights, int flags, Address opened) {
    return Wasi.pathOpen(
        fd, FOLLOW, path, length, (short) open, rights, 0, (short) flags, opened.toStructure());
  }

  static int pathFilestatGet(int fd, Address path, int length, Address stat) {
    return Wasi.pathFilestatGet(fd, FOLLOW, path, length, stat.toStructure());
  }

  static int pathCreateDirectory(int fd, Address path, int length) {
    return Wasi.pathCreateDirectory(fd, path, length);
  }

  static int pathUnlinkFile(int fd, Address path, int length) {
    return Wasi.pathUnlinkFile(fd, path, length);
  }

  static int pathRemoveDirectory(int fd, Address path, int length) {
    return Wasi.pathRemoveDirectory(fd, path, length);
  }

  @Import(module = MODULE, name = "proc_exit")
  static native void procExit(int status);
}
