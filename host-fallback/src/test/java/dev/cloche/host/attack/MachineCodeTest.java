package dev.cloche.host.attack;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cloche.host.NativeCommand;
import dev.cloche.host.NativeEnding;
import dev.cloche.host.NativeResult;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** System calls by other doors than the usual one: 64 and 65. Only x86_64 has them. */
@EnabledIfSystemProperty(named = "os.arch", matches = "amd64|x86_64")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MachineCodeTest {
  /** 128 and SIGSYS: the filter killed the process. */
  private static final NativeEnding KILLED = new NativeEnding.Exited(128 + 31);

  private Arena arena;

  @BeforeAll
  void open() throws IOException {
    arena = Arena.open(false);
  }

  @AfterAll
  void nothingIsLeftOver() throws IOException {
    arena.close();
  }

  /** Builds a program around an instruction that leaves its answer in {@code a}, and runs it. */
  private NativeEnding ending(long number, String instruction) throws IOException {
    String program =
        """
        int main(void) {
          long a = %dL;
          __asm__ volatile ("%s" : "+a" (a) : : "rcx", "r11", "memory");
          return a > 0 ? 7 : 8;
        }
        """
            .formatted(number, instruction);
    arena.workspace().reset();
    arena.workspace().writeFile("/p.c", program.getBytes(UTF_8));
    NativeResult built = arena.run(NativeCommand.of("gcc", "-o", "p", "p.c"), Arena.LIMITS);
    assertEquals(new NativeEnding.Exited(0), built.ending(), built.stderr().text());
    NativeEnding ending = arena.run(NativeCommand.of("./p"), Arena.LIMITS).ending();
    arena.assertUntouched();
    return ending;
  }

  /** {@code getpid}, as every program calls it. */
  @Test
  void theUsualDoor_isOpen() throws IOException {
    assertEquals(new NativeEnding.Exited(7), ending(39, "syscall"));
  }

  /** {@code getpid} of 32-bit programs. */
  @Test
  void native64_thirtyTwoBitCalls_kill() throws IOException {
    assertEquals(KILLED, ending(20, "int $0x80"));
  }

  /** {@code getpid} of the x32 ABI. */
  @Test
  void native65_x32Calls_kill() throws IOException {
    assertEquals(KILLED, ending(0x40000000L | 39, "syscall"));
  }
}
