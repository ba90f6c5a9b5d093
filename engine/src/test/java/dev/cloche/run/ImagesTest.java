package dev.cloche.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.Execution;
import dev.cloche.Tool;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ImagesTest {

  private static final Duration LONG = Duration.ofMinutes(1);

  private static Tool tool(int constant) {
    return Tool.of(
        "tool",
        Wat.wasm("(module (func (export \"_start\") (drop (i32.const " + constant + "))))"));
  }

  private static Images images(Execution execution, int capacity, Duration patience) {
    return new Images(
        new ImageBuilder(execution, Optional::empty, PluginFunctions.none()),
        execution,
        capacity,
        patience);
  }

  @Test
  void of_sameModuleTwice_isOneImage() {
    try (Images images = images(Execution.COMPILED, 2, LONG)) {
      assertSame(images.of(tool(1)).join(), images.of(tool(1)).join());
      assertTrue(images.best(tool(1)).join().methods().isPresent());
    }
  }

  @Test
  void of_moreToolsThanAreKept_forgetsTheLeastRecentlyUsed() {
    try (Images images = images(Execution.INTERPRETED, 2, LONG)) {
      Image first = images.of(tool(1)).join();
      Image second = images.of(tool(2)).join();
      assertSame(first, images.of(tool(1)).join());
      Image third = images.of(tool(3)).join();

      assertSame(first, images.of(tool(1)).join());
      assertSame(third, images.of(tool(3)).join());
      assertNotSame(second, images.of(tool(2)).join());
    }
  }

  /** What a stranger wrote waits for the gate: here it would push out what is kept. */
  @Test
  void ahead_toolThatIsNotPackaged_preparesNothing() {
    try (Images images = images(Execution.INTERPRETED, 1, LONG)) {
      Image kept = images.of(tool(1)).join();
      images.ahead(tool(2));
      assertSame(kept, images.of(tool(1)).join());
      Image other = images.of(tool(2)).join();
      assertNotSame(kept, images.of(tool(1)).join());
      assertEquals(0, other.imports().size());
    }
  }

  @Test
  void ahead_packagedTool_begins() {
    Tool packaged = Tool.packaged("plain", ImagesTest.class);
    assertTrue(packaged.owner().isPresent());
    try (Images images = images(Execution.INTERPRETED, 1, LONG)) {
      Image kept = images.of(tool(1)).join();
      images.ahead(packaged);
      assertNotSame(kept, images.of(tool(1)).join());
    }
  }

  @Test
  void ahead_closed_isNoFault() {
    Images images = images(Execution.INTERPRETED, 1, LONG);
    images.close();
    images.ahead(Tool.packaged("plain", ImagesTest.class));
    assertThrows(RejectedExecutionException.class, () -> images.of(tool(1)).join());
    assertThrows(RejectedExecutionException.class, () -> images.of(tool(1)).join(), "again");
  }

  @Test
  void of_tiered_isReplacedWhenItsCodeIsThere() {
    try (Images images = images(Execution.TIERED, 2, LONG)) {
      Image first = images.of(tool(1)).join();
      Prepared best = images.best(tool(1)).join();

      assertTrue(best.methods().isPresent());
      assertSame(best.image(), images.of(tool(1)).join());
      assertNotSame(first.machines(), best.image().machines());
    }
  }

  @Test
  void best_ofForgottenTools_comesAllTheSame() {
    try (Images images = images(Execution.TIERED, 1, LONG)) {
      List<CompletableFuture<Prepared>> all =
          IntStream.range(0, 60).mapToObj(i -> images.best(tool(i))).toList();
      all.forEach(best -> assertEquals(0, best.join().image().imports().size()));
      assertTrue(all.get(59).join().methods().isPresent(), "the last is kept, and compiled");
    }
  }

  @Test
  void of_compiledWithoutPatience_doesNotWait() {
    try (Images images = images(Execution.COMPILED, 2, Duration.ZERO)) {
      Prepared early = images.best(tool(1)).join();
      // Whichever came first, a call can start.
      assertEquals(early.image().facts(), images.of(tool(1)).join().facts());
    }
  }

  @Test
  void of_badModule_isRefusedEachTime() {
    try (Images images = images(Execution.TIERED, 2, LONG)) {
      Tool bad = Tool.of("bad", Wat.wasm("(module)"));
      for (int i = 0; i < 2; i++) {
        CompletionException error = assertThrows(CompletionException.class, images.of(bad)::join);
        assertInstanceOf(RefusedException.class, error.getCause());
      }
      assertTrue(images.best(bad).isCompletedExceptionally());
    }
  }

  /** A module whose start function takes three instructions so many times. */
  private static Tool starting(int rounds) {
    return Tool.of(
        "starting",
        Wat.wasm(
            """
            (module
              (global $left (mut i32) (i32.const %d))
              (func $first
                (loop $again
                  (global.set $left (i32.sub (global.get $left) (i32.const 1)))
                  (br_if $again (global.get $left))))
              (start $first)
              (func (export "_start")))
            """
                .formatted(rounds)));
  }

  @Test
  void of_startUpTooLongToInterpret_waitsForItsCode() {
    try (Images images = images(Execution.TIERED, 2, Duration.ZERO)) {
      Image image = images.of(starting(1_000_000)).join();
      Prepared best = images.best(starting(1_000_000)).join();
      assertSame(best.image(), image);
      assertTrue(best.methods().isPresent());
      assertFalse(image.startsInCall());
    }
  }

  @Test
  void of_startUpTooLongToInterpret_withoutCode_isInterpretedAllTheSame() {
    try (Images images =
        new Images(
            new ImageBuilder(Execution.TIERED, Optional::empty, PluginFunctions.none()),
            Execution.TIERED,
            2,
            LONG,
            new Compilations(0, 1))) {
      Image image = images.of(starting(500_000)).join();
      assertFalse(image.startsInCall());
      assertTrue(images.best(starting(500_000)).join().methods().isEmpty());
    }
  }

  @Test
  void of_startUpWithoutEnd_isLeftToTheCalls() {
    try (Images images = images(Execution.TIERED, 2, LONG)) {
      assertTrue(images.of(starting(100_000_000)).join().startsInCall());
    }
  }

  @Test
  void of_forgottenWhileItsStartUpWaits_comesAllTheSame() {
    try (Images images = images(Execution.TIERED, 1, LONG)) {
      CompletableFuture<Image> first = images.of(starting(1_000_000));
      List<CompletableFuture<Image>> others =
          IntStream.range(0, 3).mapToObj(i -> images.of(tool(i))).toList();
      assertFalse(first.join().startsInCall());
      others.forEach(CompletableFuture::join);
    }
  }
}
