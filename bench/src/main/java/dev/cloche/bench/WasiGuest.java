package dev.cloche.bench;

import com.dylibso.chicory.runtime.ByteArrayMemory;
import com.dylibso.chicory.runtime.HostFunction;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.Memory;
import com.dylibso.chicory.wasm.Parser;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A guest that consists of a memory only: the benchmark is its code and calls host functions
 * directly, the same way whoever made them.
 *
 * <pre>
 * memory   0      results
 *          512    list of buffers
 *          4096   path
 *          65536  data
 * </pre>
 */
final class WasiGuest {

  static final int DATA = 65536;

  /** The most bytes that one call reads or writes. */
  static final int DATA_BYTES = 65536;

  private static final int RESULT = 0;
  private static final int BUFFERS = 512;
  private static final int PATH = 4096;
  private static final int ROOT = 3;
  private static final int FOLLOW = 1;
  private static final int CREATE_TRUNCATE = 1 | 8;
  private static final int DIRECTORY = 2;
  private static final long FD_READ_SEEK = 2 | 4;
  private static final long FD_WRITE = 64;
  private static final long FD_READDIR = 1 << 14;

  /** {@code (module (memory (export "m") 4 4))}. */
  private static final byte[] MODULE = {
    0, 'a', 's', 'm', 1, 0, 0, 0, 5, 4, 1, 1, 4, 4, 7, 5, 1, 1, 'm', 2, 0
  };

  private final Instance instance =
      Instance.builder(Parser.parse(MODULE)).withMemoryFactory(ByteArrayMemory::new).build();
  private final HostFunction pathOpen;
  private final HostFunction fdRead;
  private final HostFunction fdWrite;
  private final HostFunction fdSeek;
  private final HostFunction fdReaddir;
  private final HostFunction fdClose;

  WasiGuest(List<HostFunction> functions) {
    Map<String, HostFunction> named =
        functions.stream().collect(Collectors.toMap(HostFunction::name, Function.identity()));
    this.pathOpen = named.get("path_open");
    this.fdRead = named.get("fd_read");
    this.fdWrite = named.get("fd_write");
    this.fdSeek = named.get("fd_seek");
    this.fdReaddir = named.get("fd_readdir");
    this.fdClose = named.get("fd_close");
  }

  Memory memory() {
    return instance.memory();
  }

  private void call(HostFunction function, long... arguments) {
    long errno = function.handle().apply(instance, arguments)[0];
    if (errno != 0) {
      throw new IllegalStateException(function.name() + " answered errno " + errno);
    }
  }

  int openToRead(byte[] path) {
    return open(path, 0, FD_READ_SEEK);
  }

  /** Opens a file that is empty then, whether it was there or not. */
  int openToReplace(byte[] path) {
    return open(path, CREATE_TRUNCATE, FD_WRITE);
  }

  int openDirectory(byte[] path) {
    return open(path, DIRECTORY, FD_READDIR);
  }

  private int open(byte[] path, int how, long rights) {
    memory().write(PATH, path);
    call(pathOpen, ROOT, FOLLOW, PATH, path.length, how, rights, 0, 0, RESULT);
    return memory().readInt(RESULT);
  }

  /** Reads into {@link #DATA} and returns how many bytes there were. */
  int read(int fd, int length) {
    memory().writeI32(BUFFERS, DATA);
    memory().writeI32(BUFFERS + 4, length);
    call(fdRead, fd, BUFFERS, 1, RESULT);
    return memory().readInt(RESULT);
  }

  /** Writes from {@link #DATA} and returns how many bytes were taken. */
  int write(int fd, int length) {
    memory().writeI32(BUFFERS, DATA);
    memory().writeI32(BUFFERS + 4, length);
    call(fdWrite, fd, BUFFERS, 1, RESULT);
    return memory().readInt(RESULT);
  }

  void rewind(int fd) {
    call(fdSeek, fd, 0, 0, RESULT);
  }

  /** Lists into {@link #DATA} and returns how many bytes were filled. */
  int list(int fd, int length, long cookie) {
    call(fdReaddir, fd, DATA, length, cookie, RESULT);
    return memory().readInt(RESULT);
  }

  void close(int fd) {
    call(fdClose, fd);
  }

  /** The bytes of a path, made once: the guest has them in its memory. */
  static byte[] path(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
