package dev.cloche.host.seccomp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cloche.fuzz.FuzzInput;
import dev.cloche.fuzz.FuzzTarget;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The filter answers to any call of any program what the table and the rules say. */
public final class SeccompFuzz implements FuzzTarget {
  private static final int EPERM = Bpf.RETURN_ERRNO | 1;
  private static final int ENOSYS = Bpf.RETURN_ERRNO | 38;
  private static final int EAFNOSUPPORT = Bpf.RETURN_ERRNO | 97;
  private static final int X32 = 0x40000000;

  private final Map<Arch, BpfMachine> machines = new EnumMap<>(Arch.class);
  private final Map<Arch, Map<Integer, Verdict>> tables = new EnumMap<>(Arch.class);

  /** Reads the table, and assembles both filters. */
  public SeccompFuzz() {
    for (Arch arch : Arch.values()) {
      machines.put(arch, new BpfMachine(SeccompFilter.bytes(arch)));
      Map<Integer, Verdict> verdicts = new HashMap<>();
      for (Syscall each : SyscallTable.read()) {
        each.number(arch).ifPresent(number -> verdicts.put(number, each.verdict()));
      }
      tables.put(arch, verdicts);
    }
  }

  @Override
  public String name() {
    return "seccomp";
  }

  @Override
  public List<byte[]> seeds() {
    return List.of(
        new byte[] {0, 0, 0, 56, 0, 1, 2, 3},
        new byte[] {1, 0, 0, (byte) 220, 7, 7, 7},
        new byte[] {0, 0, 0, 16, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x54, 0x12},
        new byte[] {2, 0, 0, 41, 1, 2, 3, 4});
  }

  @Override
  public void run(byte[] input) {
    FuzzInput choices = new FuzzInput(input);
    Arch arch = choices.of(List.of(Arch.values()));
    int audit = choices.octet() < 250 ? arch.audit() : (int) choices.number();
    int number = choices.octet() < 250 ? choices.below(512) : (int) choices.number();
    long[] arguments = new long[6];
    for (int i = 0; i < arguments.length; i++) {
      arguments[i] = choices.number();
    }
    assertEquals(
        expected(arch, audit, number, arguments), machines.get(arch).run(audit, number, arguments));
  }

  private int expected(Arch arch, int audit, int number, long[] arguments) {
    boolean x32 = arch == Arch.X86_64 && Integer.compareUnsigned(number, X32) >= 0;
    if (audit != arch.audit() || x32) {
      return Bpf.RETURN_KILL_PROCESS;
    }
    Verdict verdict = tables.get(arch).get(number);
    return verdict == null ? ENOSYS : expected(verdict, arguments);
  }

  /** The rules once more, in words instead of branches; only lower halves count. */
  private static int expected(Verdict verdict, long[] arguments) {
    int at = (int) arguments[verdict.argument()];
    int first = (int) arguments[0];
    int third = (int) arguments[2];
    return switch (verdict.kind()) {
      case ALLOW -> Bpf.RETURN_ALLOW;
      case EPERM -> EPERM;
      case ENOSYS -> ENOSYS;
      case MODE -> permit((at & 06000) == 0);
      case OPEN -> {
        boolean creates = (at & (0100 | 020000000)) != 0;
        yield permit(!creates || ((int) arguments[verdict.argument() + 1] & 06000) == 0);
      }
      case CLONE -> permit((first & 0x7E020000) == 0);
      case PERSONALITY -> permit(Set.of(0, 8, 0x20000, 0x20008, -1).contains(first));
      case IOCTL -> permit(!Set.of(0x5412, 0x541C, 0x5423).contains((int) arguments[1]));
      case SOCKET ->
          switch (first) {
            case 1 -> Bpf.RETURN_ALLOW;
            case 2, 10 -> permit(Set.of(0, 1, 6, 17, 58).contains(third));
            case 16 -> permit(third == 0);
            default -> EAFNOSUPPORT;
          };
      case SOCKETPAIR -> first == 1 ? Bpf.RETURN_ALLOW : EAFNOSUPPORT;
    };
  }

  private static int permit(boolean allowed) {
    return allowed ? Bpf.RETURN_ALLOW : EPERM;
  }
}
