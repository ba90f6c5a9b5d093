package dev.cloche.bench;

/** Fetches the body of a {@link NetServer} some times, and checks it each time. */
interface NetTask extends AutoCloseable {

  /** Does so. */
  void run();

  /** Lets connections go. */
  @Override
  void close();
}
