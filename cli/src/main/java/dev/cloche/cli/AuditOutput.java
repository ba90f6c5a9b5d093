package dev.cloche.cli;

import dev.cloche.audit.AuditRecord;
import dev.cloche.audit.Verification;
import java.nio.file.Path;
import java.util.List;

/** Takes the records of a log as they are read, then what verifying them came to. */
interface AuditOutput {

  /** Takes a record; {@code verified} tells whether it and all before it are genuine. */
  void record(AuditRecord item, boolean verified);

  /** Takes the end. */
  void end(Verification result, List<Path> files);
}
