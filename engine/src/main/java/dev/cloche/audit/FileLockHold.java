package dev.cloche.audit;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;

/**
 * A lock that keeps other processes, and other sinks of this one, off a file.
 *
 * <p>It is on a file beside the one it guards: POSIX takes a process's locks on a file away when
 * the process closes any descriptor of that file, as a verifier in the same process does, and the
 * guarded file is renamed.
 */
final class FileLockHold implements AutoCloseable {

  private final FileChannel channel;

  private FileLockHold(FileChannel channel) {
    this.channel = channel;
  }

  /**
   * Takes the lock.
   *
   * @throws IOException if someone else has it
   */
  static FileLockHold take(Path file) throws IOException {
    FileChannel channel = OwnFile.open(file);
    try {
      FileLock lock = channel.tryLock();
      if (lock != null) {
        return new FileLockHold(channel);
      }
    } catch (OverlappingFileLockException e) {
      channel.close();
      throw new AuditSinkException("another log of this process writes the audit file");
    } catch (IOException e) {
      channel.close();
      throw e;
    }
    channel.close();
    throw new AuditSinkException("another process writes the audit file");
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
