package dev.cloche.wasi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.workspace.tree.Errno;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** There is no way to the network beside requests, which are decided. */
class SocketAttacksTest {

  private final Guest guest = new Guest();

  private long[] buffer() {
    guest.buffers(Guest.DATA, guest.text(Guest.DATA, "hi"));
    return new long[] {Guest.BUFFERS, 1};
  }

  /** Standard streams, the root, and what is not open: none is a socket, and none becomes one. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 99, -1})
  void n20_anyDescriptor_isNoSocket(int fd) {
    Set<Errno> none = Set.of(Errno.NOTSOCK, Errno.BADF);
    long[] data = buffer();
    assertTrue(none.contains(guest.call("sock_accept", fd, 0, Guest.RESULT)));
    assertTrue(none.contains(guest.call("sock_send", fd, data[0], data[1], 0, Guest.RESULT)));
    assertTrue(
        none.contains(
            guest.call("sock_recv", fd, data[0], data[1], 0, Guest.RESULT, Guest.RESULT + 4)));
    assertTrue(none.contains(guest.call("sock_shutdown", fd, 3)));
  }

  /** Only files: a name that leads to a socket elsewhere is no more than a name here. */
  @ParameterizedTest
  @ValueSource(strings = {"dev/tcp/127.0.0.1/80", "var/run/docker.sock", "tcp://127.0.0.1:80"})
  void n20_namesOfSockets_areNames(String path) {
    guest.mkdir("d");
    assertEquals(Errno.NOENT, guest.rmdir(path));
  }

  /** The same bytes go where they may. */
  @Test
  void n20_standardOutput_takesThem() {
    long[] data = buffer();
    assertEquals(Errno.SUCCESS, guest.call("fd_write", 1, data[0], data[1], Guest.RESULT));
  }
}
