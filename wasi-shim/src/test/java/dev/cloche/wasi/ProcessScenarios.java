package dev.cloche.wasi;

import dev.cloche.workspace.tree.Errno;
import java.util.ArrayList;
import java.util.List;

/** What the functions without files answer: arguments, clocks, polling, random bytes, sockets. */
final class ProcessScenarios {
  private static final List<Scenario> ROWS = new ArrayList<>();

  private ProcessScenarios() {}

  static List<Scenario> rows() {
    return ROWS;
  }

  private static void row(String name, String line, Scenario.Action action) {
    ROWS.add(new Scenario(name, line, action));
  }

  static {
    row("count no arguments", "args_sizes_get() = 0, 0", g -> g.call("args_sizes_get", 0, 4));
    row(
        "get no arguments",
        "args_get(pointers=0x0, strings=0x40) = 0",
        g -> g.call("args_get", 0, 64));
    row("count no variables", "environ_sizes_get() = 0, 0", g -> g.call("environ_sizes_get", 0, 4));
    row(
        "get no variables",
        "environ_get(pointers=0x0, strings=0x40) = 0",
        g -> g.call("environ_get", 0, 64));
    row(
        "count arguments outside",
        "args_sizes_get() = EFAULT",
        g -> g.call("args_sizes_get", 0, Guest.MEMORY_BYTES));

    row(
        "grain of real time",
        "clock_res_get(clock=REALTIME) = 1",
        g -> g.call("clock_res_get", 0, 0));
    row(
        "grain of monotonic time",
        "clock_res_get(clock=MONOTONIC) = 1",
        g -> g.call("clock_res_get", 1, 0));
    row("grain unknown", "clock_res_get(clock=9) = EINVAL", g -> g.call("clock_res_get", 9, 0));

    row("yield", "sched_yield() = 0", g -> g.call("sched_yield"));
    row("raise nothing", "proc_raise(signal=NONE) = 0", g -> g.call("proc_raise", 0));
    row("raise what is ignored", "proc_raise(signal=CHLD) = 0", g -> g.call("proc_raise", 16));
    row("raise no signal", "proc_raise(signal=31) = EINVAL", g -> g.call("proc_raise", 31));
    row("abort", "proc_raise(signal=ABRT) = ?", g -> ended(g, "proc_raise", 6));
    row("exit", "proc_exit(status=33) = ?", g -> ended(g, "proc_exit", 33));

    row(
        "random bytes, none",
        "random_get(buf=0x10000, len=0) = 0",
        g -> g.call("random_get", Guest.DATA, 0));
    row(
        "random bytes",
        "random_get(buf=0x10000, len=1024) = 0",
        g -> g.call("random_get", Guest.DATA, 1024));
    row(
        "random bytes, 2 GiB",
        "random_get(buf=0x0, len=2147483648) = EFAULT",
        g -> g.call("random_get", 0, 0x8000_0000L));

    row(
        "poll a clock",
        "poll_oneoff(subscriptions=[CLOCK(MONOTONIC, 1000)]) = 1",
        g -> poll(g, 0, 1, 1000));
    row(
        "poll a file to read",
        "poll_oneoff(subscriptions=[FD_READ(4)]) = 1",
        g -> poll(g, 1, g.opened("file", "r"), 0));
    row(
        "poll a file to write",
        "poll_oneoff(subscriptions=[FD_WRITE(4)]) = 1",
        g -> poll(g, 2, g.opened("file", "w"), 0));
    row(
        "poll a closed descriptor",
        "poll_oneoff(subscriptions=[FD_READ(99)]) = 1",
        g -> poll(g, 1, 99, 0));
    row(
        "poll an unknown clock",
        "poll_oneoff(subscriptions=[CLOCK(7, 1)]) = 1",
        g -> poll(g, 0, 7, 1));
    row(
        "poll an unknown kind",
        "poll_oneoff(subscriptions=[3(0)]) = EINVAL",
        g -> poll(g, 3, 0, 0));
    row(
        "poll outside",
        "poll_oneoff(subscriptions=FAULT(0xfffffff0)) = EFAULT",
        g -> g.call("poll_oneoff", 0xffff_fff0L, Guest.DATA, 1, 0));

    row(
        "accept on a directory",
        "sock_accept(fd=3) = ENOTSOCK",
        g -> g.call("sock_accept", 3, 0, 0));
    row(
        "accept on a closed descriptor",
        "sock_accept(fd=9, fdflags=NONBLOCK) = EBADF",
        g -> g.call("sock_accept", 9, 4, 0));
    row(
        "receive from standard input",
        "sock_recv(fd=0, iovs=[]) = ENOTSOCK",
        g -> g.call("sock_recv", 0, Guest.BUFFERS, 0, 0, 0, 4));
    row(
        "receive from a closed descriptor",
        "sock_recv(fd=9, iovs=[]) = EBADF",
        g -> g.call("sock_recv", 9, Guest.BUFFERS, 0, 0, 0, 4));
    row("send to standard output", "sock_send(fd=1, iovs=['hi']) = ENOTSOCK", g -> send(g, 1));
    row("send to a closed descriptor", "sock_send(fd=9, iovs=['hi']) = EBADF", g -> send(g, 9));
    row(
        "shut down standard output",
        "sock_shutdown(fd=1, flags=0x3) = ENOTSOCK",
        g -> g.call("sock_shutdown", 1, 3));
  }

  private static Errno ended(Guest guest, String name, long argument) {
    try {
      return guest.call(name, argument);
    } catch (HostStop end) {
      return Errno.SUCCESS;
    }
  }

  /** Polls for one thing; the answer is about the call, not about the event. */
  private static Errno poll(Guest guest, int tag, int target, long timeout) {
    guest.memory().fill((byte) 0, Guest.DATA, Guest.DATA + Subscription.BYTES);
    guest.memory().writeByte(Guest.DATA + 8, (byte) tag);
    guest.memory().writeI32(Guest.DATA + 16, target);
    guest.memory().writeLong(Guest.DATA + 24, timeout);
    return guest.call("poll_oneoff", Guest.DATA, Guest.DATA + 1000, 1, Guest.RESULT);
  }

  private static Errno send(Guest guest, int fd) {
    guest.buffers(Guest.DATA, guest.text(Guest.DATA, "hi"));
    return guest.call("sock_send", fd, Guest.BUFFERS, 1, 0, Guest.RESULT);
  }
}
