package dev.cloche.replay;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.Call;
import dev.cloche.Engine;
import dev.cloche.Execution;
import dev.cloche.Session;
import dev.cloche.Tool;
import dev.cloche.fuzz.FuzzTarget;
import dev.cloche.run.Wat;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Recordings of calls, which strangers send in. Each is refused in a sentence; or it is written as
 * it was read, and its replay ends with a verdict, whatever the tape says to the guest. The target
 * puts the digest at the end itself: a fuzzer would never find it.
 */
public final class RecordingFuzz implements FuzzTarget {

  /** Engine and tool of all inputs: the life of the JVM is theirs. */
  private static final Engine ENGINE = Engine.builder().execution(Execution.INTERPRETED).build();

  private static final Tool TOOL =
      Tool.of(
          "tape",
          Wat.wasm(
              """
              (module
                (import "wasi_snapshot_preview1" "clock_time_get"
                  (func $time (param i32 i64 i32) (result i32)))
                (import "wasi_snapshot_preview1" "random_get"
                  (func $random (param i32 i32) (result i32)))
                (import "wasi_snapshot_preview1" "fd_read"
                  (func $read (param i32 i32 i32 i32) (result i32)))
                (import "wasi_snapshot_preview1" "fd_write"
                  (func $write (param i32 i32 i32 i32) (result i32)))
                (memory (export "memory") 1)
                (data (i32.const 0) "\\40\\00\\00\\00\\08\\00\\00\\00")
                (func (export "_start")
                  (drop (call $time (i32.const 0) (i64.const 1) (i32.const 64)))
                  (drop (call $write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 16)))
                  (drop (call $random (i32.const 64) (i32.const 8)))
                  (drop (call $write (i32.const 2) (i32.const 0) (i32.const 1) (i32.const 16)))
                  (drop (call $read (i32.const 0) (i32.const 0) (i32.const 1) (i32.const 16)))
                  (drop (call $write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 16)))))
              """));

  private static final String END = "\n}";

  @Override
  public String name() {
    return "recording";
  }

  @Override
  public List<byte[]> seeds() {
    Call seeded = Call.builder().arguments("a").seed(3).build();
    Call live = Call.builder().stdin(new byte[] {1, 2, 3}).build();
    return List.of(recorded(seeded), recorded(live), "{}".getBytes(StandardCharsets.UTF_8));
  }

  /** What a recording says, without its digest. */
  private static byte[] recorded(Call call) {
    try (Session session = ENGINE.openSession()) {
      Recorder recorder = Recorder.inMemory();
      var ignored = recorder.call(session, TOOL, call);
      byte[] whole = recorder.recording().orElseThrow().bytes();
      String text = new String(whole, StandardCharsets.UTF_8);
      return text.substring(0, text.lastIndexOf(",\n")).getBytes(StandardCharsets.UTF_8);
    }
  }

  @Override
  public void run(byte[] input) {
    byte[] sealed = SheetText.seal(new String(input, StandardCharsets.UTF_8) + END);
    try {
      Recording recording = Recording.parse(sealed);
      Recording again = Recording.of(recording.sheet());
      assertArrayEquals(again.bytes(), Recording.parse(again.bytes()).bytes());
      assertEquals(recording.limits(), again.limits());
      assertEquals(recording.outcome().message(), again.outcome().message());
      assertEquals(recording.functions().size(), again.functions().size());
      var ignored = recording.replay(ENGINE, TOOL);
    } catch (RecordingException refused) {
      String message = String.valueOf(refused.getMessage());
      assertTrue(message.chars().noneMatch(Character::isISOControl), message);
      assertTrue(message.length() < 2_000, message);
    }
  }
}
