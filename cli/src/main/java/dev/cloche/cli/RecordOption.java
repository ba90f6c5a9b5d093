package dev.cloche.cli;

import dev.cloche.Call;
import dev.cloche.Running;
import dev.cloche.Session;
import dev.cloche.Tool;
import dev.cloche.policy.PolicyException;
import dev.cloche.policy.PolicySource;
import dev.cloche.replay.Recorder;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** {@code --record}: the file that a call is taken down in, so that it can be replayed. */
final class RecordOption implements AutoCloseable, GuestCall.Starter {

  static final String RECORD = "--record";

  private final Optional<Recorder> recorder;

  private RecordOption(Optional<Recorder> recorder) {
    this.recorder = recorder;
  }

  /** Adds it to a command. */
  static void addTo(CommandSpec command) {
    command.addOption(
        Options.value(
            RECORD,
            "FILE",
            "Takes down in a new file all that the call meets, for cloche replay"
                + " (docs/replay.md); if it cannot, the status is 125. It holds what the tool read"
                + " and wrote."));
  }

  /** Returns the option of a command that cannot record, so that it can say so. */
  static OptionSpec refused() {
    return OptionSpec.builder(RECORD).arity("1").type(String.class).hidden(true).build();
  }

  /**
   * Opens the file, if one was asked for.
   *
   * @param mounts what guests see of the host: the file may not lie in it
   * @throws UsageException if it cannot be one
   * @throws HostFaultException if it cannot be made
   */
  static RecordOption open(Arguments arguments, List<Path> mounts) {
    Optional<String> name = Options.given(arguments, RECORD);
    return new RecordOption(
        name.isPresent() ? Optional.of(recorder(name.get(), mounts)) : Optional.empty());
  }

  private static Recorder recorder(String name, List<Path> mounts) {
    try {
      Path file = Path.of(name).toAbsolutePath();
      Path directory = Objects.requireNonNull(file.getParent(), "a file has one");
      PolicySource.requireOutside(directory, mounts);
      return Recorder.to(file);
    } catch (InvalidPathException | NullPointerException e) {
      throw wrong(name, "names no file");
    } catch (PolicyException inside) {
      throw wrong(name, "lies inside a mount; move it out");
    } catch (FileAlreadyExistsException e) {
      throw wrong(name, "exists already; name a new file");
    } catch (IOException e) {
      throw new HostFaultException(RECORD + " " + Printable.quote(name) + " cannot be written", e);
    }
  }

  private static UsageException wrong(String name, String why) {
    return new UsageException(RECORD + " " + Printable.quote(name) + " " + why);
  }

  /** Starts a call, which is taken down if that was asked for. */
  @Override
  public Running start(Session session, Tool tool, Call call) {
    return recorder.isPresent()
        ? recorder.get().start(session, tool, call)
        : session.start(tool, call);
  }

  @Override
  public void close() {
    try {
      if (recorder.isPresent()) {
        recorder.get().close();
      }
    } catch (IOException e) {
      throw new HostFaultException(RECORD + ": the file could not be closed", e);
    }
  }
}
