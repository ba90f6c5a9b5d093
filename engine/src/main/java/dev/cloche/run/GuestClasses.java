package dev.cloche.run;

import com.dylibso.chicory.compiler.internal.ClassCollector;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.Machine;
import com.dylibso.chicory.wasm.ChicoryException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Constructor;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * Takes the classes that Chicory's compiler makes of a module, and loads them: all at the end, so
 * that none is loaded that the compiler later makes anew, and as {@link GuestCode} rewrites them.
 *
 * <p>The classes die with the image that refers to them: their loader is theirs alone.
 */
final class GuestClasses implements ClassCollector {

  /** Defines the classes of one module. */
  private static final class Loader extends ClassLoader {
    private final Map<String, byte[]> classes;

    Loader(Map<String, byte[]> classes) {
      super(GuestClasses.class.getClassLoader());
      this.classes = classes;
      // Compiled code is in no module, and calls GuestSupport and LinearMemory.
      Module engine = GuestClasses.class.getModule();
      engine.addExports(GuestClasses.class.getPackageName(), getUnnamedModule());
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      byte[] bytes = classes.get(name);
      if (bytes == null) {
        throw new ClassNotFoundException(name);
      }
      return defineClass(name, bytes, 0, bytes.length);
    }
  }

  private final Map<String, byte[]> classes = new LinkedHashMap<>();
  private String mainClass = "";

  /** Starts empty, for a compiler to fill. */
  GuestClasses() {}

  /** Holds what a compiler once made. */
  GuestClasses(String mainClass, Map<String, byte[]> classes) {
    this.mainClass = mainClass;
    this.classes.putAll(classes);
  }

  @Override
  public String mainClassName() {
    return mainClass;
  }

  @Override
  public void putMainClass(String className, byte[] bytes) {
    mainClass = className;
    classes.put(className, bytes);
  }

  @Override
  public void put(String name, byte[] bytes) {
    classes.put(name.replace('/', '.'), bytes);
  }

  @Override
  public void putAll(ClassCollector collector) {
    classes.putAll(collector.classBytes());
  }

  @Override
  public Map<String, byte[]> classBytes() {
    return Collections.unmodifiableMap(classes);
  }

  /** Returns the bytes of a class of Chicory that the compiler copies into the module's classes. */
  @Override
  public byte[] resolve(Class<?> type) {
    String resource = type.getName().replace('.', '/') + ".class";
    try (InputStream in = type.getModule().getResourceAsStream(resource)) {
      if (in == null) {
        throw new ChicoryException("class " + type.getName() + " has no bytes");
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new ChicoryException("class " + type.getName() + " cannot be read", e);
    }
  }

  /** Rewrites, loads and verifies all classes, and returns what makes a machine of them. */
  Function<Instance, Machine> machines(FieldGlobals globals) {
    rewrite(globals, new GuestCode(globals));
    Loader loader = new Loader(Map.copyOf(classes));
    try {
      for (String name : classes.keySet()) {
        Class.forName(name, true, loader);
      }
      return machines(loader);
    } catch (ClassNotFoundException e) {
      throw new ChicoryException("compiled module cannot be loaded", e);
    }
  }

  /** Returns what makes a machine of classes that were verified before; each loads when needed. */
  Function<Instance, Machine> verifiedMachines() {
    return machines(new Loader(Map.copyOf(classes)));
  }

  /** Rewrites all classes so that they suit every Java version, and returns them by name. */
  Map<String, byte[]> portable(FieldGlobals globals) {
    rewrite(globals, new GuestCode(globals, true));
    return classBytes();
  }

  private void rewrite(FieldGlobals globals, GuestCode code) {
    classes.replaceAll((name, bytes) -> GuestCode.isHelpers(name) ? bytes : code.rewrite(bytes));
    RegisterPassing.apply(classes, globals);
  }

  private Function<Instance, Machine> machines(ClassLoader loader) {
    return machines(mainClass, loader);
  }

  /** Returns what makes a machine of a module's main class, which a loader finds. */
  static Function<Instance, Machine> machines(String mainClass, ClassLoader loader) {
    try {
      Constructor<? extends Machine> constructor =
          Class.forName(mainClass, true, loader)
              .asSubclass(Machine.class)
              .getConstructor(Instance.class);
      return instance -> newMachine(constructor, instance);
    } catch (ReflectiveOperationException e) {
      throw new ChicoryException("compiled module cannot be loaded", e);
    }
  }

  private static Machine newMachine(Constructor<? extends Machine> constructor, Instance instance) {
    try {
      return constructor.newInstance(instance);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("compiled module cannot be instantiated", e);
    }
  }
}
