package dev.cloche.wasi;

import com.dylibso.chicory.runtime.HostFunction;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.Memory;
import com.dylibso.chicory.wabt.Wat2Wasm;
import com.dylibso.chicory.wasm.Parser;
import com.dylibso.chicory.wasm.WasmModule;
import dev.cloche.workspace.Workspace;
import dev.cloche.workspace.WorkspaceLimits;
import dev.cloche.workspace.tree.Errno;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * A guest that consists of a memory only: the test is its code and calls host functions directly.
 *
 * <pre>
 * memory   0      results
 *          512    list of buffers
 *          4096   first path      16384 second path
 *          65536  data
 * </pre>
 */
final class Guest {
  static final int RESULT = 0;
  static final int BUFFERS = 512;
  static final int PATH = 4096;
  static final int PATH2 = 16384;
  static final int DATA = 65536;
  static final int MEMORY_BYTES = 4 * 65536;
  static final int ROOT = 3;
  static final long ALL = -1L;

  private static final WasmModule WITH_MEMORY = parse("(module (memory (export \"m\") 4 4))");
  private static final WasmModule WITHOUT_MEMORY = parse("(module)");

  final Workspace workspace;
  final FakeBudget budget = new FakeBudget();
  final ByteArrayOutputStream stdout = new ByteArrayOutputStream();
  final List<String> trace = new ArrayList<>();
  final Wasi wasi;
  private Instance instance = Instance.builder(WITH_MEMORY).build();
  private final Map<String, HostFunction> functions = new HashMap<>();

  Guest() {
    this(Workspace.inMemory(WorkspaceLimits.defaults()));
  }

  Guest(Workspace workspace) {
    this(workspace, builder -> builder);
  }

  Guest(Workspace workspace, UnaryOperator<Wasi.Builder> more) {
    this.workspace = workspace;
    Wasi.Builder builder =
        Wasi.builder(workspace, budget)
            .stdout(stdout::write)
            .clock(GuestClock.virtual(Instant.EPOCH))
            .random(GuestRandom.seeded(1))
            .trace(trace::add);
    this.wasi = more.apply(builder).build();
    wasi.hostFunctions().forEach(function -> functions.put(function.name(), function));
  }

  private static WasmModule parse(String text) {
    return Parser.parse(Wat2Wasm.parse(text));
  }

  Guest withoutMemory() {
    instance = Instance.builder(WITHOUT_MEMORY).build();
    return this;
  }

  Memory memory() {
    return instance.memory();
  }

  /** Calls a function and returns its errno. */
  Errno call(String name, long... arguments) {
    long number = functions.get(name).handle().apply(instance, arguments)[0];
    for (Errno errno : Errno.values()) {
      if (errno.number() == number) {
        return errno;
      }
    }
    throw new AssertionError(name + " answered " + number);
  }

  /** Calls a function of the module {@code cloche} and returns its code. */
  FetchCode fetch(String name, long... arguments) {
    long number = functions.get(name).handle().apply(instance, arguments)[0];
    for (FetchCode code : FetchCode.values()) {
      if (code.number() == number) {
        return code;
      }
    }
    throw new AssertionError(name + " answered " + number);
  }

  /** Calls a function of another shim on this memory. */
  long apply(HostFunction function, long... arguments) {
    return function.handle().apply(instance, arguments)[0];
  }

  /** A call that prepares a test was refused. */
  static final class Refused extends AssertionError {
    private static final long serialVersionUID = 1L;
    private final Errno errno;

    Refused(String what, Errno errno) {
      super(what + ": " + errno);
      this.errno = errno;
    }

    Errno errno() {
      return errno;
    }
  }

  /** Fails the test if a call that prepares it is refused. */
  static void ok(Errno errno) {
    if (errno != Errno.SUCCESS) {
      throw new Refused("refused", errno);
    }
  }

  /** Returns the trace of the call before. */
  String lastLine() {
    return trace.get(trace.size() - 1);
  }

  int text(int address, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    memory().write(address, bytes);
    return bytes.length;
  }

  long resultInt() {
    return memory().readInt(RESULT) & 0xffffffffL;
  }

  long resultLong() {
    return memory().readLong(RESULT);
  }

