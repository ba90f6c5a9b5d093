package dev.cloche.host.kernel;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.dylibso.chicory.runtime.HostFunction;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.Memory;
import com.dylibso.chicory.wasm.Parser;
import dev.cloche.wasi.HostBudget;
import dev.cloche.wasi.Wasi;
import dev.cloche.workspace.Workspace;
import dev.cloche.workspace.WorkspaceLimits;
import dev.cloche.workspace.tree.Errno;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** The shim's tree: steps are done by calls of WASI, as a guest would make them. */
final class ShimTree {

  /** An empty module with four pages of memory. */
  private static final byte[] MODULE = {0, 'a', 's', 'm', 1, 0, 0, 0, 5, 4, 1, 1, 4, 4};

  private static final int RESULT = 0;
  private static final int BUFFERS = 512;
  private static final int PATH = 4096;
  private static final int OTHER = 16_384;
  private static final int DATA = 65_536;
  private static final int ROOM = 4000;
  private static final int ROOT = 3;
  private static final long READ = 1 << 1;
  private static final long WRITE = 1 << 6;
  private static final long READDIR = 1 << 14;
  private static final long ALL = 0x3fffffff;

  private final Workspace workspace = Workspace.inMemory(WorkspaceLimits.defaults());
  private final Instance instance = Instance.builder(Parser.parse(MODULE)).build();
  private final Map<String, HostFunction> functions = new HashMap<>();

  ShimTree() {
    Wasi.builder(workspace, new Free())
        .build()
        .hostFunctions()
        .forEach(function -> functions.put(function.name(), function));
  }

  /** Costs nothing and never ends. */
  private static final class Free implements HostBudget {
    @Override
    public void charge(long units) {}

    @Override
    public void checkpoint() {}

    @Override
    public void sleep(long nanos) {}

    @Override
    public long fuelUsed() {
      return 0;
    }
  }

  /** Does a sequence in an empty tree; returns what {@code steps.c} would print. */
  static String run(List<Step> steps) {
    ShimTree shim = new ShimTree();
    StringBuilder text = new StringBuilder();
    for (Step step : steps) {
      text.append(shim.run(step)).append('\n');
    }
    shim.list("", text);
    return text.toString();
  }

  private Memory memory() {
    return instance.memory();
  }

  private Errno call(String name, long... arguments) {
    long number = functions.get(name).handle().apply(instance, arguments)[0];
    return Arrays.stream(Errno.values())
        .filter(errno -> errno.number() == number)
        .findFirst()
        .orElseThrow();
  }

  private int text(int address, String text) {
    byte[] bytes = text.getBytes(UTF_8);
    memory().write(address, bytes);
    return bytes.length;
  }

  private String data(int length) {
    return new String(memory().readBytes(DATA, length), UTF_8).replace('\0', '0');
  }

  private static String answer(Errno errno, String result) {
    return errno == Errno.SUCCESS && !result.isEmpty() ? errno + " " + result : errno.name();
  }

  private String run(Step step) {
    int length = text(PATH, step.path());
    int other = text(OTHER, step.other());
    return switch (step.kind()) {
      case MKDIR -> call("path_create_directory", ROOT, PATH, length).name();
      case RMDIR -> call("path_remove_directory", ROOT, PATH, length).name();
      case UNLINK -> call("path_unlink_file", ROOT, PATH, length).name();
      case RENAME -> call("path_rename", ROOT, PATH, length, ROOT, OTHER, other).name();
      case LINK -> call("path_link", ROOT, 0, PATH, length, ROOT, OTHER, other).name();
      case SYMLINK -> call("path_symlink", OTHER, other, ROOT, PATH, length).name();
      case READLINK -> {
        Errno errno = call("path_readlink", ROOT, PATH, length, DATA, 8000, RESULT);
        yield answer(errno, data(errno == Errno.SUCCESS ? memory().readInt(RESULT) : 0));
      }
      case STAT -> stat(step, length);
      case READ, WRITE, WRITE_AT, SIZE, LIST -> onOpen(step, length);
    };
  }

