package dev.cloche.audit;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import java.util.Optional;

/**
 * Appends lines to a file that nobody else may read or write.
 *
 * <p>The file is made with the permissions {@code rw-------}; one that exists must be a regular
 * file of the user's own with these. A lock on {@code FILE.lock}, held until the sink is closed,
 * keeps other processes and other sinks of this process out. A chain that the file holds is
 * continued.
 *
 * <p>When a line would make the file larger than its limit, the file is renamed to {@code
 * FILE.000001} (the next number that is free) and a new one begun; the chain goes on, since the
 * first line of the new file carries the digest of the last line of the old one. Nothing is ever
 * deleted.
 *
 * <p>A line that could not be written whole is taken back, as far as the disk lets it.
 */
public final class FileAuditSink implements AuditSink {

  /** 64 MiB a file: some hundred thousand records. */
  public static final long DEFAULT_ROTATION_BYTES = 64L << 20;

  /** When lines are forced to the disk. */
  public enum Sync {
    /**
     * At rotation, flush and close; a line survives the end of the process at once, and that of the
     * machine when the system has written it. The default.
     */
    ON_FLUSH,
    /** Each line, before its append returns: it survives the loss of power. */
    EACH_LINE
  }

  private final OwnFile file;
  private final FileLockHold lock;
  private final Builder settings;
  private FileChannel channel;
  private Optional<Tail> tail;
  private long size;

  private FileAuditSink(Builder settings, OwnFile file, FileLockHold lock) throws IOException {
    this.settings = settings;
    this.file = file;
    this.lock = lock;
    this.channel = file.open();
    this.tail = TailReader.read(channel, settings.cutTornLine);
    this.size = channel.size();
  }

  /** Returns a builder of a sink for this file. */
  public static Builder builder(Path file) {
    return new Builder(file);
  }

  @Override
  public Optional<Tail> resume() throws IOException {
    if (tail.isPresent() || size > 0) {
      return tail;
    }
    // A process ended between renaming a file and writing to the next.
    Optional<Path> last = file.lastRotated();
    if (last.isPresent()) {
      try (FileChannel rotated = FileChannel.open(last.get(), StandardOpenOption.READ)) {
        tail = TailReader.read(rotated, false);
      }
    }
    return tail;
  }

  @Override
  public void write(byte[] line) throws IOException {
    if (size > 0 && size + line.length > settings.rotationBytes) {
      rotate();
    }
    long start = size;
    try {
      ByteBuffer left = ByteBuffer.wrap(line);
      while (left.hasRemaining()) {
        size += channel.write(left);
      }
      if (settings.sync == Sync.EACH_LINE) {
        channel.force(false);
      }
    } catch (IOException e) {
      takeBack(start, e);
      throw e;
    }
  }

  private void takeBack(long start, IOException cause) {
    try {
      FileChannel ignored = channel.truncate(start);
      size = start;
    } catch (IOException e) {
      cause.addSuppressed(e);
    }
  }

  private void rotate() throws IOException {
    channel.force(true);
    channel.close();
    file.rotate();
    channel = file.open();
    size = 0;
  }

  @Override
  public void flush() throws IOException {
    channel.force(true);
  }

  @Override
  public void close() throws IOException {
    try (lock;
        FileChannel open = channel) {
      if (open.isOpen()) {
        open.force(true);
      }
    }
  }

  /** Collects a sink's settings; not thread-safe. */
  public static final class Builder {
    private final Path path;
    private long rotationBytes = DEFAULT_ROTATION_BYTES;
    private Sync sync = Sync.ON_FLUSH;
    private boolean cutTornLine;

    private Builder(Path path) {
      this.path = Objects.requireNonNull(path, "file");
    }

    /**
     * Sets the size that a file may reach, in bytes; {@link #DEFAULT_ROTATION_BYTES} by default.
     *
     * @throws IllegalArgumentException if below 64 KiB, the longest line
     */
    @CanIgnoreReturnValue
    public Builder rotateAt(long bytes) {
      if (bytes < AuditRecord.MAX_LINE_BYTES) {
        throw new IllegalArgumentException("rotation at " + bytes + " bytes is below 64 KiB");
      }
      this.rotationBytes = bytes;
      return this;
    }

    /** Sets when lines are forced to the disk; {@link Sync#ON_FLUSH} by default. */
    @CanIgnoreReturnValue
    public Builder sync(Sync when) {
      this.sync = Objects.requireNonNull(when, "sync");
      return this;
    }

    /**
     * Cuts off an unfinished last line, which a process leaves that dies in the middle of it; its
     * length and digest are then in the record that continues the chain. By default such a file is
     * refused: someone should look at it.
     */
    @CanIgnoreReturnValue
    public Builder cutTornLine() {
      this.cutTornLine = true;
      return this;
    }

    /**
     * Opens the file.
     *
     * @throws IOException if another sink has it, if it is not a regular file of the user's own and
     *     closed to others, if its last line is unfinished, or if its file system has no owners
     */
    public FileAuditSink open() throws IOException {
      OwnFile file = OwnFile.of(path);
      FileLockHold lock = FileLockHold.take(file.beside(".lock"));
      try {
        return new FileAuditSink(this, file, lock);
      } catch (IOException | RuntimeException e) {
        lock.close();
        throw e;
      }
    }
  }
}
