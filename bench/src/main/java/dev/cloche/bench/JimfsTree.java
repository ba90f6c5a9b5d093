package dev.cloche.bench;

import com.dylibso.chicory.wasi.WasiOptions;
import com.dylibso.chicory.wasi.WasiPreview1;
import com.google.common.jimfs.Configuration;
import com.google.common.jimfs.Jimfs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Chicory's own WASI, over Jimfs as its documentation shows. */
final class JimfsTree implements ShimTree {

  private final FileSystem files =
      Jimfs.newFileSystem(Configuration.unix().toBuilder().setAttributeViews("unix").build());
  private final Path root = files.getPath("/tree");
  private final WasiPreview1 wasi;
  private final WasiGuest guest;

  JimfsTree() {
    try {
      Path ignored = Files.createDirectory(root);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    this.wasi =
        WasiPreview1.builder()
            .withOptions(WasiOptions.builder().withDirectory("/", root).build())
            .build();
    this.guest = new WasiGuest(List.of(wasi.toHostFunctions()));
  }

  @Override
  public WasiGuest guest() {
    return guest;
  }

  @Override
  public void put(String path, byte[] content) {
    Path file = root.resolve(path);
    try {
      Path above = file.getParent();
      if (above != null) {
        Path ignored = Files.createDirectories(above);
      }
      Path ignored = Files.write(file, content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    wasi.close();
    try {
      files.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
