package dev.cloche.cli;

import java.util.Map;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * The class that stands in for one lambda or method reference: it does what the JVM's {@code
 * LambdaMetafactory} would have its own class do.
 *
 * @param name its internal name
 * @param nestHost the nest that it belongs to, whose private methods it may call
 * @param version of its class file
 * @param capture takes what the lambda captures, and returns its interface
 * @param method the name of the interface's method
 * @param erased the type of that method
 * @param implementation what it calls
 * @param instantiated the method's type where type parameters have values
 */
record LambdaClass(
    String name,
    String nestHost,
    int version,
    Type capture,
    String method,
    Type erased,
    Handle implementation,
    Type instantiated) {

  /** The method that makes an instance, of the type {@link #capture}. */
  static final String FACTORY = "make";

  /** How compilers name the private methods that bodies of lambdas become. */
  private static final String BODY = "lambda$";

  private static final String INSTANCE = "INSTANCE";
  private static final String CONSTRUCTOR = "<init>";

  private static final Map<String, Type> PRIMITIVES =
      Map.of(
          "java/lang/Boolean", Type.BOOLEAN_TYPE,
          "java/lang/Byte", Type.BYTE_TYPE,
          "java/lang/Character", Type.CHAR_TYPE,
          "java/lang/Short", Type.SHORT_TYPE,
          "java/lang/Integer", Type.INT_TYPE,
          "java/lang/Long", Type.LONG_TYPE,
          "java/lang/Float", Type.FLOAT_TYPE,
          "java/lang/Double", Type.DOUBLE_TYPE);

  private static final Map<String, Type> WRAPPERS =
      Map.of(
          "Z", Type.getObjectType("java/lang/Boolean"),
          "B", Type.getObjectType("java/lang/Byte"),
          "C", Type.getObjectType("java/lang/Character"),
          "S", Type.getObjectType("java/lang/Short"),
          "I", Type.getObjectType("java/lang/Integer"),
          "J", Type.getObjectType("java/lang/Long"),
          "F", Type.getObjectType("java/lang/Float"),
          "D", Type.getObjectType("java/lang/Double"));

  /**
   * Tells whether all values can be handed on by casts, boxing and unboxing without widening: what
   * else there is stays with the JVM.
   */
  boolean isSimple() {
    if (implementation.getTag() == Opcodes.H_INVOKESPECIAL
        && !implementation.getName().startsWith(BODY)) {
      return false;
    }
    Type[] targets = parameters();
    Type[] captured = capture.getArgumentTypes();
    Type[] given = erased.getArgumentTypes();
    Type[] meant = instantiated.getArgumentTypes();
    if (targets.length != captured.length + given.length || meant.length != given.length) {
      return false;
    }
    for (int i = 0; i < given.length; i++) {
      if (!isSimple(given[i], meant[i], targets[captured.length + i])) {
        return false;
      }
    }
    return isSimpleReturn();
  }

  private static boolean isSimple(Type given, Type meant, Type target) {
    if (isPrimitive(given)) {
      return isPrimitive(target) ? given.equals(target) : target.equals(wrapper(given));
    }
    return !isPrimitive(target) || target.equals(PRIMITIVES.get(meant.getInternalName()));
  }

  private boolean isSimpleReturn() {
    Type wanted = erased.getReturnType();
    Type result = result();
    if (wanted.getSort() == Type.VOID) {
      return true;
    }
    if (isPrimitive(result)) {
      return isPrimitive(wanted)
          ? result.equals(wanted)
          : result.getSort() != Type.VOID
              && (instantiated.getReturnType().equals(wrapper(result))
                  || instantiated.getReturnType().equals(Type.getType(Object.class)));
    }
    return !isPrimitive(wanted) || wanted.equals(PRIMITIVES.get(result.getInternalName()));
  }

  /** Returns its class file. */
  byte[] toBytes() {
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    writer.visit(
        version,
        Opcodes.ACC_FINAL | Opcodes.ACC_SUPER | Opcodes.ACC_SYNTHETIC,
        name,
        null,
        "java/lang/Object",
        new String[] {capture.getReturnType().getInternalName()});
    writer.visitNestHost(nestHost);
    Type[] captured = capture.getArgumentTypes();
    for (int i = 0; i < captured.length; i++) {
      writer
          .visitField(
              Opcodes.ACC_PRIVATE | Opcodes.ACC_FINAL,
              field(i),
              captured[i].getDescriptor(),
              null,
              null)
          .visitEnd();
    }
    writeConstructor(writer, captured);
    if (captured.length == 0) {
      writeInstance(writer);
    }
    writeFactory(writer, captured);
    writeMethod(writer, captured);
    writer.visitEnd();
    return writer.toByteArray();
  }

  private void writeConstructor(ClassWriter writer, Type[] captured) {
    MethodVisitor code = writer.visitMethod(0, CONSTRUCTOR, constructor(captured), null, null);
    code.visitCode();
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", CONSTRUCTOR, "()V", false);
    int local = 1;
    for (int i = 0; i < captured.length; i++) {
      code.visitVarInsn(Opcodes.ALOAD, 0);
      code.visitVarInsn(captured[i].getOpcode(Opcodes.ILOAD), local);
      code.visitFieldInsn(Opcodes.PUTFIELD, name, field(i), captured[i].getDescriptor());
      local += captured[i].getSize();
    }
    end(code, Opcodes.RETURN);
  }

  /** Without captured values the JVM, too, makes one instance for each place. */
  private void writeInstance(ClassWriter writer) {
    String descriptor = capture.getReturnType().getDescriptor();
    writer
        .visitField(
            Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_FINAL,
            INSTANCE,
            descriptor,
            null,
            null)
        .visitEnd();
    MethodVisitor code = writer.visitMethod(Opcodes.ACC_STATIC, "<clinit>", "()V", null, null);
    code.visitCode();
    code.visitTypeInsn(Opcodes.NEW, name);
    code.visitInsn(Opcodes.DUP);
    code.visitMethodInsn(Opcodes.INVOKESPECIAL, name, CONSTRUCTOR, "()V", false);
    code.visitFieldInsn(Opcodes.PUTSTATIC, name, INSTANCE, descriptor);
    end(code, Opcodes.RETURN);
  }

  private void writeFactory(ClassWriter writer, Type[] captured) {
    MethodVisitor code =
        writer.visitMethod(Opcodes.ACC_STATIC, FACTORY, capture.getDescriptor(), null, null);
    code.visitCode();
    if (captured.length == 0) {
      code.visitFieldInsn(
          Opcodes.GETSTATIC, name, INSTANCE, capture.getReturnType().getDescriptor());
    } else {
      code.visitTypeInsn(Opcodes.NEW, name);
      code.visitInsn(Opcodes.DUP);
      int local = 0;
      for (Type type : captured) {
        code.visitVarInsn(type.getOpcode(Opcodes.ILOAD), local);
        local += type.getSize();
      }
      code.visitMethodInsn(Opcodes.INVOKESPECIAL, name, CONSTRUCTOR, constructor(captured), false);
    }
    end(code, Opcodes.ARETURN);
  }

  private void writeMethod(ClassWriter writer, Type[] captured) {
    MethodVisitor code =
        writer.visitMethod(Opcodes.ACC_PUBLIC, method, erased.getDescriptor(), null, null);
    code.visitCode();
    if (implementation.getTag() == Opcodes.H_NEWINVOKESPECIAL) {
      code.visitTypeInsn(Opcodes.NEW, implementation.getOwner());
      code.visitInsn(Opcodes.DUP);
    }
    for (int i = 0; i < captured.length; i++) {
      code.visitVarInsn(Opcodes.ALOAD, 0);
      code.visitFieldInsn(Opcodes.GETFIELD, name, field(i), captured[i].getDescriptor());
    }
    Type[] given = erased.getArgumentTypes();
    Type[] targets = parameters();
    int local = 1;
    for (int i = 0; i < given.length; i++) {
      code.visitVarInsn(given[i].getOpcode(Opcodes.ILOAD), local);
      local += given[i].getSize();
      convert(code, given[i], instantiated.getArgumentTypes()[i], targets[captured.length + i]);
    }
    code.visitMethodInsn(
        opcode(),
        implementation.getOwner(),
        implementation.getName(),
        implementation.getDesc(),
        implementation.isInterface());
    convertResult(code);
    end(code, erased.getReturnType().getOpcode(Opcodes.IRETURN));
  }

  private void convertResult(MethodVisitor code) {
    Type wanted = erased.getReturnType();
    if (wanted.getSort() != Type.VOID) {
      convert(code, result(), wanted, wanted);
    } else if (result().getSize() > 0) {
      code.visitInsn(result().getSize() == 1 ? Opcodes.POP : Opcodes.POP2);
    }
  }

  private static void convert(MethodVisitor code, Type given, Type meant, Type target) {
    if (isPrimitive(given)) {
      if (!isPrimitive(target)) {
        Type wrapper = wrapper(given);
        code.visitMethodInsn(
            Opcodes.INVOKESTATIC,
            wrapper.getInternalName(),
            "valueOf",
            Type.getMethodDescriptor(wrapper, given),
            false);
      }
    } else if (isPrimitive(target)) {
      Type wrapper = wrapper(target);
      cast(code, given, wrapper);
      code.visitMethodInsn(
          Opcodes.INVOKEVIRTUAL,
          wrapper.getInternalName(),
          target.getClassName() + "Value",
          Type.getMethodDescriptor(target),
          false);
    } else {
      cast(code, given, meant);
      cast(code, meant, target);
    }
  }

  private static void cast(MethodVisitor code, Type from, Type to) {
    if (!to.equals(from) && !to.equals(Type.getType(Object.class))) {
      code.visitTypeInsn(Opcodes.CHECKCAST, to.getInternalName());
    }
  }

  /** What the implementation takes, a receiver among it. */
  private Type[] parameters() {
    Type[] declared = Type.getArgumentTypes(implementation.getDesc());
    boolean receiver =
        implementation.getTag() != Opcodes.H_INVOKESTATIC
            && implementation.getTag() != Opcodes.H_NEWINVOKESPECIAL;
    if (!receiver) {
      return declared;
    }
    Type[] all = new Type[declared.length + 1];
    all[0] = Type.getObjectType(implementation.getOwner());
    System.arraycopy(declared, 0, all, 1, declared.length);
    return all;
  }

  private Type result() {
    return implementation.getTag() == Opcodes.H_NEWINVOKESPECIAL
        ? Type.getObjectType(implementation.getOwner())
        : Type.getReturnType(implementation.getDesc());
  }

  private int opcode() {
    return switch (implementation.getTag()) {
      case Opcodes.H_INVOKESTATIC -> Opcodes.INVOKESTATIC;
      case Opcodes.H_NEWINVOKESPECIAL -> Opcodes.INVOKESPECIAL;
      // A private method of the nest, which is called as any other (JVMS 11, 5.4.6).
      default -> implementation.isInterface() ? Opcodes.INVOKEINTERFACE : Opcodes.INVOKEVIRTUAL;
    };
  }

  private static void end(MethodVisitor code, int opcode) {
    code.visitInsn(opcode);
    code.visitMaxs(0, 0);
    code.visitEnd();
  }

  private static String field(int index) {
    return "captured" + index;
  }

  private static String constructor(Type[] captured) {
    return Type.getMethodDescriptor(Type.VOID_TYPE, captured);
  }

  private static boolean isPrimitive(Type type) {
    return type.getSort() <= Type.DOUBLE;
  }

  private static Type wrapper(Type primitive) {
    return java.util.Objects.requireNonNull(WRAPPERS.get(primitive.getDescriptor()));
  }
}
