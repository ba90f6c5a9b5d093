package dev.cloche.wasi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.workspace.Workspace;
import dev.cloche.workspace.WorkspaceLimits;
import dev.cloche.workspace.tree.Errno;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ClocksAndRandomTest {
  private static Guest guest(GuestClock clock) {
    return new Guest(
        Workspace.inMemory(WorkspaceLimits.defaults()), builder -> builder.clock(clock));
  }

  private static long time(Guest guest, int id) {
    assertEquals(Errno.SUCCESS, guest.call("clock_time_get", id, 0, Guest.RESULT));
    return guest.resultLong();
  }

  private static long resolution(Guest guest) {
    assertEquals(Errno.SUCCESS, guest.call("clock_res_get", 1, Guest.RESULT));
    return guest.resultLong();
  }

  @Test
  void virtualClock_advancesWithFuelAndSleep() {
    Guest guest = guest(GuestClock.virtual(Instant.ofEpochSecond(10)));
    assertEquals(10_000_000_000L + HostCosts.BASE, time(guest, 0));
    guest.budget.used = 5000;
    assertEquals(5000 + HostCosts.BASE, time(guest, 1));
    assertEquals(1, resolution(guest));
    assertEquals(Errno.SUCCESS, sleep(guest, 1, 1_000_000_000L, false));
    assertEquals(0, guest.budget.slept);
    assertTrue(time(guest, 1) > 1_000_000_000L);
  }

  @Test
  void virtualClock_sleepingForEver_ends_L7() {
    Guest guest = guest(GuestClock.virtual(Instant.EPOCH));
    assertEquals(Errno.SUCCESS, sleep(guest, 1, Long.MIN_VALUE, false));
    assertEquals(Errno.SUCCESS, sleep(guest, 1, Long.MAX_VALUE, false));
    assertEquals(Long.MAX_VALUE, time(guest, 1));
    assertEquals(Long.MAX_VALUE, time(guest, 0));
  }

  @Test
  void coarseClock_tellsWholeMilliseconds() {
    AtomicLong ticks = new AtomicLong(77);
    Clock wall = Clock.fixed(Instant.ofEpochSecond(1, 1_999_999), ZoneOffset.UTC);
    Guest guest = guest(GuestClock.coarse(wall, ticks::get));
    assertEquals(1_001_000_000L, time(guest, 0));
    assertEquals(0, time(guest, 1));
    ticks.addAndGet(3_999_999);
    assertEquals(3_000_000, time(guest, 1));
    assertEquals(1_000_000, resolution(guest));
  }

  @Test
  void coarseClock_ofTheSystem_isNow() {
    long before = System.currentTimeMillis() * 1_000_000;
    long now = time(guest(GuestClock.coarse()), 0);
    assertTrue(now >= before && now % 1_000_000 == 0);
  }

  private static Errno sleep(Guest guest, int clock, long timeout, boolean absolute) {
    subscribe(guest, 0, 7, 0, clock, timeout, absolute ? 1 : 0);
    return poll(guest, 1);
  }

  private static void subscribe(
      Guest guest, int index, long userdata, int tag, int target, long timeout, int flags) {
    int at = Guest.DATA + 48 * index;
    guest.memory().writeLong(at, userdata);
    guest.memory().writeLong(at + 8, tag);
    guest.memory().writeLong(at + 16, target);
    guest.memory().writeLong(at + 24, timeout);
    guest.memory().writeLong(at + 40, flags);
  }

  private static Errno poll(Guest guest, int count) {
    return guest.call("poll_oneoff", Guest.DATA, 2 * Guest.DATA, count, Guest.RESULT);
  }

  @Test
  void poll_oneClock_sleepsThroughTheBudget() {
    Guest guest = guest(GuestClock.coarse());
    assertEquals(Errno.SUCCESS, sleep(guest, 1, 5_000_000, false));
    assertEquals(5_000_000, guest.budget.slept);
    assertEquals(1, guest.resultInt());
    assertEquals(7, guest.memory().readLong(2 * Guest.DATA));
    assertEquals(0, guest.memory().readLong(2 * Guest.DATA + 8));
  }

  @Test
  void poll_absoluteTimes_waitTheDifference() {
    AtomicLong ticks = new AtomicLong();
    Guest guest = guest(GuestClock.coarse(Clock.systemUTC(), ticks::get));
    ticks.set(10_000_000);
    assertEquals(Errno.SUCCESS, sleep(guest, 1, 12_000_000, true));
    assertEquals(2_000_000, guest.budget.slept);
    assertEquals(Errno.SUCCESS, sleep(guest, 1, 1, true));
    assertEquals(2_000_000, guest.budget.slept);
  }

  @Test
  void poll_descriptors_areReadyAtOnce() {
    Guest guest = guest(GuestClock.coarse());
    guest.file("/f", "12345");
    int fd = guest.opened("f", "r");
    subscribe(guest, 0, 1, 1, fd, 0, 0);
    subscribe(guest, 1, 2, 2, 1, 0, 0);
    subscribe(guest, 2, 3, 1, 99, 0, 0);
    subscribe(guest, 3, 4, 0, 1, 1_000_000, 0);
    subscribe(guest, 4, 5, 0, 9, 0, 0);
    assertEquals(Errno.SUCCESS, poll(guest, 5));
    assertEquals(4, guest.resultInt());
    int events = 2 * Guest.DATA;
    assertEquals(5, guest.memory().readLong(events + 16));
    assertEquals(Errno.BADF.number() | 1 << 16, guest.memory().readLong(events + 64 + 8));
    assertEquals(5, guest.memory().readLong(events + 96));
    assertEquals(Errno.INVAL.number(), guest.memory().readLong(events + 96 + 8));
    assertEquals(0, guest.budget.slept);
  }

  @Test
  void poll_unknownKind_isInvalid() {
    Guest guest = guest(GuestClock.coarse());
    subscribe(guest, 0, 1, 3, 0, 0, 0);
    assertEquals(Errno.INVAL, poll(guest, 1));
    subscribe(guest, 0, 1, 0, 1, 0, 2);
    assertEquals(Errno.INVAL, poll(guest, 1));
  }

  @Test
  void random_seeded_isTheSameStream_howeverItIsDivided() {
    byte[] whole = new byte[40];
    GuestRandom.seeded(42).fill(whole, 0, 40);
    byte[] parts = new byte[40];
    GuestRandom random = GuestRandom.seeded(42);
    random.fill(parts, 0, 3);
    random.fill(parts, 3, 30);
    random.fill(parts, 33, 7);
    assertArrayEquals(whole, parts);
    // The first word of SplitMix64 for seed 42: 0xbdd732262feb6e95.
    assertEquals((byte) 0x95, whole[0]);
    assertEquals((byte) 0xbd, whole[7]);
  }

  @Test
  void random_secure_isNotZero() {
    byte[] bytes = new byte[1024];
    GuestRandom.secure().fill(bytes, 0, bytes.length);
    int sum = 0;
    for (byte each : bytes) {
      sum |= each;
    }
    assertNotEquals(0, sum);
  }

  @Test
  void randomGet_large_isPaidInChunks_L7() {
    Guest guest = new Guest();
    assertEquals(Errno.SUCCESS, guest.call("random_get", 0, 0));
    assertEquals(Errno.FAULT, guest.call("random_get", 0, 0x7fff_ffff));
    long before = guest.budget.used;
    assertEquals(Errno.SUCCESS, guest.call("random_get", 0, Guest.MEMORY_BYTES));
    assertEquals(HostCosts.BASE + Guest.MEMORY_BYTES / 8, guest.budget.used - before);
    assertTrue(guest.budget.checkpoints >= 4);
    guest.budget.limit = guest.budget.used + HostCosts.BASE + 8192;
    assertThrows(FakeBudget.Exhausted.class, () -> guest.call("random_get", 0, Guest.MEMORY_BYTES));
  }

  @Test
  void input_ofBytes_isReadOnceAtATime() {
    Guest guest =
        new Guest(
            Workspace.inMemory(WorkspaceLimits.defaults()),
            builder -> builder.stdin(GuestInput.of("hello".getBytes(StandardCharsets.UTF_8))));
    guest.buffers(Guest.DATA, 2, Guest.DATA + 2, 10);
    assertEquals(Errno.SUCCESS, guest.call("fd_read", 0, Guest.BUFFERS, 2, Guest.RESULT));
    // A second read might have to wait, so the first buffer is all that is given.
    assertEquals(2, guest.resultInt());
    assertEquals("llo", guest.readText(0, 10));
    assertEquals("", guest.readText(0, 10));
  }
}
