package dev.cloche.host.seccomp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.cloche.host.seccomp.Assembler.Label;
import dev.cloche.host.seccomp.Bpf.Instruction;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class AssemblerTest {
  private static BpfMachine machine(List<Instruction> program) {
    ByteBuffer bytes = ByteBuffer.allocate(8 * program.size()).order(ByteOrder.LITTLE_ENDIAN);
    for (Instruction each : program) {
      bytes.putShort((short) each.code()).put((byte) each.yes()).put((byte) each.no());
      bytes.putInt(each.value());
    }
    return new BpfMachine(bytes.array());
  }

  /** Both ways of a condition arrive, however far they lead. */
  @Property(tries = 200)
  void aBranchArrives_atAnyDistance(
      @ForAll @IntRange(max = 600) int toYes,
      @ForAll @IntRange(max = 600) int toNo,
      @ForAll @IntRange(min = 1, max = 1000) int number) {
    Assembler code = new Assembler();
    Label yes = code.label();
    Label no = code.label();
    code.load(Bpf.NUMBER_AT);
    code.branch(Bpf.AT_LEAST, 500, yes, no);
    pad(code, toYes);
    code.place(yes);
    code.answer(1);
    pad(code, toNo);
    code.place(no);
    code.answer(2);
    assertEquals(number >= 500 ? 1 : 2, machine(code.assemble()).run(0, number));
  }

  private static void pad(Assembler code, int instructions) {
    for (int i = 0; i < instructions; i++) {
      code.answer(99);
    }
  }

  @Test
  void aLabelThatWasNeverPlaced_isRefused() {
    Assembler code = new Assembler();
    code.jump(code.label());
    assertThrows(IllegalStateException.class, code::assemble);
  }

  @Test
  void aJumpBackwards_isRefused() {
    Assembler code = new Assembler();
    Label start = code.label();
    code.place(start);
    code.jump(start);
    assertThrows(IllegalStateException.class, code::assemble);
  }
}
