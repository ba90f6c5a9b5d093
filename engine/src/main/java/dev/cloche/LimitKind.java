package dev.cloche;

/** The limits that can end a running call. */
public enum LimitKind {
  /** Executed WebAssembly instructions and host work, in units of the fuel schedule. */
  FUEL("fuel", " instructions"),
  /** Time from the start of the guest to its end, in milliseconds. */
  WALL("wall", " ms"),
  /** Linear memory, or memory of all processes of a native command, in bytes. */
  MEMORY("memory", " bytes"),
  /** Bytes written to standard output and standard error together. */
  OUTPUT("output", " bytes"),
  /** Processes and threads of a native command at the same time. */
  PROCESSES("processes", " processes"),
  /** The size of one file that a native command writes, in bytes. */
  FILE("file", " bytes"),
  /** The workspace, that a native command filled: its bytes or its files, told in bytes. */
  WORKSPACE("workspace", " bytes"),
  /** Requests of the session over the network, each redirect counted. */
  REQUESTS("requests", " requests"),
  /** Bytes of requests of the session, head and body. */
  SENT("sent", " bytes"),
  /** Bytes of responses of the session, as they came over the wire. */
  RECEIVED("received", " bytes"),
  /** Bytes of the body of one response, decoded. */
  RESPONSE("response", " bytes"),
  /** How many times its size a compressed body expands to. */
  EXPANSION("expansion", " times"),
  /** Bytes of the head of one response. */
  HEADER("header", " bytes");

  private final String id;
  private final String unitSuffix;

  LimitKind(String id, String unitSuffix) {
    this.id = id;
    this.unitSuffix = unitSuffix;
  }

  /** The name used in policies, in JSON and on the command line. */
  public String id() {
    return id;
  }

  String unitSuffix() {
    return unitSuffix;
  }
}
