package dev.cloche.host;

import java.util.Locale;

/** The limits that can end a native command. */
public enum NativeLimit {
  /** Time from its dispatch, in milliseconds. */
  WALL,
  /** Memory of all its processes, in bytes. */
  MEMORY,
  /** Processes at the same time. */
  PROCESSES,
  /** Bytes written to standard output and standard error together. */
  OUTPUT,
  /** The size of one file, in bytes. */
  FILE,
  /** The workspace: its bytes or its files. */
  WORKSPACE;

  /** Returns the name used in policies, in JSON and on the command line. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }
}
