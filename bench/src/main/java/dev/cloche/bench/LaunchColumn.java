package dev.cloche.bench;

/** What starts a command in a sandbox. */
enum LaunchColumn {
  /** A session whose next sandbox is up and waits. */
  WARM("Cloche, pre-warmed"),
  /** The same session, with a command that cannot be handed over to a sandbox that waits. */
  COLD("Cloche, cold"),
  /** Bubblewrap by itself, with what Cloche tells it, but for control groups and workspace. */
  BWRAP("bubblewrap, the same profile"),
  /** The namespaces alone: nothing is hidden, nothing limited. */
  UNSHARE("`unshare`, seven namespaces"),
  /** Firejail with a seccomp filter and no network. */
  FIREJAIL("firejail"),
  /** {@code @anthropic-ai/sandbox-runtime}, as a library in a process that runs already. */
  SRT("sandbox-runtime 0.0.78, library"),
  /** The program by itself: what of the others is not theirs. */
  NONE("no sandbox");

  private final String title;

  LaunchColumn(String title) {
    this.title = title;
  }

  String title() {
    return title;
  }

  boolean isPeer() {
    return this != WARM && this != COLD && this != NONE;
  }
}
