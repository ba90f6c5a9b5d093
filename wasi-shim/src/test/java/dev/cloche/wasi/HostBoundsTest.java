package dev.cloche.wasi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.dylibso.chicory.runtime.HostFunction;
import com.sun.management.ThreadMXBean;
import dev.cloche.workspace.Workspace;
import dev.cloche.workspace.WorkspaceLimits;
import dev.cloche.workspace.tree.Errno;
import java.lang.management.ManagementFactory;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * L7: no number of a guest makes the host allocate or work in proportion before it is refused or
 * paid. The first four rows are those of wasmtime's {@code cli_hostcall_fuel}.
 */
class HostBoundsTest {
  /** What one call may allocate on the heap of the host, whatever it asks for. */
  private static final long ALLOWANCE = 256 * 1024;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  interface Action {
    Errno run(Guest guest);
  }

  record Row(String name, Errno expected, Action action) {
    @Override
    public String toString() {
      return name + " = " + expected;
    }
  }

  static Stream<Row> rows() {
    return Stream.of(
        new Row(
            "10,000 subscriptions",
            Errno.INVAL,
            g -> g.call("poll_oneoff", 0, 0, 10_000, Guest.RESULT)),
        new Row("10,000 buffers", Errno.INVAL, g -> g.call("fd_write", 1, 0, 10_000, 0)),
        new Row("10,000 bytes beyond memory", Errno.FAULT, HostBoundsTest::writeBeyond),
        new Row(
            "path of 110 KB", Errno.NAMETOOLONG, g -> g.call("path_unlink_file", 3, 0, 110_000)),
        new Row("10,000 buffers to fill", Errno.INVAL, g -> g.call("fd_read", 0, 0, 10_000, 0)),
        new Row(
            "10,000 buffers to pread", Errno.INVAL, g -> g.call("fd_pread", 4, 0, 10_000, 0, 0)),
        new Row(
            "10,000 buffers to pwrite", Errno.INVAL, g -> g.call("fd_pwrite", 4, 0, 10_000, 0, 0)),
        new Row(
            "10,000 buffers to send", Errno.INVAL, g -> g.call("sock_send", 1, 0, 10_000, 0, 0)),
        new Row("link target of 110 KB", Errno.NAMETOOLONG, g -> target(g, 110_000)),
        new Row("2 GiB of random bytes", Errno.FAULT, g -> g.call("random_get", 0, 1L << 31)),
        new Row("4 GiB of random bytes", Errno.FAULT, g -> g.call("random_get", 0, (1L << 32) - 1)),
        new Row("listing into 4 GiB", Errno.FAULT, HostBoundsTest::listBeyond),
        new Row(
            "1,024 subscriptions",
            Errno.SUCCESS,
            g -> g.call("poll_oneoff", 0, Guest.DATA, 1024, 65_000)),
        new Row("1,024 buffers", Errno.SUCCESS, g -> g.call("fd_write", 1, 0, 1024, 8192)),
        new Row(
            "256 KiB of random bytes",
            Errno.SUCCESS,
            g -> g.call("random_get", 0, Guest.MEMORY_BYTES)),
        new Row("allocation of 1 TiB", Errno.NOSPC, g -> g.call("fd_allocate", 4, 0, 1L << 40)),
        new Row("size of 8 EiB", Errno.NOSPC, g -> size(g, Long.MAX_VALUE)),
        new Row("sleep for ever", Errno.SUCCESS, HostBoundsTest::sleepForEver));
  }

  private static Errno writeBeyond(Guest guest) {
    guest.buffers(Guest.MEMORY_BYTES - 1, 10_000);
    return guest.call("fd_write", 1, Guest.BUFFERS, 1, 0);
  }

  private static Errno listBeyond(Guest guest) {
    return guest.call("fd_readdir", 3, 0, -1, 0, 0);
  }

  private static Errno target(Guest guest, int length) {
    return guest.call("path_symlink", 0, length, 3, Guest.PATH, 1);
  }

  private static Errno size(Guest guest, long size) {
    return guest.call("fd_filestat_set_size", 4, size);
  }

  private static Errno sleepForEver(Guest guest) {
    guest.memory().writeLong(24, -1);
    return guest.call("poll_oneoff", 0, Guest.DATA, 1, Guest.RESULT);
  }

