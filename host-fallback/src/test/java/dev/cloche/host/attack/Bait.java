package dev.cloche.host.attack;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What the host has that a sandbox must not reach: a process, a service on a port, an abstract
 * socket and one with a path. The secrets in the environment are the build's.
 */
final class Bait implements AutoCloseable {
  private static final String ABSTRACT =
      """
      use Socket; socket(my $s, AF_UNIX, SOCK_STREAM, 0) or die;
      bind($s, pack_sockaddr_un("\\0$ARGV[0]")) or die; listen($s, 5); $| = 1; print "ready\\n";
      my $end = <STDIN>;
      """;

  private final ServerSocket tcp;
  private final ServerSocketChannel socket;
  private final Path directory;
  private final Process process;
  private final String name;

  private Bait(ServerSocket tcp, ServerSocketChannel socket, Path directory, Process process) {
    this.tcp = tcp;
    this.socket = socket;
    this.directory = directory;
    this.process = process;
    this.name = name();
  }

  private static String name() {
    return "cloche-bait-" + ProcessHandle.current().pid();
  }

  static Bait put() throws IOException {
    Path directory = Files.createTempDirectory("bait-");
    ServerSocketChannel socket = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    ServerSocketChannel bound =
        socket.bind(UnixDomainSocketAddress.of(directory.resolve("bait.sock")));
    Process process = new ProcessBuilder(List.of("perl", "-e", ABSTRACT, name())).start();
    byte[] ready = process.getInputStream().readNBytes("ready\n".length());
    if (!new String(ready, UTF_8).equals("ready\n")) {
      throw new IOException("perl is needed; run: apt-get install perl-base");
    }
    return new Bait(
        new ServerSocket(0, 5, InetAddress.getLoopbackAddress()), bound, directory, process);
  }

  /** Puts what there is into a program. */
  String in(String program) {
    return program
        .replace("@PID@", "" + process.pid())
        .replace("@TCP@", "" + tcp.getLocalPort())
        .replace("@ABSTRACT@", name)
        .replace("@SOCKET@", directory.resolve("bait.sock").toString());
  }

  /** Tells whether nobody took it. */
  boolean isUntouched() {
    return process.isAlive() && !tcp.isClosed() && socket.isOpen();
  }

  long pid() {
    return process.pid();
  }

  @Override
  public void close() throws IOException {
    process.destroyForcibly();
    tcp.close();
    socket.close();
    Files.delete(directory.resolve("bait.sock"));
    Files.delete(directory);
  }
}
