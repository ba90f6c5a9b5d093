package dev.cloche.module;

/**
 * The functions by which C's {@code setjmp} and {@code longjmp} reach the host.
 *
 * <p>LLVM lowers both for targets without exceptions ({@code -enable-emscripten-sjlj}, in {@code
 * WebAssemblyLowerEmscriptenEHSjLj.cpp}): what calls {@code setjmp} makes its further calls through
 * imports {@code invoke_*} of the module {@code env}, whose first parameter is an entry of table 0
 * and whose others are that function's; {@code longjmp} ends in {@code _emscripten_throw_longjmp}.
 */
public final class Jumps {

  /** The module that they are imported from. */
  public static final String MODULE = "env";

  /** Leaves all frames up to the last call of an {@code invoke_*}, which then returns. */
  public static final String THROW = "_emscripten_throw_longjmp";

  /** How the names of the others begin; the rest of it spells their type. */
  public static final String INVOKE = "invoke_";

  private Jumps() {}

  /** Whether a name of {@link #MODULE} is one of a function that calls back. */
  public static boolean isInvoke(String name) {
    return name.startsWith(INVOKE);
  }

  /** Whether a function of the host calls functions of the guest. */
  public static boolean callsBack(Import wanted) {
    return wanted.module().equals(MODULE) && isInvoke(wanted.name());
  }
}
