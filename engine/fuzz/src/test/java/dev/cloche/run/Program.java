package dev.cloche.run;

import dev.cloche.fuzz.FuzzInput;
import java.io.ByteArrayOutputStream;

/**
 * Makes a valid module of whatever bytes: each byte chooses what comes next where something of its
 * type may come. There are two functions that may call each other, a memory, a table and a global;
 * {@code run} takes two integers and gives one.
 */
final class Program {
  private static final int I32 = 0x7F;
  private static final int I64 = 0x7E;
  private static final int VOID = 0x40;
  private static final int MAX_DEPTH = 8;
  private static final int FUNCTIONS = 2;

  /** Locals of each function: two parameters and one more, and one of 64 bits. */
  private static final int SMALL_LOCALS = 3;

  private final FuzzInput choices;
  private final ByteArrayOutputStream code = new ByteArrayOutputStream();

  /** The arity of each label that is open, innermost last: 1 if it takes an integer. */
  private final StringBuilder labels = new StringBuilder();

  private Program(FuzzInput choices) {
    this.choices = choices;
  }

  static byte[] of(byte[] input) {
    FuzzInput choices = new FuzzInput(input);
    ByteArrayOutputStream module = new ByteArrayOutputStream();
    module.writeBytes(new byte[] {0, 'a', 's', 'm', 1, 0, 0, 0});
    section(module, 1, 1, 0x60, 2, I32, I32, 1, I32);
    section(module, 3, FUNCTIONS, 0, 0);
    section(module, 4, 1, 0x70, 0, 4);
    section(module, 5, 1, 1, 1, 2);
    section(module, 6, 1, I32, 1, 0x41, 7, 0x0B);
    section(module, 7, 1, 3, 'r', 'u', 'n', 0, 0);
    section(module, 9, 1, 0, 0x41, 1, 0x0B, 2, 0, 1);
    ByteArrayOutputStream bodies = new ByteArrayOutputStream();
    bodies.write(FUNCTIONS);
    for (int i = 0; i < FUNCTIONS; i++) {
      byte[] body = new Program(choices).body();
      leb(bodies, body.length);
      bodies.writeBytes(body);
    }
    section(module, 10, bodies.toByteArray());
    return module.toByteArray();
  }

