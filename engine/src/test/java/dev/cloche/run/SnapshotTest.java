package dev.cloche.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.Call;
import dev.cloche.Execution;
import dev.cloche.Limits;
import dev.cloche.Outcome;
import dev.cloche.Plan;
import dev.cloche.Policy;
import dev.cloche.Tool;
import dev.cloche.egress.Egress;
import dev.cloche.workspace.Workspace;
import dev.cloche.workspace.WorkspaceLimits;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Snapshots as values: what they hold, and their serialised form. */
class SnapshotTest {

  /** Start-up changes everything that there is; the entry exits with what it finds, 127 in all. */
  private static final String GUEST =
      """
      (module
        (import "wasi_snapshot_preview1" "proc_exit" (func $exit (param i32)))
        (type $give (func (result i32)))
        (memory 1)
        (table $t 2 funcref)
        (global $a (mut i32) (i32.const 0))
        (global $b (mut f64) (f64.const 0))
        (data $used "x")
        (data $kept "@")
        (elem $gone func $f)
        (func $f (result i32) (i32.const 4))
        (func (export "_initialize")
          (i32.store8 (i32.const 70000) (i32.const 1))
          (global.set $a (i32.const 2))
          (global.set $b (f64.const 8.5))
          (table.set $t (table.grow $t (ref.null func) (i32.const 3)) (ref.func $f))
          (data.drop $used)
          (elem.drop $gone))
        (func $first (drop (memory.grow (i32.const 1))))
        (start $first)
        (func (export "_start")
          (memory.init $kept (i32.const 0) (i32.const 0) (i32.const 1))
          (call $exit
            (i32.add (i32.load8_u (i32.const 70000))
              (i32.add (global.get $a)
                (i32.add (call_indirect (type $give) (i32.const 2))
                  (i32.add (i32.trunc_f64_s (global.get $b))
                    (i32.add (i32.mul (table.size $t) (i32.const 4))
                      (i32.add (i32.load8_u (i32.const 0))
                        (i32.mul (memory.size) (i32.const 14)))))))))
          unreachable))
      """;

  private static Image image(Execution execution) throws Exception {
    Prepared first =
        new ImageBuilder(execution, Optional::empty, PluginFunctions.none())
            .prepare(Tool.of("guest", Wat.wasm(GUEST)));
    return execution == Execution.COMPILED
        ? first.compilation().orElseThrow().work().call().orElseThrow().image()
        : first.image();
  }

  private static int status(Image image) {
    Limits limits = Limits.defaults();
    try (Workspace workspace = Workspace.inMemory(WorkspaceLimits.defaults())) {
      Plan plan = Plan.of(Tool.of("guest", Wat.wasm(GUEST)), Call.of(), Policy.strict());
      CallSetting setting =
          new CallSetting(
              "session", plan, limits, CallDirectories.of(plan, workspace), Egress.denying());
      Outcome outcome =
          new GuestRun(
                  image, setting, new Deadline(limits.wall()), SpareArrays.none(), Optional.empty())
              .run();
      return assertInstanceOf(Outcome.Completed.class, outcome, outcome.message()).exitStatus();
    }
  }

  private static byte[] written(Snapshot snapshot) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    snapshot.writeTo(new DataOutputStream(bytes));
    return bytes.toByteArray();
  }

  private static Snapshot read(byte[] bytes) throws IOException {
    return Snapshot.readFrom(new DataInputStream(new ByteArrayInputStream(bytes)));
  }

  @ParameterizedTest
  @EnumSource(Execution.class)
  void serialised_andReadAgain_startsCallsTheSame(Execution execution) throws Exception {
    Image image = image(execution);
    Snapshot snapshot = image.snapshot().orElseThrow();
    assertTrue(snapshot.started());
    assertEquals(127, status(image));
    Image again =
        new Image(
            image.facts(),
            image.module(),
            image.globals(),
            image.machines(),
            image.imports(),
            Optional.of(read(written(snapshot))));
    assertEquals(127, status(again));
  }

  @Test
  void snapshot_ofEitherEngine_isTheSame() throws Exception {
    byte[] interpreted = written(image(Execution.INTERPRETED).snapshot().orElseThrow());
    byte[] compiled = written(image(Execution.COMPILED).snapshot().orElseThrow());
    assertEquals(-1, Arrays.mismatch(interpreted, compiled));
  }

  @Test
  void image_onMachinesOfTheOtherEngine_startsCallsTheSame() throws Exception {
    Image interpreted = image(Execution.INTERPRETED);
    Image compiled = image(Execution.COMPILED);
    assertEquals(127, status(interpreted.on(compiled.machines(), false)));
    assertEquals(127, status(interpreted.on(compiled.machines(), true)));
  }

  @Test
  void read_otherVersionOrCutShort_isRefused() throws Exception {
    byte[] good = written(image(Execution.INTERPRETED).snapshot().orElseThrow());
    byte[] other = good.clone();
    other[3]++;
    assertThrows(IOException.class, () -> read(other));
    for (int length = 0; length < good.length; length += 97) {
      byte[] cut = Arrays.copyOf(good, length);
      assertThrows(IOException.class, () -> read(cut));
    }
  }

  @Test
  void held_isTheBlocksAndTablesAlone() throws Exception {
    long held = image(Execution.INTERPRETED).snapshot().orElseThrow().heldBytes();
    assertEquals(4096 + 5 * 4 + 2 * 8, held);
  }
}
