package dev.cloche.host.seccomp;

/**
 * The instructions of classic BPF that filters are made of, the layout of what they read, and the
 * values they return: linux/bpf_common.h, linux/seccomp.h.
 */
final class Bpf {
  /** Loads 32 bits of the call's description. */
  static final int LOAD = 0x20;

  /** Jumps, always. */
  static final int JUMP = 0x05;

  /** Jumps by equality. */
  static final int EQUAL = 0x15;

  /** Jumps by unsigned at-least. */
  static final int AT_LEAST = 0x35;

  /** Jumps if a bit is common. */
  static final int ANY_BIT = 0x45;

  /** Ends with a verdict. */
  static final int RETURN = 0x06;

  /** Where the number of the call is. */
  static final int NUMBER_AT = 0;

  /** Where the architecture is. */
  static final int ARCH_AT = 4;

  static final int RETURN_KILL_PROCESS = 0x80000000;
  static final int RETURN_ERRNO = 0x00050000;
  static final int RETURN_ALLOW = 0x7fff0000;

  private static final int ARGUMENTS_AT = 16;

  private Bpf() {}

  /** Returns where the lower 32 bits of an argument are; both architectures are little endian. */
  static int argumentAt(int argument) {
    return ARGUMENTS_AT + 8 * argument;
  }

  /**
   * One instruction as the kernel takes it.
   *
   * @param code the operation
   * @param yes how many instructions to skip if the condition holds, 0 to 255
   * @param no how many to skip if not, 0 to 255
   * @param value the operand
   */
  record Instruction(int code, int yes, int no, int value) {}
}
