package dev.cloche.extism;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.dylibso.chicory.runtime.WasmFunctionHandle;
import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.cloche.egress.Patience;
import dev.cloche.wasi.FakeBudget;
import dev.cloche.wasi.FakeEgress;
import dev.cloche.wasi.GuestInput;
import dev.cloche.wasi.HostStop;
import java.io.ByteArrayOutputStream;
import java.util.HashMap;
import java.util.Map;

/** Calls host functions as a plugin would. */
final class Plugin implements KernelSpace {
  /** What the engine would throw. */
  static final class Full extends HostStop {
    private static final long serialVersionUID = 1L;

    Full() {
      super("full");
    }
  }

  final FakeBudget budget = new FakeBudget();
  final FakeEgress egress = new FakeEgress();
  final ByteArrayOutputStream stdout = new ByteArrayOutputStream();
  final ByteArrayOutputStream stderr = new ByteArrayOutputStream();
  long room = 1 << 20;
  private final Extism extism;
  private final Map<String, WasmFunctionHandle> functions = new HashMap<>();

  Plugin(String input) {
    this(input, 1000, Long.MAX_VALUE);
  }

  Plugin(String input, long variableBytes, long responseBytes) {
    extism =
        Extism.builder(budget, this)
            .input(GuestInput.of(input.getBytes(UTF_8)))
            .stdout(stdout::write)
            .stderr(stderr::write, LogLevel.INFO)
            .configuration(Map.of("thing", "hello", "empty", ""))
            .variableBytes(variableBytes)
            .responseBytes(responseBytes)
            .egress(egress, Patience.endless())
            .build();
  }

  Extism extism() {
    return extism;
  }

  @Override
  public boolean take(long bytes) {
    if (bytes > room) {
      return false;
    }
    room -= bytes;
    return true;
  }

  @Override
  public HostStop full(long wanted) {
    return new Full();
  }

  /** Calls a function; 0 where it has no result. */
  @CanIgnoreReturnValue
  long call(String name, long... arguments) {
    WasmFunctionHandle handle =
        functions.computeIfAbsent(name, wanted -> extism.hostFunction(wanted).handle());
    long[] results = handle.apply(null, arguments);
    return results.length == 0 ? 0 : results[0];
  }

  /** Makes a block as development kits do, byte by byte. */
  @CanIgnoreReturnValue
  long block(String text) {
    return block(text.getBytes(UTF_8));
  }

  long block(byte[] bytes) {
    long block = call("alloc", bytes.length);
    for (int i = 0; i < bytes.length; i++) {
      call("store_u8", block + i, bytes[i]);
    }
    return block;
  }

  /** What is in a block. */
  String text(long block) {
    int length = (int) call("length", block);
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) call("load_u8", block + i);
    }
    return new String(bytes, UTF_8);
  }

  void set(String name, String value) {
    call("var_set", block(name), block(value));
  }

  String get(String name) {
    return text(call("var_get", block(name)));
  }
}
