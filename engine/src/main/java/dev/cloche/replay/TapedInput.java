package dev.cloche.replay;

import dev.cloche.wasi.GuestInput;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;

/** Takes down what is read, and where a read gave less than was asked for. */
final class TapedInput {

  private final Room room;
  private final ByteArrayOutputStream content = new ByteArrayOutputStream();
  private final List<Long> cuts = new ArrayList<>();
  private String end = Sheet.InputPart.OPEN;

  TapedInput(Room room) {
    this.room = room;
  }

  /** Takes down a read. */
  int read(int count, byte[] buffer, int offset, int length) {
    if (count < 0) {
      end = Sheet.InputPart.AT_END;
    } else if (count > 0) {
      room.take(count);
      content.write(buffer, offset, count);
      if (count < length) {
        cuts.add((long) content.size());
      }
    }
    return count;
  }

  /** Takes down that reading failed. */
  void failed() {
    end = Sheet.InputPart.FAILED;
  }

  /** Returns an input that is taken down. */
  GuestInput of(GuestInput real) {
    return (buffer, offset, length) -> {
      try {
        return read(real.read(buffer, offset, length), buffer, offset, length);
      } catch (java.io.UncheckedIOException unreadable) {
        failed();
        throw unreadable;
      }
    };
  }

  Sheet.InputPart part() {
    return new Sheet.InputPart(content.toByteArray(), cuts, end);
  }
}
