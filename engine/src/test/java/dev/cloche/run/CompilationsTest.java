package dev.cloche.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.Execution;
import dev.cloche.Tool;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Compiling beside the calls stays within its bounds, and what does not fit is interpreted. */
class CompilationsTest {

  private static final Prepared DONE = prepared();

  private static Prepared prepared() {
    try {
      return new ImageBuilder(Execution.INTERPRETED, Optional::empty, PluginFunctions.none())
          .prepare(Tool.of("tool", Wat.wasm("(module (func (export \"_start\")))")));
    } catch (RefusedException e) {
      throw new AssertionError(e);
    }
  }

  private static Prepared.Compilation quick(long heapBytes) {
    return new Prepared.Compilation(heapBytes, () -> Optional.of(DONE), Optional.empty());
  }

  @Test
  void submit_withinBounds_isDone() {
    try (Compilations compilations = new Compilations(1000, 1)) {
      assertSame(DONE, compilations.submit(quick(1000)).join().orElseThrow());
    }
  }

  @Test
  void submit_moreHeapThanThereIs_isNotEvenStarted() {
    try (Compilations compilations = new Compilations(1000, 1)) {
      Prepared.Compilation large =
          new Prepared.Compilation(
              1001,
              () -> {
                throw new AssertionError("started");
              },
              Optional.empty());
      CompletableFuture<Optional<Prepared>> result = compilations.submit(large);
      assertTrue(result.isDone());
      assertEquals(Optional.empty(), result.join());
    }
  }

  @Test
  void submit_moreThanMayWait_isLeftOut() {
    CountDownLatch end = new CountDownLatch(1);
    Prepared.Compilation slow =
        new Prepared.Compilation(
            0,
            () -> {
              end.await();
              return Optional.of(DONE);
            },
            Optional.empty());
    try (Compilations compilations = new Compilations(1000, 2)) {
      List<CompletableFuture<Optional<Prepared>>> taken =
          List.of(compilations.submit(slow), compilations.submit(slow), compilations.submit(slow));
      CompletableFuture<Optional<Prepared>> beyond = compilations.submit(slow);
      assertEquals(Optional.empty(), beyond.join());
      taken.forEach(one -> assertFalse(one.isDone()));
      end.countDown();
      taken.forEach(one -> assertTrue(one.join().isPresent()));
    }
  }

  @Test
  void submit_cancelledWhileItWaits_leavesTheQueue() {
    CountDownLatch end = new CountDownLatch(1);
    Prepared.Compilation slow =
        new Prepared.Compilation(
            0,
            () -> {
              end.await();
              return Optional.of(DONE);
            },
            Optional.empty());
    Prepared.Compilation unwanted =
        new Prepared.Compilation(
            0,
            () -> {
              throw new AssertionError("started");
            },
            Optional.empty());
    try (Compilations compilations = new Compilations(1000, 1)) {
      CompletableFuture<Optional<Prepared>> running = compilations.submit(slow);
      assertTrue(compilations.submit(unwanted).cancel(false));
      CompletableFuture<Optional<Prepared>> next = compilations.submit(quick(0));
      assertFalse(next.isDone(), "it has the place in the queue");
      end.countDown();
      assertTrue(running.join().isPresent());
      assertTrue(next.join().isPresent());
    }
  }

  @Test
  void submit_thatFails_isInterpreted() {
    try (Compilations compilations = new Compilations(1000, 1)) {
      Prepared.Compilation failing =
          new Prepared.Compilation(
              0,
              () -> {
                throw new OutOfMemoryError("as if");
              },
              Optional.empty());
      assertEquals(Optional.empty(), compilations.submit(failing).join());
      assertTrue(compilations.submit(quick(0)).join().isPresent(), "its thread goes on");
    }
  }
}
