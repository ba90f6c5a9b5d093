package dev.cloche.cli;

import dev.cloche.audit.AuditException;
import dev.cloche.audit.AuditKey;
import dev.cloche.audit.AuditLog;
import dev.cloche.audit.AuditSink;
import dev.cloche.policy.PolicyException;
import dev.cloche.policy.PolicySource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;

/** The options that have a run recorded. */
final class AuditOptions {

  static final String AUDIT = "--audit";
  static final String KEY = "--audit-key";

  private AuditOptions() {}

  /** Adds both to a command. */
  static void addTo(CommandSpec command) {
    command
        .addOption(
            Options.value(
                AUDIT,
                "FILE",
                "Appends what happens to this log (docs/audit.md); without a record nothing runs,"
                    + " and the status is 125."))
        .addOption(
            Options.value(
                KEY, "FILE", "With --audit: the key of the log, a file of 32 bytes or more."));
  }

  /** Tells whether a log was asked for. */
  static boolean given(Arguments arguments) {
    return arguments.hasMatchedOption(AUDIT) || arguments.hasMatchedOption(KEY);
  }

  /**
   * Opens the log.
   *
   * @param mounts what guests see of the host: neither log nor key may lie in it
   * @throws UsageException if the key is wrong, or guests could reach it or the log
   * @throws HostFaultException if the log cannot be written
   */
  static Optional<AuditLog> open(Arguments arguments, List<Path> mounts) {
    Optional<Path> keyFile = Options.given(arguments, KEY).map(name -> path(KEY, name));
    Optional<Path> file = Options.given(arguments, AUDIT).map(name -> path(AUDIT, name));
    if (file.isEmpty() && keyFile.isPresent()) {
      throw new UsageException(KEY + " goes with " + AUDIT);
    }
    keyFile.ifPresent(name -> requireOutside(KEY, name, mounts));
    Optional<AuditKey> key = keyFile.map(AuditOptions::key);
    return file.map(
        name -> {
          requireOutside(AUDIT, name, mounts);
          return open(name, key);
        });
  }

  private static AuditLog open(Path file, Optional<AuditKey> key) {
    try {
      AuditLog.Builder log = AuditLog.builder(AuditSink.file(file));
      key.ifPresent(log::key);
      return log.open();
    } catch (IOException | AuditException e) {
      throw new HostFaultException(
          AUDIT + " " + Printable.quote(file.toString()) + " cannot be used: " + e.getMessage(), e);
    }
  }

  /** A directory that guests see holds neither: they would read the key, or change the log. */
  private static void requireOutside(String option, Path file, List<Path> mounts) {
    Path directory = Objects.requireNonNull(file.toAbsolutePath().getParent(), "a file has one");
    try {
      PolicySource.requireOutside(Files.exists(file) ? file : directory, mounts);
    } catch (PolicyException inside) {
      throw new UsageException(
          option + " " + Printable.quote(file.toString()) + " lies inside a mount; move it out");
    } catch (IOException e) {
      throw new UsageException(
          option + " " + Printable.quote(file.toString()) + " is in no directory that exists");
    }
  }

  private static AuditKey key(Path file) {
    try {
      return AuditKey.read(file);
    } catch (IOException e) {
      throw new UsageException(
          KEY
              + " cannot be used: it must be a file of 32 to 4096 bytes that only its owner reads"
              + " and writes");
    }
  }

  private static Path path(String option, String name) {
    try {
      if (!name.isEmpty()) {
        return Path.of(name).toAbsolutePath();
      }
    } catch (InvalidPathException e) {
      // Said below.
    }
    throw new UsageException(option + " " + Printable.quote(name) + " names no file");
  }
}
