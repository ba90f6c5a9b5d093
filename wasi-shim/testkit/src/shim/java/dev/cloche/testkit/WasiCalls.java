package dev.cloche.testkit;

import dev.cloche.wasi.Wasi;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/**
 * Generates sequences of WASI calls, makes them of {@link TreeStep}s, and makes modules that do
 * them.
 *
 * <pre>
 * memory of such a module: 4 pages, which do not grow
 *   0       results
 *   512     lists of buffers
 *   4096    first path      16384   second path
 *   65536   data
 * </pre>
 */
public final class WasiCalls {
  /** Where results go. */
  public static final int RESULT = 0;

  /** Where lists of buffers lie. */
  public static final int BUFFERS = 512;

  /** Where the first path lies. */
  public static final int PATH = 4096;

  /** Where the second path lies. */
  public static final int OTHER_PATH = 16384;

  /** Where data lies. */
  public static final int DATA = 65536;

  /** The size of the memory. */
  public static final int MEMORY_BYTES = 4 * 65536;

  /** The descriptor of the root of the workspace. */
  public static final int ROOT = 3;

  /** The descriptor that a guest gets next that has none but the streams and the root. */
  public static final int NEXT = 4;

  private static final long FD_WRITE_RIGHT = 1 << 6;

  /**
   * All functions and what their arguments are: f descriptor, i and j numbers of 32 and 64 bits, p
   * pointer, b pointer to room and its size, s pointer to a path and its length, v pointer to a
   * list of buffers and their number, u pointers to subscriptions and to events and their number.
   */
  private static final String FUNCTIONS =
      """
      args_get pp, args_sizes_get pp, environ_get pp, environ_sizes_get pp,
      clock_res_get ip, clock_time_get ijp,
      fd_advise fjji, fd_allocate fjj, fd_close f, fd_datasync f, fd_fdstat_get fp,
      fd_fdstat_set_flags fi, fd_fdstat_set_rights fjj, fd_filestat_get fp,
      fd_filestat_set_size fj, fd_filestat_set_times fjji, fd_pread fvjp, fd_prestat_get fp,
      fd_prestat_dir_name fb, fd_pwrite fvjp, fd_read fvp, fd_readdir fbjp, fd_renumber ff,
      fd_seek fjip, fd_sync f, fd_tell fp, fd_write fvp,
      path_create_directory fs, path_filestat_get fisp, path_filestat_set_times fisjji,
      path_link fisfs, path_open fisijjip, path_readlink fsbp, path_remove_directory fs,
      path_rename fsfs, path_symlink sfs, path_unlink_file fs,
      poll_oneoff up, proc_exit i, proc_raise i, sched_yield -, random_get b,
      sock_accept fip, sock_recv fvipp, sock_send fvip, sock_shutdown fi
      """;

  private static final Map<String, String> ROLES = roles();

  /**
   * Numbers that mean something somewhere: flags, sizes of structures, edges of memory and types.
   */
  private static final List<Long> TELLING =
      List.of(
          0L,
          1L,
          7L,
          24L,
          48L,
          255L,
          1024L,
          1025L,
          65535L,
          65536L,
          MEMORY_BYTES - 1L,
          (long) MEMORY_BYTES,
          MEMORY_BYTES + 1L,
          (1L << 31) - 1,
          1L << 31,
          (1L << 32) - 2,
          (1L << 32) - 1,
          1L << 32,
          Long.MAX_VALUE,
          Long.MIN_VALUE,
          -1L);

  private WasiCalls() {}

  private static Map<String, String> roles() {
    Map<String, String> roles = new LinkedHashMap<>();
    Pattern.compile("(\\w+) ([a-z]*|-)(,|\\s)")
        .matcher(FUNCTIONS)
        .results()
        .forEach(line -> roles.put(line.group(1), line.group(2).replace("-", "")));
    return roles;
  }

  /** Arguments that belong together, and what they point to. */
  private record Piece(List<Long> arguments, List<Poke> memory) {
    static Piece of(long... arguments) {
      return new Piece(Arrays.stream(arguments).boxed().toList(), List.of());
    }
  }

