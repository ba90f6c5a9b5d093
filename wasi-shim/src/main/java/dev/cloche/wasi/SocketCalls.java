package dev.cloche.wasi;

import dev.cloche.workspace.tree.Errno;
import dev.cloche.workspace.tree.Fault;

/**
 * The functions on sockets: {@code sock_*}. No descriptor is ever a socket; they are here so that
 * modules link. Arguments are checked like those of any function.
 */
final class SocketCalls {
  private final Descriptors descriptors;

  SocketCalls(Descriptors descriptors) {
    this.descriptors = descriptors;
  }

  void accept(Call call) throws Fault {
    call.pointer(2, Integer.BYTES);
    refuse(call);
  }

  void receive(Call call) throws Fault {
    call.pointer(4, Integer.BYTES);
    call.pointer(5, Short.BYTES);
    call.buffers(1);
    refuse(call);
  }

  void send(Call call) throws Fault {
    call.pointer(4, Integer.BYTES);
    call.buffers(1);
    refuse(call);
  }

  void shutdown(Call call) throws Fault {
    refuse(call);
  }

  private void refuse(Call call) throws Fault {
    descriptors.get(call.integer(0));
    throw Errno.NOTSOCK.fault();
  }
}
