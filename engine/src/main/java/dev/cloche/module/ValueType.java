package dev.cloche.module;

/** The value types that guests may use (WebAssembly 2.0, 5.3.4). */
public enum ValueType {
  /** 32-bit integer. */
  I32(0x7F),
  /** 64-bit integer. */
  I64(0x7E),
  /** 32-bit float. */
  F32(0x7D),
  /** 64-bit float. */
  F64(0x7C),
  /** Reference to a function, or null. */
  FUNCREF(0x70),
  /** Reference to a host object, or null. */
  EXTERNREF(0x6F);

  private final int code;

  ValueType(int code) {
    this.code = code;
  }

  /** Returns its byte in the binary format. */
  public int code() {
    return code;
  }

  /** Returns whether it is {@link #FUNCREF} or {@link #EXTERNREF}. */
  public boolean isReference() {
    return this == FUNCREF || this == EXTERNREF;
  }

  /** Reads one type, which is always one byte. */
  static ValueType read(ByteCursor in) throws ModuleException {
    int at = in.position();
    return of(in.u8(), in, at);
  }

  /** Reads a reference type. */
  static ValueType readReference(ByteCursor in) throws ModuleException {
    int at = in.position();
    ValueType type = read(in);
    if (!type.isReference()) {
      throw in.refuse(Rule.VALUE_TYPE, at, "a reference type is required, not " + type);
    }
    return type;
  }

  static ValueType of(int code, ByteCursor in, int at) throws ModuleException {
    return switch (code) {
      case 0x7F -> I32;
      case 0x7E -> I64;
      case 0x7D -> F32;
      case 0x7C -> F64;
      case 0x70 -> FUNCREF;
      case 0x6F -> EXTERNREF;
      default -> throw unknown(code, in, at);
    };
  }

  private static ModuleException unknown(int code, ByteCursor in, int at) {
    return switch (code) {
      case 0x7B -> in.off(Feature.SIMD, at);
      case 0x63, 0x64 -> in.off(Feature.TYPED_FUNCTION_REFERENCES, at);
      case 0x69, 0x74 -> in.off(Feature.EXCEPTION_HANDLING, at);
      case 0x6A, 0x6B, 0x6C, 0x6D, 0x6E, 0x71, 0x72, 0x73, 0x77, 0x78 -> in.off(Feature.GC, at);
      default -> in.refuse(Rule.VALUE_TYPE, at, "0x%02x is no value type".formatted(code));
    };
  }
}
