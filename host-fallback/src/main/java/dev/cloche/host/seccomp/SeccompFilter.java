package dev.cloche.host.seccomp;

import dev.cloche.host.seccomp.Assembler.Label;
import dev.cloche.host.seccomp.Bpf.Instruction;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The filter for one architecture, as the bytes that bubblewrap hands to the kernel.
 *
 * <p><b>Goal.</b> A list of what is allowed: what nobody thought of is not there ({@code ENOSYS},
 * so that programs written for later kernels fall back), and what is known and refused is {@code
 * EPERM}.
 *
 * <p><b>Attacks.</b> A call of another architecture (32-bit code by {@code int 0x80}) has other
 * numbers, and one of x32 has a bit set in them: both kill the process before a number is looked
 * at.
 *
 * <p><b>Cost.</b> A binary search over runs of numbers with the same answer. The kernel keeps a
 * bitmap of the numbers that are allowed whatever the arguments are, and does not run the filter
 * for them.
 */
public final class SeccompFilter {
  private static final int EPERM = 1;
  private static final int ENOSYS = 38;
  private static final int EAFNOSUPPORT = 97;

  /** Set in the numbers of the x32 ABI, which shares its architecture with x86_64. */
  private static final int X32_BIT = 0x40000000;

  private static final int INSTRUCTION_BYTES = 8;

  private final Arch arch;
  private final Assembler code = new Assembler();
  private final Label allow = code.label();
  private final Label eperm = code.label();
  private final Label enosys = code.label();
  private final Label noFamily = code.label();
  private final Label kill = code.label();
  private final Map<Verdict, Label> checks = new LinkedHashMap<>();

  private SeccompFilter(Arch arch) {
    this.arch = arch;
  }

  /** Returns the filter as the kernel takes it: instructions of 8 bytes, little endian. */
  public static byte[] bytes(Arch arch) {
    List<Instruction> program = program(arch);
    ByteBuffer bytes =
        ByteBuffer.allocate(program.size() * INSTRUCTION_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    for (Instruction each : program) {
      bytes.putShort((short) each.code()).put((byte) each.yes()).put((byte) each.no());
      bytes.putInt(each.value());
    }
    return bytes.array();
  }

  static List<Instruction> program(Arch arch) {
    return new SeccompFilter(arch).build();
  }

  private List<Instruction> build() {
    requireArchitecture();
    List<Run> runs = runs();
    search(runs, 0, runs.size());
    ArgumentChecks arguments = new ArgumentChecks(code, allow, eperm, noFamily);
    checks.forEach(
        (verdict, label) -> {
          code.place(label);
          arguments.emit(verdict);
        });
    answer(allow, Bpf.RETURN_ALLOW);
    answer(eperm, Bpf.RETURN_ERRNO | EPERM);
    answer(enosys, Bpf.RETURN_ERRNO | ENOSYS);
    answer(noFamily, Bpf.RETURN_ERRNO | EAFNOSUPPORT);
    answer(kill, Bpf.RETURN_KILL_PROCESS);
    return code.assemble();
  }

  private void requireArchitecture() {
    Label ours = code.label();
    code.load(Bpf.ARCH_AT);
    code.branch(Bpf.EQUAL, arch.audit(), ours, kill);
    code.place(ours);
    code.load(Bpf.NUMBER_AT);
    if (arch == Arch.X86_64) {
      Label known = code.label();
      code.branch(Bpf.AT_LEAST, X32_BIT, kill, known);
      code.place(known);
    }
  }

  private void answer(Label label, int value) {
    code.place(label);
    code.answer(value);
  }

  /** Numbers from {@code first} to the one before the next run, all with the same answer. */
  private record Run(int first, Label answer) {}

  private List<Run> runs() {
    TreeMap<Integer, Label> answers = new TreeMap<>();
    for (Syscall each : SyscallTable.read()) {
      each.number(arch).ifPresent(number -> answers.put(number, label(each.verdict())));
    }
    List<Run> runs = new ArrayList<>();
    int last = answers.lastKey();
    for (int number = 0; number <= last + 1; number++) {
      Label answer = answers.getOrDefault(number, enosys);
      if (runs.isEmpty() || !runs.get(runs.size() - 1).answer().equals(answer)) {
        runs.add(new Run(number, answer));
      }
    }
    return runs;
  }

  private Label label(Verdict verdict) {
    return switch (verdict.kind()) {
      case ALLOW -> allow;
      case EPERM -> eperm;
      case ENOSYS -> enosys;
      case MODE, OPEN, CLONE, PERSONALITY, IOCTL, SOCKET, SOCKETPAIR ->
          checks.computeIfAbsent(verdict, unseen -> code.label());
    };
  }

  private void search(List<Run> runs, int from, int to) {
    if (to - from == 1) {
      code.jump(runs.get(from).answer());
      return;
    }
    int middle = (from + to) / 2;
    Label upper = code.label();
    Label lower = code.label();
    code.branch(Bpf.AT_LEAST, runs.get(middle).first(), upper, lower);
    code.place(lower);
    search(runs, from, middle);
    code.place(upper);
    search(runs, middle, to);
  }
}
