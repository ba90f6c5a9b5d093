package dev.cloche.wasi;

import dev.cloche.workspace.tree.DirectoryEntry;
import dev.cloche.workspace.tree.Fault;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The functions on what descriptors hold: the bytes of files and streams, names in directories. */
final class FdDataCalls {
  private static final int DIRENT_BYTES = 24;

  /** Entries fetched at once: bounds what a listing holds beside the guest's buffer. */
  private static final int LISTING_BATCH = 256;

  private final Descriptors descriptors;
  private final Transfer transfer;

  FdDataCalls(Descriptors descriptors, Transfer transfer) {
    this.descriptors = descriptors;
    this.transfer = transfer;
  }

  void read(Call call) throws Fault {
    int result = call.pointer(3, Integer.BYTES);
    List<Buffer> buffers = call.buffers(1);
    Descriptor from = descriptors.bytes(call.integer(0), Rights.FD_READ);
    boolean mayWait = from instanceof StreamDescriptor;
    int count = transfer.fill(call.memory(), buffers, from::read, mayWait);
    call.memory().putInt(result, count);
  }

  void write(Call call) throws Fault {
    int result = call.pointer(3, Integer.BYTES);
    List<Buffer> buffers = call.buffers(1);
    Descriptor to = descriptors.bytes(call.integer(0), Rights.FD_WRITE);
    int count = transfer.drain(call.memory(), buffers, to::write);
    call.memory().putInt(result, count);
  }

  void pread(Call call) throws Fault {
    int result = call.pointer(4, Integer.BYTES);
    List<Buffer> buffers = call.buffers(1);
    Place place = new Place(call.notNegative(3));
    FileDescriptor from = descriptors.file(call.integer(0), Rights.FD_READ | Rights.FD_SEEK);
    int count =
        transfer.fill(
            call.memory(),
            buffers,
            (bytes, at, length) -> from.readAt(place.advance(length), bytes, at, length),
            false);
    call.memory().putInt(result, count);
  }

  void pwrite(Call call) throws Fault {
    int result = call.pointer(4, Integer.BYTES);
    List<Buffer> buffers = call.buffers(1);
    Place place = new Place(call.notNegative(3));
    FileDescriptor to = descriptors.file(call.integer(0), Rights.FD_WRITE | Rights.FD_SEEK);
    int count =
        transfer.drain(
            call.memory(),
            buffers,
            (bytes, at, length) -> to.writeAt(place.advance(length), bytes, at, length));
    call.memory().putInt(result, count);
  }

  /** The moving place of a positioned transfer. */
  private static final class Place {
    private long offset;

    Place(long offset) {
      this.offset = offset;
    }

    /** Returns where to go on; at most 2 GiB in all, so a place past the range stays negative. */
    long advance(int length) {
      long here = offset;
      offset = here > Long.MAX_VALUE - length ? Long.MAX_VALUE : here + length;
      return here;
    }
  }

  void seek(Call call) throws Fault {
    int result = call.pointer(3, Long.BYTES);
    // A seek that moves nothing is a tell.
    boolean tells = call.longInteger(1) == 0 && call.integer(2) == 1;
    FileDescriptor file =
        descriptors.file(call.integer(0), tells ? Rights.FD_TELL : Rights.FD_SEEK);
    long position = file.seek(call.longInteger(1), call.integer(2));
    call.memory().putLong(result, position);
  }

  void tell(Call call) throws Fault {
    int result = call.pointer(1, Long.BYTES);
    FileDescriptor file = descriptors.file(call.integer(0), Rights.FD_TELL);
    call.memory().putLong(result, file.position());
  }

  void readdir(Call call) throws Fault {
    Buffer target = call.buffer(1);
    int result = call.pointer(4, Integer.BYTES);
    DirectoryDescriptor from = descriptors.directory(call.integer(0), Rights.FD_READDIR);
    int count = list(call, from, call.longInteger(3), target);
    call.memory().putInt(result, count);
  }

  /** Fills the buffer to its last byte, cutting the last entry: so the guest knows of more. */
  private int list(Call call, DirectoryDescriptor from, long cookie, Buffer target) throws Fault {
    int done = 0;
    long after = cookie;
    List<DirectoryEntry> batch;
    do {
      int fitting = (target.length() - done) / DIRENT_BYTES + 1;
      int most = Math.min(LISTING_BATCH, fitting);
      batch = from.tree().nodes().list(from.directory(), after, most);
      for (DirectoryEntry entry : batch) {
        done += put(call, entry, target.address() + done, target.length() - done);
        after = entry.cookie();
      }
    } while (done < target.length() && !batch.isEmpty());
    return done;
  }

  private static int put(Call call, DirectoryEntry entry, int address, int room) {
    byte[] name = entry.name().getBytes(StandardCharsets.UTF_8);
    byte[] encoded =
        ByteBuffer.allocate(DIRENT_BYTES + name.length)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putLong(entry.cookie())
            .putLong(entry.inode())
            .putInt(name.length)
            .putInt(FileType.of(entry.kind()).number())
            .put(name)
            .array();
    int length = Math.min(room, encoded.length);
    call.budget().charge(HostCosts.bytes(length));
    call.memory().putBytes(address, encoded, 0, length);
    return length;
  }
}
