package dev.cloche.run;

import com.dylibso.chicory.wasm.ChicoryException;
import dev.cloche.GuestFrame;
import dev.cloche.TrapKind;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads from an exception out of a guest which trap it stands for, and where it happened. */
final class Traps {

  static final int MAX_FRAMES = 50;
  private static final Pattern FUNCTION = Pattern.compile("func_(\\d+)");

  private Traps() {}

  /**
   * Whether an exception is the guest's doing: all of Chicory's are, and arithmetic of the JVM's.
   */
  static boolean isTrap(Throwable fault) {
    return fault instanceof ChicoryException
        || fault instanceof ArithmeticException
        || fault instanceof StackOverflowError;
  }

  static TrapKind kind(Throwable fault) {
    if (fault instanceof StackOverflowError) {
      return TrapKind.CALL_STACK_EXHAUSTED;
    }
    String message = String.valueOf(fault.getMessage());
    for (TrapKind kind : TrapKind.values()) {
      if (kind != TrapKind.OTHER && message.contains(kind.text())) {
        return kind;
      }
    }
    return message.contains("by zero") ? TrapKind.INTEGER_DIVIDE_BY_ZERO : TrapKind.OTHER;
  }

  /**
   * Returns the guest's frames. Compiled functions are methods with the index in their name;
   * interpreted ones leave no trace. Pieces of a function show as the function, whose own frame
   * lies below theirs.
   */
  static List<GuestFrame> backtrace(StackTraceElement[] stack, Image.Facts facts) {
    List<GuestFrame> frames = new ArrayList<>();
    for (StackTraceElement element : stack) {
      Matcher function = FUNCTION.matcher(element.getMethodName());
      if (frames.size() < MAX_FRAMES
          && element.getClassName().contains("FuncGroup")
          && function.matches()) {
        int index = Integer.parseInt(function.group(1));
        if (index < facts.firstPiece()) {
          String name = facts.functionNames().getOrDefault(index, "func[" + index + "]");
          frames.add(new GuestFrame(index, name));
        }
      }
    }
    return frames;
  }
}
