package dev.cloche.run;

import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.Memory;
import com.dylibso.chicory.wasm.ChicoryException;
import com.dylibso.chicory.wasm.WasmModule;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/**
 * What a module does when its functions are called one after the other, line by line: results or
 * traps, what it logs, and behind a trap and at the end, memory and globals. {@code behaviour.mjs}
 * writes the same lines of V8.
 *
 * @param lines what was done
 * @param fuel what was used after each call
 */
record Behaviour(List<String> lines, List<Long> fuel) {

  private static final int PAGE = Memory.PAGE_SIZE;

  /** The only line where the module is not run. */
  static final String REFUSED = "refused";

  /** Runs a module whose globals are {@link ExposedModule exposed}. */
  static Behaviour of(Opinion opinion, byte[] wasm, List<Invocation> calls) {
    Recorder recorder = new Recorder();
    try {
      Opinion.Guests guests = opinion.load(wasm);
      recorder.run(guests, ExposedModule.parse(wasm), calls);
    } catch (ChicoryException refused) {
      recorder.lines.add(REFUSED);
    }
    return new Behaviour(List.copyOf(recorder.lines), List.copyOf(recorder.fuel));
  }

  private static final class Recorder {
    final List<String> lines = new ArrayList<>();
    final List<Long> fuel = new ArrayList<>();
    private final List<String> log = new ArrayList<>();
    private Opinion.Guest guest;

    /** After a trap the instance is another: what the engine does too. */
    void run(Opinion.Guests guests, WasmModule module, List<Invocation> calls) {
      int globals = module.globalSection().globalCount();
      for (Invocation call : calls) {
        if (guest == null && !start(guests, module)) {
          return;
        }
        boolean whole = call(call);
        tellLog();
        fuel.add(guest.fuel().getAsLong());
        if (!whole) {
          tellState(module, globals);
          guest = null;
        }
      }
      if (guest != null) {
        tellState(module, globals);
      }
    }

    private boolean start(Opinion.Guests guests, WasmModule module) {
      try {
        guest = guests.start(MeteredGuest.logs(module, log));
        return true;
      } catch (RuntimeException fault) {
        lines.add("start " + trap(fault));
        return false;
      }
    }

    private boolean call(Invocation call) {
      try {
        long[] ignored = guest.instance().export(Invocation.REFILL).apply();
        long[] results = guest.instance().export(call.export()).apply(call.arguments());
        StringBuilder line = new StringBuilder(call.export()).append(" gives");
        for (int i = 0; results != null && i < results.length; i++) {
          line.append(' ').append(Bits.text(call.type().returns().get(i), results[i]));
        }
        lines.add(line.toString());
        return true;
      } catch (RuntimeException | StackOverflowError fault) {
        lines.add(call.export() + " " + trap(fault));
        return false;
      }
    }

    private static String trap(Throwable fault) {
      return Traps.isTrap(fault) ? "traps " + Traps.kind(fault) : "throws " + fault.getClass();
    }

    /** From {@code log-i32[5]}. */
    private void tellLog() {
      for (String entry : log) {
        String type = entry.substring("log-".length(), entry.indexOf('['));
        long bits = Long.parseLong(entry.substring(entry.indexOf('[') + 1, entry.length() - 1));
        lines.add("logs " + type + " " + Bits.text(type, bits));
      }
      log.clear();
    }

    private void tellState(WasmModule module, int globals) {
      Instance instance = guest.instance();
      for (int i = 0; i < globals; i++) {
        var type = module.globalSection().getGlobal(i).valueType();
        long bits = instance.exports().global(ExposedModule.PREFIX + i).getValue();
        lines.add("global " + i + " " + Bits.text(type, bits));
      }
      Memory memory = instance.memory();
      lines.add("pages " + memory.pages());
      byte[] zero = new byte[PAGE];
      for (int page = 0; page < memory.pages(); page++) {
        byte[] bytes = memory.readBytes(page * PAGE, PAGE);
        if (!Arrays.equals(bytes, zero)) {
          lines.add("page " + page + " " + digest(bytes));
        }
      }
    }

    private static String digest(byte[] bytes) {
      try {
        return HexFormat.of().formatHex(MessageDigest.getInstance("MD5").digest(bytes));
      } catch (NoSuchAlgorithmException e) {
        throw new AssertionError(e);
      }
    }
  }

  /** The lines with traps by the kinds that V8 tells apart. */
  List<String> coarse() {
    return lines.stream().map(Behaviour::coarse).toList();
  }

  private static String coarse(String line) {
    return line.replaceFirst("traps (INTEGER_OVERFLOW|INVALID_CONVERSION)", "traps UNREPRESENTABLE")
        .replaceFirst("traps (UNDEFINED_ELEMENT|OUT_OF_BOUNDS_TABLE)", "traps OUT_OF_BOUNDS_TABLE")
        .replaceFirst(
            "traps (UNINITIALIZED_ELEMENT|INDIRECT_CALL_TYPE_MISMATCH)", "traps SIGNATURE");
  }
}
