/**
 * The {@code cloche} command: reads arguments, drives an {@link dev.cloche.Engine}, and says how a
 * call ended.
 *
 * <p>{@link dev.cloche.cli.Main} is the entry. Nothing else imports this package. Each command is a
 * class of its own; what it promises to the outside (one line for each error, exit statuses, the
 * JSON of an outcome) is kept in {@code Complaints}, {@code ExitStatus} and {@code OutcomeJson}.
 */
@NullMarked
package dev.cloche.cli;

import org.jspecify.annotations.NullMarked;
