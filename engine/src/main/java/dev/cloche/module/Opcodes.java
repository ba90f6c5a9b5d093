package dev.cloche.module;

/**
 * Names for the opcodes of the enabled instructions. An opcode is its byte, or for an instruction
 * with the prefix 0xFC, {@code 0xFC00} plus its sub-opcode. {@link Instructions} says what they do.
 */
public final class Opcodes {

  private Opcodes() {}

  // Control instructions (WebAssembly 2.0, 5.4.1).

  /** {@code unreachable}. */
  public static final int UNREACHABLE = 0x00;

  /** {@code nop}. */
  public static final int NOP = 0x01;

  /** {@code block}. */
  public static final int BLOCK = 0x02;

  /** {@code loop}. */
  public static final int LOOP = 0x03;

  /** {@code if}. */
  public static final int IF = 0x04;

  /** {@code else}. */
  public static final int ELSE = 0x05;

  /** {@code end}. */
  public static final int END = 0x0B;

  /** {@code br}. */
  public static final int BR = 0x0C;

  /** {@code br_if}. */
  public static final int BR_IF = 0x0D;

  /** {@code br_table}. */
  public static final int BR_TABLE = 0x0E;

  /** {@code return}. */
  public static final int RETURN = 0x0F;

  /** {@code call}. */
  public static final int CALL = 0x10;

  /** {@code call_indirect}. */
  public static final int CALL_INDIRECT = 0x11;

  // Parametric instructions (5.4.3).

  /** {@code drop}. */
  public static final int DROP = 0x1A;

  /** {@code select}. */
  public static final int SELECT = 0x1B;

  /** {@code select_t}. */
  public static final int SELECT_T = 0x1C;

  // Variable instructions (5.4.4).

  /** {@code local.get}. */
  public static final int LOCAL_GET = 0x20;

  /** {@code local.set}. */
  public static final int LOCAL_SET = 0x21;

  /** {@code local.tee}. */
  public static final int LOCAL_TEE = 0x22;

  /** {@code global.get}. */
  public static final int GLOBAL_GET = 0x23;

  /** {@code global.set}. */
  public static final int GLOBAL_SET = 0x24;

  // Table access (5.4.5).

  /** {@code table.get}. */
  public static final int TABLE_GET = 0x25;

  /** {@code table.set}. */
  public static final int TABLE_SET = 0x26;

  // Memory instructions (5.4.6).

  /** {@code i32.load}. */
  public static final int I32_LOAD = 0x28;

  /** {@code i64.load}. */
  public static final int I64_LOAD = 0x29;

  /** {@code f32.load}. */
  public static final int F32_LOAD = 0x2A;

  /** {@code f64.load}. */
  public static final int F64_LOAD = 0x2B;

  /** {@code i32.load8_s}. */
  public static final int I32_LOAD8_S = 0x2C;

  /** {@code i32.load8_u}. */
  public static final int I32_LOAD8_U = 0x2D;

  /** {@code i32.load16_s}. */
  public static final int I32_LOAD16_S = 0x2E;

  /** {@code i32.load16_u}. */
  public static final int I32_LOAD16_U = 0x2F;

  /** {@code i64.load8_s}. */
  public static final int I64_LOAD8_S = 0x30;

  /** {@code i64.load8_u}. */
  public static final int I64_LOAD8_U = 0x31;

  /** {@code i64.load16_s}. */
  public static final int I64_LOAD16_S = 0x32;

  /** {@code i64.load16_u}. */
  public static final int I64_LOAD16_U = 0x33;

  /** {@code i64.load32_s}. */
  public static final int I64_LOAD32_S = 0x34;

  /** {@code i64.load32_u}. */
  public static final int I64_LOAD32_U = 0x35;

  /** {@code i32.store}. */
  public static final int I32_STORE = 0x36;

  /** {@code i64.store}. */
  public static final int I64_STORE = 0x37;

  /** {@code f32.store}. */
  public static final int F32_STORE = 0x38;

