package dev.cloche.testkit;

import dev.cloche.PluginCall;

/** The call of a function, in which something happens each time that it touches a block. */
record WatchedCall(PluginCall call, Runnable meanwhile) implements PluginCall {

  @Override
  public long argument(int index) {
    return call.argument(index);
  }

  @Override
  public byte[] bytes(int index) {
    meanwhile.run();
    return call.bytes(index);
  }

  @Override
  public String text(int index) {
    meanwhile.run();
    return call.text(index);
  }

  @Override
  public long give(byte[] content) {
    long given = call.give(content);
    meanwhile.run();
    return given;
  }

  @Override
  public long give(String content) {
    long given = call.give(content);
    meanwhile.run();
    return given;
  }

  @Override
  public void free(int index) {
    meanwhile.run();
    call.free(index);
  }

  @Override
  public String session() {
    return call.session();
  }

  @Override
  public String tool() {
    return call.tool();
  }
}
