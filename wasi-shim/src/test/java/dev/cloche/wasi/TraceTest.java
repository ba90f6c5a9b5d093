package dev.cloche.wasi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.dylibso.chicory.runtime.HostFunction;
import dev.cloche.workspace.Workspace;
import dev.cloche.workspace.WorkspaceLimits;
import dev.cloche.workspace.tree.Errno;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a trace shows beyond the lines of the scenarios, and what it must not change. */
class TraceTest {
  private static final Workspace EMPTY = Workspace.inMemory(WorkspaceLimits.defaults());

  private final Guest guest = Guest.with(Map.of("/file", "0123456789"));

  @Test
  void line_ofAnOpenThatCreates_namesFlagsAndTheNewDescriptor() {
    assertEquals(Errno.SUCCESS, guest.open(3, 0, "a.txt", 1, Rights.FD_WRITE, 1));
    assertEquals(
        "path_open(fd=3, path=\"a.txt\", oflags=CREAT, rights=FD_WRITE, inheriting=ALL,"
            + " fdflags=APPEND) = 4",
        guest.lastLine());
  }

  @Test
  void lines_inTheDocuments_areReal() throws IOException {
    Guest.ok(guest.call("path_open", 3, 0, Guest.PATH, a(), 1, Rights.FD_WRITE, 0, 0, 0));
    Guest.ok(guest.write(4, "hello\n"));
    assertEquals(Errno.NOENT, guest.stat("missing", true));
    assertEquals(Errno.NOTCAPABLE, guest.read(4, 100));
    assertThrows(ProcExit.class, () -> guest.call("proc_exit", 0));
    String page = Files.readString(Path.of("../docs/conformance.md"));
    assertTrue(page.contains("\n" + String.join("\n", guest.trace) + "\n"), page);
  }

  private int a() {
    return guest.text(Guest.PATH, "a.txt");
  }

  @Test
  void line_ofAnEnding_hasNoAnswer() {
    assertThrows(ProcExit.class, () -> guest.call("proc_exit", -1));
    assertEquals("proc_exit(status=-1) = ?", guest.lastLine());
    guest.budget.limit = guest.budget.used;
    assertThrows(FakeBudget.Exhausted.class, () -> guest.stat("file", true));
    assertEquals("path_filestat_get(fd=3, lookup=FOLLOW, path=\"file\") = ?", guest.lastLine());
  }

  @Test
  void text_fromTheGuest_cannotForgeLinesOrDriveATerminal_L8() {
    guest.write(1, "\"a\\\r\n\t\u001b[31m\u0007\u202e");
    assertEquals(
        "fd_write(fd=1, iovs=[\"\\\"a\\\\\\r\\n\\t\\x1b[31m\\x07\\xe2\\x80\\xae\"]) = 15",
        guest.lastLine());
  }

  @Test
  void lines_ofAnyLength_areBounded() {
    int[] buffers = new int[2 * 100];
    for (int i = 0; i < buffers.length; i += 2) {
      buffers[i] = Guest.DATA;
      buffers[i + 1] = 1000;
    }
    guest.memory().fill((byte) 0xff, Guest.DATA, Guest.DATA + 100_000);
    guest.buffers(buffers);
    guest.call("fd_write", 1, Guest.BUFFERS, 100, Guest.RESULT);
    assertTrue(guest.lastLine().length() < 1000, guest.lastLine());
    guest.call("path_symlink", Guest.DATA, 100_000, 3, Guest.DATA, 100_000);
    assertTrue(guest.lastLine().length() < 2000, guest.lastLine());
    assertTrue(guest.lastLine().contains("\"..."), guest.lastLine());
  }

  @Test
  void badPointer_isShownAsSuch() {
    assertEquals(Errno.FAULT, guest.call("path_unlink_file", 3, Guest.MEMORY_BYTES, 1));
    assertEquals("path_unlink_file(fd=3, path=FAULT(0x40000)) = EFAULT", guest.lastLine());
    guest.buffers(-1, 4, Guest.DATA, 1);
    assertEquals(Errno.FAULT, guest.call("fd_write", 1, Guest.BUFFERS, 2, 0));
    assertEquals("fd_write(fd=1, iovs=[FAULT(0xffffffff), \"\\x00\"]) = EFAULT", guest.lastLine());
    assertEquals(Errno.FAULT, guest.call("fd_read", 0, -8, 1, 0));
    assertEquals("fd_read(fd=0, iovs=FAULT(0xfffffff8)) = EFAULT", guest.lastLine());
  }