  /**
   * Returns up to 40 calls of any function with any arguments: plain ones, and for about a third of
   * them pointers outside of the memory, lengths that reach beyond it or wrap around, hostile
   * paths, descriptors that are not open.
   */
  public static Arbitrary<List<WasiCall>> sequences() {
    return any().list().ofMinSize(1).ofMaxSize(40);
  }

  /** Returns one such call. */
  public static Arbitrary<WasiCall> any() {
    return Arbitraries.of(ROLES.keySet()).flatMap(WasiCalls::of);
  }

  /**
   * Returns calls of one function.
   *
   * @throws IllegalArgumentException if preview1 has no such function
   */
  public static Arbitrary<WasiCall> of(String function) {
    String roles = ROLES.get(function);
    if (roles == null) {
      throw new IllegalArgumentException("function \"" + function + "\" is not of preview1");
    }
    List<Arbitrary<Piece>> pieces = new ArrayList<>();
    for (int i = 0; i < roles.length(); i++) {
      pieces.add(piece(roles.charAt(i), roles.indexOf('s') == i ? PATH : OTHER_PATH));
    }
    return Combinators.combine(pieces)
        .as(
            all -> {
              List<Long> arguments = new ArrayList<>();
              List<Poke> memory = new ArrayList<>();
              all.forEach(piece -> arguments.addAll(piece.arguments()));
              all.forEach(piece -> memory.addAll(piece.memory()));
              return new WasiCall(function, arguments, memory);
            });
  }

  private static Arbitrary<Piece> piece(char role, int pathAt) {
    return switch (role) {
      case 'f' -> or(Arbitraries.of(3L, 4L, 0L, 1L, 2L, 5L, 6L)).map(Piece::of);
      case 'i' -> or(Arbitraries.longs().between(0, 7)).map(Piece::of);
      case 'j' -> or(Arbitraries.of(0L, 1L, 100L, 0x1fff_ffffL)).map(Piece::of);
      case 'p' -> pointer().map(Piece::of);
      case 'b' -> Combinators.combine(pointer(), length()).as(Piece::of);
      case 's' -> path(pathAt);
      case 'v' -> buffers();
      case 'u' -> subscriptions();
      default -> throw new IllegalArgumentException("role " + role);
    };
  }

  private static Arbitrary<Long> or(Arbitrary<Long> plain) {
    return Arbitraries.frequencyOf(
        Tuple.of(7, plain), Tuple.of(2, Arbitraries.of(TELLING)), Tuple.of(1, Arbitraries.longs()));
  }

  private static Arbitrary<Long> pointer() {
    return or(Arbitraries.of((long) RESULT, 8L, (long) DATA, 1025L, (long) PATH));
  }

  private static Arbitrary<Long> length() {
    return or(Arbitraries.of(0L, 1L, 3L, 24L, 64L, 300L));
  }

  private static Arbitrary<Piece> path(int address) {
    Arbitrary<Long> shift =
        Arbitraries.frequencyOf(
            Tuple.of(8, Arbitraries.just(0L)), Tuple.of(2, Arbitraries.of(TELLING)));
    return Combinators.combine(GuestPaths.any(), shift)
        .as(
            (path, more) -> {
              Poke poke = Poke.text(address, path);
              return new Piece(List.of((long) address, poke.length() + more), List.of(poke));
            });
  }

  private static Arbitrary<Piece> buffers() {
    Arbitrary<List<Long>> list =
        Combinators.combine(pointer(), length())
            .as(List::of)
            .list()
            .ofMaxSize(3)
            .map(WasiCalls::flat);
    return Combinators.combine(list, or(Arbitraries.of(0L, 1L, 2L)))
        .as(
            (numbers, count) ->
                new Piece(
                    List.of((long) BUFFERS, count),
                    List.of(
                        Poke.ints(BUFFERS, numbers.stream().mapToInt(Long::intValue).toArray()))));
  }

  private static List<Long> flat(List<List<Long>> lists) {
    return lists.stream().flatMap(List::stream).toList();
  }

