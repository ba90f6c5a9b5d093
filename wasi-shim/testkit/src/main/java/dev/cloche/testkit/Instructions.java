package dev.cloche.testkit;

import java.util.ArrayList;
import java.util.List;

/** The instructions that {@link BodyGrower} draws on, by the types that they take and give. */
final class Instructions {

  /** An instruction that computes: operands and result as letters. */
  record Operation(String operands, char result, List<Integer> bytes) {
    byte[] code() {
      Code code = new Code();
      bytes.forEach(code::op);
      return code.bytes();
    }
  }

  /** An instruction that loads or stores. */
  record Access(int opcode, char type) {}

  static final List<Operation> OPERATIONS = new ArrayList<>();
  static final List<Access> LOADS = new ArrayList<>();
  static final List<Access> STORES = new ArrayList<>();

  static {
    range(0x45, 0x45, "i", 'i');
    range(0x46, 0x4f, "ii", 'i');
    range(0x50, 0x50, "j", 'i');
    range(0x51, 0x5a, "jj", 'i');
    range(0x5b, 0x60, "ff", 'i');
    range(0x61, 0x66, "dd", 'i');
    range(0x67, 0x69, "i", 'i');
    range(0x6a, 0x78, "ii", 'i');
    range(0x79, 0x7b, "j", 'j');
    range(0x7c, 0x8a, "jj", 'j');
    // Without abs, neg and copysign of floats, which may tell NaNs apart.
    range(0x8d, 0x91, "f", 'f');
    range(0x92, 0x97, "ff", 'f');
    range(0x9b, 0x9f, "d", 'd');
    range(0xa0, 0xa5, "dd", 'd');
    range(0xa7, 0xa7, "j", 'i');
    range(0xa8, 0xa9, "f", 'i');
    range(0xaa, 0xab, "d", 'i');
    range(0xac, 0xad, "i", 'j');
    range(0xae, 0xaf, "f", 'j');
    range(0xb0, 0xb1, "d", 'j');
    range(0xb2, 0xb3, "i", 'f');
    range(0xb4, 0xb5, "j", 'f');
    range(0xb6, 0xb6, "d", 'f');
    range(0xb7, 0xb8, "i", 'd');
    range(0xb9, 0xba, "j", 'd');
    range(0xbb, 0xbb, "f", 'd');
    range(0xc0, 0xc1, "i", 'i');
    range(0xc2, 0xc4, "j", 'j');
    saturating(0, "ffdd", 'i');
    saturating(4, "ffdd", 'j');
    OPERATIONS.add(new Operation("", 'i', List.of(Code.MEMORY_SIZE, 0)));
    OPERATIONS.add(new Operation("i", 'i', List.of(Code.MEMORY_GROW, 0)));
    accesses(LOADS, 0x28, "ijfdiiiijjjjjj");
    accesses(STORES, 0x36, "ijfdiijjj");
  }

  private Instructions() {}

  private static void range(int from, int to, String operands, char result) {
    for (int opcode = from; opcode <= to; opcode++) {
      OPERATIONS.add(new Operation(operands, result, List.of(opcode)));
    }
  }

  private static void saturating(int from, String operands, char result) {
    for (int i = 0; i < operands.length(); i++) {
      OPERATIONS.add(new Operation(operands.substring(i, i + 1), result, List.of(0xfc, from + i)));
    }
  }

  private static void accesses(List<Access> to, int from, String types) {
    for (int i = 0; i < types.length(); i++) {
      to.add(new Access(from + i, types.charAt(i)));
    }
  }
}