  byte[] data(int length) {
    return memory().readBytes(DATA, length);
  }

  String dataText(int length) {
    return new String(data(length), StandardCharsets.UTF_8);
  }

  /** Calls a function of a descriptor, a path and nothing else. */
  Errno onPath(String name, String path) {
    return call(name, ROOT, PATH, text(PATH, path));
  }

  Errno mkdir(String path) {
    return onPath("path_create_directory", path);
  }

  Errno rmdir(String path) {
    return onPath("path_remove_directory", path);
  }

  Errno unlink(String path) {
    return onPath("path_unlink_file", path);
  }

  Errno rename(String from, String to) {
    return call("path_rename", ROOT, PATH, text(PATH, from), ROOT, PATH2, text(PATH2, to));
  }

  Errno link(String from, String to) {
    return call("path_link", ROOT, 0, PATH, text(PATH, from), ROOT, PATH2, text(PATH2, to));
  }

  Errno symlink(String target, String path) {
    return call("path_symlink", PATH, text(PATH, target), ROOT, PATH2, text(PATH2, path));
  }

  Errno stat(String path, boolean follow) {
    return call("path_filestat_get", ROOT, follow ? 1 : 0, PATH, text(PATH, path), RESULT);
  }

  Errno readlink(String path, int room) {
    return call("path_readlink", ROOT, PATH, text(PATH, path), DATA, room, RESULT);
  }

  Errno open(int base, int lookup, String path, int how, long rights, int flags) {
    return call(
        "path_open",
        base,
        lookup,
        PATH,
        text(PATH, path),
        how,
        rights,
        ALL & 0x3fffffff,
        flags,
        RESULT);
  }

  /** Opens with all rights and fails the test if that is refused. */
  int opened(String path, String how) {
    Errno errno = tryOpen(path, how);
    if (errno != Errno.SUCCESS) {
      throw new Refused("open " + path, errno);
    }
    return (int) resultInt();
  }

  /**
   * Opens; letters: r, w rights, c create, x exclusive, t truncate, d directory, a append, f
   * follow.
   */
  Errno tryOpen(String path, String how) {
    int oflags = bit(how, 'c', 1) | bit(how, 'd', 2) | bit(how, 'x', 4) | bit(how, 't', 8);
    long rights = bit(how, 'r', (int) Rights.FD_READ) | bit(how, 'w', (int) Rights.FD_WRITE);
    long listing = how.indexOf('d') >= 0 ? Rights.DIRECTORY : 0;
    return open(ROOT, bit(how, 'f', 1), path, oflags, rights | listing, bit(how, 'a', 1));
  }

  private static int bit(String letters, char letter, int value) {
    return letters.indexOf(letter) >= 0 ? value : 0;
  }

  void buffers(int... addressesAndLengths) {
    for (int i = 0; i < addressesAndLengths.length; i++) {
      memory().writeI32(BUFFERS + 4 * i, addressesAndLengths[i]);
    }
  }

  Errno write(int fd, String text) {
    buffers(DATA, text(DATA, text));
    return call("fd_write", fd, BUFFERS, 1, RESULT);
  }

  Errno read(int fd, int length) {
    buffers(DATA, length);
    return call("fd_read", fd, BUFFERS, 1, RESULT);
  }

  /** Reads what one call gives. */
  String readText(int fd, int length) {
    Errno errno = read(fd, length);
    if (errno != Errno.SUCCESS) {
      throw new AssertionError("read: " + errno);
    }
    return new String(data((int) resultInt()), StandardCharsets.UTF_8);
  }

  Errno seek(int fd, long offset, int whence) {
    return call("fd_seek", fd, offset, whence, RESULT);
  }

  Errno close(int fd) {
    return call("fd_close", fd);
  }

  static Guest with(Map<String, String> files) {
    Guest guest = new Guest();
    files.forEach((path, text) -> guest.file(path, text));
    return guest;
  }

  void file(String path, String text) {
    workspace.writeFile(path, text.getBytes(StandardCharsets.UTF_8));
  }

  String content(String path) {
    return new String(workspace.readFile(path), StandardCharsets.UTF_8);
  }

  List<String> names(String path) {
    return workspace.list(path);
  }
}