  /** {@code f64.store}. */
  public static final int F64_STORE = 0x39;

  /** {@code i32.store8}. */
  public static final int I32_STORE8 = 0x3A;

  /** {@code i32.store16}. */
  public static final int I32_STORE16 = 0x3B;

  /** {@code i64.store8}. */
  public static final int I64_STORE8 = 0x3C;

  /** {@code i64.store16}. */
  public static final int I64_STORE16 = 0x3D;

  /** {@code i64.store32}. */
  public static final int I64_STORE32 = 0x3E;

  /** {@code memory.size}. */
  public static final int MEMORY_SIZE = 0x3F;

  /** {@code memory.grow}. */
  public static final int MEMORY_GROW = 0x40;

  // Constants (5.4.7).

  /** {@code i32.const}. */
  public static final int I32_CONST = 0x41;

  /** {@code i64.const}. */
  public static final int I64_CONST = 0x42;

  /** {@code f32.const}. */
  public static final int F32_CONST = 0x43;

  /** {@code f64.const}. */
  public static final int F64_CONST = 0x44;

  // Comparisons of integers.

  /** {@code i32.eqz}. */
  public static final int I32_EQZ = 0x45;

  /** {@code i32.eq}. */
  public static final int I32_EQ = 0x46;

  /** {@code i32.ne}. */
  public static final int I32_NE = 0x47;

  /** {@code i32.lt_s}. */
  public static final int I32_LT_S = 0x48;

  /** {@code i32.lt_u}. */
  public static final int I32_LT_U = 0x49;

  /** {@code i32.gt_s}. */
  public static final int I32_GT_S = 0x4A;

  /** {@code i32.gt_u}. */
  public static final int I32_GT_U = 0x4B;

  /** {@code i32.le_s}. */
  public static final int I32_LE_S = 0x4C;

  /** {@code i32.le_u}. */
  public static final int I32_LE_U = 0x4D;

  /** {@code i32.ge_s}. */
  public static final int I32_GE_S = 0x4E;

  /** {@code i32.ge_u}. */
  public static final int I32_GE_U = 0x4F;

  /** {@code i64.eqz}. */
  public static final int I64_EQZ = 0x50;

  /** {@code i64.eq}. */
  public static final int I64_EQ = 0x51;

  /** {@code i64.ne}. */
  public static final int I64_NE = 0x52;

  /** {@code i64.lt_s}. */
  public static final int I64_LT_S = 0x53;

  /** {@code i64.lt_u}. */
  public static final int I64_LT_U = 0x54;

  /** {@code i64.gt_s}. */
  public static final int I64_GT_S = 0x55;

  /** {@code i64.gt_u}. */
  public static final int I64_GT_U = 0x56;

  /** {@code i64.le_s}. */
  public static final int I64_LE_S = 0x57;

  /** {@code i64.le_u}. */
  public static final int I64_LE_U = 0x58;

  /** {@code i64.ge_s}. */
  public static final int I64_GE_S = 0x59;

  /** {@code i64.ge_u}. */
  public static final int I64_GE_U = 0x5A;

  // Comparisons of floats.

  /** {@code f32.eq}. */
  public static final int F32_EQ = 0x5B;

  /** {@code f32.ne}. */
  public static final int F32_NE = 0x5C;

  /** {@code f32.lt}. */
  public static final int F32_LT = 0x5D;

  /** {@code f32.gt}. */
  public static final int F32_GT = 0x5E;

  /** {@code f32.le}. */
  public static final int F32_LE = 0x5F;

  /** {@code f32.ge}. */
  public static final int F32_GE = 0x60;

  /** {@code f64.eq}. */
  public static final int F64_EQ = 0x61;

  /** {@code f64.ne}. */
  public static final int F64_NE = 0x62;

  /** {@code f64.lt}. */
  public static final int F64_LT = 0x63;

  /** {@code f64.gt}. */
  public static final int F64_GT = 0x64;

