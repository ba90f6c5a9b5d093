package dev.cloche.audit;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Reads the files of a chain, oldest first, and finds the first record that is not as it was
 * written. Takes memory for one line, whatever the files hold.
 *
 * <p>What it cannot see by itself: records cut off the end, since what is left is a chain. Give it
 * what is known of the end ({@link #expectLast}, {@link #expectCount}), kept apart from the file.
 * And a chain without a key can be made anew from its first record by whoever can write the file.
 *
 * <p>Not thread-safe.
 */
public final class AuditVerifier {

  private Optional<AuditKey> key = Optional.empty();
  private Optional<String> after = Optional.empty();
  private Optional<String> last = Optional.empty();
  private OptionalLong count = OptionalLong.empty();

  private AuditVerifier() {}

  /** Returns a verifier of a whole chain without a key. */
  public static AuditVerifier create() {
    return new AuditVerifier();
  }

  /** Sets the key: every record must then be keyed with it. */
  @CanIgnoreReturnValue
  public AuditVerifier key(AuditKey secret) {
    this.key = Optional.of(secret);
    return this;
  }

  /** Begins within a chain: the first record must follow the one with this digest. */
  @CanIgnoreReturnValue
  public AuditVerifier after(String digest) {
    this.after = Optional.of(digest);
    return this;
  }

  /** Sets the digest that the last record must have. */
  @CanIgnoreReturnValue
  public AuditVerifier expectLast(String digest) {
    this.last = Optional.of(digest);
    return this;
  }

  /** Sets the number that the chain must have of records, from its first, whatever is read here. */
  @CanIgnoreReturnValue
  public AuditVerifier expectCount(long records) {
    this.count = OptionalLong.of(records);
    return this;
  }

  /** Is shown the records as they are read. */
  @FunctionalInterface
  public interface Reader {
    /**
     * Takes a record.
     *
     * @param item the record
     * @param verified whether it and all before it verified; behind the first broken one none does
     */
    void record(AuditRecord item, boolean verified);
  }

  /**
   * Verifies files, oldest first.
   *
   * @throws IOException if one cannot be read
   */
  public Verification verify(List<Path> files) throws IOException {
    return verify(files, (item, verified) -> {});
  }

  /**
   * Verifies files, oldest first, and shows what can be read, also behind a broken record.
   *
   * @throws IOException if one cannot be read
   */
  public Verification verify(List<Path> files, Reader reader) throws IOException {
    Objects.requireNonNull(reader, "reader");
    ChainCheck check = new ChainCheck(new Seal(key), after, reader);
    for (int i = 0; i < files.size(); i++) {
      try (InputStream in = Files.newInputStream(files.get(i))) {
        check.file(i, in);
      }
    }
    return check.end(last, count);
  }
}
