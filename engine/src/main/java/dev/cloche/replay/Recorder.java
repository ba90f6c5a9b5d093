package dev.cloche.replay;

import dev.cloche.Call;
import dev.cloche.Outcome;
import dev.cloche.Running;
import dev.cloche.Session;
import dev.cloche.Tool;
import dev.cloche.run.TapedCalls;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Records one call: all that it meets which is not its module, and how it ended.
 *
 * <pre>{@code
 * try (Recorder recorder = Recorder.to(Path.of("call.json"))) {
 *   Outcome outcome = recorder.call(session, tool, Call.of("--version"));
 * }
 * }</pre>
 *
 * <p>A recording holds the arguments, the environment, standard input as far as it was read, the
 * session's files, what was read of mounted directories, what the network answered and what the
 * tool wrote: the user's own data, and nothing of it is left out. It never holds a credential that
 * the session lent.
 *
 * <p>A call that cannot be recorded whole is refused, where that is known before it starts; else it
 * ends, or is told to have ended, as {@link Outcome.HostFault}. Of a call that never started there
 * is no recording. While it runs no other call of its session may, nor may anything else change the
 * workspace. Thread-safe.
 */
public final class Recorder implements AutoCloseable {

  /** 64 MiB. */
  public static final int MAX_BYTES = SheetText.MAX_BYTES;

  private final int most;
  private final @Nullable Path file;
  private final @Nullable FileChannel channel;
  private boolean used;
  private boolean written;
  private @Nullable Recording recording;

  private Recorder(int most, @Nullable Path file, @Nullable FileChannel channel) {
    this.most = most;
    this.file = file;
    this.channel = channel;
  }

  /**
   * Returns a recorder that writes to a new file, for its owner alone where the file system knows
   * owners. Close it: a file without a recording is deleted then.
   *
   * @throws FileAlreadyExistsException if there is one
   * @throws IOException if it cannot be made
   */
  public static Recorder to(Path file) throws IOException {
    Set<StandardOpenOption> how = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    return new Recorder(MAX_BYTES, file, open(file, how));
  }

  /** Returns a recorder that writes to a channel, which stays the caller's. */
  static Recorder writingTo(FileChannel channel) {
    return new Recorder(MAX_BYTES, null, channel);
  }

  private static FileChannel open(Path file, Set<StandardOpenOption> how) throws IOException {
    FileAttribute<?> owner =
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    return file.getFileSystem().supportedFileAttributeViews().contains("posix")
        ? FileChannel.open(file, how, owner)
        : FileChannel.open(file, how);
  }

  /** Returns a recorder that keeps the recording in memory. */
  public static Recorder inMemory() {
    return inMemory(MAX_BYTES);
  }

  /**
   * Returns a recorder that keeps a smaller recording in memory.
   *
   * @param atMost the bytes that it may have, 1 to {@link #MAX_BYTES}
   */
  public static Recorder inMemory(int atMost) {
    if (atMost < 1 || atMost > MAX_BYTES) {
      throw new IllegalArgumentException(
          "a recording of " + atMost + " bytes is not between 1 and " + MAX_BYTES);
    }
    return new Recorder(atMost, null, null);
  }

  /**
   * Makes the call and waits for its end.
   *
   * @throws IllegalArgumentException if the session is none that an engine opened
   * @throws IllegalStateException if the recorder was used, or the session is closed
   */
  public Outcome call(Session session, Tool tool, Call call) {
    return start(session, tool, call).await();
  }

  /**
   * Starts the call and returns at once.
   *
   * @throws IllegalArgumentException if the session is none that an engine opened
   * @throws IllegalStateException if the recorder was used, or the session is closed
   */
  public Running start(Session session, Tool tool, Call call) {
    synchronized (this) {
      if (used) {
        throw new IllegalStateException("a recorder records one call");
      }
      used = true;
    }
    return TapedCalls.start(session, tool, call, new RecordingTape(most, this::keep));
  }

  private synchronized void keep(byte[] bytes) throws IOException {
    if (channel != null) {
      ByteBuffer left = ByteBuffer.wrap(bytes);
      while (left.hasRemaining()) {
        int unused = channel.write(left);
      }
      channel.force(true);
    }
    recording = Recording.parse(bytes);
    written = true;
  }

  /** Returns the recording, once the call has ended and was recorded whole. */
  public synchronized Optional<Recording> recording() {
    return Optional.ofNullable(recording);
  }

  /**
   * Closes the file, and deletes it if there is no recording in it.
   *
   * @throws IOException if it cannot
   */
  @Override
  public synchronized void close() throws IOException {
    if (channel == null || file == null || !channel.isOpen()) {
      return;
    }
    channel.close();
    if (!written) {
      delete(file);
    }
  }

  private static void delete(Path file) throws IOException {
    try {
      Files.deleteIfExists(file);
    } catch (FileSystemException e) {
      throw new IOException("a file without a recording could not be deleted", e);
    }
  }
}
