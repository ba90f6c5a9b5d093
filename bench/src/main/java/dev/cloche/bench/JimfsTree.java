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
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Chicory's own WASI, over Jimfs as its documentation shows.
 *
 * <p>Neither has snapshots. What an embedder can do is to copy the tree.
 */
final class JimfsTree implements ShimTree {

  private final FileSystem files =
      Jimfs.newFileSystem(Configuration.unix().toBuilder().setAttributeViews("unix").build());
  private final Path root = files.getPath("/tree");
  private int copies;
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
  public void snapshot() {
    copies++;
    try (Stream<Path> nodes = Files.walk(root)) {
      for (Path from : (Iterable<Path>) nodes::iterator) {
        Path ignored = Files.copy(from, copy(copies).resolve(root.relativize(from)));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Path copy(int number) {
    return files.getPath("/copy" + number);
  }

  @Override
  public int changed() {
    Path older = copy(copies - 1);
    int changed = 0;
    try (Stream<Path> nodes = Files.walk(older).sorted(Comparator.reverseOrder())) {
      for (Path before : (Iterable<Path>) nodes::iterator) {
        Path after = copy(copies).resolve(older.relativize(before));
        changed += Files.isRegularFile(after) && Files.mismatch(before, after) >= 0 ? 1 : 0;
        Files.delete(before);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return changed;
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
