package dev.cloche.host.seccomp;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Runs a filter as the kernel does (kernel/seccomp.c, net/core/filter.c), from its bytes, so that
 * the filter of one architecture can be tested on another.
 */
final class BpfMachine {
  private static final int CALL_BYTES = 64;
  private static final int MAX_INSTRUCTIONS = 4096;

  private final ByteBuffer program;

  BpfMachine(byte[] program) {
    if (program.length == 0 || program.length % 8 != 0 || program.length / 8 > MAX_INSTRUCTIONS) {
      throw new IllegalArgumentException("the kernel refuses " + program.length + " bytes");
    }
    this.program = ByteBuffer.wrap(program).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Returns what the filter answers to a call. */
  int run(int arch, int number, long... arguments) {
    ByteBuffer call = ByteBuffer.allocate(CALL_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    call.putInt(number).putInt(arch).putLong(0);
    for (long each : arguments) {
      call.putLong(each);
    }
    int accumulator = 0;
    for (int at = 0; ; at++) {
      int code = program.getShort(8 * at);
      int yes = program.get(8 * at + 2) & 0xff;
      int no = program.get(8 * at + 3) & 0xff;
      int value = program.getInt(8 * at + 4);
      switch (code) {
        case Bpf.LOAD -> accumulator = call.getInt(value);
        case Bpf.RETURN -> {
          return value;
        }
        case Bpf.JUMP -> at += value;
        case Bpf.EQUAL -> at += accumulator == value ? yes : no;
        case Bpf.AT_LEAST -> at += Integer.compareUnsigned(accumulator, value) >= 0 ? yes : no;
        case Bpf.ANY_BIT -> at += (accumulator & value) != 0 ? yes : no;
        default -> throw new IllegalArgumentException("instruction " + code + " is unknown");
      }
    }
  }
}
