package dev.cloche.wasi.suite;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * One test program.
 *
 * @param name its path below the folder, without the extension
 * @param wasm the module
 */
record Program(String name, Path wasm) {
  private static final String EXTENSION = ".wasm";

  /** What a component begins with: version 13 of the layer 1; a module has version 1 of layer 0. */
  private static final byte[] COMPONENT = {0, 'a', 's', 'm', 0x0d, 0, 1, 0};

  /** Finds all programs in a folder and those below it, sorted by name. */
  static List<Program> under(Path folder) throws IOException {
    try (Stream<Path> paths = Files.walk(folder)) {
      return paths
          .filter(path -> path.toString().endsWith(EXTENSION) && Files.isRegularFile(path))
          .sorted()
          .map(path -> new Program(name(folder, path), path))
          .toList();
    }
  }

  private static String name(Path folder, Path wasm) {
    String path = folder.relativize(wasm).toString();
    return path.substring(0, path.length() - EXTENSION.length());
  }

  /** Returns whether it is a component, which has other imports than those of preview1. */
  boolean isComponent() throws IOException {
    try (InputStream bytes = Files.newInputStream(wasm)) {
      return Arrays.equals(COMPONENT, bytes.readNBytes(COMPONENT.length));
    }
  }

  /** Returns what is expected of it. */
  Spec spec() throws SuiteException, IOException {
    String file = wasm.getFileName().toString().replaceFirst("\\.wasm$", ".json");
    Path json = wasm.resolveSibling(file);
    return Files.exists(json) ? Spec.read(json) : Spec.none();
  }
}