  private static Arbitrary<Piece> subscriptions() {
    Arbitrary<byte[]> bytes =
        Arbitraries.frequencyOf(
                Tuple.of(3, Arbitraries.of((byte) 0, (byte) 1, (byte) 2)),
                Tuple.of(1, Arbitraries.bytes()))
            .array(byte[].class)
            .ofSize(96);
    return Combinators.combine(bytes, pointer(), or(Arbitraries.of(1L, 2L)))
        .as(
            (content, events, count) ->
                new Piece(List.of((long) DATA, events, count), List.of(Poke.bytes(DATA, content))));
  }

  /**
   * Returns the calls that a step takes. Those of {@link TreeStep.Operation#APPEND} take it that
   * {@link #NEXT} is the descriptor that opening gives.
   */
  public static List<WasiCall> of(TreeStep step) {
    return switch (step.operation()) {
      case MKDIR -> List.of(onPath("path_create_directory", step.path()));
      case RMDIR -> List.of(onPath("path_remove_directory", step.path()));
      case UNLINK -> List.of(onPath("path_unlink_file", step.path()));
      case LINK -> List.of(onPaths("path_link", step, ROOT, 0));
      case RENAME -> List.of(onPaths("path_rename", step, ROOT));
      case APPEND -> appending(step.path(), step.other());
    };
  }

  private static WasiCall onPath(String function, String path) {
    Poke poke = Poke.text(PATH, path);
    return WasiCall.of(function, ROOT, PATH, poke.length()).with(poke);
  }

  private static WasiCall onPaths(String function, TreeStep step, long... before) {
    Poke path = Poke.text(PATH, step.path());
    Poke other = Poke.text(OTHER_PATH, step.other());
    List<Long> arguments = new ArrayList<>(Arrays.stream(before).boxed().toList());
    arguments.addAll(List.of((long) PATH, (long) path.length()));
    arguments.addAll(List.of((long) ROOT, (long) OTHER_PATH, (long) other.length()));
    return new WasiCall(function, arguments, List.of(path, other));
  }

  private static List<WasiCall> appending(String path, String text) {
    Poke name = Poke.text(PATH, path);
    Poke content = Poke.text(DATA, text);
    return List.of(
        WasiCall.of("path_open", ROOT, 0, PATH, name.length(), 1, FD_WRITE_RIGHT, 0, 1, RESULT)
            .with(name),
        WasiCall.of("fd_write", NEXT, BUFFERS, 1, RESULT)
            .with(content, Poke.ints(BUFFERS, DATA, content.length())),
        WasiCall.of("fd_close", NEXT));
  }

  /**
   * Returns a module whose {@code _start} does the calls, one after the other, whatever they
   * answer. The same calls give the same bytes.
   */
  public static byte[] module(List<WasiCall> calls) {
    ModuleBuilder module = new ModuleBuilder();
    Map<String, Integer> imports = new LinkedHashMap<>();
    for (WasiCall call : calls) {
      imports.computeIfAbsent(
          call.function(),
          name -> module.importing(Wasi.MODULE, name, letters(name), results(name)));
    }
    module.memory(MEMORY_BYTES / 65536, MEMORY_BYTES / 65536);
    Code code = new Code();
    for (WasiCall call : calls) {
      for (Poke poke : call.memory()) {
        code.init(module.passive(poke.bytes()), poke.address(), poke.length());
      }
      String letters = letters(call.function());
      for (int i = 0; i < letters.length(); i++) {
        code.constant(letters.charAt(i), call.arguments().get(i));
      }
      code.call(imports.get(call.function()));
      if (!results(call.function()).isEmpty()) {
        code.op(Code.DROP);
      }
    }
    module.exporting("_start", module.function("", "", "", code));
    return module.build();
  }

  /** Returns the types of the parameters of a function, as {@link Code#type} has them. */
  static String letters(String function) {
    StringBuilder letters = new StringBuilder();
    for (char role : ROLES.get(function).toCharArray()) {
      letters.append(
          switch (role) {
            case 'j' -> "j";
            case 'b', 's', 'v' -> "ii";
            case 'u' -> "iii";
            default -> "i";
          });
    }
    return letters.toString();
  }

  private static String results(String function) {
    return function.equals("proc_exit") ? "" : "i";
  }
}