  private String stat(Step step, int length) {
    Errno errno = call("path_filestat_get", ROOT, bit(step, 'f', 1), PATH, length, DATA);
    return switch (memory().read(DATA + 16)) {
      case 3 -> answer(errno, "dir");
      case 7 -> answer(errno, "link");
      default ->
          answer(
              errno, "file " + memory().readLong(DATA + 32) + " " + memory().readLong(DATA + 24));
    };
  }

  private static int bit(Step step, char letter, int value) {
    return step.how().indexOf(letter) >= 0 ? value : 0;
  }

  private String onOpen(Step step, int length) {
    int how = bit(step, 'c', 1) | bit(step, 'd', 2) | bit(step, 'x', 4) | bit(step, 't', 8);
    long rights = bit(step, 'r', (int) READ) | bit(step, 'w', (int) WRITE);
    long listing = bit(step, 'd', (int) READDIR);
    Errno errno =
        call(
            "path_open",
            ROOT,
            bit(step, 'f', 1),
            PATH,
            length,
            how,
            rights | listing,
            ALL,
            bit(step, 'a', 1),
            RESULT);
    if (errno != Errno.SUCCESS) {
      return errno.name();
    }
    int fd = memory().readInt(RESULT);
    String answer = opened(step, fd);
    if (call("fd_close", fd) != Errno.SUCCESS) {
      throw new AssertionError("not closed");
    }
    return answer;
  }

  private String opened(Step step, int fd) {
    return switch (step.kind()) {
      case READ -> {
        buffer(ROOM);
        Errno errno = call("fd_pread", fd, BUFFERS, 1, 1, RESULT);
        yield answer(errno, data(errno == Errno.SUCCESS ? memory().readInt(RESULT) : 0));
      }
      case WRITE -> write(step, fd).name();
      case WRITE_AT -> {
        Errno errno = call("fd_seek", fd, 5, 0, RESULT);
        yield (errno == Errno.SUCCESS ? write(step, fd) : errno).name();
      }
      case SIZE -> call("fd_filestat_set_size", fd, Integer.parseInt(step.other())).name();
      default -> names(fd);
    };
  }

  private Errno write(Step step, int fd) {
    buffer(text(DATA, step.other()));
    return call("fd_write", fd, BUFFERS, 1, RESULT);
  }

  private void buffer(int length) {
    memory().writeI32(BUFFERS, DATA);
    memory().writeI32(BUFFERS + 4, length);
  }

  /** All entries fit: a sequence does not make as many. */
  private String names(int fd) {
    Errno errno = call("fd_readdir", fd, DATA, ROOM * 4, 0, RESULT);
    if (errno != Errno.SUCCESS) {
      return errno.name();
    }
    TreeSet<String> names = new TreeSet<>();
    int end = DATA + memory().readInt(RESULT);
    for (int at = DATA; at < end; ) {
      int length = memory().readInt(at + 16);
      names.add(new String(memory().readBytes(at + 24, length), UTF_8));
      at += 24 + length;
    }
    return answer(errno, String.join("|", names) + "|");
  }

  private void list(String path, StringBuilder text) {
    List<String> names = new ArrayList<>(workspace.list("/" + path));
    for (String name : names) {
      String below = path.isEmpty() ? name : path + "/" + name;
      switch (workspace.kind("/" + below)) {
        case DIRECTORY -> {
          text.append("dir ").append(below).append(" \n");
          list(below, text);
        }
        case FILE -> {
          String content = new String(workspace.readFile("/" + below), UTF_8).replace('\0', '0');
          text.append("file %s %s%n".formatted(below, content));
        }
        case LINK -> text.append("link %s %s%n".formatted(below, workspace.readLink("/" + below)));
      }
    }
  }
}
