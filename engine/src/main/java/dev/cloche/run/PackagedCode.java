package dev.cloche.run;

import dev.cloche.Tool;
import dev.cloche.module.GuestText;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compiled code that lies in a jar beside its tool. Its classes are ordinary classes of that jar,
 * found by the jar's own loader, so that a class-data archive of the JVM can hold them, parsed and
 * verified; the rest is one resource. Trusted as the jar is; used only if it was made of the same
 * module by this version of the engine, otherwise the tool is prepared as any other.
 *
 * @param key the version of what made it and the module's digest
 * @param content the rest, see {@link CompiledModule}
 */
// A value to hand on once, not to compare.
@SuppressWarnings("ArrayRecordComponent")
record PackagedCode(String key, byte[] content) {

  /** Behind a tool's name: the resource with everything but the classes. */
  static final String SUFFIX = ".code";

  static String key(String digest) {
    return CompiledModule.VERSION + "-" + digest;
  }

  /** Returns a packaged tool, if its jar has usable code. */
  static Optional<Prepared> prepared(Tool tool) {
    try {
      return tool.owner().flatMap(owner -> prepared(tool, owner));
    } catch (RuntimeException | LinkageError e) {
      log().warn("packaged code of {} is not usable: {}", tool, GuestText.of(e));
      return Optional.empty();
    }
  }

  private static Optional<Prepared> prepared(Tool tool, Class<?> owner) {
    if (owner.getModule().isNamed()) {
      return Optional.empty(); // the packages of the code are not open to the engine there
    }
    try (InputStream in = owner.getResourceAsStream(tool.name() + SUFFIX)) {
      if (in == null) {
        return Optional.empty();
      }
      PackagedCode code = of(in.readAllBytes());
      if (!code.key().equals(key(tool.digest()))) {
        return Optional.empty();
      }
      Module engine = PackagedCode.class.getModule();
      engine.addExports(PackagedCode.class.getPackageName(), owner.getModule());
      CompiledModule compiled = CompiledModule.of(code.content());
      return Optional.of(
          Prepared.compiled(compiled.image(owner.getClassLoader()), compiled.methods()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static PackagedCode of(byte[] bytes) throws IOException {
    ByteArrayInputStream in = new ByteArrayInputStream(bytes);
    String key = new DataInputStream(in).readUTF();
    return new PackagedCode(key, in.readAllBytes()); // in one piece, as only this stream does
  }

  byte[] toBytes() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeUTF(key);
    out.write(content);
    return bytes.toByteArray();
  }

  /** Looked up when there is something to log: that takes longer than to open a session. */
  private static Logger log() {
    return LoggerFactory.getLogger(PackagedCode.class);
  }
}
