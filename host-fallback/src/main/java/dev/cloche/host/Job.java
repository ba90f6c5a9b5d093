package dev.cloche.host;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.cloche.LentSecrets;

/**
 * What a session is to run.
 *
 * @param command the program and its arguments
 * @param limits what it may use
 * @param network what it may reach
 * @param secrets what it is lent
 * @param streams what it reads, and where what it writes goes
 */
record Job(
    NativeCommand command,
    NativeLimits limits,
    NativeNetwork network,
    LentSecrets secrets,
    CommandStreams streams) {

  /** Reads what the command brings, and may reach what the network says. */
  static Job of(NativeCommand command, NativeLimits limits, NativeNetwork network) {
    CommandRun.Input stdin = CommandRun.Input.of(command.stdin());
    return new Job(command, limits, network, LentSecrets.none(), CommandStreams.of(stdin));
  }

  /** The same with the variables by which programs find the network. */
  Job dressed() {
    return new Job(network.dress(command), limits, network, secrets, streams);
  }

  /** The same with other streams. */
  Job withStreams(CommandStreams others) {
    return new Job(command, limits, network, secrets, others);
  }

  SandboxKind kind() {
    return new SandboxKind(!network.isNone(), !secrets.files().isEmpty());
  }

  /**
   * Refuses a variable that is set and lent, and a secret that no file can hold.
   *
   * @throws RefusedException if there is one
   */
  void requireDistinct() {
    for (String name : secrets.environment().keySet()) {
      if (command.environment().containsKey(name)) {
        throw new RefusedException(
            NativeRefusal.ENVIRONMENT,
            "the variable %s is set, and a secret is lent into it".formatted(Text.quote(name)));
      }
    }
    for (String secret : secrets.files().values()) {
      if (secret.getBytes(UTF_8).length > limits.fileBytes()) {
        throw new RefusedException(
            NativeRefusal.ENVIRONMENT,
            "a file may have %d bytes, which is less than a secret has"
                .formatted(limits.fileBytes()));
      }
    }
  }
}