  private static Guest guest() {
    Guest guest =
        new Guest(
            Workspace.inMemory(WorkspaceLimits.defaults()),
            builder -> builder.stdout(GuestOutput.discard()));
    assertEquals(4, guest.opened("file", "crw"));
    guest.memory().fill((byte) 0, 0, Guest.MEMORY_BYTES);
    return guest;
  }

  @ParameterizedTest
  @MethodSource("rows")
  void call_withHugeNumbers_allocatesLittle(Row row) {
    Guest warm = guest();
    assertEquals(row.expected(), row.action().run(warm));
    Guest guest = guest();
    long before = THREADS.getCurrentThreadAllocatedBytes();
    Errno errno = row.action().run(guest);
    long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
    assertEquals(row.expected(), errno);
    assertTrue(allocated <= ALLOWANCE, allocated + " bytes");
  }

  @Test
  void everyCall_evenOneThatIsRefused_costsItsBase() {
    for (Row row : rows().toList()) {
      Guest guest = guest();
      long before = guest.budget.used;
      row.action().run(guest);
      assertTrue(guest.budget.used - before >= HostCosts.BASE, row.name());
    }
  }

  @Test
  void bytes_arePaidBeforeTheyAreMoved() {
    Guest guest = guest();
    long before = guest.budget.used;
    assertEquals(Errno.SUCCESS, guest.call("random_get", 0, 100_000));
    assertEquals(HostCosts.BASE + 100_000 / 8, guest.budget.used - before);
    guest.budget.limit = guest.budget.used + HostCosts.BASE + 1;
    byte[] memory = guest.memory().readBytes(0, 1000);
    assertThrows(FakeBudget.Exhausted.class, () -> guest.call("random_get", 0, 1000));
    assertArrayEquals(memory, guest.memory().readBytes(0, 1000));
  }

  @Test
  void cost_ofItems_isProportional() {
    assertEquals(64 * HostCosts.ITEM, cost(128) - cost(64));
  }

  private static long cost(int subscriptions) {
    Guest guest = guest();
    long before = guest.budget.used;
    Guest.ok(guest.call("poll_oneoff", 0, Guest.DATA, subscriptions, 65_000));
    return guest.budget.used - before;
  }

  @Test
  void longTransfer_looksAtTheDeadlineInEachChunk() {
    Guest guest = guest();
    int before = guest.budget.checkpoints;
    Guest.ok(guest.call("random_get", 0, Guest.MEMORY_BYTES));
    assertEquals(Guest.MEMORY_BYTES / Transfer.CHUNK, guest.budget.checkpoints - before);
  }

  /** The dearest lookup there is: 40 links whose targets are as long as a path can be. */
  @Test
  void longestWalk_isPaidStepByStep_andAllocatesMegabytes() {
    Guest guest = guest();
    Guest.ok(guest.symlink("./".repeat(2045) + "loop", "loop"));
    assertEquals(Errno.LOOP, guest.stat("loop", true));
    long paid = guest.budget.used;
    long before = THREADS.getCurrentThreadAllocatedBytes();
    assertEquals(Errno.LOOP, guest.stat("loop", true));
    long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
    assertTrue(guest.budget.used - paid >= 40 * 2045 * HostCosts.STEP);
    assertTrue(allocated <= 16 << 20, allocated + " bytes");
  }

  /** A call without a trace makes no text: a few small objects are all. */
  @Test
  void untracedCall_allocatesNothingForATrace() {
    Wasi wasi =
        Wasi.builder(Workspace.inMemory(WorkspaceLimits.defaults()), new FakeBudget()).build();
    HostFunction yield =
        wasi.hostFunctions().stream()
            .filter(function -> function.name().equals("sched_yield"))
            .findFirst()
            .orElseThrow();
    Guest memory = guest();
    assertTrue(bytesPerCall(() -> memory.apply(yield)) <= 256);
    assertTrue(bytesPerCall(() -> memory.call("sched_yield").number()) > 256);
  }

  private static long bytesPerCall(LongSupplier call) {
    long ignored = call.getAsLong();
    long before = THREADS.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < 1000; i++) {
      ignored += call.getAsLong();
    }
    assertEquals(0, ignored);
    return (THREADS.getCurrentThreadAllocatedBytes() - before) / 1000;
  }
}