  private static void section(ByteArrayOutputStream module, int id, int... content) {
    byte[] bytes = new byte[content.length];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) content[i];
    }
    section(module, id, bytes);
  }

  private static void section(ByteArrayOutputStream module, int id, byte[] content) {
    module.write(id);
    leb(module, content.length);
    module.writeBytes(content);
  }

  private static void leb(ByteArrayOutputStream out, long value) {
    long left = value;
    for (; left >= 0x80; left >>>= 7) {
      out.write((int) (left & 0x7F) | 0x80);
    }
    out.write((int) left);
  }

  private byte[] body() {
    put(2, 1, I32, 1, I64);
    labels.append(1);
    statements(MAX_DEPTH);
    integer(MAX_DEPTH);
    put(0x0B);
    return code.toByteArray();
  }

  private void put(int... bytes) {
    for (int each : bytes) {
      code.write(each);
    }
  }

  private void statements(int depth) {
    for (int count = choices.below(5); count > 0; count--) {
      statement(depth - 1);
    }
  }

  private void statement(int depth) {
    if (depth <= 0) {
      put(0x01);
      return;
    }
    switch (choices.below(14)) {
      case 0, 1 -> set(depth);
      case 2 -> store(depth);
      case 3 -> block(depth, 0x02);
      case 4, 5 -> block(depth, 0x03);
      case 6 -> condition(depth);
      case 7 -> branchIf(depth);
      case 8 -> branchTable(depth);
      case 9 -> bulk(depth);
      case 10 -> {
        wide(depth);
        put(0x21, SMALL_LOCALS);
      }
      case 11 -> {
        integer(depth);
        put(0x24, 0);
      }
      case 12 -> leave(depth);
      default -> {
        integer(depth);
        put(0x1A);
      }
    }
  }

  private void set(int depth) {
    integer(depth);
    put(0x21, choices.below(SMALL_LOCALS));
  }

  private void store(int depth) {
    integer(depth);
    integer(depth);
    put(choices.yes() ? 0x36 : 0x3A, 0, choices.below(64));
  }

  private void block(int depth, int opcode) {
    put(opcode, VOID);
    labels.append(0);
    statements(depth);
    labels.setLength(labels.length() - 1);
    put(0x0B);
  }

  private void condition(int depth) {
    integer(depth);
    put(0x04, VOID);
    labels.append(0);
    statements(depth);
    if (choices.yes()) {
      put(0x05);
      statements(depth);
    }
    labels.setLength(labels.length() - 1);
    put(0x0B);
  }

  /** A label's depth; what it takes, if anything, has been put before. */
  private int label(int depth) {
    int up = choices.below(labels.length());
    if (labels.charAt(labels.length() - 1 - up) == '1') {
      integer(depth);
    }
    return up;
  }

  private void branchIf(int depth) {
    int up = label(depth);
    integer(depth);
    put(0x0D, up);
    if (labels.charAt(labels.length() - 1 - up) == '1') {
      put(0x1A);
    }
  }

  /** All its labels take nothing: a block around it is the default. */
  private void branchTable(int depth) {
    put(0x02, VOID, 0x02, VOID, 0x02, VOID);
    integer(depth);
    put(0x0E, 2, 0, 1, 2, 0x0B);
    labels.append("00");
    statements(depth);
    put(0x0B);
    labels.setLength(labels.length() - 1);
    statements(depth);
    put(0x0B);
    labels.setLength(labels.length() - 1);
  }

  private void bulk(int depth) {
    integer(depth);
    integer(depth);
    integer(depth);
    if (choices.yes()) {
      put(0xFC, 0x0B, 0);
    } else {
      put(0xFC, 0x0A, 0, 0);
    }
  }

  private void leave(int depth) {
    if (choices.below(3) == 0) {
      put(0x00);
    } else if (choices.yes()) {
      integer(depth);
      put(0x0F);
    } else {
      put(0x0C, label(depth));
    }
  }

  private void integer(int depth) {
    if (depth <= 1) {
      small();
      return;
    }
    switch (choices.below(14)) {
      case 0, 1 -> small();
      case 2, 3, 4 -> operation(depth);
      case 5 -> load(depth);
      case 6 -> choice(depth);
      case 7 -> call(depth);
      case 8 -> callIndirect(depth);
      case 9 -> valueBlock(depth);
      case 10 -> {
        integer(depth - 1);
        put(0x40, 0);
      }
      case 11 -> select(depth);
      case 12 -> {
        wide(depth - 1);
        put(choices.yes() ? 0xA7 : 0x50);
      }
      default -> {
        integer(depth - 1);
        put(0x22, choices.below(SMALL_LOCALS));
      }
    }
  }

  private void small() {
    switch (choices.below(5)) {
      case 0, 1 -> put(0x20, choices.below(SMALL_LOCALS));
      case 2 -> put(0x41, choices.below(64));
      case 3 -> put(0x41, 0x80 | choices.octet(), 0x80 | choices.octet(), choices.below(128));
      default -> put(choices.yes() ? 0x23 : 0x3F, 0);
    }
  }

  /** Comparisons, and arithmetic that traps where it has to. */
  private void operation(int depth) {
    integer(depth - 1);
    integer(depth - 1);
    int operation = choices.below(25);
    put(operation < 10 ? 0x46 + operation : 0x6A + operation - 10);
  }

  private void load(int depth) {
    integer(depth - 1);
    put(choices.yes() ? 0x28 : 0x2D, 0, choices.below(64));
  }

  private void choice(int depth) {
    integer(depth - 1);
    put(0x04, I32);
    labels.append(1);
    statements(depth - 1);
    integer(depth - 1);
    put(0x05);
    statements(depth - 1);
    integer(depth - 1);
    labels.setLength(labels.length() - 1);
    put(0x0B);
  }

  private void call(int depth) {
    integer(depth - 1);
    integer(depth - 1);
    put(0x10, choices.below(FUNCTIONS));
  }

  private void callIndirect(int depth) {
    integer(depth - 1);
    integer(depth - 1);
    integer(depth - 1);
    put(0x11, 0, 0);
  }

  private void valueBlock(int depth) {
    put(0x02, I32);
    labels.append(1);
    statements(depth - 1);
    integer(depth - 1);
    labels.setLength(labels.length() - 1);
    put(0x0B);
  }

  private void select(int depth) {
    integer(depth - 1);
    integer(depth - 1);
    integer(depth - 1);
    put(0x1B);
  }

  private void wide(int depth) {
    if (depth <= 1) {
      put(0x20, SMALL_LOCALS);
      return;
    }
    switch (choices.below(3)) {
      case 0 -> put(0x42, choices.below(64));
      case 1 -> {
        wide(depth - 1);
        wide(depth - 1);
        put(0x7C + choices.below(15));
      }
      default -> {
        integer(depth - 1);
        put(choices.yes() ? 0xAC : 0xAD);
      }
    }
  }
}
