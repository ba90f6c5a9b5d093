/**
 * The record of what was decided and what happened: JSON Lines, redacted, each line carrying the
 * digest of the one before.
 *
 * <p>Sessions and calls speak to {@link dev.cloche.audit.AuditEvents} and {@link
 * dev.cloche.audit.CallEvents}, which know what each kind of record holds; nobody else writes
 * records. {@link dev.cloche.audit.AuditLog} makes one chain of them and hands the lines to an
 * {@link dev.cloche.audit.AuditSink}. If the sink fails, the log fails, and with it every call.
 * {@link dev.cloche.audit.AuditVerifier} reads files back. The format is docs/audit.md.
 */
@CheckReturnValue
@NullMarked
package dev.cloche.audit;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
