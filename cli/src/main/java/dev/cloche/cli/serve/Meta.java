package dev.cloche.cli.serve;

/** The keys of {@code _meta} that are ours. */
final class Meta {

  /** Of a tool: its own name, version and digest. */
  static final String TOOL = "dev.cloche/tool";

  /** Of a result: how the call ended and what it used, as {@code cloche run --json} says it. */
  static final String OUTCOME = "dev.cloche/outcome";

  private Meta() {}
}