  @Test
  void withoutMemory_everyLineIsComplete() {
    Guest none = new Guest().withoutMemory();
    assertEquals(Errno.FAULT, none.call("fd_write", 1, 0, 1, 0));
    assertEquals("fd_write(fd=1, iovs=FAULT(0x0)) = EFAULT", none.lastLine());
  }

  @Test
  void input_overwrittenByTheResult_isShownAsItWas() {
    int length = guest.text(Guest.PATH, "file");
    guest.call("path_open", 3, 0, Guest.PATH, length, 0, 2, 2, 0, Guest.PATH);
    assertEquals(
        "path_open(fd=3, path=\"file\", rights=FD_READ, inheriting=FD_READ) = 4", guest.lastLine());
  }

  /** Fuel and answers of a script, traced or not. */
  private static List<Long> run(boolean traced) {
    List<String> lines = new ArrayList<>();
    FakeBudget budget = new FakeBudget();
    Wasi.Builder builder =
        Wasi.builder(Workspace.inMemory(WorkspaceLimits.defaults()), budget)
            .random(GuestRandom.seeded(1));
    Wasi wasi = traced ? builder.trace(lines::add).build() : builder.build();
    Guest memory = new Guest();
    int length = memory.text(Guest.PATH, "file");
    List<Long> seen = new ArrayList<>();
    for (HostFunction function : wasi.hostFunctions()) {
      if (function.name().startsWith("path_") || function.name().equals("random_get")) {
        long[] arguments = new long[function.functionType().params().size()];
        for (int i = 0; i + 1 < arguments.length; i++) {
          arguments[i] = i % 3 == 0 ? 3 : i % 3 == 1 ? Guest.PATH : length;
        }
        seen.add(memory.apply(function, arguments));
        seen.add(budget.used);
      }
    }
    assertEquals(traced ? seen.size() / 2 : 0, lines.size());
    return seen;
  }

  @Test
  void traced_costsTheSameFuelAndAnswersTheSame() {
    assertEquals(run(false), run(true));
  }

  @Test
  void sinkThatFails_getsNoMore_andTheGuestDoesNotNotice() {
    List<String> lines = new ArrayList<>();
    Guest other =
        new Guest(
            EMPTY,
            builder ->
                builder.trace(
                    line -> {
                      lines.add(line);
                      throw new IllegalStateException("broken on purpose by the test");
                    }));
    assertEquals(Errno.SUCCESS, other.call("sched_yield"));
    assertEquals(Errno.SUCCESS, other.call("sched_yield"));
    assertEquals(List.of("sched_yield() = 0"), lines);
  }

  @Test
  void sinkThatStops_endsTheCall() {
    FakeBudget.Exhausted stop = new FakeBudget.Exhausted();
    Guest other =
        new Guest(
            EMPTY,
            builder ->
                builder.trace(
                    line -> {
                      throw stop;
                    }));
    assertSame(stop, assertThrows(HostStop.class, () -> other.call("sched_yield")));
  }

  @Test
  void names_ofRights_areInTheOrderOfTheirBits() {
    assertEquals("FD_READ", TraceNames.rights(Rights.FD_READ));
    assertEquals("PATH_OPEN", TraceNames.rights(Rights.PATH_OPEN));
    assertEquals("POLL_FD_READWRITE", TraceNames.rights(Rights.POLL_FD_READWRITE));
    assertEquals("PATH_SYMLINK|PATH_UNLINK_FILE", TraceNames.rights(1L << 24 | 1L << 26));
    assertEquals("FD_DATASYNC|0x8000000000000000", TraceNames.rights(Long.MIN_VALUE | 1));
    assertEquals("0", TraceNames.rights(0));
    assertEquals("ALL", TraceNames.rights(-1));
  }
}
