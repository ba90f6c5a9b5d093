package dev.cloche.run;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.dylibso.chicory.wabt.Wat2Wasm;
import com.sun.management.ThreadMXBean;
import dev.cloche.Execution;
import dev.cloche.fuzz.FuzzTarget;
import dev.cloche.meter.Meter;
import dev.cloche.meter.MeteredModule;
import dev.cloche.module.CheckedModule;
import dev.cloche.module.ExternKind;
import dev.cloche.module.ModuleException;
import dev.cloche.module.ModuleLimits;
import dev.cloche.module.ModuleReader;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A module of strangers, read and metered: refused in words of ours and without much memory, or
 * metered to a module that is as valid, and does the same.
 */
public final class ModuleFuzz implements FuzzTarget {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** Reading may take this much, and so much for each byte: instructions are kept as numbers. */
  private static final long READING_BYTES = 4 << 20;

  private static final long READING_BYTES_A_BYTE = 512;

  @Override
  public String name() {
    return "module";
  }

  @Override
  public List<byte[]> seeds() {
    List<byte[]> seeds = new ArrayList<>();
    // Few of them: each takes a third of a second to compile.
    for (TestModules each :
        List.of(
            TestModules.FIB, TestModules.SWITCH, TestModules.INDIRECT, TestModules.MULTI_VALUE)) {
      seeds.add(each.wasm());
    }
    seeds.add(Wat2Wasm.parse(GUEST));
    return List.copyOf(seeds);
  }

  private static final String GUEST =
      """
      (module
        (type $f (func (param i32) (result i32)))
        (import "wasi_snapshot_preview1" "fd_write"
          (func $write (param i32 i32 i32 i32) (result i32)))
        (memory (export "memory") 1 2)
        (table $t 4 8 funcref)
        (global $g (mut i64) (i64.const 5))
        (elem (i32.const 1) $a)
        (data (i32.const 8) "hello")
        (data $d "more")
        (func $a (type $f) (i32.add (local.get 0) (i32.const 1)))
        (func (export "_start") (local f64 i64)
          (memory.init $d (i32.const 0) (i32.const 0) (i32.const 2))
          (memory.fill (i32.const 64) (i32.const 1) (i32.const 32))
          (drop (memory.grow (i32.const 1)))
          (local.set 0 (f64.sqrt (f64.const 2)))
          (global.set $g (i64.trunc_sat_f64_s (local.get 0)))
          (block $b (loop $l
            (br_if $b (i64.eqz (global.get $g)))
            (global.set $g (i64.sub (global.get $g) (i64.const 1)))
            (br $l)))
          (drop (call_indirect (type $f) (i32.const 7) (i32.const 1)))
          (drop (call $write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 16)))))
      """;

  @Override
  public void run(byte[] input) throws ModuleException {
    Optional<CheckedModule> read = read(input);
    if (read.isPresent()
        && read.get().imports().stream().allMatch(each -> each.kind() == ExternKind.FUNCTION)) {
      CheckedModule module = read.get();
      MeteredModule metered = Meter.apply(module);
      if (PlainAndMetered.isValid(input)) {
        assertTrue(PlainAndMetered.isValid(metered.bytes()), "valid, and not when it is metered");
        PlainAndMetered.assertSame(module, metered, Execution.INTERPRETED);
      }
    }
  }

  private static Optional<CheckedModule> read(byte[] input) {
    long most = READING_BYTES + READING_BYTES_A_BYTE * input.length;
    // The first time, what is used may be for classes that are loaded.
    if (used(input) > most) {
      assertTrue(used(input) <= most, "reading takes more than " + most + " bytes");
    }
    try {
      CheckedModule module = ModuleReader.read(input, ModuleLimits.defaults());
      assertTrue(declares(input), "read, and not in part");
      return Optional.of(module);
    } catch (ModuleException refused) {
      assertTrue(refused.offset() >= 0 && refused.offset() <= input.length);
      String message = String.valueOf(refused.getMessage());
      assertTrue(message.chars().allMatch(c -> c >= ' ' && c <= '~'), message);
      assertFalse(refused.rule().isEmpty());
      return Optional.empty();
    }
  }

  private static long used(byte[] input) {
    long before = THREADS.getCurrentThreadAllocatedBytes();
    try {
      var ignored = ModuleReader.read(input, ModuleLimits.defaults());
    } catch (ModuleException refused) {
      // Told below.
    }
    return THREADS.getCurrentThreadAllocatedBytes() - before;
  }

  /** A module that is read whole is read in part, too. */
  private static boolean declares(byte[] input) {
    try {
      var ignored = ModuleReader.declarations(input, ModuleLimits.defaults());
      return true;
    } catch (ModuleException refused) {
      return false;
    }
  }
}
