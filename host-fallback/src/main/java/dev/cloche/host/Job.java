package dev.cloche.host;

/**
 * What a session is to run.
 *
 * @param command the program and its arguments
 * @param limits what it may use
 * @param network what it may reach
 * @param streams what it reads, and where what it writes goes
 */
record Job(
    NativeCommand command, NativeLimits limits, NativeNetwork network, CommandStreams streams) {

  /** Reads what the command brings, and may reach what the network says. */
  static Job of(NativeCommand command, NativeLimits limits, NativeNetwork network) {
    CommandRun.Input stdin = CommandRun.Input.of(command.stdin());
    return new Job(command, limits, network, CommandStreams.of(stdin));
  }

  /** The same with the variables by which programs find the network. */
  Job dressed() {
    return new Job(network.dress(command), limits, network, streams);
  }
}
