package dev.cloche.meter;

/**
 * Leaves the code out of a metered module. What remains is all that instances of compiled code
 * need: types, imports, tables, memory, globals, exports, segments; parsing it costs next to
 * nothing.
 */
public final class Skeleton {

  private static final int HEADER_BYTES = 8;
  private static final int CODE = 10;

  /** A body of three bytes: no locals, {@code unreachable}, {@code end}. */
  private static final byte[] EMPTY_BODY = {3, 0, 0, 0x0B};

  private Skeleton() {}

  /** Returns the module with each function body replaced by one that does nothing but trap. */
  public static byte[] of(MeteredModule metered) {
    byte[] module = metered.bytes();
    WasmWriter out = new WasmWriter(module.length / 4);
    out.raw(module, 0, HEADER_BYTES);
    int position = HEADER_BYTES;
    while (position < module.length) {
      Leb size = Leb.read(module, position + 1);
      int end = size.after() + size.value();
      if (module[position] == CODE) {
        out.u8(CODE).sized(emptyBodies(Leb.read(module, size.after()).value()));
      } else {
        out.raw(module, position, end);
      }
      position = end;
    }
    return out.toByteArray();
  }

  private static WasmWriter emptyBodies(int count) {
    WasmWriter bodies = new WasmWriter(count * EMPTY_BODY.length + 5).u32(count);
    for (int i = 0; i < count; i++) {
      bodies.raw(EMPTY_BODY);
    }
    return bodies;
  }
}
