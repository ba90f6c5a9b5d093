package dev.cloche.audit;

/**
 * How many files of the workspace a call changed.
 *
 * @param added new ones
 * @param changed ones with other content or attributes
 * @param deleted ones that are gone
 */
public record FileChanges(long added, long changed, long deleted) {

  /** No change. */
  public static final FileChanges NONE = new FileChanges(0, 0, 0);
}
