package dev.cloche.wasi;

import dev.cloche.workspace.tree.Fault;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * The arguments of a call as text for a trace, and what they point to.
 *
 * <p>Nothing was checked yet when they are shown, so every pointer is checked here, and no more is
 * read than is shown.
 */
final class TraceArguments {
  /** The most buffers or subscriptions that are shown. */
  private static final int MAX_ITEMS = 4;

  private static final int BUFFER_BYTES = 8;

  private final GuestMemory memory;
  private final List<Parameter> parameters;
  private final long[] arguments;
  private List<Buffer> into = List.of();

  TraceArguments(GuestMemory memory, List<Parameter> parameters, long[] arguments) {
    this.memory = memory;
    this.parameters = parameters;
    this.arguments = arguments;
  }

  /** Returns the first of the buffers that are to be filled, once {@link #text} was called. */
  List<Buffer> into() {
    return into;
  }

  /** Returns the arguments as {@code name=value, ...}. */
  String text() {
    List<String> shown = new ArrayList<>();
    for (int i = 0; i < arguments.length; i++) {
      String value = argument(parameters.get(i), i);
      if (!value.isEmpty()) {
        shown.add(parameters.get(i).label() + "=" + value);
      }
    }
    return String.join(", ", shown);
  }

  /** Returns how an argument is shown; empty if it is not. */
  private String argument(Parameter parameter, int index) {
    long value = arguments[index];
    return switch (parameter) {
      case FD, NEW_FD, TO_FD, STATUS, HANDLE -> Integer.toString((int) value);
      case CLOCK -> TraceNames.value(TraceNames.CLOCK, unsigned(index));
      case ADVICE -> TraceNames.value(TraceNames.ADVICE, unsigned(index));
      case WHENCE -> TraceNames.value(TraceNames.WHENCE, unsigned(index));
      case SIGNAL -> TraceNames.value(TraceNames.SIGNAL, unsigned(index));
      case LOOKUP_FLAGS -> TraceNames.flags(TraceNames.LOOKUP, unsigned(index));
      case OPEN_FLAGS -> TraceNames.flags(TraceNames.OPEN, unsigned(index));
      case FD_FLAGS -> TraceNames.flags(TraceNames.FD, unsigned(index));
      case SET_FD_FLAGS -> TraceNames.some(TraceNames.flags(TraceNames.FD, unsigned(index)));
      case TIME_FLAGS -> TraceNames.flags(TraceNames.TIMES, unsigned(index));
      case SOCKET_FLAGS -> TraceNames.flags(List.of(), unsigned(index));
      case FETCH_FLAGS -> TraceNames.flags(TraceNames.FETCH, unsigned(index));
      case RIGHTS, INHERITING -> TraceNames.rights(value);
      case OFFSET, SIZE, COOKIE, PRECISION, ACCESSED, MODIFIED -> Long.toString(value);
      case PATH, NEW_PATH, TARGET, METHOD -> text(index, UnaryOperator.identity());
      case URL -> text(index, TraceFetch::url);
      case HEADERS -> text(index, TraceFetch::names);
      case INTO -> intoBuffers(index);
      case FROM -> fromBuffers(index);
      case SUBSCRIPTIONS -> subscriptions(index);
      case TEXT, BYTES, POINTERS, STRINGS -> TraceText.hex(unsigned(index));
      case LENGTH -> length(index);
      case EVENTS,
          SHORT_RESULT,
          INT_RESULT,
          LONG_RESULT,
          FDSTAT_RESULT,
          FILESTAT_RESULT,
          PRESTAT_RESULT ->
          "";
    };
  }

  private long unsigned(int index) {
    return Integer.toUnsignedLong((int) arguments[index]);
  }

  /** A length is part of what is shown before it, unless that is an address alone. */
  private String length(int index) {
    Parameter before = parameters.get(index - 1);
    return before == Parameter.TEXT || before == Parameter.BYTES
        ? Long.toString(unsigned(index))
        : "";
  }

  private String text(int index, UnaryOperator<byte[]> view) {
    long length = unsigned(index + 1);
    try {
      int address = memory.require(unsigned(index), length);
      int shown = (int) Math.min(length, TraceText.MAX_PATH);
      return TraceText.quote(view.apply(memory.getBytes(address, shown)), length > shown);
    } catch (Fault fault) {
      return fault(unsigned(index));
    }
  }

  private static String fault(long address) {
    return "FAULT(" + TraceText.hex(address) + ")";
  }

  private String intoBuffers(int index) {
    List<String> shown = new ArrayList<>();
    try {
      into = buffers(index);
    } catch (Fault fault) {
      return fault(unsigned(index));
    }
    into.forEach(buffer -> shown.add(Integer.toUnsignedString(buffer.length())));
    return list(shown, unsigned(index + 1));
  }

  private String fromBuffers(int index) {
    List<String> shown = new ArrayList<>();
    try {
      for (Buffer buffer : buffers(index)) {
        shown.add(data(buffer));
      }
    } catch (Fault fault) {
      return fault(unsigned(index));
    }
    return list(shown, unsigned(index + 1));
  }

  private String data(Buffer buffer) {
    long address = Integer.toUnsignedLong(buffer.address());
    long length = Integer.toUnsignedLong(buffer.length());
    try {
      int shown = (int) Math.min(length, TraceText.MAX_DATA);
      return TraceText.quote(memory.getBytes(memory.require(address, length), shown), length);
    } catch (Fault fault) {
      return fault(address);
    }
  }

  /** Returns the first buffers of a list as the guest wrote them: not checked. */
  private List<Buffer> buffers(int index) throws Fault {
    int count = (int) Math.min(unsigned(index + 1), MAX_ITEMS);
    int address = memory.require(unsigned(index), (long) count * BUFFER_BYTES);
    List<Buffer> buffers = new ArrayList<>();
    for (int at = address; at < address + BUFFER_BYTES * count; at += BUFFER_BYTES) {
      buffers.add(new Buffer(memory.getInt(at), memory.getInt(at + 4)));
    }
    return buffers;
  }

  private String subscriptions(int index) {
    long count = unsigned(index + 2);
    int shown = (int) Math.min(count, MAX_ITEMS);
    try {
      int address = memory.require(unsigned(index), (long) shown * Subscription.BYTES);
      List<String> items = new ArrayList<>();
      for (int i = 0; i < shown; i++) {
        items.add(subscription(address + i * Subscription.BYTES));
      }
      return list(items, count);
    } catch (Fault fault) {
      return fault(unsigned(index));
    }
  }

  private String subscription(int at) {
    int tag = Byte.toUnsignedInt(memory.getByte(at + 8));
    int target = memory.getInt(at + 16);
    String what =
        tag == 0
            ? TraceNames.value(TraceNames.CLOCK, target) + ", " + memory.getLong(at + 24)
            : Integer.toString(target);
    return TraceNames.value(TraceNames.EVENT, tag) + "(" + what + ")";
  }

  private static String list(List<String> shown, long whole) {
    return "[" + String.join(", ", shown) + (whole > shown.size() ? ", ..." : "") + "]";
  }
}
