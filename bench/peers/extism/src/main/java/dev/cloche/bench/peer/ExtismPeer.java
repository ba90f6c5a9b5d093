package dev.cloche.bench.peer;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import org.extism.sdk.chicory.Manifest;
import org.extism.sdk.chicory.ManifestWasm;
import org.extism.sdk.chicory.Plugin;

/**
 * A kernel as an Extism plugin, compiled: its input is {@code n}, its output the checksum, in 4 and
 * 8 bytes, little-endian.
 */
public final class ExtismPeer implements Function<Path, IntUnaryOperator> {

  /** Made by name. */
  public ExtismPeer() {}

  @Override
  public IntUnaryOperator apply(Path module) {
    Manifest manifest =
        Manifest.ofWasms(ManifestWasm.fromFilePath(module).build())
            .withOptions(new Manifest.Options().withAoT())
            .build();
    Plugin plugin = Plugin.ofManifest(manifest).build();
    return n -> buffer(plugin.call("plugin", buffer(new byte[4]).putInt(n).array())).getInt();
  }

  private static ByteBuffer buffer(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }
}
