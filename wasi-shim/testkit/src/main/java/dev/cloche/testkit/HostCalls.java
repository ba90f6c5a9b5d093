package dev.cloche.testkit;

import dev.cloche.PluginFunction;
import dev.cloche.Tool;
import dev.cloche.testkit.HostArgument.Kind;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/** Generates calls of an embedder's functions, and plugins that do them. */
public final class HostCalls {
  private static final List<Long> EDGES =
      List.of(
          1L,
          -1L,
          255L,
          65_535L,
          65_536L,
          Integer.MAX_VALUE - 8L,
          (long) Integer.MAX_VALUE,
          (long) Integer.MIN_VALUE,
          0xffff_fff0L,
          0xffff_ffffL,
          1L << 32,
          (1L << 32) + 64,
          Long.MAX_VALUE,
          Long.MIN_VALUE,
          // Floats: one, its negative, not a number (quiet, signalling), infinities.
          0x3f80_0000L,
          0x7fc0_0000L,
          0x7fa0_0000L,
          0xff80_0000L,
          0x3ff0_0000_0000_0000L,
          0x7ff8_0000_0000_0000L,
          0x7ff4_0000_0000_0000L,
          0xfff0_0000_0000_0000L);

  private static final int MOST_CALLS = 20;

  private HostCalls() {}

  /**
   * Returns one to 20 calls of these functions: numbers small, at the edges of types and of memory,
   * and any; blocks of hostile texts and bytes, pointers into a block, before and behind it, freed
   * blocks, blocks that a function gave.
   *
   * @throws IllegalArgumentException if there is no function
   */
  public static Arbitrary<List<HostCall>> sequences(List<PluginFunction> functions) {
    return calls(functions, false);
  }

  /** Returns calls that are right for memory: small numbers, and blocks as they were made. */
  public static Arbitrary<List<HostCall>> honest(List<PluginFunction> functions) {
    return calls(functions, true);
  }

  private static Arbitrary<List<HostCall>> calls(List<PluginFunction> functions, boolean honest) {
    if (functions.isEmpty()) {
      throw new IllegalArgumentException("there is no function to be called");
    }
    return Arbitraries.of(functions)
        .flatMap(function -> call(function, honest))
        .list()
        .ofMinSize(1)
        .ofMaxSize(MOST_CALLS);
  }

  private static Arbitrary<HostCall> call(PluginFunction function, boolean honest) {
    List<Arbitrary<HostArgument>> arguments =
        function.parameters().stream().map(type -> argument(type, honest)).toList();
    Arbitrary<Boolean> grows =
        Arbitraries.frequencyOf(
            Tuple.of(5, Arbitraries.just(false)), Tuple.of(1, Arbitraries.just(true)));
    Arbitrary<List<HostArgument>> all =
        arguments.isEmpty()
            ? Arbitraries.just(List.of())
            : Combinators.combine(arguments).as(given -> given);
    return Combinators.combine(all, grows).as((given, more) -> new HostCall(function, given, more));
  }

  private static Arbitrary<HostArgument> argument(PluginFunction.Type type, boolean honest) {
    Arbitrary<Long> small = Arbitraries.longs().between(0, 8);
    if (type != PluginFunction.Type.I64) {
      return (honest ? small : numbers(small)).map(HostArgument::number);
    }
    Arbitrary<HostArgument> block = contents().map(content -> HostArgument.block(content, 0));
    if (honest) {
      return block;
    }
    Arbitrary<HostArgument> beside =
        Combinators.combine(contents(), Arbitraries.of(1L, -1L, 8L, -8L, 64L, 1L << 32))
            .as(HostArgument::block);
    return Arbitraries.frequencyOf(
        Tuple.of(6, block),
        Tuple.of(2, numbers(small).map(HostArgument::number)),
        Tuple.of(1, beside),
        Tuple.of(1, contents().map(HostArgument::freed)),
        Tuple.of(2, Arbitraries.create(HostArgument::last)));
  }

  private static Arbitrary<Long> numbers(Arbitrary<Long> small) {
    return Arbitraries.frequencyOf(
        Tuple.of(4, small), Tuple.of(3, Arbitraries.of(EDGES)), Tuple.of(1, Arbitraries.longs()));
  }

  /** Texts, such as paths and URLs of all kinds, and any bytes. */
  private static Arbitrary<byte[]> contents() {
    Arbitrary<byte[]> texts =
        Arbitraries.frequencyOf(
                Tuple.of(4, Arbitraries.strings().alpha().ofMaxLength(12)),
                Tuple.of(1, Arbitraries.strings().ascii().ofMaxLength(12)),
                Tuple.of(1, Arbitraries.strings().ofMaxLength(12)),
                Tuple.of(2, GuestPaths.hostile()),
                Tuple.of(1, UrlStrings.hostile()))
            .map(text -> Poke.text(0, text).bytes());
    return Arbitraries.frequencyOf(
        Tuple.of(5, texts), Tuple.of(2, Arbitraries.bytes().array(byte[].class).ofMaxSize(100)));
  }

  /**
   * Returns a plugin that does the calls, one after the other, and prints nothing. Behind each call
   * it looks at the blocks that it passed: if one is gone or another now, it prints the number of
   * the call, from 1 on, as one byte, and ends.
   *
   * @param mayFree what is not looked at, since a function may free it
   */
  static Tool plugin(List<HostCall> calls, FreedBlocks mayFree) {
    return Tool.of("host-calls", new HostCallModule(calls, mayFree).build());
  }

  /** Says which arguments a function may free. */
  interface FreedBlocks {
    boolean mayFree(PluginFunction function, int index);
  }

  /** Returns the calls that pass blocks, each with one more of its blocks freed before. */
  static List<List<HostCall>> withABlockFreed(List<HostCall> calls) {
    List<List<HostCall>> all = new ArrayList<>();
    for (HostCall call : calls) {
      for (int i = 0; i < call.arguments().size(); i++) {
        HostArgument argument = call.arguments().get(i);
        if (argument.kind() == Kind.BLOCK) {
          List<HostArgument> changed = new ArrayList<>(call.arguments());
          changed.set(i, HostArgument.freed(argument.content().bytes()));
          all.add(List.of(new HostCall(call.function(), changed, call.grows())));
        }
      }
    }
    return all;
  }
}
