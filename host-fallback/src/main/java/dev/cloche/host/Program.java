package dev.cloche.host;

/** The programs of the operating system that a launch goes through, or that serve a session. */
enum Program {
  /** The sandbox. */
  BWRAP("bwrap", "bubblewrap"),
  /** Sets what each process may use. */
  PRLIMIT("prlimit", "util-linux"),
  /** Gives up root. */
  SETPRIV("setpriv", "util-linux"),
  /** Makes the namespaces of a session. */
  UNSHARE("unshare", "util-linux"),
  /** Enters them. */
  NSENTER("nsenter", "util-linux"),
  /** Mounts the workspace in them. */
  MOUNT("mount", "mount"),
  /** Opens files for the next program, and becomes it. */
  SH("sh", "dash"),
  /** Copies what becomes {@code /etc} to where no path tells of the host. */
  CP("cp", "coreutils"),
  /** Unpacks files in the sandbox. */
  TAR("tar", "tar"),
  /** Deletes files in the sandbox. */
  XARGS("xargs", "findutils"),
  /** Forwards connections in the namespaces of a session; only for commands that have a network. */
  PERL("perl", "perl-base");

  private final String command;
  private final String debianPackage;

  Program(String command, String debianPackage) {
    this.command = command;
    this.debianPackage = debianPackage;
  }

  /** Returns the name of the file. */
  String command() {
    return command;
  }

  /** Whether no command can run without it. */
  boolean isNeededByAll() {
    return this != PERL;
  }

  /** Returns the package of Debian and Ubuntu that brings it. */
  String debianPackage() {
    return debianPackage;
  }
}
