package dev.cloche.host.seccomp;

import dev.cloche.host.seccomp.Bpf.Instruction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Puts a program together whose jumps name labels.
 *
 * <p>A conditional jump of classic BPF reaches 255 instructions; where a label is farther, an
 * unconditional jump, which reaches everything, is put behind the condition. Which conditions need
 * that is found by laying out again until nothing changes; conditions only become longer, so it
 * ends.
 */
final class Assembler {
  private static final int MAX_SKIP = 255;
  private static final int UNPLACED = -1;

  private final List<Line> lines = new ArrayList<>();
  private final List<Integer> labels = new ArrayList<>();

  /** A place in the program that jumps lead to. */
  record Label(int index) {}

  private record Line(int code, int value, Label yes, Label no) {
    boolean branches() {
      return code == Bpf.EQUAL || code == Bpf.AT_LEAST || code == Bpf.ANY_BIT;
    }
  }

  private static final Label NOWHERE = new Label(UNPLACED);

  /** Returns a new label, to be placed once. */
  Label label() {
    labels.add(UNPLACED);
    return new Label(labels.size() - 1);
  }

  /** Puts a label before the next instruction. */
  void place(Label label) {
    labels.set(label.index(), lines.size());
  }

  void load(int offset) {
    lines.add(new Line(Bpf.LOAD, offset, NOWHERE, NOWHERE));
  }

  void answer(int value) {
    lines.add(new Line(Bpf.RETURN, value, NOWHERE, NOWHERE));
  }

  void branch(int code, int value, Label yes, Label no) {
    lines.add(new Line(code, value, yes, no));
  }

  /** Goes to {@code yes} if the value is equal, else on to the next instruction. */
  void ifEqual(int value, Label yes) {
    Label next = label();
    branch(Bpf.EQUAL, value, yes, next);
    place(next);
  }

  void jump(Label to) {
    lines.add(new Line(Bpf.JUMP, 0, to, NOWHERE));
  }

  /** Returns the program. */
  List<Instruction> assemble() {
    boolean[] longYes = new boolean[lines.size()];
    boolean[] longNo = new boolean[lines.size()];
    int[] starts = starts(longYes, longNo);
    while (lengthen(starts, longYes, longNo)) {
      starts = starts(longYes, longNo);
    }
    List<Instruction> program = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      emit(program, lines.get(i), starts, longYes[i], longNo[i]);
    }
    return program;
  }

  private int[] starts(boolean[] longYes, boolean[] longNo) {
    int[] starts = new int[lines.size() + 1];
    for (int i = 0; i < lines.size(); i++) {
      starts[i + 1] = starts[i] + 1 + (longYes[i] ? 1 : 0) + (longNo[i] ? 1 : 0);
    }
    return starts;
  }

  private boolean lengthen(int[] starts, boolean[] longYes, boolean[] longNo) {
    boolean[] yesBefore = longYes.clone();
    boolean[] noBefore = longNo.clone();
    for (int i = 0; i < lines.size(); i++) {
      Line line = lines.get(i);
      if (line.branches()) {
        longYes[i] |= target(starts, line.yes()) - starts[i] - 1 > MAX_SKIP;
        longNo[i] |= target(starts, line.no()) - starts[i] - 1 > MAX_SKIP;
      }
    }
    return !Arrays.equals(yesBefore, longYes) || !Arrays.equals(noBefore, longNo);
  }

  private int target(int[] starts, Label label) {
    int line = labels.get(label.index());
    if (line == UNPLACED) {
      throw new IllegalStateException("a label was never placed");
    }
    return starts[line];
  }

  private void emit(
      List<Instruction> program, Line line, int[] starts, boolean longYes, boolean longNo) {
    int at = program.size();
    if (line.code() == Bpf.JUMP) {
      program.add(new Instruction(Bpf.JUMP, 0, 0, skip(starts, line.yes(), at)));
      return;
    }
    if (!line.branches()) {
      program.add(new Instruction(line.code(), 0, 0, line.value()));
      return;
    }
    int yes = longYes ? 0 : skip(starts, line.yes(), at);
    int no = longNo ? (longYes ? 1 : 0) : skip(starts, line.no(), at);
    program.add(new Instruction(line.code(), yes, no, line.value()));
    if (longYes) {
      program.add(new Instruction(Bpf.JUMP, 0, 0, skip(starts, line.yes(), at + 1)));
    }
    if (longNo) {
      int here = program.size();
      program.add(new Instruction(Bpf.JUMP, 0, 0, skip(starts, line.no(), here)));
    }
  }

  private int skip(int[] starts, Label to, int from) {
    int skip = target(starts, to) - from - 1;
    if (skip < 0) {
      throw new IllegalStateException("a jump of classic BPF leads forward only");
    }
    return skip;
  }
}
