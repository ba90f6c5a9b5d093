package dev.cloche.cli;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;

/**
 * The build's step that raises the classes of a library to a class-file version that class-data
 * archives of the JVM take. Code of older ones (below 50, of Java 5 and before) is checked by the
 * JVM's old verifier, whose result cannot be archived: picocli's classes would be loaded and
 * verified anew in each run, a quarter of the time of a short one.
 *
 * <p>Instructions stay as they are; what comes in addition are the stack maps that the newer
 * verifier wants. The jar says in {@link #NOTE} that it was changed.
 */
final class ClassFileUpgrade {

  /** The entry that says what was changed, as the library's licence (Apache 2.0, 4b) asks for. */
  static final String NOTE = "META-INF/cloche-changes.txt";

  private static final String CHANGES =
      "Class files were raised to version 52, with stack maps computed. Nothing else was changed.\n";

  private static final int OLDEST = Opcodes.V1_8;

  private static final JarChange CHANGE = new JarChange(NOTE, CHANGES);

  private ClassFileUpgrade() {}

  /**
   * Upgrades jars in place; one that was upgraded before stays as it is.
   *
   * @param arguments a directory, and the beginnings of the names of its jars
   * @throws IOException if there is no such jar, or one cannot be read or written
   */
  public static void main(String... arguments) throws IOException {
    JarChange.withEach(arguments, ClassFileUpgrade::upgrade);
  }

  /** Upgrades one jar in place. */
  static void upgrade(Path jar) throws IOException {
    try (URLClassLoader library = new URLClassLoader(new URL[] {jar.toUri().toURL()})) {
      CHANGE.apply(jar, entries -> upgraded(entries, library));
    }
  }

  private static Map<String, byte[]> upgraded(Map<String, byte[]> entries, ClassLoader library) {
    Map<String, byte[]> all = new LinkedHashMap<>(entries);
    all.replaceAll(
        (name, content) -> name.endsWith(".class") ? upgraded(content, library) : content);
    return all;
  }

  /**
   * Returns a class with a version that is new enough.
   *
   * @param library where the classes are found that it names: a stack map needs common superclasses
   */
  private static byte[] upgraded(byte[] old, ClassLoader library) {
    ClassReader reader = new ClassReader(old);
    if (version(reader) >= OLDEST) {
      return old;
    }
    ClassWriter writer =
        new ClassWriter(ClassWriter.COMPUTE_FRAMES) {
          @Override
          protected ClassLoader getClassLoader() {
            return library;
          }
        };
    reader.accept(new NewVersion(writer), ClassReader.SKIP_FRAMES);
    return writer.toByteArray();
  }

  static int version(ClassReader reader) {
    return reader.readUnsignedShort(6); // JVMS 4.1: major_version
  }

  private static final class NewVersion extends ClassVisitor {
    NewVersion(ClassVisitor next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public void visit(
        int version,
        int access,
        String name,
        String signature,
        String superName,
        String[] interfaces) {
      super.visit(OLDEST, access, name, signature, superName, interfaces);
    }
  }
}
