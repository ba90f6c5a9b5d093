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
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;
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
      for (Class<?> type :
          List.of(LambdaSamples.class, LambdaSamples.Inner.class, LambdaSamples.Own.class)) {
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

  @Test
  void apply_lambdasOfEachKind_doWhatTheyDid() throws Exception {
    LambdaClasses.main(directory.toString(), "samples-");
    List<String> expected = new LambdaSamples().get();
    assertEquals(15, expected.size());
    var constructor = changed().getDeclaredConstructor();
    constructor.setAccessible(true); // of another loader, so in another package
    assertEquals(expected, constructor.newInstance().get());
    Runnable once = nothingOf(changed());
    assertTrue(once.getClass().getName().startsWith(LambdaSamples.class.getName() + "$$L"));
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

  /** Or its lambdas could not call what is private in their own class. */
  @Test
  void apply_classWithoutItsNestHost_fails() throws IOException {
    Path part = directory.resolve("part-1.jar");
    try (OutputStream file = Files.newOutputStream(part);
        ZipOutputStream zip = new ZipOutputStream(file);
        InputStream in =
            LambdaSamples.Inner.class.getResourceAsStream("LambdaSamples$Inner.class")) {
      zip.putNextEntry(new ZipEntry("dev/cloche/cli/LambdaSamples$Inner.class"));
      zip.write(in.readAllBytes());
    }
    assertThrows(IOException.class, () -> LambdaClasses.apply(part));
  }

  @Test
  void main_noSuchJar_fails() {
    assertThrows(IOException.class, () -> LambdaClasses.main(directory.toString(), "other-"));
  }

  @SuppressWarnings("unchecked")
  private Class<? extends Supplier<List<String>>> changed() throws Exception {
    URLClassLoader loader =
        new URLClassLoader(new URL[] {jar.toUri().toURL()}, ClassLoader.getPlatformClassLoader());
    Class<?> type = Class.forName(LambdaSamples.class.getName(), true, loader);
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
