package dev.cloche.wasi;

import dev.cloche.workspace.tree.Errno;
import dev.cloche.workspace.tree.Fault;

/** A module that guests import functions from, and how its functions tell of errors. */
enum HostModule {
  /** Errors are the errnos of preview1. */
  PREVIEW1("wasi_snapshot_preview1") {
    @Override
    int number(Fault fault) {
      return fault.errno().number();
    }

    @Override
    int unexpected() {
      return Errno.IO.number();
    }

    @Override
    String error(long number) {
      for (Errno errno : Errno.values()) {
        if (errno.number() == number && errno != Errno.SUCCESS) {
          return "E" + errno;
        }
      }
      return "";
    }
  },

  /** Errors are {@link FetchCode}s. */
  CLOCHE("cloche") {
    @Override
    int number(Fault fault) {
      // Of a length beyond 2 GiB, too, which no guest has a use for.
      return FetchCode.FAULT.number();
    }

    @Override
    int unexpected() {
      return FetchCode.INTERNAL.number();
    }

    @Override
    String error(long number) {
      for (FetchCode code : FetchCode.values()) {
        if (code.number() == number && code != FetchCode.OK) {
          return code.name();
        }
      }
      return "";
    }
  };

  private final String importName;

  HostModule(String importName) {
    this.importName = importName;
  }

  /** Returns the name that guests import from. */
  String importName() {
    return importName;
  }

  /** Returns what a guest is answered for a fault. */
  abstract int number(Fault fault);

  /** Returns what a guest is answered where the host failed. */
  abstract int unexpected();

  /** Returns the name of an error that a trace shows; empty if the number is none. */
  abstract String error(long number);
}
