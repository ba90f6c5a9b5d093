package dev.cloche.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Threads that serve one call after another. */
@Timeout(30)
class GuestThreadsTest {

  private static <T> T on(GuestThreads threads, Supplier<T> guest)
      throws ExecutionException, InterruptedException {
    CompletableFuture<T> result = new CompletableFuture<>();
    threads.start(() -> result.complete(guest.get()));
    return result.get();
  }

  @Test
  void interrupt_ofAnEarlierGuest_isClearedForTheNext() throws Exception {
    try (GuestThreads threads = new GuestThreads()) {
      for (int i = 0; i < 50; i++) {
        assertFalse(on(threads, Thread::interrupted), "interrupted");
        Thread used =
            on(
                threads,
                () -> {
                  Thread.currentThread().interrupt();
                  return Thread.currentThread();
                });
        assertTrue(used.isDaemon());
      }
    }
  }

  @Test
  void threadLocals_ofTheCaller_areNotInherited() throws Exception {
    InheritableThreadLocal<String> local = new InheritableThreadLocal<>();
    local.set("the caller's");
    try (GuestThreads threads = new GuestThreads()) {
      assertNull(on(threads, local::get));
      assertNull(GuestThreads.callOnce(local::get));
    } finally {
      local.remove();
    }
  }

  @Test
  void callOnce_isOnAThreadOfItsOwn_andThrowsWhatItsGuestDoes() {
    Thread first = GuestThreads.callOnce(Thread::currentThread);
    assertNotSame(first, GuestThreads.callOnce(Thread::currentThread));
    assertThrows(
        ArithmeticException.class,
        () ->
            GuestThreads.callOnce(
                () -> {
                  throw new ArithmeticException();
                }));
    assertThrows(
        OutOfMemoryError.class,
        () ->
            GuestThreads.callOnce(
                () -> {
                  throw new OutOfMemoryError();
                }));
  }

  @Test
  void callOnce_callerInterrupted_waitsAndStaysInterrupted() {
    Thread.currentThread().interrupt();
    assertEquals(5, GuestThreads.callOnce(() -> 5));
    assertTrue(Thread.interrupted());
  }

  @Test
  void start_manyAtOnce_runSideBySide() throws Exception {
    try (GuestThreads threads = new GuestThreads()) {
      java.util.concurrent.CyclicBarrier all = new java.util.concurrent.CyclicBarrier(20);
      CompletableFuture<?>[] guests = new CompletableFuture<?>[20];
      for (int i = 0; i < guests.length; i++) {
        CompletableFuture<Integer> guest = new CompletableFuture<>();
        threads.start(
            () -> {
              try {
                guest.complete(all.await());
              } catch (Exception e) {
                guest.completeExceptionally(e);
              }
            });
        guests[i] = guest;
      }
      assertNull(CompletableFuture.allOf(guests).get());
    }
  }
}
