package dev.cloche.wasi;

import dev.cloche.workspace.tree.Errno;
import dev.cloche.workspace.tree.Fault;
import java.util.ArrayList;
import java.util.List;

/**
 * The function {@code poll_oneoff}.
 *
 * <p>Files and streams are always ready, so a call waits only if it asks for clocks alone. It then
 * waits for the nearest one, through {@link GuestClock#sleep}, which ends at the deadline.
 */
final class PollCalls {
  /** The most subscriptions in one call. */
  static final int MAX_SUBSCRIPTIONS = 1024;

  private final Descriptors descriptors;
  private final ClockCalls clocks;

  PollCalls(Descriptors descriptors, ClockCalls clocks) {
    this.descriptors = descriptors;
    this.clocks = clocks;
  }

  void oneoff(Call call) throws Fault {
    long count = call.unsigned(2);
    if (count == 0 || count > MAX_SUBSCRIPTIONS) {
      throw Errno.INVAL.fault();
    }
    int input = call.pointer(0, count * Subscription.BYTES);
    int output = call.pointer(1, count * Event.BYTES);
    int result = call.pointer(3, Integer.BYTES);
    call.budget().charge(count * HostCosts.ITEM);
    // All are read before any event is written: the two arrays may overlap.
    List<Event> events = await(call, Subscription.readAll(call.memory(), input, (int) count));
    for (int i = 0; i < events.size(); i++) {
      events.get(i).put(call.memory(), output + i * Event.BYTES);
    }
    call.memory().putInt(result, events.size());
  }

  private List<Event> await(Call call, List<Subscription> subscriptions) {
    List<Event> events = new ArrayList<>();
    List<Timer> timers = new ArrayList<>();
    for (Subscription each : subscriptions) {
      try {
        if (each.isClock()) {
          timers.add(new Timer(each, each.waitNanos(clocks.now(each.clock()))));
        } else {
          events.add(ready(each));
        }
      } catch (Fault fault) {
        events.add(new Event(each, fault.errno(), 0));
      }
    }
    long wait = events.isEmpty() ? nearest(timers) : 0;
    call.budget().checkpoint();
    if (wait > 0) {
      clocks.sleep(wait);
    }
    timers.stream()
        .filter(timer -> timer.nanos() <= wait)
        .forEach(timer -> events.add(new Event(timer.subscription(), Errno.SUCCESS, 0)));
    return events;
  }

  private record Timer(Subscription subscription, long nanos) {}

  private static long nearest(List<Timer> timers) {
    return timers.stream().mapToLong(Timer::nanos).min().orElse(0);
  }

  private Event ready(Subscription subscription) throws Fault {
    Descriptor descriptor = descriptors.get(subscription.fd(), Rights.POLL_FD_READWRITE);
    // At least 1: what a stream holds is not known, and 0 would look like its end.
    long bytes = 1;
    if (descriptor instanceof FileDescriptor file && subscription.isRead()) {
      bytes = Math.max(0, file.size() - file.position());
    }
    return new Event(subscription, Errno.SUCCESS, bytes);
  }
}