  /** {@code f64.le}. */
  public static final int F64_LE = 0x65;

  /** {@code f64.ge}. */
  public static final int F64_GE = 0x66;

  // Arithmetic of i32.

  /** {@code i32.clz}. */
  public static final int I32_CLZ = 0x67;

  /** {@code i32.ctz}. */
  public static final int I32_CTZ = 0x68;

  /** {@code i32.popcnt}. */
  public static final int I32_POPCNT = 0x69;

  /** {@code i32.add}. */
  public static final int I32_ADD = 0x6A;

  /** {@code i32.sub}. */
  public static final int I32_SUB = 0x6B;

  /** {@code i32.mul}. */
  public static final int I32_MUL = 0x6C;

  /** {@code i32.div_s}. */
  public static final int I32_DIV_S = 0x6D;

  /** {@code i32.div_u}. */
  public static final int I32_DIV_U = 0x6E;

  /** {@code i32.rem_s}. */
  public static final int I32_REM_S = 0x6F;

  /** {@code i32.rem_u}. */
  public static final int I32_REM_U = 0x70;

  /** {@code i32.and}. */
  public static final int I32_AND = 0x71;

  /** {@code i32.or}. */
  public static final int I32_OR = 0x72;

  /** {@code i32.xor}. */
  public static final int I32_XOR = 0x73;

  /** {@code i32.shl}. */
  public static final int I32_SHL = 0x74;

  /** {@code i32.shr_s}. */
  public static final int I32_SHR_S = 0x75;

  /** {@code i32.shr_u}. */
  public static final int I32_SHR_U = 0x76;

  /** {@code i32.rotl}. */
  public static final int I32_ROTL = 0x77;

  /** {@code i32.rotr}. */
  public static final int I32_ROTR = 0x78;

  // Arithmetic of i64.

  /** {@code i64.clz}. */
  public static final int I64_CLZ = 0x79;

  /** {@code i64.ctz}. */
  public static final int I64_CTZ = 0x7A;

  /** {@code i64.popcnt}. */
  public static final int I64_POPCNT = 0x7B;

  /** {@code i64.add}. */
  public static final int I64_ADD = 0x7C;

  /** {@code i64.sub}. */
  public static final int I64_SUB = 0x7D;

  /** {@code i64.mul}. */
  public static final int I64_MUL = 0x7E;

  /** {@code i64.div_s}. */
  public static final int I64_DIV_S = 0x7F;

  /** {@code i64.div_u}. */
  public static final int I64_DIV_U = 0x80;

  /** {@code i64.rem_s}. */
  public static final int I64_REM_S = 0x81;

  /** {@code i64.rem_u}. */
  public static final int I64_REM_U = 0x82;

  /** {@code i64.and}. */
  public static final int I64_AND = 0x83;

  /** {@code i64.or}. */
  public static final int I64_OR = 0x84;

  /** {@code i64.xor}. */
  public static final int I64_XOR = 0x85;

  /** {@code i64.shl}. */
  public static final int I64_SHL = 0x86;

  /** {@code i64.shr_s}. */
  public static final int I64_SHR_S = 0x87;

  /** {@code i64.shr_u}. */
  public static final int I64_SHR_U = 0x88;

  /** {@code i64.rotl}. */
  public static final int I64_ROTL = 0x89;

  /** {@code i64.rotr}. */
  public static final int I64_ROTR = 0x8A;

  // Arithmetic of f32.

  /** {@code f32.abs}. */
  public static final int F32_ABS = 0x8B;

  /** {@code f32.neg}. */
  public static final int F32_NEG = 0x8C;

  /** {@code f32.ceil}. */
  public static final int F32_CEIL = 0x8D;

  /** {@code f32.floor}. */
  public static final int F32_FLOOR = 0x8E;

  /** {@code f32.trunc}. */
  public static final int F32_TRUNC = 0x8F;

  /** {@code f32.nearest}. */
  public static final int F32_NEAREST = 0x90;

