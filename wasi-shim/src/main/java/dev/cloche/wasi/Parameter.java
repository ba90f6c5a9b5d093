package dev.cloche.wasi;

import com.dylibso.chicory.wasm.types.ValType;

/**
 * What an argument of a host function means: how it is linked, checked by the tests of bad
 * pointers, and shown by the trace.
 */
enum Parameter {
  FD("fd", Role.INT),
  NEW_FD("new_fd", Role.INT),
  TO_FD("to", Role.INT),
  CLOCK("clock", Role.INT),
  ADVICE("advice", Role.INT),
  WHENCE("whence", Role.INT),
  STATUS("status", Role.INT),
  SIGNAL("signal", Role.INT),
  LOOKUP_FLAGS("lookup", Role.INT),
  OPEN_FLAGS("oflags", Role.INT),
  FD_FLAGS("fdflags", Role.INT),
  /** The flags of a descriptor that has others: shown when there are none, too. */
  SET_FD_FLAGS("fdflags", Role.INT),
  TIME_FLAGS("fstflags", Role.INT),
  SOCKET_FLAGS("flags", Role.INT),
  /** A request that is open. */
  HANDLE("handle", Role.INT),
  FETCH_FLAGS("flags", Role.INT),

  OFFSET("offset", Role.LONG),
  SIZE("size", Role.LONG),
  COOKIE("cookie", Role.LONG),
  PRECISION("precision", Role.LONG),
  ACCESSED("atim", Role.LONG),
  MODIFIED("mtim", Role.LONG),
  RIGHTS("rights", Role.LONG),
  INHERITING("inheriting", Role.LONG),

  /** The number of bytes or items at a pointer before it. */
  LENGTH("len", Role.LENGTH),

  /** Text with a {@link #LENGTH}. */
  PATH("path", Role.POINTER),
  NEW_PATH("new_path", Role.POINTER),
  TARGET("target", Role.POINTER),
  METHOD("method", Role.POINTER),
  /** May hold secrets, as may the next. */
  URL("url", Role.POINTER),
  HEADERS("headers", Role.POINTER),

  /** A list of buffers to be filled, with a {@link #LENGTH}. */
  INTO("iovs", Role.POINTER),
  /** A list of buffers to be read, with a {@link #LENGTH}. */
  FROM("iovs", Role.POINTER),
  /** Room for text, with a {@link #LENGTH}. */
  TEXT("buf", Role.POINTER),
  /** Room for other bytes, with a {@link #LENGTH}. */
  BYTES("buf", Role.POINTER),
  /** Room for an array of pointers, and for the strings that they point to. */
  POINTERS("pointers", Role.POINTER),
  STRINGS("strings", Role.POINTER),
  SUBSCRIPTIONS("subscriptions", Role.POINTER),
  EVENTS("events", Role.POINTER),

  /** Room for one result. */
  SHORT_RESULT("result", Role.POINTER),
  INT_RESULT("result", Role.POINTER),
  LONG_RESULT("result", Role.POINTER),
  FDSTAT_RESULT("result", Role.POINTER),
  FILESTAT_RESULT("result", Role.POINTER),
  PRESTAT_RESULT("result", Role.POINTER);

  /** What the tests and the linker need to know. */
  enum Role {
    /** A number, a descriptor or flags, of 32 bits. */
    INT,
    /** A number or rights, of 64 bits. */
    LONG,
    /** The address of something in guest memory. */
    POINTER,
    /** The size of what a pointer before it points to. */
    LENGTH
  }

  private final String label;
  private final Role role;

  Parameter(String label, Role role) {
    this.label = label;
    this.role = role;
  }

  /** Returns the name that a trace shows. */
  String label() {
    return label;
  }

  Role role() {
    return role;
  }

  ValType type() {
    return role == Role.LONG ? ValType.I64 : ValType.I32;
  }
}
