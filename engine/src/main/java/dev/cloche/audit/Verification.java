package dev.cloche.audit;

import java.util.Locale;
import java.util.Optional;

/**
 * What became of verifying a chain.
 *
 * @param records how many whole records verified before the end or the first broken one
 * @param lastDigest the digest of the last of these; empty if there is none
 * @param keyId the id of the key that the chain says it has; empty if it has none
 * @param closed whether the last record says that the log was closed in order
 * @param broken the first broken record, if there is one
 */
public record Verification(
    long records, String lastDigest, String keyId, boolean closed, Optional<Broken> broken) {

  /** Tells whether every record that was read is genuine and in its place. */
  public boolean intact() {
    return broken.isEmpty();
  }

  /**
   * The first record that is not as it was written.
   *
   * @param file which of the files, from 0
   * @param line which line of it, from 1
   * @param record its place in what was read, from 0
   * @param kind what is wrong
   * @param message one sentence for a person, without what the line holds
   */
  public record Broken(int file, long line, long record, Kind kind, String message) {}

  /** What can be wrong with a record. */
  public enum Kind {
    /** It is no record: not a line of JSON with what every record has. */
    MALFORMED,
    /** Its line is longer than 64 KiB. */
    TOO_LONG,
    /** The file ends within it. */
    TRUNCATED,
    /** Its digest is not that of its content: it was changed, or another key made it. */
    WRONG_DIGEST,
    /** It is keyed and no key was given, or the other way round. */
    WRONG_ALGORITHM,
    /** Records are missing before it. */
    MISSING,
    /** It is the record before it once more. */
    DUPLICATE,
    /** It belongs further up. */
    REORDERED,
    /** It follows another record than the one that is there. */
    WRONG_PREVIOUS,
    /** The chain ends before, or elsewhere than at, what was expected. */
    WRONG_END;

    /** Returns the name in JSON, such as {@code wrong-digest}. */
    public String id() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }
}
