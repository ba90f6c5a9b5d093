package dev.cloche.host;

import java.util.Locale;

/** Why a native command was not started. */
public enum NativeRefusal {
  /** The sandbox is one of Linux. */
  NOT_LINUX,
  /** The system calls of this processor are not known here. */
  ARCHITECTURE,
  /** A program that the sandbox needs is not installed. */
  PROGRAM_MISSING,
  /** A program that the sandbox needs could have been replaced, or is too old. */
  PROGRAM_UNSAFE,
  /** A run of the sandbox itself failed: most often, namespaces are not permitted. */
  SANDBOX_UNUSABLE,
  /** Memory, processes or processor time cannot be limited here. */
  LIMITS_UNENFORCEABLE,
  /** A readable root is not one that can be shown safely. */
  READABLE_ROOT,
  /** The system has no such command. */
  COMMAND,
  /** A word of the command cannot be passed on. */
  WORDS,
  /** A variable cannot be passed on. */
  ENVIRONMENT,
  /** The directory to start in does not exist in the workspace. */
  DIRECTORY,
  /** The workspace could not be put into the sandbox. */
  WORKSPACE,
  /** The network rules cannot be enforced on a native command, or not on this machine. */
  NETWORK,
  /** The session is closed. */
  CLOSED;

  /** Returns the name used in JSON and on the command line. */
  public String id() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
