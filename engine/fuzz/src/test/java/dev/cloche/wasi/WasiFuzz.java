package dev.cloche.wasi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.fuzz.FuzzInput;
import dev.cloche.fuzz.FuzzTarget;
import dev.cloche.workspace.Workspace;
import dev.cloche.workspace.WorkspaceLimits;
import dev.cloche.workspace.tree.Errno;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Sequences of WASI calls on a small workspace: whatever a guest asks for and with whatever
 * arguments, the answer is an errno, and the quota holds after each call.
 */
public final class WasiFuzz implements FuzzTarget {
  private static final WorkspaceLimits SMALL = new WorkspaceLimits(1 << 18, 24, 6);
  private static final int MAX_CALLS = 60;

  private static final List<String> PATHS =
      List.of(
          "a",
          "b",
          "a/b",
          "a/../b",
          "..",
          "/",
          "a/",
          "./a",
          "l",
          "l/x",
          "a/b/c/d/e/f/g",
          "",
          "a\0b");

  private static final List<Long> EDGES =
      List.of(
          0L,
          1L,
          -1L,
          (long) Integer.MAX_VALUE,
          (long) Integer.MIN_VALUE,
          Long.MAX_VALUE,
          Long.MIN_VALUE,
          (long) Guest.MEMORY_BYTES,
          Guest.MEMORY_BYTES - 1L,
          1L << 32,
          1L << 17);

  private static final List<Function> FUNCTIONS = List.copyOf(FunctionTable.functions().values());

  @Override
  public String name() {
    return "wasi";
  }

  /** Open, write, seek, read, link, rename, list: by the places of the functions in the table. */
  @Override
  public List<byte[]> seeds() {
    return List.of(
        calls("path_open", "fd_write", "fd_seek", "fd_read", "fd_close"),
        calls("path_create_directory", "path_open", "fd_readdir", "path_remove_directory"),
        calls("path_symlink", "path_open", "path_readlink", "path_filestat_get"),
        calls("path_open", "path_link", "path_rename", "path_unlink_file", "fd_filestat_set_size"),
        calls("path_open", "fd_renumber", "fd_allocate", "fd_pwrite", "fd_pread", "poll_oneoff"));
  }

  private static byte[] calls(String... names) {
    ByteArrayOutputStream seed = new ByteArrayOutputStream();
    for (String name : names) {
      for (int i = 0; i < FUNCTIONS.size(); i++) {
        if (FUNCTIONS.get(i).name().equals(name)) {
          seed.write(i);
          seed.writeBytes(new byte[] {0, 0, 3, 0, 1, 0, 0, 2, 9, 1, 5});
        }
      }
    }
    return seed.toByteArray();
  }

  @Override
  public void run(byte[] input) {
    Workspace workspace = Workspace.inMemory(SMALL);
    Guest guest = new Guest(workspace);
    guest.budget.limit = 2_000_000;
    FuzzInput choices = new FuzzInput(input);
    try {
      for (int calls = 0; calls < MAX_CALLS && !choices.isEmpty(); calls++) {
        call(guest, choices);
        assertTrue(workspace.usedBytes() >= 0 && workspace.usedBytes() <= SMALL.bytes());
        assertTrue(workspace.usedNodes() >= 0 && workspace.usedNodes() <= SMALL.nodes());
      }
    } catch (HostStop allowed) {
      // An exit, or the budget of the test.
    }
    guest.wasi.close();
    workspace.delete("/");
    assertEquals(0, workspace.usedNodes());
    assertEquals(0, workspace.usedBytes());
  }

  private static void call(Guest guest, FuzzInput choices) {
    Function function = choices.of(FUNCTIONS);
    int first = prepare(guest, Guest.PATH, choices);
    int second = prepare(guest, Guest.PATH2, choices);
    guest.buffers(Guest.DATA, choices.octet() * choices.octet(), Guest.PATH, choices.octet());
    long[] arguments = new long[function.parameters().size()];
    boolean paths = false;
    for (int i = 0; i < arguments.length; i++) {
      Parameter parameter = function.parameters().get(i);
      arguments[i] = argument(parameter, choices, paths ? second : first);
      paths |= parameter == Parameter.LENGTH;
    }
    assertNotEquals(Errno.IO, guest.call(function.name(), arguments), function.name());
  }

  private static int prepare(Guest guest, int at, FuzzInput choices) {
    int choice = choices.octet();
    byte[] path =
        choice < 240
            ? PATHS.get(choice % PATHS.size()).getBytes(StandardCharsets.UTF_8)
            : choices.take(choice - 236);
    guest.memory().write(at, path);
    return path.length;
  }

  private static long argument(Parameter parameter, FuzzInput choices, int pathLength) {
    int choice = choices.octet();
    if (choice >= 250) {
      return choices.number();
    }
    if (choice >= 235) {
      return choices.of(EDGES);
    }
    return switch (parameter) {
      case PATH -> Guest.PATH;
      case NEW_PATH, TARGET -> Guest.PATH2;
      case LENGTH -> choice % 3 == 0 ? pathLength : choice % 5;
      case INTO, FROM -> Guest.BUFFERS;
      case RIGHTS, INHERITING -> choice % 2 == 0 ? 0x3fffffff : 1L << choice % 30;
      case FD, TO_FD -> choice % 8;
      case OFFSET, SIZE -> choice * 4099L;
      default -> parameter.role() == Parameter.Role.POINTER ? Guest.DATA : choice % 16;
    };
  }
}
