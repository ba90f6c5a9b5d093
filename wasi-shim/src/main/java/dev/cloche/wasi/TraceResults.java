package dev.cloche.wasi;

import dev.cloche.workspace.tree.Fault;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;

/** What a call that succeeded left in guest memory, as text for a trace. */
final class TraceResults {
  private static final int FDSTAT_BYTES = 24;

  private final GuestMemory memory;
  private final List<Parameter> parameters;
  private final long[] arguments;
  private final List<Buffer> into;

  /**
   * Creates the view.
   *
   * @param into the buffers that were to be filled, as they were before the call
   */
  TraceResults(
      GuestMemory memory, List<Parameter> parameters, long[] arguments, List<Buffer> into) {
    this.memory = memory;
    this.parameters = parameters;
    this.arguments = arguments;
    this.into = into;
  }

  /** Returns the results in the order of the parameters, or {@code 0} if there are none. */
  String text() {
    List<String> shown = new ArrayList<>();
    try {
      for (int i = 0; i < arguments.length; i++) {
        String result = result(parameters.get(i), i);
        if (!result.isEmpty()) {
          shown.add(result);
        }
      }
    } catch (Fault changed) {
      // Results that overlap may have changed what the next one is found by.
      shown.add("FAULT");
    }
    return shown.isEmpty() ? "0" : String.join(", ", shown);
  }

  private String result(Parameter parameter, int index) throws Fault {
    return switch (parameter) {
      case SHORT_RESULT -> Integer.toString(memory.getShort(at(index, Short.BYTES)));
      case INT_RESULT -> Integer.toUnsignedString(memory.getInt(at(index, Integer.BYTES)));
      case LONG_RESULT -> Long.toString(memory.getLong(at(index, Long.BYTES)));
      case FDSTAT_RESULT -> fdstat(at(index, FDSTAT_BYTES));
      case FILESTAT_RESULT -> filestat(at(index, FileStats.BYTES));
      case PRESTAT_RESULT -> "{name_len=" + memory.getInt(at(index, Long.BYTES) + 4) + "}";
      case TEXT -> filledText(index);
      case INTO -> filledBuffers();
      // All others are inputs, or told of by a count.
      default -> "";
    };
  }

  private int at(int index, int bytes) throws Fault {
    return memory.require(unsigned(index), bytes);
  }

  private long unsigned(int index) {
    return Integer.toUnsignedLong((int) arguments[index]);
  }

  /** Returns how much was filled, at most {@code room}; functions without a count fill it all. */
  private long filled(long room) throws Fault {
    int count = parameters.indexOf(Parameter.INT_RESULT);
    return count < 0
        ? room
        : Math.min(room, Integer.toUnsignedLong(memory.getInt(at(count, Integer.BYTES))));
  }

  private String filledText(int index) throws Fault {
    long length = filled(unsigned(index + 1));
    int shown = (int) Math.min(length, TraceText.MAX_PATH);
    return TraceText.quote(memory.getBytes(at(index, shown), shown), length);
  }

  private String filledBuffers() throws Fault {
    long length = filled(Integer.MAX_VALUE);
    ByteArrayOutputStream shown = new ByteArrayOutputStream();
    for (Buffer buffer : into) {
      long wanted = Math.min(length, TraceText.MAX_DATA) - shown.size();
      int part = (int) Math.min(wanted, Integer.toUnsignedLong(buffer.length()));
      int address = memory.require(Integer.toUnsignedLong(buffer.address()), part);
      shown.writeBytes(memory.getBytes(address, part));
    }
    return TraceText.quote(shown.toByteArray(), length);
  }

  private String fdstat(int address) {
    return "{type="
        + TraceNames.value(TraceNames.FILE_TYPE, memory.getByte(address))
        + ", fdflags="
        + TraceNames.some(TraceNames.flags(TraceNames.FD, memory.getShort(address + 2)))
        + ", rights="
        + TraceNames.rights(memory.getLong(address + 8))
        + ", inheriting="
        + TraceNames.rights(memory.getLong(address + 16))
        + "}";
  }

  private String filestat(int address) {
    return "{ino="
        + memory.getLong(address + 8)
        + ", type="
        + TraceNames.value(TraceNames.FILE_TYPE, memory.getByte(address + 16))
        + ", nlink="
        + memory.getLong(address + 24)
        + ", size="
        + memory.getLong(address + 32)
        + "}";
  }
}
