package dev.cloche.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
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
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

class LambdaClassesTest {

  @TempDir private Path directory;
  private Path jar;

  @BeforeEach
  void makeJar() throws IOException {
    jar = directory.resolve("samples-1.jar");
    try (OutputStream file = Files.newOutputStream(jar);
        ZipOutputStream zip = new ZipOutputStream(file)) {
      for (Class<?> type : List.of(Samples.class, Samples.Inner.class, Samples.Own.class)) {
        String name = type.getName().replace('.', '/') + ".class";
        zip.putNextEntry(new ZipEntry(name));
        try (InputStream in = type.getClassLoader().getResourceAsStream(name)) {
          zip.write(in.readAllBytes());
        }
      }
      zip.putNextEntry(new ZipEntry("tool.code"));
      zip.write(new byte[100_000]);
    }
  }

  /** Lambdas and method references of each kind, and what comes of calling them. */
  static final class Samples implements Supplier<List<String>> {

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
      private Supplier<String> outside(Samples samples) {
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
      Function<Object, String> ofClass = Samples::hidden;
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

  @Test
  void apply_lambdasOfEachKind_doWhatTheyDid() throws Exception {
    LambdaClasses.main(directory.toString(), "samples-");
    List<String> expected = new Samples().get();
    assertEquals(15, expected.size());
    assertEquals(expected, changed().getDeclaredConstructor().newInstance().get());
    Runnable once = nothingOf(changed());
    assertTrue(once.getClass().getName().startsWith(Samples.class.getName() + "$$L"));
  }

  @Test
  void apply_withoutCapture_isOneObject() throws Exception {
    LambdaClasses.apply(jar);
    Class<?> type = changed();
    assertSame(nothingOf(type), nothingOf(type));
  }

  private static Runnable nothingOf(Class<?> samples) throws Exception {
    var method = samples.getDeclaredMethod("nothing");
    method.setAccessible(true);
    return (Runnable) method.invoke(null);
  }

  /** What needs a conversion beyond boxing stays; in these samples that is one. */
  @Test
  void apply_lambdas_leavesNoDynamicCallButOne() throws IOException {
    assertTrue(lambdas() > 15, "lambdas: " + lambdas());
    LambdaClasses.apply(jar);
    assertEquals(1, lambdas());
  }

  /** Code that is read in each run is not to be inflated in each run. */
  @Test
  void apply_compiledCode_isStored() throws IOException {
    LambdaClasses.apply(jar);
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      ZipEntry code = zip.getEntry("tool.code");
      assertEquals(ZipEntry.STORED, code.getMethod());
      try (InputStream in = zip.getInputStream(code)) {
        assertArrayEquals(new byte[100_000], in.readAllBytes());
      }
    }
  }

  @Test
  void apply_again_changesNothing() throws IOException {
    LambdaClasses.apply(jar);
    byte[] once = Files.readAllBytes(jar);
    LambdaClasses.apply(jar);
    assertArrayEquals(once, Files.readAllBytes(jar));
  }

  @Test
  void main_noSuchJar_fails() {
    assertThrows(IOException.class, () -> LambdaClasses.main(directory.toString(), "other-"));
  }

  @SuppressWarnings("unchecked")
  private Class<? extends Supplier<List<String>>> changed() throws Exception {
    URLClassLoader loader =
        new URLClassLoader(new URL[] {jar.toUri().toURL()}, ClassLoader.getPlatformClassLoader());
    Class<?> type = Class.forName(Samples.class.getName(), true, loader);
    return (Class<? extends Supplier<List<String>>>) type;
  }

  private int lambdas() throws IOException {
    int[] count = {0};
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      for (ZipEntry entry : Collections.list(zip.entries())) {
        if (entry.getName().endsWith(".class")) {
          try (InputStream in = zip.getInputStream(entry)) {
            new ClassReader(in.readAllBytes()).accept(counter(count), 0);
          }
        }
      }
    }
    return count[0];
  }

  private static ClassVisitor counter(int[] count) {
    return new ClassVisitor(Opcodes.ASM9) {
      @Override
      public MethodVisitor visitMethod(
          int access, String name, String descriptor, String signature, String[] exceptions) {
        return new MethodVisitor(Opcodes.ASM9) {
          @Override
          public void visitInvokeDynamicInsn(
              String method, String type, Handle bootstrap, Object... arguments) {
            if (bootstrap.getOwner().endsWith("LambdaMetafactory")) {
              count[0]++;
            }
          }
        };
      }
    };
  }
}
