package dev.cloche.wasi;

/**
 * Where faults are logged. Looked up when there is something to say: finding the platform's logger
 * goes through every jar of the class path, which a process that runs one short call would pay for.
 */
final class Log {

  private Log() {}

  /** Writes a warning with its cause. */
  static void warn(String message, Throwable cause) {
    System.getLogger(Wasi.class.getName()).log(System.Logger.Level.WARNING, message, cause);
  }
}
