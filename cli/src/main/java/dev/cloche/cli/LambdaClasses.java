package dev.cloche.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * The build's step that gives lambdas and method references classes of their own, in place of those
 * that the JVM makes or, from an archive, links when one is first met. That takes a tenth of a
 * millisecond each in a JVM that has just started, and a short run meets 250 of them.
 *
 * <p>Only classes of Java 11 and newer are changed: a lambda's body is a private method, which
 * classes of the same nest may call. What is not a plain lambda stays as it is.
 */
final class LambdaClasses {

  /** The entry that says what was changed. */
  static final String NOTE = "META-INF/cloche-lambdas.txt";

  private static final JarChange CHANGE =
      new JarChange(
          NOTE,
          "Lambdas were given classes of their own, in place of invokedynamic. Nothing else was"
              + " changed.\n");

  private static final String METAFACTORY = "java/lang/invoke/LambdaMetafactory";

  private final Map<String, byte[]> results = new LinkedHashMap<>();
  private final Map<String, List<String>> membersOfHosts = new TreeMap<>();

  private LambdaClasses() {}

  /**
   * Changes jars in place; one that was changed before stays as it is.
   *
   * @param arguments a directory, and the beginnings of the names of its jars
   * @throws IOException if there is no such jar, or one cannot be read or written
   */
  public static void main(String... arguments) throws IOException {
    JarChange.withEach(arguments, LambdaClasses::apply);
  }

  /** Changes one jar in place. */
  static void apply(Path jar) throws IOException {
    CHANGE.apply(jar, entries -> new LambdaClasses().changed(entries));
  }

  private Map<String, byte[]> changed(Map<String, byte[]> entries) throws IOException {
    entries.forEach(
        (name, content) -> {
          boolean changeable = name.endsWith(".class") && !name.startsWith("META-INF/");
          results.put(name, changeable ? changed(content) : content);
        });
    for (Map.Entry<String, List<String>> members : membersOfHosts.entrySet()) {
      byte[] host = results.get(members.getKey() + ".class");
      if (host == null) { // then its members could not call what is private
        throw new IOException("the jar has no class " + members.getKey());
      }
      results.put(members.getKey() + ".class", withMembers(host, members.getValue()));
    }
    return results;
  }

  private byte[] changed(byte[] old) {
    ClassReader reader = new ClassReader(old);
    if (ClassFileUpgrade.version(reader) < Opcodes.V11) {
      return old;
    }
    ClassWriter writer = new ClassWriter(reader, 0);
    ChangedClass changed = new ChangedClass(writer);
    reader.accept(changed, 0);
    return changed.lambdas.isEmpty() ? old : added(changed, writer);
  }

  private byte[] added(ChangedClass changed, ClassWriter writer) {
    for (LambdaClass lambda : changed.lambdas) {
      results.put(lambda.name() + ".class", lambda.toBytes());
      membersOfHosts
          .computeIfAbsent(lambda.nestHost(), host -> new ArrayList<>())
          .add(lambda.name());
    }
    return writer.toByteArray();
  }

  private static byte[] withMembers(byte[] host, List<String> members) {
    ClassReader reader = new ClassReader(host);
    ClassWriter writer = new ClassWriter(reader, 0);
    reader.accept(
        new ClassVisitor(Opcodes.ASM9, writer) {
          @Override
          public void visitEnd() {
            members.forEach(this::visitNestMember);
            super.visitEnd();
          }
        },
        0);
    return writer.toByteArray();
  }

  /** One class, in which lambdas are made by calls. */
  private static final class ChangedClass extends ClassVisitor {

    private final List<LambdaClass> lambdas = new ArrayList<>();
    private String name = "";
    private String nestHost = "";
    private int version;

    ChangedClass(ClassVisitor next) {
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
      this.name = name;
      this.nestHost = name;
      this.version = version;
      super.visit(version, access, name, signature, superName, interfaces);
    }

    @Override
    public void visitNestHost(String host) {
      nestHost = host;
      super.visitNestHost(host);
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String method, String descriptor, String signature, String[] exceptions) {
      return new MethodVisitor(
          Opcodes.ASM9, super.visitMethod(access, method, descriptor, signature, exceptions)) {
        @Override
        public void visitInvokeDynamicInsn(
            String of, String type, Handle bootstrap, Object... arguments) {
          if (isLambda(bootstrap)) {
            LambdaClass lambda = lambda(of, type, arguments);
            if (lambda.isSimple()) {
              lambdas.add(lambda);
              super.visitMethodInsn(
                  Opcodes.INVOKESTATIC, lambda.name(), LambdaClass.FACTORY, type, false);
              return;
            }
          }
          super.visitInvokeDynamicInsn(of, type, bootstrap, arguments);
        }
      };
    }

    private LambdaClass lambda(String method, String type, Object... arguments) {
      return new LambdaClass(
          name + "$$L" + lambdas.size(),
          nestHost,
          version,
          Type.getMethodType(type),
          method,
          (Type) arguments[0],
          (Handle) arguments[1],
          (Type) arguments[2]);
    }

    private static boolean isLambda(Handle bootstrap) {
      return bootstrap.getOwner().equals(METAFACTORY) && bootstrap.getName().equals("metafactory");
    }
  }
}
