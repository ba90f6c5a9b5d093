package dev.cloche.module;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Says of each opcode what it is called, what follows it, what it takes and what it leaves. */
public final class Instructions {

  /** Stands for an effect on the operand stack that depends on a type or a label. */
  public static final int VARIABLE = -1;

  /** The greatest sub-opcode after the prefix 0xFC that is enabled. */
  static final int LAST_PREFIXED = 0x11;

  private static final int SLOTS = 0x100 + LAST_PREFIXED + 1;
  private static final @Nullable String[] MNEMONICS = new String[SLOTS];
  private static final @Nullable Immediate[] IMMEDIATES = new Immediate[SLOTS];
  private static final @Nullable Feature[] FEATURES = new Feature[SLOTS];
  private static final byte[] POPS = new byte[SLOTS];
  private static final byte[] PUSHES = new byte[SLOTS];

  static {
    for (String[] row : OpcodeTable.rows()) {
      int slot = slot(Integer.parseInt(row[0], 16));
      MNEMONICS[slot] = row[1].replace("select_t", "select");
      IMMEDIATES[slot] = Immediate.valueOf(row[2]);
      POPS[slot] = effect(row[3]);
      PUSHES[slot] = effect(row[4]);
      FEATURES[slot] = row[5].equals("-") ? null : Feature.valueOf(row[5]);
    }
  }

  private Instructions() {}

  private static byte effect(String column) {
    return column.equals("*") ? VARIABLE : Byte.parseByte(column);
  }

  /** Maps an opcode to its place in the tables; opcodes that do not exist have none. */
  private static int slot(int opcode) {
    return opcode < 0x100 ? opcode : 0x100 + (opcode & 0xFF);
  }

  /** Returns whether {@code opcode}, as {@link Opcodes} writes it, is an enabled instruction. */
  public static boolean isEnabled(int opcode) {
    boolean single = opcode >= 0 && opcode < 0x100;
    boolean prefixed = opcode >= 0xFC00 && opcode <= 0xFC00 + LAST_PREFIXED;
    return (single || prefixed) && MNEMONICS[slot(opcode)] != null;
  }

  /** Returns the name in the text format, such as {@code i32.add}. */
  public static String mnemonic(int opcode) {
    String mnemonic = isEnabled(opcode) ? MNEMONICS[slot(opcode)] : null;
    return mnemonic == null ? "0x%02x".formatted(opcode) : mnemonic;
  }

  /**
   * Returns what follows the opcode.
   *
   * @throws IllegalArgumentException if the opcode is not enabled
   */
  public static Immediate immediate(int opcode) {
    Immediate immediate = isEnabled(opcode) ? IMMEDIATES[slot(opcode)] : null;
    if (immediate == null) {
      throw new IllegalArgumentException("opcode 0x%02x is not enabled".formatted(opcode));
    }
    return immediate;
  }

  /** Returns how many operands an enabled instruction takes, or {@link #VARIABLE}. */
  public static int pops(int opcode) {
    return POPS[slot(opcode)];
  }

  /** Returns how many operands an enabled instruction leaves, or {@link #VARIABLE}. */
  public static int pushes(int opcode) {
    return PUSHES[slot(opcode)];
  }

  /** Returns the proposal that an enabled instruction came with, if it is not of version 1.0. */
  public static Optional<Feature> feature(int opcode) {
    return Optional.ofNullable(FEATURES[slot(opcode)]);
  }

  /** Adds the proposal that an enabled instruction came with to {@code used}. */
  static void noteFeature(int opcode, EnumSet<Feature> used) {
    Feature feature = FEATURES[slot(opcode)];
    if (feature != null) {
      used.add(feature);
    }
  }

  /** Returns the immediates of a slot that may be empty; for the cursor, which checks nothing. */
  static @Nullable Immediate immediateOrNull(int opcode) {
    return IMMEDIATES[slot(opcode)];
  }

  /**
   * Returns the proposal that is off and that owns an opcode byte, if any. For 0xFD, the sub-opcode
   * tells SIMD from relaxed SIMD.
   */
  static Optional<Feature> disabledOwner(int opcodeByte, long subOpcode) {
    if (opcodeByte == 0xFD) {
      return Optional.of(subOpcode < 0x100 ? Feature.SIMD : Feature.RELAXED_SIMD);
    }
    return OWNERS.stream()
        .filter(owner -> owner.bytes.contains(opcodeByte))
        .map(Owner::feature)
        .findFirst();
  }

  private record Owner(Feature feature, Set<Integer> bytes) {}

  private static final Set<Owner> OWNERS =
      Set.of(
          new Owner(Feature.LEGACY_EXCEPTION_HANDLING, Set.of(0x06, 0x07, 0x09, 0x18, 0x19)),
          new Owner(Feature.EXCEPTION_HANDLING, Set.of(0x08, 0x0A, 0x1F)),
          new Owner(Feature.TAIL_CALLS, Set.of(0x12, 0x13)),
          new Owner(Feature.TYPED_FUNCTION_REFERENCES, Set.of(0x14, 0x15, 0xD4, 0xD5, 0xD6)),
          new Owner(Feature.GC, Set.of(0xD3, 0xFB)),
          new Owner(Feature.THREADS, Set.of(0xFE)));
}
