package dev.cloche.audit;

import dev.cloche.audit.Verification.Broken;
import dev.cloche.audit.Verification.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Goes along a chain, line by line, and remembers the first thing that is wrong. */
final class ChainCheck {

  private final Seal seal;
  private final boolean fromStart;
  private final AuditVerifier.Reader reader;
  private String lastDigest;
  private long next;
  private long records;
  private int file;
  private long line;
  private String keyId = "";
  private boolean closed;
  private @Nullable Broken broken;

  ChainCheck(Seal seal, Optional<String> after, AuditVerifier.Reader reader) {
    this.seal = seal;
    this.fromStart = after.isEmpty();
    this.lastDigest = after.orElse("");
    this.reader = reader;
  }

  void file(int number, InputStream in) throws IOException {
    file = number;
    line = 0;
    LineReader lines = new LineReader(in);
    for (LineReader.Line read = lines.next(); read != null; read = lines.next()) {
      line++;
      take(read);
    }
  }

  private void take(LineReader.Line read) {
    if (read.tooLong()) {
      report(Kind.TOO_LONG, "the line is longer than 64 KiB, which no record is");
      return;
    }
    Optional<AuditRecord> parsed = parse(read.bytes());
    if (parsed.isEmpty() && read.whole()) {
      report(Kind.MALFORMED, "the line is no record");
    }
    if (!read.whole()) {
      report(Kind.TRUNCATED, "the file ends within this line");
    }
    if (broken == null) {
      parsed.ifPresent(found -> check(found, read.bytes()));
    }
    parsed.ifPresent(found -> reader.record(found, broken == null));
  }

  private static Optional<AuditRecord> parse(byte[] line) {
    try {
      return Optional.of(RecordParser.parse(line));
    } catch (IOException | RuntimeException e) {
      return Optional.empty();
    }
  }

  private void check(AuditRecord found, byte[] bytes) {
    String wanted = seal.algorithm();
    String algorithm = found.digest().replaceFirst("(?s):.*", "");
    if (!seal.matches(bytes)) {
      if (!algorithm.equals(wanted) && isKnown(algorithm)) {
        report(Kind.WRONG_ALGORITHM, algorithmMessage(wanted));
      } else {
        report(Kind.WRONG_DIGEST, digestMessage(wanted));
      }
    } else if (!follows(found)) {
      report(place(found), placeMessage(found));
    } else {
      accept(found);
    }
  }

  private static boolean isKnown(String algorithm) {
    return algorithm.equals(Seal.SHA256) || algorithm.equals(Seal.HMAC);
  }

  private static String algorithmMessage(String wanted) {
    return wanted.equals(Seal.HMAC)
        ? "the record has no keyed digest, and a key is given"
        : "the record has a keyed digest; give the key";
  }

  private static String digestMessage(String wanted) {
    return wanted.equals(Seal.HMAC)
        ? "the record was changed, or made with another key"
        : "the record was changed: its digest is not that of its content";
  }

  private boolean follows(AuditRecord found) {
    return found.prev().equals(lastDigest) && (beginsWithin() || found.seq() == next);
  }

  private boolean beginsWithin() {
    return !fromStart && records == 0;
  }

  private Kind place(AuditRecord found) {
    if (records > 0 && found.digest().equals(lastDigest)) {
      return Kind.DUPLICATE;
    } else if (beginsWithin() || found.seq() == next) {
      return Kind.WRONG_PREVIOUS;
    }
    return found.seq() > next ? Kind.MISSING : Kind.REORDERED;
  }

  private String placeMessage(AuditRecord found) {
    return switch (place(found)) {
      case DUPLICATE -> "the record before is here once more";
      case MISSING ->
          "records "
              + next
              + " to "
              + (found.seq() - 1)
              + " are missing before this one"
              + (records == 0 ? "; give the older files too, or the digest before it" : "");
      case REORDERED -> "record " + found.seq() + " stands where " + next + " belongs";
      default -> "the record follows another one than the one before it here";
    };
  }

  private void accept(AuditRecord found) {
    records++;
    next = found.seq() + 1;
    lastDigest = found.digest();
    closed = found.type().equals(AuditType.LOG_CLOSED.id());
    if (!found.text("keyId").isEmpty()) {
      keyId = found.text("keyId");
    }
  }

  private void report(Kind kind, String message) {
    if (broken == null) {
      broken = new Broken(file, line, records, kind, message);
    }
  }

  Verification end(Optional<String> last, OptionalLong count) {
    if (records == 0 && broken == null) {
      report(Kind.WRONG_END, "there is no record at all");
    } else if (last.isPresent() && !last.get().equals(lastDigest)) {
      report(Kind.WRONG_END, "the chain does not end with the record that is expected");
    } else if (count.isPresent() && count.getAsLong() != next) {
      report(Kind.WRONG_END, "the chain ends after " + next + " records, not " + count.getAsLong());
    }
    String digest = records == 0 ? "" : lastDigest;
    return new Verification(records, digest, keyId, closed, Optional.ofNullable(broken));
  }
}