  /** {@code f32.sqrt}. */
  public static final int F32_SQRT = 0x91;

  /** {@code f32.add}. */
  public static final int F32_ADD = 0x92;

  /** {@code f32.sub}. */
  public static final int F32_SUB = 0x93;

  /** {@code f32.mul}. */
  public static final int F32_MUL = 0x94;

  /** {@code f32.div}. */
  public static final int F32_DIV = 0x95;

  /** {@code f32.min}. */
  public static final int F32_MIN = 0x96;

  /** {@code f32.max}. */
  public static final int F32_MAX = 0x97;

  /** {@code f32.copysign}. */
  public static final int F32_COPYSIGN = 0x98;

  // Arithmetic of f64.

  /** {@code f64.abs}. */
  public static final int F64_ABS = 0x99;

  /** {@code f64.neg}. */
  public static final int F64_NEG = 0x9A;

  /** {@code f64.ceil}. */
  public static final int F64_CEIL = 0x9B;

  /** {@code f64.floor}. */
  public static final int F64_FLOOR = 0x9C;

  /** {@code f64.trunc}. */
  public static final int F64_TRUNC = 0x9D;

  /** {@code f64.nearest}. */
  public static final int F64_NEAREST = 0x9E;

  /** {@code f64.sqrt}. */
  public static final int F64_SQRT = 0x9F;

  /** {@code f64.add}. */
  public static final int F64_ADD = 0xA0;

  /** {@code f64.sub}. */
  public static final int F64_SUB = 0xA1;

  /** {@code f64.mul}. */
  public static final int F64_MUL = 0xA2;

  /** {@code f64.div}. */
  public static final int F64_DIV = 0xA3;

  /** {@code f64.min}. */
  public static final int F64_MIN = 0xA4;

  /** {@code f64.max}. */
  public static final int F64_MAX = 0xA5;

  /** {@code f64.copysign}. */
  public static final int F64_COPYSIGN = 0xA6;

  // Conversions.

  /** {@code i32.wrap_i64}. */
  public static final int I32_WRAP_I64 = 0xA7;

  /** {@code i32.trunc_f32_s}. */
  public static final int I32_TRUNC_F32_S = 0xA8;

  /** {@code i32.trunc_f32_u}. */
  public static final int I32_TRUNC_F32_U = 0xA9;

  /** {@code i32.trunc_f64_s}. */
  public static final int I32_TRUNC_F64_S = 0xAA;

  /** {@code i32.trunc_f64_u}. */
  public static final int I32_TRUNC_F64_U = 0xAB;

  /** {@code i64.extend_i32_s}. */
  public static final int I64_EXTEND_I32_S = 0xAC;

  /** {@code i64.extend_i32_u}. */
  public static final int I64_EXTEND_I32_U = 0xAD;

  /** {@code i64.trunc_f32_s}. */
  public static final int I64_TRUNC_F32_S = 0xAE;

  /** {@code i64.trunc_f32_u}. */
  public static final int I64_TRUNC_F32_U = 0xAF;

  /** {@code i64.trunc_f64_s}. */
  public static final int I64_TRUNC_F64_S = 0xB0;

  /** {@code i64.trunc_f64_u}. */
  public static final int I64_TRUNC_F64_U = 0xB1;

  /** {@code f32.convert_i32_s}. */
  public static final int F32_CONVERT_I32_S = 0xB2;

  /** {@code f32.convert_i32_u}. */
  public static final int F32_CONVERT_I32_U = 0xB3;

  /** {@code f32.convert_i64_s}. */
  public static final int F32_CONVERT_I64_S = 0xB4;

  /** {@code f32.convert_i64_u}. */
  public static final int F32_CONVERT_I64_U = 0xB5;

  /** {@code f32.demote_f64}. */
  public static final int F32_DEMOTE_F64 = 0xB6;

  /** {@code f64.convert_i32_s}. */
  public static final int F64_CONVERT_I32_S = 0xB7;

