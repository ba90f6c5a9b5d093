package dev.cloche.host;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.TreeMap;

/**
 * Makes the directory that sandboxes see as {@code /etc}: written for them, not the host's. One
 * directory for all, since each mount of a sandbox costs a part of a millisecond.
 */
final class EtcDirectory {
  /** What {@code hosts} holds where a command has no network. */
  static final String HOSTS = "127.0.0.1 localhost sandbox\n::1 localhost\n";

  private static final Map<String, String> WRITTEN =
      new TreeMap<>(
          Map.of(
              "passwd",
              """
              root:x:0:0:root:/root:/usr/sbin/nologin
              sandbox:x:1000:1000:sandbox:/workspace:/bin/sh
              nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin
              """,
              "group",
              "root:x:0:\nsandbox:x:1000:\nnogroup:x:65534:\n",
              "hosts",
              HOSTS,
              "hostname",
              "sandbox\n",
              "nsswitch.conf",
              "passwd: files\ngroup: files\nhosts: files\n",
              "resolv.conf",
              "",
              // Modes in the workspace are made up: a change of one is none.
              "gitconfig",
              "[core]\n\tfileMode = false\n"));

  /** Of the host: caches, times and public certificates; nothing that tells whose host it is. */
  private static final String[] COPIED = {
    "ld.so.cache", "localtime", "ssl/certs/ca-certificates.crt", "ssl/openssl.cnf", "mime.types"
  };

  private EtcDirectory() {}

  /** Fills a directory. */
  static void fill(Path etc) throws IOException {
    directory(etc);
    directory(etc.resolve("ssl"));
    directory(etc.resolve("ssl/certs"));
    directory(etc.resolve("alternatives"));
    for (var file : WRITTEN.entrySet()) {
      write(etc.resolve(file.getKey()), file.getValue().getBytes(StandardCharsets.UTF_8));
    }
    for (String name : COPIED) {
      Path source = Path.of("/etc", name);
      if (Files.isRegularFile(source) && Files.isReadable(source)) {
        write(etc.resolve(name), Files.readAllBytes(source));
      }
    }
    copyAlternatives(etc.resolve("alternatives"));
  }

  private static void directory(Path path) throws IOException {
    Files.createDirectories(path);
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private static void write(Path path, byte[] content) throws IOException {
    Files.write(path, content);
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-r--r--"));
  }

  /** Debian's choice of programs: links into {@code /usr}. */
  private static void copyAlternatives(Path target) throws IOException {
    Path source = Path.of("/etc/alternatives");
    if (!Files.isDirectory(source, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(source)) {
      for (Path each : entries) {
        if (Files.isSymbolicLink(each) && Files.readSymbolicLink(each).startsWith("/usr")) {
          Files.createSymbolicLink(
              target.resolve(each.getFileName()), Files.readSymbolicLink(each));
        }
      }
    }
  }
}
