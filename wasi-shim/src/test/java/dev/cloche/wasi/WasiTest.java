package dev.cloche.wasi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.dylibso.chicory.wasm.types.FunctionType;
import com.dylibso.chicory.wasm.types.ValType;
import dev.cloche.workspace.Workspace;
import dev.cloche.workspace.WorkspaceLimits;
import dev.cloche.workspace.tree.Errno;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class WasiTest {
  private static final String PREVIEW1 = "wasi_snapshot_preview1";
  private static final String FETCH = "cloche";

  private static Guest guest(UnaryOperator<Wasi.Builder> more) {
    return new Guest(Workspace.inMemory(WorkspaceLimits.defaults()), more);
  }

  @Test
  void hostFunctions_all_areTyped() {
    Guest guest = new Guest();
    assertEquals(46 + 7, guest.wasi.hostFunctions().size());
    assertEquals(46, FunctionTable.functions().size());
    assertEquals(7, FetchTable.functions().size());
    guest
        .wasi
        .hostFunctions()
        .forEach(
            function -> {
              String module = function.name().startsWith("http_") ? FETCH : PREVIEW1;
              assertEquals(module, function.module());
              assertEquals(
                  Optional.of(function.functionType()), Wasi.signature(module, function.name()));
            });
  }

  @Test
  void hostFunction_byName_isThatOneAlone() {
    Wasi wasi = new Guest().wasi;
    assertEquals("fd_seek", wasi.hostFunction("fd_seek").name());
    assertEquals(
        Wasi.signature(PREVIEW1, "fd_seek"),
        Optional.of(wasi.hostFunction("fd_seek").functionType()));
    assertThrows(IllegalArgumentException.class, () -> wasi.hostFunction("fd_dup"));
  }

  @Test
  void signature_ofPathOpen_isPreview1s() {
    ValType i32 = ValType.I32;
    ValType i64 = ValType.I64;
    assertEquals(
        Optional.of(
            FunctionType.of(List.of(i32, i32, i32, i32, i32, i64, i64, i32, i32), List.of(i32))),
        Wasi.signature(PREVIEW1, "path_open"));
    assertEquals(
        Optional.of(FunctionType.of(List.of(i32), List.of())),
        Wasi.signature(PREVIEW1, "proc_exit"));
    assertEquals(Optional.empty(), Wasi.signature(PREVIEW1, "fd_dup"));
    assertEquals(Optional.empty(), Wasi.signature(FETCH, "fd_read"));
    assertEquals(Optional.empty(), Wasi.signature(PREVIEW1, "http_open"));
    assertEquals(Optional.empty(), Wasi.signature("env", "http_open"));
    assertTrue(Wasi.declares("sock_accept"));
    assertFalse(Wasi.declares("sock_open"));
  }

  @Test
  void args_withQuotes_arriveAsGiven() {
    Guest guest = guest(builder -> builder.arguments(List.of("tool", "a \"b\"", "")));
    assertEquals(Errno.SUCCESS, guest.call("args_sizes_get", 0, 4));
    assertEquals(3, guest.memory().readInt(0));
    assertEquals(12, guest.memory().readInt(4));
    assertEquals(Errno.SUCCESS, guest.call("args_get", 0, Guest.DATA));
    assertEquals("tool\0a \"b\"\0\0", guest.dataText(12));
    assertEquals(Guest.DATA + 5, guest.memory().readInt(4));
  }

  @Test
  void args_none_areEmpty() {
    Guest guest = new Guest();
    assertEquals(Errno.SUCCESS, guest.call("args_sizes_get", 0, 4));
    assertEquals(0, guest.resultLong());
    assertEquals(Errno.SUCCESS, guest.call("args_get", 0, 0));
    assertEquals(Errno.SUCCESS, guest.call("environ_sizes_get", 0, 4));
    assertEquals(0, guest.resultLong());
  }

  @Test
  void environ_withNewlines_arrivesAsGiven() {
    Guest guest = guest(builder -> builder.environment(Map.of("A", "x\n'y'")));
    assertEquals(Errno.SUCCESS, guest.call("environ_sizes_get", 0, 4));
    assertEquals(1, guest.memory().readInt(0));
    assertEquals(8, guest.memory().readInt(4));
    assertEquals(Errno.SUCCESS, guest.call("environ_get", 0, Guest.DATA));
    assertEquals("A=x\n'y'\0", guest.dataText(8));
  }

  @Test
  void builder_contradictions_areRefused() {
    Wasi.Builder builder =
        Wasi.builder(Workspace.inMemory(WorkspaceLimits.defaults()), new FakeBudget());
    Map<String, String> noName = new HashMap<>();
    noName.put("", "x");
    assertThrows(IllegalArgumentException.class, () -> builder.arguments(List.of("a\0b")));
    assertThrows(IllegalArgumentException.class, () -> builder.environment(noName));
    assertThrows(IllegalArgumentException.class, () -> builder.environment(Map.of("A=B", "c")));
    assertThrows(IllegalArgumentException.class, () -> builder.environment(Map.of("A", "\0")));
    assertThrows(IllegalArgumentException.class, () -> builder.maxDescriptors(3));
  }

  @Test
  void procExit_anyStatus_endsTheCall() {
    Guest guest = new Guest();
    for (int status : new int[] {0, 33, -1}) {
      ProcExit exit = assertThrows(ProcExit.class, () -> guest.call("proc_exit", status));
      assertEquals(status, exit.status());
      assertEquals(0, exit.getStackTrace().length);
    }
  }

  @Test
  void procRaise_signalThatEnds_endsTheCall() {
    Guest guest = new Guest();
    for (int number : new int[] {1, 6, 9, 15, 18, 30}) {
      GuestSignal end = assertThrows(GuestSignal.class, () -> guest.call("proc_raise", number));
      assertEquals(number, end.number());
      assertEquals(128 + number, end.status());
      assertEquals(0, end.getStackTrace().length);
    }
  }

  @Test
  void procRaise_signalThatIsIgnored_doesNothing() {
    for (int number : new int[] {0, 16, 17, 22, 27}) {
      assertEquals(Errno.SUCCESS, new Guest().call("proc_raise", number));
    }
  }

  @Test
  void procRaise_noSignal_isInvalid() {
    for (int number : new int[] {31, 32, 255, -1, Integer.MIN_VALUE}) {
      assertEquals(Errno.INVAL, new Guest().call("proc_raise", number));
    }
  }

  @Test
  void schedYield_looksAtTheDeadline() {
    Guest guest = new Guest();
    assertEquals(Errno.SUCCESS, guest.call("sched_yield"));
    assertEquals(1, guest.budget.checkpoints);
    assertEquals(HostCosts.BASE, guest.budget.used);
  }

  @Test
  void sockets_ofAnyKind_doNotExist() {
    Guest guest = new Guest();
    assertEquals(Errno.NOTSOCK, guest.call("sock_shutdown", 1, 3));
    assertEquals(Errno.BADF, guest.call("sock_shutdown", 99, 3));
    assertEquals(Errno.NOTSOCK, guest.call("sock_accept", 3, 0, 0));
    assertEquals(Errno.BADF, guest.call("sock_accept", 9, 0, 0));
    assertEquals(Errno.NOTSOCK, guest.call("sock_recv", 0, 512, 0, 0, 0, 4));
    assertEquals(Errno.NOTSOCK, guest.call("sock_send", 0, 512, 0, 0, 0));
  }

  @Test
  void hostStop_fromAnyPlace_passesUntouched() {
    Guest guest =
        guest(
            builder ->
                builder.stdout(
                    (bytes, at, length) -> {
                      throw new FakeBudget.Exhausted();
                    }));
    assertThrows(FakeBudget.Exhausted.class, () -> guest.write(1, "x"));
    guest.budget.limit = guest.budget.used;
    assertThrows(FakeBudget.Exhausted.class, () -> guest.call("sched_yield"));
  }

  @Test
  void unexpectedException_ofAStream_isAnErrno() {
    Guest guest =
        guest(
            builder ->
                builder.stdin(
                    (bytes, at, length) -> {
                      throw new IllegalStateException("broken on purpose by the test");
                    }));
    assertEquals(Errno.IO, guest.read(0, 10));
    assertEquals(Errno.IO, guest.read(0, 10));
  }

  @Test
  void close_endsAllDescriptors_F16() {
    Guest guest = new Guest();
    int fd = guest.opened("a", "cw");
    assertEquals(Errno.SUCCESS, guest.write(fd, "x"));
    assertEquals(Errno.SUCCESS, guest.unlink("a"));
    guest.wasi.close();
    guest.wasi.close();
    assertEquals(Errno.BADF, guest.write(fd, "x"));
    assertEquals(Errno.BADF, guest.mkdir("d"));
    assertEquals(0, guest.workspace.usedBytes());
    assertEquals(0, guest.workspace.usedNodes());
  }

  @Test
  void withoutMemory_everyPointer_isAFault() {
    Guest guest = new Guest().withoutMemory();
    assertEquals(Errno.FAULT, guest.call("args_sizes_get", 0, 4));
    assertEquals(Errno.FAULT, guest.call("random_get", 0, 1));
    assertEquals(Errno.FAULT, guest.call("path_unlink_file", 3, 0, 1));
  }
}
