package dev.cloche.run;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * A disk that is full or read-only, under cache, audit, commit and copying out. It is a small tmpfs
 * in a mount namespace of a process, so that nobody else sees it and nothing stays of it.
 */
@Tag("one-jdk")
@EnabledOnOs(OS.LINUX)
class FullDiskTest {

  @TempDir Path directory;

  @Test
  void c8_fullOrReadOnlyDisk_failsEachPieceInItsOwnWay_andNothingIsHalfWritten() throws Exception {
    Path disk = Files.createDirectory(directory.resolve("disk"));
    Path module = directory.resolve("t.wasm");
    Files.write(module, exitsWith7());
    List<String> command = new ArrayList<>(List.of("unshare", "-Urm", "sh", "-c"));
    command.add("mount -t tmpfs -o size=512k,mode=700 disk \"$1\" && shift && exec \"$@\"");
    command.addAll(List.of("sh", disk.toString()));
    command.addAll(Child.command(FullDisk.class, List.of(), disk.toString(), module.toString()));
    assertTrue(Child.run(command).contains("done"));
  }

  private static byte[] exitsWith7() {
    return Wat.wasm(
        """
        (module
          (import "wasi_snapshot_preview1" "proc_exit" (func $exit (param i32)))
          (memory 1)
          (func (export "_start") (call $exit (i32.const 7))))
        """);
  }
}
