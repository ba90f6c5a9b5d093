package dev.cloche.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Lambdas and method references of each kind, and what comes of calling them. */
final class LambdaSamples implements Supplier<List<String>> {

  private final String field = "field";

  private static String hidden(Object value) {
    return "hidden " + value;
  }

  private int number() {
    return 7;
  }

  /** An interface with a default method that has a lambda, and a method of its own. */
  interface Own {
    String apply(String text, long wide, int narrow);

    private String twice(String text) {
      return text + text;
    }

    default Supplier<String> later(String text) {
      return () -> twice(text);
    }
  }

  /** A class of the same nest. */
  static final class Inner {
    private Supplier<String> outside(LambdaSamples samples) {
      return () -> samples.field + samples.number();
    }
  }

  @Override
  public List<String> get() {
    List<String> results = new ArrayList<>();
    long wide = 1L << 40;
    double real = 0.5;
    Supplier<String> captures = () -> field + wide + real;
    results.add(captures.get());
    IntSupplier ofThis = this::number;
    results.add("" + ofThis.getAsInt());
    Function<Object, String> ofClass = LambdaSamples::hidden;
    results.add(ofClass.apply("x"));
    ToIntFunction<String> ofArgument = String::length;
    results.add("" + ofArgument.applyAsInt("four"));
    Function<String, Integer> boxed = String::length;
    results.add("" + boxed.apply("three"));
    LongSupplier widened = this::number;
    results.add("" + widened.getAsLong());
    BiFunction<Integer, Integer, Integer> unboxed = Math::max;
    results.add("" + unboxed.apply(3, 4));
    Supplier<StringBuilder> made = StringBuilder::new;
    results.add(made.get().append("made").toString());
    IntFunction<List<String>> sized = ArrayList::new;
    results.add("" + sized.apply(3).size());
    UnaryOperator<String> bound = "prefix "::concat;
    results.add(bound.apply("bound"));
    Own own = (text, big, small) -> text + big + small;
    results.add(own.apply("own", 1L << 33, 5) + own.later("ab").get());
    Runnable dropsResult = this::number;
    dropsResult.run();
    results.add(new Inner().outside(this).get());
    results.add(IntStream.range(0, 4).mapToObj(i -> "" + i * i).collect(Collectors.joining()));
    results.add(Stream.of("b", "a").sorted(String::compareTo).toList().toString());
    Callable<String> thrower =
        () -> {
          throw new IOException("thrown");
        };
    try {
      results.add(thrower.call());
    } catch (Exception e) {
      results.add(e.toString());
    }
    return results;
  }

  /** The same place, so the same object. */
  static Runnable nothing() {
    return () -> {};
  }
}
