package dev.cloche.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.Engine;
import dev.cloche.egress.Egress;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Deadlines, leases, hatches and budgets are measured by the clock that never jumps: nothing reads
 * the other one but what tells a time to somebody, or compares with the time of a file.
 */
@Tag("one-jdk")
class WallClockTest {

  /** Who may, and for what. */
  private static final Set<String> READERS =
      new TreeSet<>(
          List.of(
              "dev/cloche/audit/AuditLog$Builder", // times of records
              "dev/cloche/run/CodeCache", // files that others left, by their times
              "dev/cloche/run/CompiledStore", // the same, in a build
              "dev/cloche/run/HatchMount", // times of files
              "dev/cloche/run/SessionCore", // times of files
              "dev/cloche/wasi/GuestClock", // what a guest asks
              "dev/cloche/workspace/Workspace")); // times of files

  private static final Set<String> CLOCKS =
      Set.of(
          "java/lang/System.currentTimeMillis",
          "java/time/Instant.now",
          "java/time/InstantSource.system",
          "java/time/Clock.systemUTC",
          "java/time/Clock.systemDefaultZone",
          "java/time/Clock.system",
          "java/time/LocalDateTime.now",
          "java/time/ZonedDateTime.now",
          "java/time/OffsetDateTime.now",
          "java/util/Date.<init>",
          "java/util/Calendar.getInstance");

  @Test
  void c5_theClockThatMayJump_isReadByNothingThatMeasures() throws Exception {
    Set<String> found = new TreeSet<>();
    for (Class<?> within : List.of(Engine.class, Egress.class)) {
      readAll(within, found);
    }
    assertEquals(READERS, found);
  }

  /** The build has some modules as folders, and as jars once they are packaged. */
  private static void readAll(Class<?> within, Set<String> found)
      throws IOException, URISyntaxException {
    Path place = Path.of(within.getProtectionDomain().getCodeSource().getLocation().toURI());
    if (Files.isDirectory(place)) {
      readAll(place, found);
      return;
    }
    try (FileSystem jar = FileSystems.newFileSystem(place)) {
      readAll(jar.getPath("/"), found);
    }
  }

  private static void readAll(Path top, Set<String> found) throws IOException {
    int classes = 0;
    try (Stream<Path> all = Files.walk(top)) {
      for (Path file : all.filter(one -> one.toString().endsWith(".class")).toList()) {
        try (InputStream in = Files.newInputStream(file)) {
          new ClassReader(in).accept(new Readers(found), ClassReader.SKIP_DEBUG);
          classes++;
        }
      }
    }
    assertTrue(classes > 100, "classes of a module: " + classes);
  }

  /** Notes a class that calls one of these methods, or names it. */
  private static final class Readers extends ClassVisitor {
    private final Set<String> found;
    private String name = "";

    Readers(Set<String> found) {
      super(Opcodes.ASM9);
      this.found = found;
    }

    @Override
    public void visit(
        int version, int access, String owner, String signature, String parent, String[] faces) {
      name = owner;
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String method, String type, String signature, String[] thrown) {
      return new MethodVisitor(Opcodes.ASM9) {
        @Override
        public void visitMethodInsn(
            int opcode, String owner, String called, String of, boolean isInterface) {
          note(owner, called);
        }

        @Override
        public void visitInvokeDynamicInsn(
            String called, String of, Handle bootstrap, Object... arguments) {
          for (Object argument : arguments) {
            if (argument instanceof Handle handle) {
              note(handle.getOwner(), handle.getName());
            }
          }
        }
      };
    }

    private void note(String owner, String called) {
      if (CLOCKS.contains(owner + "." + called)) {
        found.add(name);
      }
    }
  }
}