  /** {@code f64.convert_i32_u}. */
  public static final int F64_CONVERT_I32_U = 0xB8;

  /** {@code f64.convert_i64_s}. */
  public static final int F64_CONVERT_I64_S = 0xB9;

  /** {@code f64.convert_i64_u}. */
  public static final int F64_CONVERT_I64_U = 0xBA;

  /** {@code f64.promote_f32}. */
  public static final int F64_PROMOTE_F32 = 0xBB;

  /** {@code i32.reinterpret_f32}. */
  public static final int I32_REINTERPRET_F32 = 0xBC;

  /** {@code i64.reinterpret_f64}. */
  public static final int I64_REINTERPRET_F64 = 0xBD;

  /** {@code f32.reinterpret_i32}. */
  public static final int F32_REINTERPRET_I32 = 0xBE;

  /** {@code f64.reinterpret_i64}. */
  public static final int F64_REINTERPRET_I64 = 0xBF;

  // Sign extension.

  /** {@code i32.extend8_s}. */
  public static final int I32_EXTEND8_S = 0xC0;

  /** {@code i32.extend16_s}. */
  public static final int I32_EXTEND16_S = 0xC1;

  /** {@code i64.extend8_s}. */
  public static final int I64_EXTEND8_S = 0xC2;

  /** {@code i64.extend16_s}. */
  public static final int I64_EXTEND16_S = 0xC3;

  /** {@code i64.extend32_s}. */
  public static final int I64_EXTEND32_S = 0xC4;

  // Reference instructions (5.4.2).

  /** {@code ref.null}. */
  public static final int REF_NULL = 0xD0;

  /** {@code ref.is_null}. */
  public static final int REF_IS_NULL = 0xD1;

  /** {@code ref.func}. */
  public static final int REF_FUNC = 0xD2;

  // Saturating conversions, prefix 0xFC.

  /** {@code i32.trunc_sat_f32_s}. */
  public static final int I32_TRUNC_SAT_F32_S = 0xFC00;

  /** {@code i32.trunc_sat_f32_u}. */
  public static final int I32_TRUNC_SAT_F32_U = 0xFC01;

  /** {@code i32.trunc_sat_f64_s}. */
  public static final int I32_TRUNC_SAT_F64_S = 0xFC02;

  /** {@code i32.trunc_sat_f64_u}. */
  public static final int I32_TRUNC_SAT_F64_U = 0xFC03;

  /** {@code i64.trunc_sat_f32_s}. */
  public static final int I64_TRUNC_SAT_F32_S = 0xFC04;

  /** {@code i64.trunc_sat_f32_u}. */
  public static final int I64_TRUNC_SAT_F32_U = 0xFC05;

  /** {@code i64.trunc_sat_f64_s}. */
  public static final int I64_TRUNC_SAT_F64_S = 0xFC06;

  /** {@code i64.trunc_sat_f64_u}. */
  public static final int I64_TRUNC_SAT_F64_U = 0xFC07;

  // Bulk memory and table instructions, prefix 0xFC.

  /** {@code memory.init}. */
  public static final int MEMORY_INIT = 0xFC08;

  /** {@code data.drop}. */
  public static final int DATA_DROP = 0xFC09;

  /** {@code memory.copy}. */
  public static final int MEMORY_COPY = 0xFC0A;

  /** {@code memory.fill}. */
  public static final int MEMORY_FILL = 0xFC0B;

  /** {@code table.init}. */
  public static final int TABLE_INIT = 0xFC0C;

  /** {@code elem.drop}. */
  public static final int ELEM_DROP = 0xFC0D;

  /** {@code table.copy}. */
  public static final int TABLE_COPY = 0xFC0E;

  /** {@code table.grow}. */
  public static final int TABLE_GROW = 0xFC0F;

  /** {@code table.size}. */
  public static final int TABLE_SIZE = 0xFC10;

  /** {@code table.fill}. */
  public static final int TABLE_FILL = 0xFC11;
}
