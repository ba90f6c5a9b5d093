package dev.cloche.cli;

import dev.cloche.Running;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Turns Ctrl-C (SIGINT), SIGTERM and SIGHUP into the end of the running guest.
 *
 * <p>The JVM answers those signals by running its shutdown hooks, and ends by itself the same way.
 * So the hook first looks whether the command has ended; if not, it was a signal: it cancels the
 * guest, gives the command {@link #GRACE_MILLIS} to report, and ends the process. Thread-safe.
 */
final class Interruption {

  /** With the JVM's own ending it stays within the second that a person is promised. */
  static final long GRACE_MILLIS = 800;

  private final CountDownLatch ended = new CountDownLatch(1);
  private Optional<Running> running = Optional.empty();
  private Runnable lastWords = () -> {};
  private Optional<Runnable> ending = Optional.empty();
  private boolean requested;

  /** Names the call that a signal cancels; at once, if the signal was quicker. */
  synchronized void watch(Running call) {
    running = Optional.of(call);
    if (requested) {
      call.cancel();
    }
  }

  /** Sets what a signal does while no call is watched, before the process ends. */
  synchronized void beforeCall(Runnable words) {
    lastWords = words;
  }

  /** Says that no call is watched any more; a signal then runs these words and ends the process. */
  synchronized void idle(Runnable words) {
    running = Optional.empty();
    lastWords = words;
  }

  /** Tells whether a signal or a failed stream asked for the end. */
  synchronized boolean isRequested() {
    return requested;
  }

  /**
   * Has a signal end a command that is no single call: the action ends it, within a time that is
   * its own matter, and the process ends with status 0.
   */
  synchronized void atSignal(Runnable action) {
    ending = Optional.of(action);
  }

  /** Cancels the call that is or will be watched. */
  synchronized void request() {
    requested = true;
    running.ifPresent(Running::cancel);
  }

  /** Says that the command has reported and the process may end by itself. */
  void ended() {
    ended.countDown();
  }

  /** Returns the shutdown hook, not yet registered. */
  Thread hook() {
    return new Thread(this::onShutdown, "cloche-interrupt");
  }

  private void onShutdown() {
    if (ended.getCount() == 0) {
      return;
    }
    Optional<Runnable> end = ending();
    if (end.isPresent()) {
      end.get().run();
      Runtime.getRuntime().halt(ExitStatus.OK);
    }
    request();
    awaitReport();
    Runtime.getRuntime().halt(ExitStatus.CANCELLED);
  }

  /** A call is reported by the command that waits for it; without one there is no outcome yet. */
  private void awaitReport() {
    Optional<Runnable> words = wordsWithoutCall();
    if (words.isPresent()) {
      words.get().run();
      return;
    }
    try {
      var unused = ended.await(GRACE_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized Optional<Runnable> ending() {
    return ending;
  }

  private synchronized Optional<Runnable> wordsWithoutCall() {
    return running.isPresent() ? Optional.empty() : Optional.of(lastWords);
  }
}
