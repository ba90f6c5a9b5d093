package dev.cloche.host;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.cloche.host.network.Doors;
import dev.cloche.host.network.Gate;
import dev.cloche.host.network.Route;
import dev.cloche.host.network.Routes;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The way from the network namespace of a session to this JVM: a program that listens in there and
 * connects to Unix sockets of ours, and the sockets. It runs beside the holder, where no command
 * can see it, and is started by the first command that may reach something. Used by one thread at a
 * time.
 *
 * <p><b>Why a program of the machine.</b> A process that is not root cannot enter a network
 * namespace from within Java, and there is no code of our own to install. Perl is on every Debian
 * and Ubuntu.
 */
final class Forwarder implements AutoCloseable {
  private static final long READY_SECONDS = 20;
  private static final int MAX_COMPLAINT = 200;
  private static final String READY = "ready";
  private static final String PROGRAM = program();

  private final Place place;
  private @Nullable Process process;
  private @Nullable BufferedReader answers;
  private @Nullable Doors doors;
  private List<Route> routes = List.of();
  private int generation;

  /**
   * Where a session has what a forwarder needs.
   *
   * @param facts of the machine
   * @param directory of the session
   * @param etc what its commands see as {@code /etc}
   * @param holder the process whose namespaces are entered
   * @param uid the user of the session, where this JVM is root
   * @param group the control group of the holder
   */
  record Place(
      MachineFacts facts,
      Path directory,
      String etc,
      long holder,
      int uid,
      Optional<ControlGroup> group) {}

  Forwarder(Place place) {
    this.place = place;
  }

  private static String program() {
    try (InputStream in = Forwarder.class.getResourceAsStream("forwarder.pl")) {
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException unreadable) {
      throw new IllegalStateException("the forwarder is not in the module", unreadable);
    }
  }

  /** Plans it: joins the group of the holder, gives root up, enters the session. */
  static List<String> argv(Place place) {
    MachineFacts facts = place.facts();
    List<String> argv = new ArrayList<>();
    argv.addAll(List.of(facts.path(Program.SH), "-c", LaunchPlan.JOIN + "exec \"$@\"", "sh"));
    argv.addAll(place.group().map(ControlGroup::doors).orElse(List.of()));
    argv.add("--");
    argv.addAll(List.of(facts.path(Program.PRLIMIT), "--core=1:1", "--nofile=1024:1024"));
    argv.addAll(LaunchPlan.identity(facts, place.uid()));
    argv.addAll(
        List.of(facts.path(Program.NSENTER), "--target", "" + place.holder(), "--user", "--mount"));
    argv.addAll(List.of("--net", "--preserve-credentials", "--wd=/"));
    argv.addAll(
        List.of(
            facts.path(Program.PERL), "-e", PROGRAM, place.etc() + "/hosts", EtcDirectory.HOSTS));
    return argv;
  }

  /**
   * Opens the way for a command, until the gate is closed.
   *
   * @throws RefusedException if there is none on this machine
   */
  Gate open(NativeNetwork network, Duration wall) throws IOException {
    Gate gate = new Gate(network.egress(), wall);
    route(network.routes());
    Doors present = doors;
    if (present != null) {
      present.lead(gate);
    }
    return gate;
  }

  /** Nobody's connections are taken any more. */
  void shut() {
    Doors present = doors;
    if (present != null) {
      present.lead(null);
    }
  }

  /** Has these routes lead here, and no others. */
  private void route(List<Route> wanted) throws IOException {
    boolean alive = process != null && process.isAlive();
    if (wanted.equals(routes) && (alive || wanted.isEmpty())) {
      return;
    }
    shut();
    closeDoors();
    routes = List.of();
    if (!alive) {
      start();
    }
    Doors opened = open(wanted);
    doors = opened;
    tell(wanted, opened.sockets());
    routes = wanted;
  }

  private Doors open(List<Route> wanted) throws IOException {
    int owner = place.facts().root() ? place.uid() : -1;
    try {
      return Doors.open(place.directory(), "n" + ++generation + "-", owner, wanted);
    } catch (IOException tooLong) {
      throw new RefusedException(
          NativeRefusal.NETWORK,
          "the sockets of a session cannot be made; set java.io.tmpdir to a directory with a short"
              + " path");
    }
  }

  private void start() throws IOException {
    Machine.requireTrusted(Program.PERL, place.facts().path(Program.PERL));
    end();
    Process started = Spawner.start(argv(place));
    process = started;
    answers = new BufferedReader(new InputStreamReader(started.getInputStream(), UTF_8));
  }

  private void tell(List<Route> wanted, List<Path> sockets) throws IOException {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < wanted.size(); i++) {
      Route route = wanted.get(i);
      lines.append("listen ").append(route.address()).append(' ').append(route.port());
      lines.append(' ').append(sockets.get(i)).append('\n');
    }
    Routes.hosts(wanted).lines().forEach(line -> lines.append("host ").append(line).append('\n'));
    lines.append("go\n");
    String answer;
    try {
      OutputStream in = running().getOutputStream();
      in.write(lines.toString().getBytes(UTF_8));
      in.flush();
      answer = answer();
    } catch (IOException ended) {
      answer = "";
    }
    if (!answer.equals(READY)) {
      String why = answer.isEmpty() ? complaint() : answer;
      end();
      if (Thread.currentThread().isInterrupted()) {
        throw new CancellationException("interrupted while the network was set up");
      }
      throw new RefusedException(
          NativeRefusal.NETWORK, "the network of the session cannot be set up: " + Text.quote(why));
    }
  }

  /**
   * What the program said last before it ended; it knows nothing but addresses and paths of /etc.
   */
  private String complaint() {
    Process present = process;
    try {
      if (present == null || !present.waitFor(1, TimeUnit.SECONDS)) {
        return "it does not answer";
      }
      return new String(present.getErrorStream().readNBytes(MAX_COMPLAINT), UTF_8).strip();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      return "";
    } catch (IOException closed) {
      return "";
    }
  }

  private Process running() throws IOException {
    Process present = process;
    if (present == null) {
      throw new IOException("no forwarder");
    }
    return present;
  }

  /** Waits for a line, on a thread of its own: a read cannot be bounded. */
  private String answer() throws IOException {
    BufferedReader from = answers;
    CompletableFuture<String> line = new CompletableFuture<>();
    Thread reader =
        new Thread(() -> line.complete(from == null ? "" : line(from)), "cloche-network-forwarder");
    reader.setDaemon(true);
    reader.start();
    try {
      return line.get(READY_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      return "";
    } catch (ExecutionException | TimeoutException notReady) {
      return "";
    }
  }

  private static String line(BufferedReader from) {
    try {
      String line = from.readLine();
      return line == null ? "" : line;
    } catch (IOException ended) {
      return "";
    }
  }

  private void closeDoors() {
    Doors present = doors;
    doors = null;
    if (present != null) {
      present.close();
    }
  }

  private void end() {
    Process present = process;
    process = null;
    answers = null;
    routes = List.of();
    if (present == null) {
      return;
    }
    present.destroyForcibly();
    boolean interrupted = false;
    while (present.isAlive()) {
      try {
        int status = present.waitFor();
        assert status != 0;
      } catch (InterruptedException later) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Ends the program, and closes what leads here. */
  @Override
  public void close() {
    shut();
    closeDoors();
    end();
  }
}
